import CIModel
import CoverageData
import FileSystem
import PipelineConfig
import ProcessExecution
import SwiftPackage
import TestExecution

extension DrivenTests {
  /// Adds the inputs for measuring coverage.
  func addCoverage(
    _ profiles: String, _ package: BuiltPackage, _ session: StepSession, _ gaps: CoverageGaps,
    _ freshness: SourceFreshness, _ execution: inout StepExecution
  ) {
    switch coverageInputs(profiles, package, session, gaps) {
    case .success(var inputs):
      let prefix = session.run.environment.prefix(of: session.directory)
      inputs.edited = Set(
        freshness.edits().map { session.run.environment.pathInRepository($0.path, prefix: prefix) })
      execution.coverage = inputs
      execution.notes += uninstrumented(package)
    case .failure(let error):
      execution.notes.append("Coverage: \(error.description).")
    }
    if let gap = gaps.note { execution.notes.append(note(gap)) }
  }

  /// A note about targets without instrumentation, when `.ci.yml` requires line coverage.
  private func uninstrumented(_ package: BuiltPackage) -> [String] {
    let targets = package.products.uninstrumentedTargets
    guard pipeline.coverage.asksForLines, !targets.isEmpty else { return [] }
    return [
      "Coverage excludes \(targets.joined(separator: ", ")): the native build system "
        + "measures only Swift; `build-system: swiftbuild` also measures C."
    ]
  }

  private func coverageInputs(
    _ profiles: String, _ package: BuiltPackage, _ session: StepSession, _ gaps: CoverageGaps
  ) -> Result<CoverageInputs, CoverageError> {
    Result { () throws(CoverageError) in
      CoverageInputs(
        profiles: folderContents(profiles).filter { $0.hasSuffix(".profraw") }.sorted()
          .map { "\(profiles)/\($0)" }
          // A process that died leaves an empty profile. If devtool started it, the coverage is
          // already marked as partial; a process that a test started and ended does not matter.
          .filter { FileStatus($0)?.size != 0 },
        objects: try package.products.objects(),
        repositoryRoot: session.run.environment.repositoryRoot, packageRoot: session.directory,
        targets: package.description.targets, isPartial: !gaps.isEmpty,
        isSelection: gaps.isSelection, policy: pipeline.coverage)
    }
  }
}

import CIModel
import CoverageData
import FileSystem
import PipelineConfig
import RuleExecution
import RunEvents
import RunStorage

extension CheckRun {
  /// Measures the coverage of the packages whose tests ran.
  func measureCoverage(_ packages: [CoverageInputs], _ record: inout RunRecord) {
    guard let toolchain = context.toolchain, !packages.isEmpty else { return }
    let collector = CoverageCollector(toolchain: toolchain, launcher: context.launcher)
    for (index, inputs) in packages.enumerated() {
      let folder = RunDirectory.coveragePath(
        root: context.root, run: context.directory.id, number: index + 1)
      do throws(CoverageError) {
        let collected = try collector.collect(inputs, workDirectory: folder)
        record.coverage = record.coverage?.adding(collected.coverage) ?? collected.coverage
        record.notes += collected.notes
        record.findings += collected.findings
      } catch {
        record.coverage?.isPartial = true
        record.coverage?.isSelection = nil
        record.notes.append(
          "Coverage was not measured: \(error.description)." + (error.help.map { " \($0)" } ?? ""))
      }
    }
    // The merged profile stays; the raw ones can be as large as the binaries for each process.
    removeTree(context.directory.profileDirectory)
  }

  /// Adds the coverage of the changed lines, where the history tells which those are.
  func measurePatch(
    _ history: HistoryFacts, _ inputs: [CoverageInputs], _ record: inout RunRecord
  ) {
    guard let coverage = record.coverage, plan.checks.contains(.coverage),
      let changes = history.lineChanges
    else { return }
    let sources = CheckoutSources(
      repositoryRoot: context.repositoryRoot,
      measured: request.judged.map { .marks($0.marks) }
        ?? .edited(inputs.reduce(into: []) { $0.formUnion($1.edited) }))
    var patch = PatchCoverage(coverage, policy: pipeline.coverage, sources: sources)
      .patch(of: changes, base: history.baseName)
    if history.headIsElsewhere {
      patch.problem = "the change ends at another commit than the one that was built"
      patch.help = "Check out the commit that --head names, and run again."
    }
    if patch.isWorthShowing(for: pipeline.coverage) { record.coverage?.patch = patch }
    if let problem = patch.problem, !pipeline.coverage.requiresPatch {
      record.notes.append(
        "The coverage of the changed lines proves nothing: \(problem)."
          + (patch.help.map { " \($0)" } ?? ""))
    }
  }
}

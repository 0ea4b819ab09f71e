import CIModel
import CoverageData
import FileSystem
import PipelineConfig
import ProcessExecution
import RuleExecution
import RunEvents
import RunStorage

/// The coverage measured from the profiles of the test steps.
struct MeasuredCoverage {
  /// `nil` when nothing was measured.
  var coverage: Coverage?
  /// Each a sentence.
  var notes: [String] = []
  var findings: [Finding] = []
}

/// The coverage of the changed lines, and a problem with it.
struct MeasuredPatch {
  /// `nil` when it is not worth showing.
  var patch: Coverage.Patch?
  /// Why it proves nothing, as a sentence.
  var note: String?
}

extension CheckRun {
  /// Measures the coverage of the packages whose tests ran; nothing when the run was cancelled.
  func measureCoverage(_ packages: [CoverageInputs]) -> MeasuredCoverage {
    var measured = MeasuredCoverage()
    guard let toolchain = environment.toolchain, !packages.isEmpty,
      !environment.cancellation.isRequested
    else { return measured }
    let collector = CoverageCollector(toolchain: toolchain, launcher: environment.launcher)
    for (index, inputs) in packages.enumerated() {
      let folder = RunDirectory.coveragePath(
        root: environment.root, run: services.directory.id, number: index + 1)
      do throws(CoverageError) {
        let collected = try collector.collect(inputs, workDirectory: folder)
        measured.coverage =
          measured.coverage?.adding(collected.coverage) ?? collected.coverage
        measured.notes += collected.notes
        measured.findings += collected.findings
      } catch {
        measured.coverage?.isPartial = true
        measured.coverage?.isSelection = nil
        measured.notes.append(
          "Coverage was not measured: \(error.description)." + (error.help.map { " \($0)" } ?? ""))
      }
    }
    // Only the merged profile is kept: each process leaves a raw profile that can be as large as
    // its binary.
    removeTree(services.directory.profileDirectory)
    return measured
  }

  /// The coverage of the changed lines; `nil` when the history does not contain them.
  func patch(
    of coverage: Coverage, _ history: HistoryFacts, _ inputs: [CoverageInputs]
  ) -> MeasuredPatch? {
    guard let changes = history.lineChanges else { return nil }
    let sources = CheckoutSources(
      repositoryRoot: environment.repositoryRoot,
      measured: judged.map { .marks($0.marks) }
        ?? .edited(inputs.reduce(into: []) { $0.formUnion($1.edited) }))
    var patch = PatchCoverage(coverage, policy: pipeline.coverage, sources: sources)
      .patch(of: changes, base: history.baseName)
    if history.headIsElsewhere {
      patch.problem = "the change ends at a different commit than the build"
      patch.help = "Check out the commit that --head names, and run again."
    }
    var measured = MeasuredPatch()
    if patch.isWorthShowing(for: pipeline.coverage) { measured.patch = patch }
    if let problem = patch.problem, !pipeline.coverage.requiresPatch {
      measured.note =
        "The coverage of the changed lines is not reliable: \(problem)."
        + (patch.help.map { " \($0)" } ?? "")
    }
    return measured
  }
}

import CIModel
import PipelineConfig
import TestExecution

/// The gaps in the coverage of a test step, compared with all tests that the step is configured to
/// run. Tests that `filter` and `skip` of `.ci.yml` exclude are not a gap.
struct CoverageGaps {
  /// The number of tests that were chosen, and of those that the product lists; `nil` when all
  /// tests of the step were chosen.
  private let selection: (chosen: Int, listed: Int)?
  /// Whether only a part of the tests was requested; for a shard, only when nothing else is
  /// missing, since the other shards complete it.
  let isSelection: Bool
  /// Ids of tests whose coverage was lost when their process died.
  private let lost: [String]
  /// Number of tests that did not run, or not to their end.
  private let notRun: Int

  init(_ plan: TestPlan, _ tests: TestExecutionResult, _ options: SwiftTestOptions) {
    lost = tests.withoutCoverage
    notRun = tests.tests.count { $0.outcome == .notRun || $0.outcome == .unfinished }
    let isNarrowed =
      options.isNarrowed || options.onlyFailed || options.onlyAffected
      || plan.shard != nil
    selection =
      isNarrowed && plan.tests.count < plan.listedCount
      ? (plan.tests.count, plan.listedCount) : nil
    isSelection = selection != nil && (plan.shard == nil || lost.isEmpty && notRun == 0)
  }

  var isEmpty: Bool { selection == nil && lost.isEmpty && notRun == 0 }

  /// Whether only a part of the tests was requested.
  var isPart: Bool { selection != nil }

  /// A sentence; `nil` when nothing is missing.
  var note: String? {
    var reasons: [String] = []
    if let (chosen, listed) = selection {
      reasons.append("\(chosen) of \(counted(listed, "test")) were selected")
    }
    if !lost.isEmpty {
      reasons.append(
        "the coverage of \(counted(lost.count, "test")) was lost when "
          + "\(lost.count == 1 ? "its" : "their") process died: \(namesText(lost))")
    }
    if notRun > 0 { reasons.append("\(counted(notRun, "test")) did not finish") }
    return reasons.isEmpty ? nil : "The coverage is partial: \(reasons.joined(separator: "; "))."
  }
}

import CIModel
import PipelineConfig
import TestExecution

/// What is missing from the coverage of a test step, compared with all the tests that the step is
/// for. What `filter` and `skip` of `.ci.yml` leave out is not missing: there, the step is for fewer.
struct CoverageGaps {
  /// The tests that this run was for, and those of the product; `nil` when it was for all that the
  /// step is for.
  private let selection: (chosen: Int, listed: Int)?
  /// Only a part of the tests was asked for; of a shard nothing is missing, since the others make it whole.
  let isSelection: Bool
  /// Ids of tests whose coverage went down with their process.
  private let lost: [String]
  /// Tests that did not come to run, or not to their end.
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

  /// Only a part of the tests was asked for.
  var isPart: Bool { selection != nil }

  /// A sentence; `nil` when nothing is missing.
  var note: String? {
    var reasons: [String] = []
    if let (chosen, listed) = selection {
      reasons.append("\(chosen) of \(counted(listed, "test")) were chosen")
    }
    if !lost.isEmpty {
      reasons.append(
        "the coverage of \(counted(lost.count, "test")) was lost when "
          + "\(lost.count == 1 ? "its" : "their") process died: \(namesText(lost))")
    }
    if notRun > 0 { reasons.append("\(counted(notRun, "test")) did not run to the end") }
    return reasons.isEmpty ? nil : "The coverage is partial: \(reasons.joined(separator: "; "))."
  }
}

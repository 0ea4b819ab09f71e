import CIModel
import PipelineConfig
import TestExecution

/// Makes the plan of a test step and the notes about it.
struct TestPlanning {
  var request: TestRequest
  let product: TestProduct
  let history: TestHistoryAccess
  let apart: ApartUse
  /// Ids of the tests that the change can make fail; `nil` for all tests.
  var affected: Set<String>?

  private var failed: Set<String> {
    request.options.failedElsewhere ?? history.failed.intersection(product.ids)
  }

  func plan() throws(TestExecutionError) -> TestPlan {
    var selection = request.selection
    // When nothing failed last time, all tests run.
    if request.options.onlyFailed, !failed.isEmpty { selection.ids = failed }
    if let affected { selection.ids = affected }
    return try TestPlan(
      product, settings: request.settings, selection: selection, shard: request.shard,
      expected: history.usualSeconds, splitBy: history.splitSeconds,
      apart: apart.tests)
  }

  /// Notes for the user about the plan, each a sentence.
  func notes(_ plan: TestPlan) -> [String] {
    var notes: [String] = []
    if case .random(let seed) = plan.settings.order {
      notes.append("The tests ran in random order; `--seed \(seed)` repeats it.")
    }
    if request.options.onlyFailed, failed.isEmpty {
      notes.append(request.options.noneFailed)
    }
    if let shard = plan.shard, let fingerprint = plan.splitFingerprint {
      notes.append(
        "Shard \(shard.text) ran \(plan.tests.count) of \(counted(plan.selectedCount, "test")); "
          + "every machine of this run must print split \(fingerprint).")
    }
    return notes
  }

  /// A sentence that names the tests that were slower than usual, in this run or for several runs;
  /// `nil` when there are none.
  static func slownessNote(_ tests: [TestCase]) -> String? {
    func words(_ seconds: Double) -> String { Duration.seconds(seconds).words }
    let slow = tests.compactMap { test -> (words: String, loss: Double)? in
      guard let seconds = test.durationSeconds else { return nil }
      let start = "\(test.id ?? test.name) \(words(seconds))"
      if let slowed = test.slowed {
        let loss = slowed.afterSeconds - slowed.beforeSeconds
        return ("\(start) (\(slowed.words(of: seconds, words)))", loss)
      }
      guard let usual = test.usualSeconds else { return nil }
      return ("\(start) (usually \(words(usual)))", seconds - usual)
    }.sorted { $0.loss > $1.loss }
    if slow.isEmpty { return nil }
    let rest = slow.count > 5 ? " and \(slow.count - 5) more" : ""
    return "Slower than usual: \(slow.prefix(5).map(\.words).joined(separator: ", "))\(rest)."
  }
}

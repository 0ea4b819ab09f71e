import CIModel
import ProcessExecution

/// Runs the XCTests of a product to the end, whatever single tests do.
///
/// All tests run in one process, as under `swift test`. When it dies, the test that was running is
/// charged with it and a new process goes on with those that had not started.
struct XCTestExecution {
  /// XCTest takes its list as one argument, and Linux takes at most 128 KiB in one.
  private static let longestList = 100_000

  let product: TestProduct
  let context: TestExecutionContext

  func run() throws(TestExecutionError) -> TestExecutionResult {
    var result = TestExecutionResult()
    var pending = product.xctests
    var round = 0
    while !pending.isEmpty {
      let batch = XCTestExecution.nextBatch(of: pending)
      let isWhole = round == 0 && batch.count == product.xctests.count
      let list = isWhole ? [] : [batch.map(\.text).joined(separator: ",")]
      let ending = try TestProcess.run(
        product, arguments: list, profileName: "xctest-\(round)", context)
      round += 1

      let part = XCTestExecution.attribute(ending, to: batch)
      result.append(part)
      let started = Set(part.tests.compactMap(\.id))
      pending.removeAll { started.contains($0.text) }
      if part.wasCancelled || part.timedOut { break }
      let hasUnfinished = part.tests.contains { $0.outcome == .crashed }
      if hasUnfinished, !pending.isEmpty { continue }
      let skipped = batch.filter { !started.contains($0.text) }
      if !skipped.isEmpty {
        // The process ended by itself, with no test running, before it came to these.
        result.problems.append(
          "the test process ended (\(ending.termination.words)) before it ran "
            + counted(skipped.count, "planned XCTest"))
        break
      }
    }
    result.tests += pending.map { TestCase(notRun: $0, .xctest) }
    return result
  }

  /// The longest start of `pending` that fits one argument and in which every printed name stands
  /// for one test only: XCTest prints `Class.test` without the module.
  static func nextBatch(of pending: [TestID]) -> [TestID] {
    var names: Set<String> = []
    var length = 0
    var batch: [TestID] = []
    for id in pending {
      length += id.text.utf8.count + 1
      if !batch.isEmpty, length > longestList { break }
      guard names.insert(id.printedByXCTest).inserted else { continue }
      batch.append(id)
    }
    return batch
  }

  /// Names the tests of a process by their ids and says what its ending means for them.
  static func attribute(_ ending: TestProcess.Ending, to batch: [TestID]) -> TestExecutionResult {
    let ids = Dictionary(
      batch.map { ($0.printedByXCTest, $0) }, uniquingKeysWith: { first, _ in first })
    var result = TestExecutionResult()
    result.runtimeWarnings = ending.facts.runtimeWarnings
    result.notices = ending.notices
    result.wasCancelled = ending.termination == .cancelled
    result.timedOut = ending.termination == .timedOut
    if case .exited(let code) = ending.termination {
      if code != 0 { result.exitCode = Int(code) }
    } else {
      result.isPartial = true
    }
    for var test in ending.facts.tests where test.framework == .xctest {
      guard let id = ids[test.name] else { continue }
      test.id = id.text
      test.module = id.module
      test.suite = id.suite
      test.function = id.function
      if test.outcome == .unfinished {
        test.setLastOutcome(ending.termination.outcomeOfRunningTest)
      }
      result.tests.append(test)
    }
    let running = result.tests.last { $0.outcome == .crashed }
    if let running {
      result.isPartial = true
      result.crashes.append(ending.crash(of: running.name))
    } else if ending.termination.signalName != nil {
      result.crashes.append(ending.crash(of: nil))
      result.problems.append("the test process was \(ending.termination.words)")
    } else if case .exited(let code) = ending.termination, code != 0,
      !result.tests.contains(where: { $0.outcome.isFailure })
    {
      result.problems.append(
        "the XCTest process exited with status \(code) although no test failed")
    }
    return result
  }
}

extension TestCase {
  /// A planned test that never started.
  init(notRun id: TestID, _ framework: TestFramework) {
    self.init(
      name: framework == .xctest ? id.printedByXCTest : id.function, id: id.text,
      framework: framework, module: id.module, suite: id.suite, function: id.function,
      outcome: .notRun)
  }

  /// Corrects how the last run ended.
  mutating func setLastOutcome(_ outcome: TestOutcome) {
    self.outcome = outcome
    if runs.isEmpty {
      runs.append(TestRun(outcome, durationSeconds: nil))
    } else {
      runs[runs.count - 1].outcome = outcome
    }
  }
}

extension Termination {
  /// `exit status 3`, `killed by SIGKILL`.
  package var words: String {
    switch self {
    case .exited(let code): "exit status \(code)"
    case .signaled: "killed by \(signalName ?? "a signal")"
    case .timedOut: "out of time"
    case .cancelled: "cancelled"
    }
  }
}

import CIModel

/// The XCTests of the one process whose output is read, in the order in which they started.
///
/// One process runs each of its XCTests once, one after the other, so lines that do not fit were
/// printed by a test. When a test prints its own end, this shows only later: the following lines
/// look like XCTest's until its real end.
struct XCTestSequence {
  /// Names of the tests that the process was told to run, as printed.
  let planned: Set<String>
  var dispute: Dispute?
  private var started: [Int] = []
  private var positions: [Int: Int] = [:]

  /// A second end of a test while another one seems to run. Either the test itself printed the
  /// first end and everything since; or the running test printed the second one.
  struct Dispute {
    /// Index of the test among those that started.
    var position: Int
    var outcome: TestOutcome
    var seconds: Double?
    /// A planned test that has not run, but whose start was printed since: if it ends before the
    /// running test does, its start was real.
    var rival: Rival?
  }

  struct Rival {
    var name: String
    /// Size in bytes of the running test's output before the rival's start was printed.
    var outputMark: Int
  }

  init(planned: Set<String>) { self.planned = planned }

  mutating func append(_ test: Int) {
    positions[test] = started.count
    started.append(test)
  }

  /// The index among the started tests; `nil` for a test that has not started.
  func position(of test: Int) -> Int? { positions[test] }

  func test(at position: Int) -> Int { started[position] }

  /// Retracts the tests that started after a position; returns them in order.
  mutating func retract(behind position: Int) -> [Int] {
    let retracted = Array(started.dropFirst(position + 1))
    started.removeLast(retracted.count)
    for test in retracted { positions[test] = nil }
    return retracted
  }
}

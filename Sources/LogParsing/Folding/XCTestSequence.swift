import CIModel

/// The XCTests of the one process whose output is read, in the order in which they started.
///
/// One process runs each of its XCTests once, one after the other, so that lines which do not fit
/// were printed by a test. Which lines do not fit shows only later when a test prints its own end:
/// the lines behind it look like XCTest's until its real end follows.
struct XCTestSequence {
  /// Names of the tests that the process was told to run, as printed.
  let planned: Set<String>
  var dispute: Dispute?
  private var started: [Int] = []
  private var positions: [Int: Int] = [:]

  /// A second end of a test while another one seems to run. Either the first end was its own print,
  /// and so was everything since; or the running test printed the second one.
  struct Dispute {
    /// Where the test stands among those that started.
    var position: Int
    var outcome: TestOutcome
    var seconds: Double?
    /// A planned test that has not run, of which a start was printed since: when it ends before the
    /// running test does, its start was real.
    var rival: Rival?
  }

  struct Rival {
    var name: String
    /// Bytes of output that the running test had before the rival's start was printed.
    var outputMark: Int
  }

  init(planned: Set<String>) { self.planned = planned }

  mutating func append(_ test: Int) {
    positions[test] = started.count
    started.append(test)
  }

  /// Where a test stands that runs or has ended; `nil` for one that has not started.
  func position(of test: Int) -> Int? { positions[test] }

  func test(at position: Int) -> Int { started[position] }

  /// Takes the tests back that started behind a position; in their order.
  mutating func retract(behind position: Int) -> [Int] {
    let retracted = Array(started.dropFirst(position + 1))
    started.removeLast(retracted.count)
    for test in retracted { positions[test] = nil }
    return retracted
  }
}

import CIModel
import Foundation
import HTTPTransport
import Synchronization
import TestSupport

@testable import CodeReview

/// Runs that have something to say on a pull request.
enum SampleRun {
  static let head = PlayedService.head
  /// Adds the lines 2 to 200.
  static let diff = "@@ -1,1 +1,200 @@ start\n one\n" + (2...200).map { "+line \($0)\n" }.joined()

  static func record(
    _ verdict: RunRecord.Verdict = .failed, _ findings: [Finding] = []
  ) -> RunRecord {
    var record = RunRecord.sample(verdict)
    record.durationSeconds = 12
    record.findings = findings
    let ids = ["a", "b"].map { String(repeating: $0, count: 40) }
    record.changes = ChangeSet(base: ids[0], head: head, mergeBase: ids[1], files: [], commits: [])
    return record
  }

  static func finding(
    _ line: Int, _ severity: Severity = .error, _ message: String = "use the logger",
    file: String = "A.swift"
  ) -> Finding {
    Finding(severity, "no-print", message, at: .init(file, line: line), help: "Write a log line.")
  }

  static func findings(_ count: Int) -> [Finding] {
    (0..<count).map { finding(2 + $0 % 199, .error, "finding \(words($0))") }
  }

  /// Numbers do not tell findings apart.
  private static func words(_ number: Int) -> String {
    String(number).map { "zabcdefghi".map(String.init)[$0.wholeNumberValue ?? 0] }.joined()
  }

  static func failedTest(_ function: String, _ message: String) -> TestCase {
    TestCase(
      name: "CartTests.\(function)", id: "StoreTests.CartTests/\(function)", framework: .xctest,
      module: "StoreTests", suite: "CartTests", function: function, outcome: .failed,
      durationSeconds: 0.1, runs: [TestRun(.failed, durationSeconds: 0.1)],
      issues: [TestIssue(message, file: "Tests/CartTests.swift", line: 41)], output: "")
  }

  static func session(
    _ record: RunRecord, isOwn: Bool = true, name: String = "devtool", setsStatus: Bool = false
  ) -> ReviewSession {
    ReviewSession(
      record, isOwn: isOwn, name: name, setsStatus: setsStatus,
      link: "https://ci.example.com/run/1")
  }
}

/// How long a test waited, without waiting.
final class WaitedTime: Sendable {
  private let all = Mutex<[Int]>([])
  var seconds: [Int] { all.withLock { $0 } }

  var patience: ReviewConnection.Patience {
    var patience = ReviewConnection.Patience(
      wait: { [self] seconds in all.withLock { $0.append(seconds) } }, now: { 1_000 })
    patience.answer = .seconds(2)
    return patience
  }
}

import CIModel
import Foundation
import LogParsing
import Testing

/// Reads a folder of logs that are not ours to publish; `DEVTOOL_LOG_CORPUS` names it.
///
/// The counts in `Fixtures/corpus-expectations.json` were worked out with grep, not with the
/// reader. `unrecognized` pins how many lines nobody knows; it may only fall.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["DEVTOOL_LOG_CORPUS"] != nil))
struct CorpusTests {
  struct Expectation: Decodable {
    /// Passed, failed, skipped, unfinished; absent when XCTest did not run.
    var xctest: [Int]?
    /// Passed, failed, skipped, cancelled, unfinished; absent when Swift Testing did not run.
    var swiftTesting: [Int]?
    /// Issues and known issues of Swift Testing.
    var issues: [Int]?
    var verdict: LogVerdict
    var crashes: Int
    var errors: Int
    var warnings: Int
    var unrecognized: Int
    /// Names of the tests of which a run failed, sorted.
    var failing: [String]
    /// The signal of each crash in order, `-` where the log names none.
    var signals: [String]?
    /// How often each category occurs.
    var runtimeWarnings: [String: Int]?
  }

  @Test func everyLogIsReadRight() throws {
    let folder = try #require(ProcessInfo.processInfo.environment["DEVTOOL_LOG_CORPUS"])
    let expectations = try JSONDecoder().decode(
      [String: Expectation].self, from: Data(try fixture("corpus-expectations.json")))
    for (name, expected) in expectations.sorted(by: { $0.key < $1.key }) {
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
      let facts = read(bytes, chunk: 65_536).facts
      let xctest = facts.counts.xctest.map { [$0.passed, $0.failed, $0.skipped, $0.unfinished] }
      let swift = facts.counts.swiftTesting.map {
        [$0.passed, $0.failed, $0.skipped, $0.cancelled, $0.unfinished]
      }
      let issues = facts.counts.swiftTesting.map { [$0.issues, $0.knownIssues] }
      #expect(xctest == expected.xctest, "xctest of \(name)")
      #expect(swift == expected.swiftTesting, "swift-testing of \(name)")
      #expect(issues == expected.issues, "issues of \(name)")
      #expect(facts.verdict == expected.verdict, "verdict of \(name): \(facts.reasons)")
      #expect(facts.crashes.count == expected.crashes, "crashes of \(name)")
      #expect(facts.diagnostics.count { $0.severity == .error } == expected.errors, "\(name)")
      #expect(facts.diagnostics.count { $0.severity == .warning } == expected.warnings, "\(name)")
      #expect(facts.lines.unrecognized <= expected.unrecognized, "unrecognized of \(name)")
      let failing = facts.tests.filter { $0.runs.contains { $0.outcome == .failed } }.map(\.name)
      #expect(failing.sorted() == expected.failing.sorted(), "failing tests of \(name)")
      #expect(facts.crashes.map { $0.signal ?? "-" } == expected.signals ?? [], "\(name)")
      let warnings = Dictionary(
        uniqueKeysWithValues: facts.runtimeWarnings.map { ($0.category, $0.count) })
      #expect(warnings == expected.runtimeWarnings ?? [:], "runtime warnings of \(name)")
    }
  }
}

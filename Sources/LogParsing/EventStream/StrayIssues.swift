import CIModel

/// Issues of Swift Testing that belong to no running test: those of suites, and of tasks that outlived
/// their test.
struct StrayIssues {
  /// The issues as errors, in order.
  private(set) var errors: [Diagnostic] = []
  private var suites: [String: Suite] = [:]

  private struct Suite {
    var name: String
    var file: String?
    var line: Int?
    var column: Int?
  }

  private static let most = 1000

  mutating func addSuite(_ suite: EncodedRecord.Payload, file: String?) {
    guard let id = suite.id, let name = suite.displayName ?? suite.name else { return }
    let location = suite.sourceLocation
    suites[id] = Suite(name: name, file: file, line: location?.line, column: location?.column)
  }

  /// - Parameters:
  ///   - test: The name of the test that it was recorded for, which has ended.
  ///   - id: What the stream names as its test, which can be a suite.
  mutating func add(_ issue: TestIssue, test: String?, id: String?) {
    guard errors.count < Self.most else { return }
    var issue = issue
    let suite = id.flatMap { suites[$0] }
    if issue.file == nil, let suite {
      (issue.file, issue.line, issue.column) = (suite.file, suite.line, suite.column)
    }
    let owner = test.map { "test \($0)" } ?? suite.map { "suite \($0.name)" }
    errors.append(Diagnostic(issue, of: owner))
  }
}

import CIModel

/// A running test of GHUnit, and its output so far.
///
///     Name: GHTestFailureException
///     File: ~/App/Tests/CartTest.m
///     Line: 24
///     Reason: '3' should be equal to '4'.
///
/// Source: `descriptionForException:` in `GHTesting.m`, gh-unit.
struct ForeignTest {
  var name: String
  private(set) var output = ""
  private var file: String?
  private var line: Int?
  private var reason: String?

  init(name: String) { self.name = name }

  /// The reason of its failure, when it printed one.
  var issue: TestIssue? { reason.map { TestIssue($0, file: file, line: line) } }

  /// Takes a line of the test's output; returns whether it is part of the description of a failure.
  mutating func take(_ line: LogLine) -> Bool {
    var rest = line.content
    if line.indent == 1 {
      if rest.starts(with: "Name: ") { return true }
      if rest.skip("File: ") {
        file = rest.equals("Unknown") ? nil : rest.text
        return true
      }
      if rest.skip("Line: ") {
        self.line = rest.integer()
        return true
      }
      if rest.skip("Reason: ") {
        reason = rest.text
        return true
      }
    }
    if output.utf8.count + line.bytes.count < TestLedger.textLimit { output += line.text + "\n" }
    return false
  }
}

import CIModel

/// The arguments of failed cases, from the console output.
///
/// The event stream does not contain the case of a parameterised test that an issue belongs to, but
/// the console line of the same issue does (`recorded an issue with 1 argument n → 3 at
/// F.swift:9:5`). Both report the same events in the same order.
struct IssueArguments {
  private struct Place: Hashable {
    /// The name only, because the console prints no folder.
    var fileName: String
    var line: Int?
    var column: Int?
    var message: String

    init(_ issue: TestIssue) {
      fileName = issue.file.flatMap { $0.split(separator: "/").last.map(String.init) } ?? ""
      line = issue.line
      column = issue.column
      message = String(issue.message.prefix { !$0.isNewline })
    }
  }

  /// Arguments of the issues at one location, in reverse order.
  private var waiting: [Place: [String?]] = [:]

  init(console tests: [TestCase]) {
    for issue in tests.flatMap(\.issues).reversed() {
      waiting[Place(issue), default: []].append(issue.arguments)
    }
  }

  /// Adds the arguments that the event stream lacks.
  mutating func complete(_ test: inout TestCase) {
    for index in test.issues.indices {
      let arguments = waiting[Place(test.issues[index])]?.popLast() ?? nil
      if test.issues[index].arguments == nil { test.issues[index].arguments = arguments }
    }
  }
}

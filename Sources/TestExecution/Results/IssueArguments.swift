import CIModel

/// The arguments of failed cases, taken from the console.
///
/// The event stream does not say which case of a parameterised test an issue belongs to; the
/// console line of the same issue does (`recorded an issue with 1 argument n → 3 at F.swift:9:5`).
/// Both come from the same events in the same order.
struct IssueArguments {
  private struct Place: Hashable {
    /// The console prints no folder.
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

  /// Arguments of the issues of one place, the next one last.
  private var waiting: [Place: [String?]] = [:]

  init(console tests: [TestCase]) {
    for issue in tests.flatMap(\.issues).reversed() {
      waiting[Place(issue), default: []].append(issue.arguments)
    }
  }

  /// Fills in what the event stream left out.
  mutating func complete(_ test: inout TestCase) {
    for index in test.issues.indices {
      let arguments = waiting[Place(test.issues[index])]?.popLast() ?? nil
      if test.issues[index].arguments == nil { test.issues[index].arguments = arguments }
    }
  }
}

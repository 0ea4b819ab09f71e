import CIModel

/// Parses the text after `recorded ` in Swift Testing's lines.
///
///     an issue at ST.swift:8:30: Expectation failed: (1 → 3) == 4
///     an issue with 2 arguments s → "b", n → 2 at ST.swift:14:85: Expectation failed: …
///     a known issue at ST.swift:15:71: Issue recorded
///     a warning at ST.swift:30:37: Issue recorded
///
/// Source: `Event.HumanReadableOutputRecorder.swift` in swift-testing.
enum SwiftTestingIssue {
  static func parse(_ content: ByteCursor) -> TestIssue? {
    var rest = content
    var issue = TestIssue("")
    if rest.skip("a known issue") {
      issue.isKnown = true
    } else if rest.skip("a warning") {
      issue.severity = .warning
    } else if !rest.skip("an issue") {
      return nil
    }
    if rest.skip(" with ") {
      guard rest.integer() != nil, rest.skip(" arguments ") || rest.skip(" argument ") else {
        return nil
      }
      // The arguments themselves failed.
      if rest.skip(": ") {
        issue.message = rest.text
        return issue
      }
      guard let place = place(in: rest) else {
        // The arguments continue in the next line.
        issue.arguments = rest.text
        return issue
      }
      issue.arguments = rest.prefix(place.start).text
      place.apply(to: &issue)
    } else if rest.skip(": ") {
      issue.message = rest.text
    } else if let place = place(in: rest), place.start == 0 {
      place.apply(to: &issue)
    } else {
      return nil
    }
    return issue
  }

  /// ` at File.swift:8:30: message`
  struct Place {
    /// Offset of ` at `.
    var start: Int
    var file: ByteCursor
    var line: Int
    var column: Int
    var message: ByteCursor

    func apply(to issue: inout TestIssue) {
      if !file.equals("<unknown>") {
        issue.file = file.text
        issue.line = line
        issue.column = column
      }
      issue.message = message.text
    }
  }

  /// The first `:line:column: ` and the ` at ` before it.
  static func place(in content: ByteCursor) -> Place? {
    // Found only once, so that a hostile line takes linear time.
    guard let firstAt = content.offset(of: " at ") else { return nil }
    var from = firstAt
    while let offset = content.dropFirst(from).offset(of: UInt8(ascii: ":")) {
      let colon = from + offset
      from = colon + 1
      var rest = content.dropFirst(colon + 1)
      guard let line = rest.integer(), rest.skip(UInt8(ascii: ":")), let column = rest.integer(),
        rest.skip(": ")
      else { continue }
      let before = content.prefix(colon)
      guard let start = before.lastOffset(of: " at ") else { continue }
      return Place(
        start: start, file: before.dropFirst(start + 4), line: line, column: column, message: rest)
    }
    return nil
  }
}

extension Diagnostic {
  /// An issue of Swift Testing that belongs to no running test.
  ///
  /// - Parameter owner: The suite or test that it was recorded for; `nil` when Swift Testing knows none.
  init(_ issue: TestIssue, of owner: String?) {
    var lines = issue.message.split(separator: "\n", omittingEmptySubsequences: false)
    let first = lines.isEmpty ? "" : String(lines.removeFirst())
    self.init(
      .error, "\(owner ?? "outside of a test"): \(first)", file: issue.file, line: issue.line)
    column = issue.column
    group = "test-issue"
    if !lines.isEmpty { notes = lines.prefix(DiagnosticLedger.mostNotes).map(String.init) }
  }
}

package import CIModel

/// Tests that run but cannot fail the run, as listed in a file of the repository.
///
///     # id                       # since, reason
///     App.LoginTests/testRetry   # 2026-10-02, until 2026-11-01: the server answers late
///
/// One test per line: its id, then, after a `#`, the day on which it was added, the last day on
/// which it is supposed to be listed, and the reason. Empty lines and lines that begin with `#` are
/// comments.
package struct QuarantineList: Hashable, Sendable {
  package var entries: [Entry] = []

  package struct Entry: Hashable, Sendable {
    package var id: String
    package var quarantine: Quarantine
    /// The last day, such as `2026-11-20`; `nil` when the file gives none.
    package var until: String?
    /// 1-based.
    package var line: Int

    /// The number of days left, 0 on the last day and negative after it; `nil` without a last day.
    package func daysLeft(on day: Timestamp) -> Int? {
      guard let last = until.flatMap(Timestamp.init(calendarDay:)),
        let today = Timestamp(calendarDay: day.calendarDay)
      else { return nil }
      return Int((last.secondsSinceEpoch - today.secondsSinceEpoch) / Timestamp.day)
    }

    /// Whether its last day has passed.
    package func isExpired(on day: Timestamp) -> Bool { daysLeft(on: day).map { $0 < 0 } ?? false }
  }

  /// A line that cannot be parsed.
  package struct Problem: Hashable, Sendable {
    /// 1-based.
    package var line: Int
    /// A lowercase fragment.
    package var message: String
  }

  package init() {}

  /// The maximum size of a list in bytes.
  package static let largest = 4 << 20

  /// Parses a file; a bad line does not affect the others.
  package static func parse(_ text: String) -> (list: QuarantineList, problems: [Problem]) {
    var list = QuarantineList()
    var problems: [Problem] = []
    var lines: [String: Int] = [:]
    let all = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in all.enumerated() {
      let number = index + 1
      guard let id = id(of: line) else { continue }
      let comment = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        .dropFirst().first.map(trimmed)
      var note = Note(comment ?? "")
      if let first = lines[id] {
        problems.append(Problem(line: number, message: "'\(id)' is already on line \(first)"))
        continue
      }
      lines[id] = number
      if note.reason.isEmpty {
        problems.append(
          Problem(line: number, message: "'\(id)' has no reason; write it after a '#'"))
      }
      if let until = note.until, Timestamp(calendarDay: until) == nil {
        problems.append(Problem(line: number, message: "'\(until)' is not a calendar day"))
        note.until = nil
      }
      list.entries.append(
        Entry(
          id: id, quarantine: Quarantine(reason: note.reason, since: note.since),
          until: note.until, line: number))
    }
    return (list, problems)
  }

  package subscript(id: String) -> Quarantine? {
    entries.first { $0.id == id }?.quarantine
  }

  /// The number of passes in a row after which a test is ready to leave.
  private static let passesToLeave = 10

  /// The entries of tests that do not exist, that should have left, or that can leave.
  ///
  /// - Parameters:
  ///   - listed: The ids of all tests.
  ///   - tests: The tests that ran now; one that failed cannot leave.
  ///   - passes: How often a test passed in a row before.
  package func outdated(
    among listed: [String], after tests: [TestCase], on day: Timestamp, passes: (String) -> Int
  ) -> [QuarantineProblem] {
    let known = Set(listed)
    let failed = Set(tests.filter { $0.outcome.isFailure || $0.isFlaky == true }.compactMap(\.id))
    return entries.flatMap { entry -> [QuarantineProblem] in
      guard known.contains(entry.id) else {
        let near = nearestSpelling(of: entry.id, among: known.sorted())
        return [.unknownTest(entry.id, line: entry.line, near: near)]
      }
      var problems: [QuarantineProblem] = []
      if entry.isExpired(on: day), let until = entry.until {
        problems.append(.expired(entry.id, line: entry.line, until: until))
      }
      let passes = failed.contains(entry.id) ? 0 : passes(entry.id)
      if passes >= Self.passesToLeave {
        problems.append(.passesAgain(entry.id, line: entry.line, passes: passes))
      }
      return problems
    }
  }

  /// Returns the test that a line lists; `nil` for an empty line or a comment.
  static func id(of line: Substring) -> String? {
    let id = trimmed(line.prefix { $0 != "#" })
    return id.isEmpty ? nil : id
  }

  static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The text after the `#`: `2026-10-02, until 2026-11-01: why`.
  private struct Note {
    var since: String?
    var until: String?
    var reason: String

    init(_ comment: String) {
      var rest = comment[...]
      since = Note.takeDay(&rest)
      var behind = since == nil ? rest : rest.drop { $0 == "," || $0.isWhitespace }
      if behind.hasPrefix("until ") {
        behind = behind.dropFirst(6).drop(while: \.isWhitespace)
        until = Note.takeDay(&behind)
        if until != nil { rest = behind }
      }
      let isDated = since != nil || until != nil
      reason = String(isDated ? rest.drop { $0 == ":" || $0 == "," || $0.isWhitespace } : rest)
    }

    /// Removes and returns ten characters that look like `2026-10-02`.
    private static func takeDay(_ text: inout Substring) -> String? {
      let day = text.prefix(10)
      let bytes = Array(day.utf8)
      let isDay =
        bytes.count == 10
        && bytes.enumerated().allSatisfy { index, byte in
          index == 4 || index == 7
            ? byte == UInt8(ascii: "-") : UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        }
      guard isDay else { return nil }
      text = text.dropFirst(10)
      return String(day)
    }
  }
}

package import CIModel

/// Tests that run and cannot fail the run, as a file of the repository lists them.
///
///     # id                       # since, reason
///     App.LoginTests/testRetry   # 2026-10-02: the server answers late
///
/// One test a line: its id, then, behind a `#`, the day on which it was put there and why. Empty
/// lines and lines that begin with `#` are comments.
package struct QuarantineList: Hashable, Sendable {
  package var entries: [Entry] = []

  package struct Entry: Hashable, Sendable {
    package var id: String
    package var quarantine: Quarantine
    /// 1-based.
    package var line: Int
  }

  /// A line that cannot be read.
  package struct Problem: Hashable, Sendable {
    /// 1-based.
    package var line: Int
    /// A lowercase fragment.
    package var message: String
  }

  package init() {}

  /// Reads a file; what is wrong with single lines keeps none of the others from counting.
  package static func parse(_ text: String) -> (list: QuarantineList, problems: [Problem]) {
    var list = QuarantineList()
    var problems: [Problem] = []
    var lines: [String: Int] = [:]
    let all = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in all.enumerated() {
      let number = index + 1
      let parts = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let id = trimmed(parts.first ?? "")
      if id.isEmpty { continue }
      let comment = parts.count > 1 ? trimmed(parts[1]) : ""
      let (since, reason) = dated(comment)
      if let first = lines[id] {
        problems.append(Problem(line: number, message: "'\(id)' is on line \(first) already"))
        continue
      }
      lines[id] = number
      if reason.isEmpty {
        problems.append(
          Problem(line: number, message: "'\(id)' has no reason; write it behind a '#'"))
      }
      list.entries.append(
        Entry(id: id, quarantine: Quarantine(reason: reason, since: since), line: number))
    }
    return (list, problems)
  }

  package subscript(id: String) -> Quarantine? {
    entries.first { $0.id == id }?.quarantine
  }

  /// `2026-10-02: why` → the day and the rest.
  private static func dated(_ comment: String) -> (String?, String) {
    let day = comment.prefix(10)
    let digits = Array(day.utf8)
    let isDay =
      digits.count == 10
      && digits.enumerated().allSatisfy { index, byte in
        index == 4 || index == 7
          ? byte == UInt8(ascii: "-") : UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      }
    guard isDay else { return (nil, comment) }
    let rest = comment.dropFirst(10).drop { $0 == ":" || $0 == "," || $0.isWhitespace }
    return (String(day), String(rest))
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var text = text[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

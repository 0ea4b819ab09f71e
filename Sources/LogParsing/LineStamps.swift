/// The timestamps that a wrapper puts in front of every line, in forms that programs print, too.
///
///     21:21:01  text                      Jenkins' Timestamper, also `00:01:02.345  `
///     Nov 27 21:21:01 text                ts of moreutils
///     2026-11-27 21:21:01 text            ts '%F %T', also in brackets, with a zone or a fraction
///     #12 0.123 text                      docker build --progress=plain
///
/// They count if the log begins with one, or ten lines in a row have one before any line that is
/// recognized: a runner's output that has none begins with lines of the runner. From then on they are
/// removed from each line that has one in the same form.
struct LineStamps {
  /// What the stamps of one log have in common.
  private struct Form: Hashable {
    var start: UInt8
    var hasDate = false
    /// Whether a colon follows the bracket.
    var hasColon = false
    /// The number of blanks behind the stamp, one or two; more belong to the line.
    var blanks = 0

    /// Whether two stamps differ at most in the blanks behind them.
    func isLike(_ other: Form) -> Bool {
      start == other.start && hasDate == other.hasDate && hasColon == other.hasColon
    }
  }

  private var form: Form?
  /// That of the lines in a row, with the fewest blanks of any of them.
  private var candidate: Form?
  private var inARow = 0
  private var isFirst = true

  /// The number of lines in a row that decide.
  private static let enough = 10

  /// The line without its stamp, if stamps count.
  ///
  /// - Parameter mayBegin: Whether no line before has been recognized.
  mutating func strip(
    _ line: UnsafeRawBufferPointer, mayBegin: Bool
  ) -> UnsafeRawBufferPointer {
    guard form != nil || mayBegin, !line.isEmpty else { return line }
    let found = Self.stamp(of: line)
    if form == nil { consider(found?.form) }
    guard let found, let form, found.form.isLike(form) else { return line }
    // The indentation of a line is part of it.
    let blanks = min(found.form.blanks, form.blanks)
    return UnsafeRawBufferPointer(rebasing: line[(found.end + blanks)...])
  }

  private mutating func consider(_ found: Form?) {
    if let found, let candidate, candidate.isLike(found) {
      inARow += 1
      self.candidate?.blanks = min(candidate.blanks, found.blanks)
    } else {
      inARow = found == nil ? 0 : 1
      candidate = found
    }
    if isFirst || inARow >= Self.enough { form = candidate }
    isFirst = false
  }

  /// The stamp at the start of a line, and the offset of the first byte behind it.
  private static func stamp(of line: UnsafeRawBufferPointer) -> (form: Form, end: Int)? {
    var cursor = ByteCursor(line)
    guard let first = cursor.first else { return nil }
    var form = Form(start: first)
    switch first {
    case UInt8(ascii: "#"):
      guard cursor.skip("#"), cursor.skipDigits(1...6), cursor.skip(" "), cursor.skipDigits(1...6),
        cursor.skip("."), cursor.skipDigits(1...6)
      else { return nil }
    case UInt8(ascii: "["):
      guard cursor.skip("["), skipTime(&cursor, &form), cursor.skip("]") else { return nil }
      form.hasColon = cursor.skip(":")
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "S"):
      form.start = 0
      guard skipTime(&cursor, &form) else { return nil }
    default: return nil
    }
    let end = line.count - cursor.count
    while form.blanks < 2, cursor.skip(" ") || form.blanks == 0 && cursor.skip("\t") {
      form.blanks += 1
    }
    return form.blanks > 0 || cursor.isEmpty ? (form, end) : nil
  }

  /// Skips `21:21:01.123`, with a date before it and a zone behind it if there are any.
  private static func skipTime(_ cursor: inout ByteCursor, _ form: inout Form) -> Bool {
    if cursor.peek(3) == UInt8(ascii: " "), cursor.first.map({ $0 >= UInt8(ascii: "A") }) == true {
      guard months.contains(where: { cursor.skip($0) }), cursor.skip(" ") else { return false }
      _ = cursor.skip(" ")
      guard cursor.skipDigits(1...2), cursor.skip(" ") else { return false }
      form.hasDate = true
    } else if cursor.peek(4) == UInt8(ascii: "-") {
      guard cursor.skipDigits(4...4), cursor.skip("-"), cursor.skipDigits(2...2), cursor.skip("-"),
        cursor.skipDigits(2...2), cursor.skip(" ") || cursor.skip("T")
      else { return false }
      form.hasDate = true
    }
    guard cursor.skipDigits(2...2), cursor.skip(":"), cursor.skipDigits(2...2), cursor.skip(":"),
      cursor.skipDigits(2...2)
    else { return false }
    if cursor.skip(".") || cursor.skip(","), !cursor.skipDigits(1...9) { return false }
    if cursor.skip("Z") { return true }
    if form.hasDate, cursor.skip("+") || cursor.skip("-") {
      guard cursor.skipDigits(2...2) else { return false }
      _ = cursor.skip(":")
      return cursor.skipDigits(2...2)
    }
    return true
  }

  private static let months: [StaticString] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

extension ByteCursor {
  /// Removes digits from the front, as many as there are up to the most; returns whether they are
  /// enough.
  fileprivate mutating func skipDigits(_ counts: ClosedRange<Int>) -> Bool {
    let digits = prefix(counts.upperBound).prefix { $0 &- 0x30 < 10 }.count
    self = dropFirst(digits)
    return counts.contains(digits)
  }
}

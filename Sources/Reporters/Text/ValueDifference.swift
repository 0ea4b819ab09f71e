import CIModel

/// The two values of a failed comparison and their differences.
struct ValueDifference: Equatable {
  var left: String
  var right: String
  /// The message without the values.
  private var words: String

  /// The maximum length of values whose difference is obvious.
  private static let shortest = 16
  /// The maximum size of a message in bytes, which is also the limit of a log.
  private static let longest = 70_000

  /// - Returns: `nil` when the message does not name two values, or when they are short.
  init?(_ message: String) {
    guard message.utf8.count <= Self.longest,
      let values = Self.xctest(message) ?? Self.swiftTesting(message),
      max(values.left.count, values.right.count) > Self.shortest
    else { return nil }
    self = values
  }

  /// - Returns: `nil` also when the message is short enough to be shown completely.
  init?(ofLong message: String) {
    guard message.utf8.count > 4_000 || LongText(message).leftOut != nil else { return nil }
    self.init(message)
  }

  private init(_ left: Substring, _ right: Substring, words: String) {
    (self.left, self.right, self.words) = (String(left), String(right), words)
    // Strings of several lines are shown without their quotes.
    let areTexts = [left, right].allSatisfy { $0.count > 1 && $0.first == "\"" && $0.last == "\"" }
    guard hasLines, areTexts else { return }
    (self.left, self.right) = (
      String(left.dropFirst().dropLast()), String(right.dropFirst().dropLast())
    )
  }

  private var hasLines: Bool { left.utf8.contains(0x0A) || right.utf8.contains(0x0A) }

  // MARK: - Messages

  /// Parses `XCTAssertEqual failed: ("a") is not equal to ("b") - why`.
  ///
  /// Source: `XCTAssertEqual` in `XCTAssert.swift`, swift-corelibs-xctest.
  private static func xctest(_ message: String) -> ValueDifference? {
    guard let start = message.place(of: "XCTAssertEqual failed: (\""),
      let middle = message[start.upperBound...].place(of: "\") is not equal to (\"")
    else { return nil }
    let rest = message[middle.upperBound...]
    // The rest is the text of the assertion, if it has one.
    let reason = rest.place(of: "\") - ")
    guard let end = reason?.lowerBound ?? rest.lastIndex(ofText: "\")") else { return nil }
    return ValueDifference(
      message[start.upperBound..<middle.lowerBound], rest[..<end],
      words: "XCTAssertEqual failed" + (reason.map { " - " + rest[$0.upperBound...] } ?? ""))
  }

  /// Parses `Expectation failed: (a → 1) == (b → 2)`, and `== 2` of a literal; a comment is on the
  /// following lines.
  ///
  /// Source: `Expression.swift` in swift-testing.
  private static func swiftTesting(_ message: String) -> ValueDifference? {
    guard let start = message.place(of: "Expectation failed: ") else { return nil }
    let both = message[start.upperBound...]
    var from = both.startIndex
    // Expressions and values can contain the operator too.
    for _ in 0..<20 {
      guard let middle = both[from...].place(of: " == ") else { return nil }
      from = middle.upperBound
      guard let left = side(both[..<middle.lowerBound]), left.rest.isEmpty,
        let right = side(both[from...]), left.expression != nil || right.expression != nil
      else { continue }
      let (one, other) = (left.expression ?? left.value, right.expression ?? right.value)
      return ValueDifference(
        left.value, right.value, words: "Expectation failed: \(one) == \(other)\(right.rest)")
    }
    return nil
  }

  /// One side of a comparison.
  private struct Side {
    /// The expression; `nil` for a literal.
    var expression: Substring?
    var value: Substring
    /// The text after the value.
    var rest: Substring
  }

  /// - Parameter text: Text that begins with `(expression → value)`, or a literal.
  private static func side(_ text: Substring) -> Side? {
    guard text.utf8.first == UInt8(ascii: "(") else {
      guard let end = end(of: text, behind: "") else { return nil }
      return Side(value: text[..<end], rest: text[end...])
    }
    guard let arrow = text.place(of: " → "),
      let end = end(of: text[arrow.upperBound...], behind: ")")
    else { return nil }
    return Side(
      expression: text[..<arrow.lowerBound].dropFirst(), value: text[arrow.upperBound..<end],
      rest: text[end...].dropFirst())
  }

  /// A value ends with its line; a quoted string ends with the line that closes it.
  private static func end(of text: Substring, behind mark: String) -> String.Index? {
    let closing = (text.utf8.first == UInt8(ascii: "\"") ? "\"" : "") + mark
    // The opening quote does not close the string.
    let from = closing.hasPrefix("\"") ? text.utf8.dropFirst().startIndex : text.startIndex
    let end: String.Index?
    if let line = text[from...].place(of: closing + "\n") {
      end = line.lowerBound
    } else if text[from...].utf8.suffix(closing.utf8.count).elementsEqual(closing.utf8) {
      end = text.utf8.index(text.endIndex, offsetBy: -closing.utf8.count)
    } else {
      end = nil
    }
    return end.map { text.utf8.index($0, offsetBy: closing.utf8.count - mark.utf8.count) }
  }

  // MARK: - A short form

  /// The message without the values, and the line where they differ: for places without room for
  /// both.
  var headline: String {
    let line = hasLines ? " in line \(LineDifference(left, right).firstLine)" : ""
    return "\(words)\nThe values differ\(line):"
  }

  /// The headline and the lines around the differences.
  ///
  /// - Parameter whole: Names the report that contains both values.
  func excerpt(whole: String) -> String {
    let lines = rows(around: 3).map { "\($0.mark) \($0.start)\($0.middle)\($0.end)" }
    return "\(headline)\n\(lines.joined(separator: "\n"))\n(− left, + right; \(whole))"
  }

  /// A row: the mark before it, and the line with the differing part in the middle.
  typealias Row = (mark: String, start: String, middle: String, end: String)

  /// The first differing lines of left and right, with lines around them.
  ///
  /// - Parameters:
  ///   - around: The number of common lines before and after a difference.
  ///   - most: The maximum number of rows.
  ///   - characters: The maximum number of characters before, in and after the differing part of a
  ///     row.
  func rows(around: Int = 2, most: Int = 20, characters: Int = 100) -> [Row] {
    func row(_ mark: String, _ line: LineDifference.Line) -> Row {
      let (start, middle, end) = line.clipped(to: characters)
      return (mark, start, middle, end)
    }
    return LineDifference(left, right).rows(around: around, most: most).map { shown in
      switch shown {
      case .both(let line): row(" ", line)
      case .left(let line): row("−", line)
      case .right(let line): row("+", line)
      case .gap(let count): ("…", counted(count, "line"), "", "")
      }
    }
  }

  // MARK: - Markup

  func render() -> HTML {
    if hasLines { return Self.markup(rows(around: 3, most: 100, characters: 2_000)) }
    let lines = LineDifference.marked(left[...], right[...])
    return """
      <dl class="values"><dt>left</dt><dd>\(Self.marked(lines.left))</dd>\
      <dt>right</dt><dd>\(Self.marked(lines.right))</dd></dl>

      """
  }

  private static func marked(_ line: LineDifference.Line) -> HTML {
    let (start, middle, end) = line.clipped(to: 8_000)
    let mark: HTML = middle.isEmpty ? HTML() : "<mark>\(middle)</mark>"
    return "\(start)\(mark)\(end)"
  }

  static func markup(_ rows: [Row]) -> HTML {
    var html: HTML = "<pre class=\"values\"><span class=\"dim\">− left, + right</span>"
    for row in rows {
      html.markup("<span>")
      html += "\(row.mark) \(row.start)"
      if !row.middle.isEmpty { html += "<mark>\(row.middle)</mark>" }
      html += "\(row.end)</span>"
    }
    html.markup("</pre>\n")
    return html
  }
}

extension StringProtocol {
  /// The first occurrence of a text; compares bytes.
  fileprivate func place(of text: String) -> Range<Index>? { utf8.firstRange(of: text.utf8) }
}

extension Substring {
  /// The last occurrence of a text.
  fileprivate func lastIndex(ofText text: String) -> Index? {
    var found: Index?
    var rest = self
    while let range = rest.place(of: text) {
      found = range.lowerBound
      rest = rest[range.upperBound...]
    }
    return found
  }
}

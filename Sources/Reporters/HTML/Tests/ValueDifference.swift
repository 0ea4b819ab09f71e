import CIModel

/// The two values that a failed comparison names, with what differs between them.
struct ValueDifference: Equatable {
  var left: String
  var right: String

  /// Values that are not longer are told apart at a glance.
  private static let shortest = 16
  /// Bytes of a message that are looked at.
  private static let longest = 16_000

  /// - Returns: `nil` when the message names no two values, or short ones.
  init?(_ message: String) {
    guard message.utf8.count <= Self.longest,
      let (left, right) = Self.xctest(message) ?? Self.swiftTesting(message),
      max(left.count, right.count) > Self.shortest
    else { return nil }
    (self.left, self.right) = (left, right)
  }

  /// `XCTAssertEqual failed: ("a") is not equal to ("b") - why`.
  ///
  /// Source: `XCTAssertEqual` in `XCTAssert.swift`, swift-corelibs-xctest.
  private static func xctest(_ message: String) -> (String, String)? {
    guard let start = message.firstRange(of: "XCTAssertEqual failed: (\""),
      let middle = message[start.upperBound...].firstRange(of: "\") is not equal to (\"")
    else { return nil }
    let rest = message[middle.upperBound...]
    // What follows is the text of the assertion, where it has one.
    guard let end = rest.firstRange(of: "\") - ")?.lowerBound ?? rest.lastIndex(ofText: "\")")
    else {
      return nil
    }
    return (String(message[start.upperBound..<middle.lowerBound]), String(rest[..<end]))
  }

  /// `Expectation failed: (a → 1) == (b → 2)`, and `== 2` of a literal; the values stand on the first line.
  ///
  /// Source: `Expression.swift` in swift-testing.
  private static func swiftTesting(_ message: String) -> (String, String)? {
    let line = message.prefix { !$0.isNewline }
    guard line.contains(" → "), let start = line.firstRange(of: "Expectation failed: "),
      let middle = line[start.upperBound...].firstRange(of: " == "),
      let left = value(line[start.upperBound..<middle.lowerBound]),
      let right = value(line[middle.upperBound...])
    else { return nil }
    return (left, right)
  }

  /// - Parameter side: `(expression → value)`, or a literal.
  private static func value(_ side: Substring) -> String? {
    guard side.first == "(" else { return String(side) }
    guard side.last == ")", let arrow = side.firstRange(of: " → ") else { return nil }
    return String(side[arrow.upperBound...].dropLast())
  }

  // MARK: - Markup

  func render() -> HTML {
    let (start, end) = common
    return """
      <dl class="values"><dt>left</dt><dd>\(Self.marked(left, start, end))</dd>\
      <dt>right</dt><dd>\(Self.marked(right, start, end))</dd></dl>

      """
  }

  /// How many characters both begin and end with.
  private var common: (start: Int, end: Int) {
    let shorter = min(left.count, right.count)
    let start = zip(left, right).prefix { $0 == $1 }.count
    let end = zip(left.reversed(), right.reversed()).prefix(shorter - start).prefix { $0 == $1 }
    return (start, end.count)
  }

  private static func marked(_ text: String, _ start: Int, _ end: Int) -> HTML {
    let middle = text.dropFirst(start).dropLast(end)
    let mark: HTML = middle.isEmpty ? HTML() : "<mark>\(String(middle))</mark>"
    return "\(String(text.prefix(start)))\(mark)\(String(text.suffix(end)))"
  }
}

extension Substring {
  /// Where a text stands for the last time.
  fileprivate func lastIndex(ofText text: String) -> Index? {
    var found: Index?
    var rest = self
    while let range = rest.firstRange(of: text) {
      found = range.lowerBound
      rest = rest[range.upperBound...]
    }
    return found
  }
}

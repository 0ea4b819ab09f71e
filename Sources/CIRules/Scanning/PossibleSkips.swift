import SourceCode

/// Finds what can keep the tests of a file from running on some machines: conditions around them, and
/// calls, traits and attributes that skip them.
struct PossibleSkips {
  /// Positions of directives and words, ascending.
  private var opened: [Int] = []
  private var closed: [Int] = []
  private var skips: [Int] = []
  /// Whether there are such words outside of tests, as in `setUp` or before a suite.
  private var concernAll = false

  private static let calls: Set = ["XCTSkip", "XCTSkipIf", "XCTSkipUnless"]
  /// The words before `.cancel`, `.disabled` and `.enabled`.
  private static let owners = [
    "cancel": ["Test"], "disabled": traits, "enabled": traits,
  ]
  private static let traits = ["", "ConditionTrait", "Self"]
  private static let firstLetters = Set(
    (calls + Array(owners.keys) + ["#if", "available"]).compactMap(\.utf8.first))

  init(in text: SwiftText, of tests: [TestDeclaration]) {
    var position = 0
    while position < text.bytes.count {
      let start = position
      position += 1
      let isDirective = text.bytes[start] == UInt8(ascii: "#")
      guard text.kinds[start] == .code, isDirective || SwiftText.isWord(text.bytes[start]) else {
        continue
      }
      while position < text.bytes.count, text.kinds[position] == .code,
        SwiftText.isWord(text.bytes[position])
      {
        position += 1
      }
      // Most words are none of these, and a text for each takes time.
      if !Self.firstLetters.contains(text.bytes[start]) { continue }
      switch String(decoding: text.bytes[start..<position].prefix(16), as: UTF8.self) {
      case "#if": opened.append(start)
      case "#endif": closed.append(start)
      case let word: if Self.isSkip(word, at: start..<position, in: text) { skips.append(start) }
      }
    }
    concernAll = skips.count > tests.reduce(0) { $0 + Self.count(skips, in: $1.body) }
  }

  private static func isSkip(_ word: String, at range: Range<Int>, in text: SwiftText) -> Bool {
    if calls.contains(word) { return true }
    let before = text.bytes[..<range.lowerBound]
    if word == "available" { return before.last == UInt8(ascii: "@") }
    guard let owners = owners[word], before.last == UInt8(ascii: "."),
      text.bytes[range.upperBound...].first == UInt8(ascii: "(")
    else { return false }
    let owner = before.dropLast().suffix(16).reversed().prefix { SwiftText.isWord($0) }.reversed()
    let around = before.dropLast(owner.count + 1).last ?? UInt8(ascii: " ")
    return owners.contains(String(decoding: owner, as: UTF8.self))
      && !")]?!>.".utf8.contains(around)
  }

  func concern(_ test: TestDeclaration) -> Bool {
    let before = 0..<test.body.lowerBound
    return concernAll || Self.count(skips, in: test.body) > 0
      || Self.count(opened, in: before) > Self.count(closed, in: before)
  }

  private static func count(_ positions: [Int], in range: Range<Int>) -> Int {
    index(of: range.upperBound, in: positions) - index(of: range.lowerBound, in: positions)
  }

  /// The number of positions below a limit.
  private static func index(of limit: Int, in positions: [Int]) -> Int {
    var (low, high) = (0, positions.count)
    while low < high {
      let middle = (low + high) / 2
      if positions[middle] < limit { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

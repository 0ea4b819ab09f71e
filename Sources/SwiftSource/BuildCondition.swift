/// A condition of `#if`, or of anything else, as far as its value is written in it.
package struct BuildCondition {
  private let code: [UInt8]
  private var position = 0
  private static let deepest = 64

  /// - Parameter code: Without white space and comments.
  package init(_ code: [UInt8]) { self.code = code }

  /// `nil` when it depends on something.
  package mutating func value() -> Bool? {
    let value = either(depth: 0)
    return position == code.count ? value : nil
  }

  private mutating func either(depth: Int) -> Bool? {
    var value = both(depth: depth)
    while skip("||") {
      let other = both(depth: depth)
      value = value == true || other == true ? true : value == false && other == false ? false : nil
    }
    return value
  }

  private mutating func both(depth: Int) -> Bool? {
    var value = single(depth: depth)
    while skip("&&") {
      let other = single(depth: depth)
      value = value == false || other == false ? false : value == true && other == true ? true : nil
    }
    return value
  }

  private mutating func single(depth: Int) -> Bool? {
    var isNegated = false
    while skip("!") { isNegated.toggle() }
    var value: Bool?
    if depth < Self.deepest, skip("(") {
      value = either(depth: depth + 1)
      if !skip(")") { position = code.count + 1 }
    } else {
      value = Self.value(of: operand())
    }
    return value.map { $0 != isNegated }
  }

  /// Of a constant, and of a version that every compiler has which builds this, or none.
  private static func value(of operand: String) -> Bool? {
    if operand == "true" || operand == "false" { return operand == "true" }
    for (name, oldest) in oldestVersions
    where operand.hasPrefix(name) && operand.hasSuffix(")") {
      let comparison = operand.dropFirst(name.count).dropLast()
      let isLess = comparison.hasPrefix("<")
      let parts = comparison.drop { "<>=".contains($0) }.split(separator: ".").map { Int($0) }
      guard isLess || comparison.hasPrefix(">="), let first = parts.first, let major = first else {
        return nil
      }
      let isLater = parts.dropFirst().contains { $0 != 0 }
      if major < oldest || major == oldest && !isLater { return !isLess }
      return major > latestVersion ? isLess : nil
    }
    return nil
  }

  /// Language modes and compilers that can build a package with tests at all.
  private static let oldestVersions = [("swift(", 4), ("compiler(", 5)]
  /// Beyond any that there will be for a while.
  private static let latestVersion = 50

  /// `DEBUG`, `os(Linux)`, `swift(>=6)`.
  private mutating func operand() -> String {
    let start = position
    var nesting = 0
    while position < code.count {
      switch code[position] {
      case UInt8(ascii: "("): nesting += 1
      case UInt8(ascii: ")") where nesting == 0: return text(from: start)
      case UInt8(ascii: ")"): nesting -= 1
      case UInt8(ascii: "&") where nesting == 0: return text(from: start)
      case UInt8(ascii: "|") where nesting == 0: return text(from: start)
      default: break
      }
      position += 1
    }
    return text(from: start)
  }

  private func text(from start: Int) -> String {
    String(decoding: code[min(start, code.count)..<min(position, code.count)], as: UTF8.self)
  }

  private mutating func skip(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard position <= code.count, code.count - position >= count,
      (0..<count).allSatisfy({ code[position + $0] == word.utf8Start[$0] })
    else { return false }
    position += count
    return true
  }
}

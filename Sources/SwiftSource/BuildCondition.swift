/// A condition of `#if`, or of anything else, as far as its value is written in it.
package struct BuildCondition {
  private let code: [UInt8]
  private let oldestCompiler: [Int]
  private var position = 0
  /// What was read last, when it is neither in parentheses nor one of several.
  private var term: Term?
  private static let deepest = 64

  private struct Term {
    var operand: String
    var isNegated: Bool
  }

  /// - Parameters:
  ///   - code: Without white space and comments.
  ///   - oldestCompiler: The parts of the oldest version of Swift that builds the code: `[6, 0]`.
  package init(_ code: [UInt8], oldestCompiler: [Int] = [5]) {
    self.code = code
    self.oldestCompiler = oldestCompiler
  }

  /// `nil` when it depends on something.
  package mutating func value() -> Bool? {
    let value = either(depth: 0)
    return position == code.count ? value : nil
  }

  private mutating func either(depth: Int) -> Bool? {
    var value = both(depth: depth)
    var terms = Terms(term)
    while skip("||") {
      let other = both(depth: depth)
      let isSure = terms.add(term) == .opposite
      term = nil
      value =
        value == true || other == true || isSure
        ? true : value == false && other == false ? false : nil
    }
    return value
  }

  private mutating func both(depth: Int) -> Bool? {
    var value = single(depth: depth)
    var terms = Terms(term)
    while skip("&&") {
      let other = single(depth: depth)
      let isNever = terms.add(term) != .fitting
      term = nil
      value =
        value == false || other == false || isNever
        ? false : value == true && other == true ? true : nil
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
      term = nil
    } else {
      let operand = operand()
      value = self.value(of: operand)
      term = Term(operand: operand, isNegated: isNegated)
    }
    return value.map { $0 != isNegated }
  }

  /// What has been asked so far.
  private struct Terms {
    enum Fit {
      case fitting
      /// `A` and `!A`
      case opposite
      /// `os(Linux)` and `os(macOS)`
      case exclusive
    }

    private var negated: [String: Bool] = [:]
    /// `os(Linux)` and `arch(arm64)`: a build has one of each kind.
    private var places: [Substring: String] = [:]

    init(_ first: Term?) { _ = add(first) }

    mutating func add(_ term: Term?) -> Fit {
      guard let term, !term.operand.isEmpty else { return .fitting }
      if let known = negated.updateValue(term.isNegated, forKey: term.operand),
        known != term.isNegated
      {
        return .opposite
      }
      let kind = term.operand.prefix { $0 != "(" }
      guard !term.isNegated, kind == "os" || kind == "arch" else { return .fitting }
      let known = places.updateValue(term.operand, forKey: kind)
      return known == nil || known == term.operand ? .fitting : .exclusive
    }
  }

  /// Of a constant, and of a version that every compiler has which builds this, or none.
  private func value(of operand: String) -> Bool? {
    if operand == "true" || operand == "false" { return operand == "true" }
    for (name, oldest) in [("swift(", Self.oldestLanguage), ("compiler(", oldestCompiler)]
    where operand.hasPrefix(name) && operand.hasSuffix(")") {
      let comparison = operand.dropFirst(name.count).dropLast()
      let isLess = comparison.hasPrefix("<")
      let parts = comparison.drop { "<>=".contains($0) }.split(separator: ".")
      let version = parts.compactMap { Int($0) }
      guard isLess || comparison.hasPrefix(">="), let major = version.first,
        version.count == parts.count
      else { return nil }
      if Self.is(version, atMost: oldest) { return !isLess }
      return major > Self.latestVersion ? isLess : nil
    }
    return nil
  }

  private static func `is`(_ version: [Int], atMost other: [Int]) -> Bool {
    for index in 0..<max(version.count, other.count) {
      let parts = (
        index < version.count ? version[index] : 0, index < other.count ? other[index] : 0
      )
      if parts.0 != parts.1 { return parts.0 < parts.1 }
    }
    return true
  }

  /// The oldest language mode of a package that has tests.
  private static let oldestLanguage = [4]
  /// The version behind the current one: a later one is none that anybody has.
  private static let latestVersion = 7

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

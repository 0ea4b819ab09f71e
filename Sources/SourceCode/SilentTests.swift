/// Finds tests that nothing in their source can make fail.
///
/// Neither framework reports at run time which checks a test made: XCTest prints nothing for an
/// assertion that passes, and the event stream of Swift Testing has no record of an expectation
/// that passes. So the source is read, and a test counts as silent only when nothing in its body
/// can fail it: no assertion, no `try`, no `!` behind a value, no macro, no call that could be a
/// custom assertion. A crash in called code fails any test and is ignored here.
package struct SilentTests {
  /// The sources of a test target.
  private var texts: [(path: String, text: SwiftText, scanner: DeclarationScanner)] = []
  /// Functions that tests declare: each may check something.
  private var helpers: Set<String> = []

  package init() {}

  /// Adds a source of a test target.
  package mutating func add(_ bytes: [UInt8], path: String) {
    let text = SwiftText(bytes)
    let scanner = DeclarationScanner(text)
    texts.append((path, text, scanner))
    let tests = Set(scanner.tests.map(\.body))
    for function in scanner.functions where !tests.contains(function.body) {
      helpers.insert(function.name)
    }
  }

  /// A test and where it is declared.
  package struct Found: Hashable, Sendable {
    package var path: String
    package var test: TestDeclaration
  }

  /// The silent tests, in the order of the sources.
  package var found: [Found] {
    // A check that runs around each test is a check of each test.
    let isCheckedAround = texts.contains { _, text, scanner in
      scanner.functions.contains { function in
        SilentTests.frames.contains(function.name) && mayFail(function.body, in: text)
      }
    }
    var found: [Found] = []
    // Of tests with the same name, by overloads or `#if`, one may check something.
    var checked: Set<String> = []
    for (path, text, scanner) in texts {
      for test in scanner.tests {
        // If it is not certain what is code, a guess could accuse a test wrongly.
        if text.isConfused || !test.isSwiftTesting && isCheckedAround
          || mayFail(test.body, in: text)
        {
          checked.insert(test.name)
        } else {
          found.append(Found(path: path, test: test))
        }
      }
    }
    return found.filter { !checked.contains($0.test.name) }
  }

  /// Methods that XCTest runs around each test.
  private static let frames: Set<String> = [
    "setUp", "setUpWithError", "tearDown", "tearDownWithError", "invokeTest",
  ]

  /// Parts of the names of assertions, including those of Nimble and SnapshotTesting and custom
  /// ones.
  private static let marks = [
    "assert", "check", "confirm", "expect", "fail", "fulfill", "match", "measure", "must", "record",
    "require", "satisf", "should", "snapshot", "test", "throw", "unwrap", "valid", "verif", "wait",
    "xct",
  ]

  /// Functions of the standard library that check nothing.
  private static let harmless: Set<String> = [
    "abs", "debugPrint", "dump", "max", "min", "print", "repeatElement", "sequence", "sleep",
    "stride", "swap", "type", "usleep", "withExtendedLifetime", "zip",
  ]

  /// Keywords that can precede a bracket or a brace without being a call.
  private static let keywords: Set<String> = [
    "Any", "as", "async", "await", "case", "catch", "defer", "do", "else", "false", "for", "func",
    "get", "guard", "if", "in", "init", "inout", "is", "let", "nil", "repeat", "return", "self",
    "Self", "set", "some", "super", "switch", "true", "var", "where", "while",
  ]

  /// Macros that check nothing.
  private static let plainMacros: Set<String> = [
    "available", "colorLiteral", "column", "else", "elseif", "endif", "file", "fileID", "filePath",
    "function", "if", "imageLiteral", "isolation", "keyPath", "line", "selector", "unavailable",
  ]

  private func mayFail(_ body: Range<Int>, in text: SwiftText) -> Bool {
    var offset = body.lowerBound
    while offset < body.upperBound {
      // A raw identifier can name any function.
      if text.kinds[offset] == .name { return true }
      guard text.kinds[offset] == .code else {
        offset += 1
        continue
      }
      let byte = text.bytes[offset]
      if byte == UInt8(ascii: "!"), isForced(offset, text) { return true }
      guard SwiftText.isWord(byte) else {
        offset += 1
        continue
      }
      let start = offset
      offset = text.endOfWord(at: start, before: body.upperBound)
      if mayFail(start..<offset, text) { return true }
    }
    return false
  }

  /// Whether a `!` forces a value, as in `value!`, `as!` and `try!`, unlike `!value` and `a != b`.
  private func isForced(_ offset: Int, _ text: SwiftText) -> Bool {
    let before = text.bytes[offset - 1]
    let isBehindValue =
      SwiftText.isWord(before) || before == UInt8(ascii: ")") || before == UInt8(ascii: "]")
      || before == UInt8(ascii: "}") || before == UInt8(ascii: "!") || before == UInt8(ascii: "\"")
    let after = offset + 1 < text.bytes.count ? text.bytes[offset + 1] : 0
    return isBehindValue && after != UInt8(ascii: "=")
  }

  /// Whether a word can fail a test.
  private func mayFail(_ range: Range<Int>, _ text: SwiftText) -> Bool {
    let word = String(decoding: text.bytes[range], as: UTF8.self)
    let before = range.lowerBound > 0 ? text.bytes[range.lowerBound - 1] : 0
    if before == UInt8(ascii: "#") { return !Self.plainMacros.contains(word) }
    var next = range.upperBound
    if word == "try" { return next >= text.bytes.count || text.bytes[next] != UInt8(ascii: "?") }
    if Self.keywords.contains(word) { return false }
    if helpers.contains(word) { return true }
    let lowercased = word.lowercased()
    if Self.marks.contains(where: { lowercased.contains($0) }) { return true }
    while next < text.bytes.count, text.bytes[next] == UInt8(ascii: " ") { next += 1 }
    let isCall =
      next < text.bytes.count
      && (text.bytes[next] == UInt8(ascii: "{")
        || next == range.upperBound
          && (text.bytes[next] == UInt8(ascii: "(") || text.bytes[next] == UInt8(ascii: "<")))
    guard isCall, before != UInt8(ascii: "."), !Self.harmless.contains(word) else { return false }
    // `Type(…)` creates a value; any other function may check something.
    return word.first?.isUppercase != true && word.first?.isNumber != true
  }
}

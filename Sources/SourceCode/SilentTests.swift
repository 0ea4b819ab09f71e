/// Finds tests that nothing in their source can make fail.
///
/// Neither framework tells at run time what a test has checked: XCTest prints nothing of an assertion
/// that holds, and the event stream of Swift Testing has no record of an expectation that does. So the
/// source is read, and a test is taken for a silent one only when nothing in its body can fail it:
/// no assertion, no `try`, no `!` behind a value, no macro, no call that could be somebody's own
/// assertion. A crash in what it calls fails any test, and counts for nothing here.
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

  /// The silent ones, in the order of the sources.
  package var found: [Found] {
    // What is checked after each test is checked by each.
    let isCheckedAround = texts.contains { _, text, scanner in
      scanner.functions.contains { function in
        SilentTests.frames.contains(function.name) && mayFail(function.body, in: text)
      }
    }
    var found: [Found] = []
    // Of overloads, and of what `#if` chooses from, one may check something.
    var checked: Set<String> = []
    for (path, text, scanner) in texts {
      for test in scanner.tests {
        // What is code may not be sure, and a guess would accuse.
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

  /// What XCTest runs around each test.
  private static let frames: Set<String> = [
    "setUp", "setUpWithError", "tearDown", "tearDownWithError", "invokeTest",
  ]

  /// What the names of assertions hold, Nimble's, SnapshotTesting's and one's own among them.
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

  /// What can stand before a bracket or a brace and is no call.
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

  /// `value!`, `as!`, `try!`; not `!value` and `a != b`.
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
    // `Type(…)` makes a value; any other function may be one that checks.
    return word.first?.isUppercase != true && word.first?.isNumber != true
  }
}

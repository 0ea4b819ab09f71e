import CIModel

/// Tests that are commented out.
extension DisabledTestsRule {
  private static let commented = WordFinder(
    [function + "*", "@Test", "it(", "describe(", "context(", "test(", method + "*"] + macros)
  private static let function = "func test"
  /// A method of Objective-C: `- (void)testAdd {`.
  private static let method = "void)test"
  /// Tests of GoogleTest.
  private static let macros = ["TEST(", "TEST_F(", "TEST_P(", "TYPED_TEST(", "TYPED_TEST_P("]

  func addCommented(
    _ text: AddedText, _ room: inout SearchRoom, to list: inout FindingList
  ) {
    let language = Self.language(text.path)
    var last = -1
    // The last line with `@Test`, whose function may be on the next one.
    var attribute: Int?
    for hit in Self.commented.hits(in: text, part: .comment, room: &room) {
      // Only the first word on a line can begin commented-out code.
      defer { last = hit.line }
      if hit.line == last || hit.word == Self.function && hit.line - 1 == attribute { continue }
      let before = text.before(hit.range.lowerBound, inLine: hit.line)
      guard Self.isCommentedCode(before, hit.word),
        Self.isTest(hit, in: text, language) || Self.goesOn(hit, in: text)
      else { continue }
      if hit.word == "@Test" { attribute = hit.line }
      list.add(options.level) {
        options.finding(
          "test is commented out",
          at: text.location(ofLine: hit.line, offset: hit.range.lowerBound),
          help: "Delete it, or skip it with a reason that is reported.")
      }
    }
  }

  /// Whether only attributes and modifiers precede a test in its comment; prose may mention tests,
  /// too.
  private static func isCommentedCode(_ before: ArraySlice<UInt8>, _ word: String) -> Bool {
    let code = before.drop { $0 <= 0x20 }
    guard code.starts(with: "//".utf8), code.dropFirst(2).first != UInt8(ascii: "/") else {
      return false
    }
    if word == method { return code.dropFirst(2).filter { $0 > 0x20 }.elementsEqual("-(".utf8) }
    return code.dropFirst(2).split { $0 <= 0x20 }.allSatisfy { word in
      word.first == UInt8(ascii: "@") && !word.starts(with: "@Test".utf8)
        || modifiers.contains(String(decoding: word, as: UTF8.self))
    }
  }

  private static let modifiers: Set<String> = [
    "final", "internal", "nonisolated", "open", "override", "package", "private", "public",
  ]

  /// Whether the declaration or the call of a test begins with a word.
  private static func isTest(
    _ hit: WordFinder.Hit, in text: AddedText, _ language: Language
  ) -> Bool {
    let rest = text.rest(from: hit.range.upperBound, ofLine: hit.line)
    switch hit.word {
    case method:
      return beginsBody(rest.drop(while: \.isWordByte))
    case let word where macros.contains(word):
      let arguments = rest.prefix { $0 != UInt8(ascii: ")") }
      return language == .c && arguments.contains(UInt8(ascii: ","))
        && beginsBody(rest[arguments.endIndex...].dropFirst())
    case let word where word.hasSuffix("("):
      let quotes = language == .javaScript ? "\"'`" : word == "test(" ? "" : "\""
      return rest.first.map { quotes.utf8.contains($0) } ?? false
    default: return rest.contains(UInt8(ascii: "("))
    }
  }

  /// Whether the head of a test ends here, and no prose follows.
  private static func beginsBody(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.first { $0 > 0x20 }.map { $0 == UInt8(ascii: "{") } ?? true
  }

  /// Whether `@Test` is alone on its line, and the next line is a comment with its function.
  private static func goesOn(_ hit: WordFinder.Hit, in text: AddedText) -> Bool {
    let line = hit.line
    let rest = text.rest(from: hit.range.upperBound, ofLine: line)
    guard hit.word == "@Test", rest.allSatisfy({ $0 <= 0x20 }), line + 1 < text.count,
      text.numbers[line + 1] == text.numbers[line] + 1
    else { return false }
    let words = text.bytes[text.range(ofLine: line + 1)].split { $0 <= 0x20 }
    return words.first?.starts(with: "//".utf8) ?? false
      && words.contains { $0.elementsEqual("func".utf8) || $0.elementsEqual("//func".utf8) }
  }
}

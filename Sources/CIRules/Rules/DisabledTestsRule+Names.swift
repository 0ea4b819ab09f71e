import CIModel
import SourceCode

/// Tests that are disabled by their name or by the name of a function, neither of which accepts a
/// reason.
extension DisabledTestsRule {
  private static let renamed = WordFinder([
    "xit(", "xdescribe(", "xcontext(", "xitBehavesLike(", "func DISABLED_test*",
    "func disabled_test*", "func xtest*", pending,
    // Methods of Objective-C.
    "void)DISABLED_test*", "void)disabled_test*", "void)xtest*",
    // Jest, Mocha and Vitest.
    "xtest(", "xtest.each(", "xtest.each`", "xtest.failing(", "xit.each(", "xit.each`",
    "xit.failing(", "xdescribe.each(", "xdescribe.each`", skip, skip + "(", todo,
    // GoogleTest.
    "DISABLED_*",
  ])
  /// Counts only with a string and a closure, as in Quick; other functions have the same name.
  private static let pending = "pending("
  /// Counts as a call at once, and with modifiers.
  private static let skip = ".skip"
  private static let todo = ".todo("

  func addRenamed(_ text: AddedText, _ room: inout SearchRoom, to list: inout FindingList) {
    let language = Self.language(text.path)
    for hit in Self.renamed.hits(in: text, part: .code, room: &room)
    where !hit.isDeclarationOrMember && Self.disables(hit, in: text, language, &room) {
      list.add(options.level) {
        options.finding(
          "test is disabled: \(hit.word)…",
          at: text.location(ofLine: hit.line, offset: hit.range.lowerBound),
          help: "Enable it again, or skip it with a reason that is reported.")
      }
    }
  }

  enum Language {
    case c
    case javaScript
    case other
  }

  static func language(_ path: String) -> Language {
    guard let syntax = SourceSyntax(path: path) else { return .other }
    return syntax.isC ? .c : syntax.isJavaScript ? .javaScript : .other
  }

  private static func disables(
    _ hit: WordFinder.Hit, in text: AddedText, _ language: Language, _ room: inout SearchRoom
  ) -> Bool {
    switch hit.word {
    case pending:
      hasText(text, behind: hit) && CallArguments.areQuicks(hit, in: text, room: &room)
    case skip:
      isJest(hit, in: text, language) && TestModifiers.call(behind: hit, in: text) != nil
    case skip + "(", todo:
      // `test.skip(isLinux, "no font")` of Playwright has a condition.
      isJest(hit, in: text, language)
        && next(behind: hit, in: text).map { "\"'`)".utf8.contains($0) } ?? true
    case "DISABLED_": language == .c && isInTestMacro(hit, in: text)
    case let word where word.hasPrefix("xtest"): language == .javaScript
    default: true
    }
  }

  private static let functions: Set<String> = [
    "context", "describe", "it", "specify", "suite", "test",
  ]

  /// Whether a member belongs to a function of Jest, Mocha or Vitest.
  private static func isJest(
    _ hit: WordFinder.Hit, in text: AddedText, _ language: Language
  ) -> Bool {
    language == .javaScript && functions.contains(owner(of: hit, in: text))
  }

  /// The function that `.skip` is a member of, `it` in `it.concurrent.skip(`.
  private static func owner(of hit: WordFinder.Hit, in text: AddedText) -> String {
    let before = text.before(hit.range.lowerBound, inLine: hit.line)
    let start = before.lastIndex { !$0.isWordByte && $0 != UInt8(ascii: ".") }
    let chain = start.map { before[($0 + 1)...] } ?? before
    return String(decoding: chain.prefix { $0.isWordByte }, as: UTF8.self)
  }

  private static func next(behind hit: WordFinder.Hit, in text: AddedText) -> UInt8? {
    text.rest(from: hit.range.upperBound, ofLine: hit.line).first { $0 > 0x20 }
  }

  /// `TEST_F(DISABLED_Parser, Reads)` and `TEST(Parser, DISABLED_Reads)`.
  ///
  /// Source: https://google.github.io/googletest/advanced.html#temporarily-disabling-tests
  private static func isInTestMacro(_ hit: WordFinder.Hit, in text: AddedText) -> Bool {
    let before = text.before(hit.range.lowerBound, inLine: hit.line).drop { $0 <= 0x20 }
    let name = String(decoding: before.prefix { $0.isWordByte }, as: UTF8.self)
    return name == "TEST" || name.hasPrefix("TEST_") || name.hasPrefix("TYPED_TEST")
      || name.hasPrefix("INSTANTIATE_T")
  }

  private static func hasText(_ text: AddedText, behind hit: WordFinder.Hit) -> Bool {
    let rest = text.rest(from: hit.range.upperBound, ofLine: hit.line)
    return rest.first { $0 > 0x20 && !"(#".utf8.contains($0) } == UInt8(ascii: "\"")
  }
}

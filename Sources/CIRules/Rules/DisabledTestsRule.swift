package import CIModel
import Patterns

/// Flags tests that are switched off without a word why.
package struct DisabledTestsRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "disabled-tests",
    summary: "Flags tests that added lines disable or skip without a reason, or comment out.",
    why:
      "A disabled test looks like a test and tests nothing. With a reason, somebody can tell when it "
      + "may come back. Tests that a comment of several lines hides are those of `removed-tests`.",
    parameters: [
      .init(
        "reason", .pattern,
        "What a reason has to match, such as a ticket: `#[0-9]+`; any words by default."),
      TestFiles.parameter,
    ],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "with a reason",
      addedLines: [
        AddedLine(
          "Tests/A.swift", line: 1, text: "@Test(.disabled(\"needs a network\")) func a() {}"),
        AddedLine("Tests/A.swift", line: 2, text: "throw XCTSkip(\"Linux only\")"),
        AddedLine("Tests/A.swift", line: 3, text: "@Test(.disabled(if: isLinux)) func b() {}"),
        AddedLine("Tests/A.swift", line: 4, text: "try XCTSkipIf(isLinux, \"no keychain\")"),
      ]),
    .clean(
      "views are disabled for other reasons",
      addedLines: [AddedLine("Sources/V.swift", line: 1, text: "Button(\"a\").disabled()")]),
    .clean(
      "a word in a comment",
      addedLines: [
        AddedLine("Tests/A.swift", line: 1, text: "// the functions below were disabled()")
      ]),
    .flagged(
      "without one", as: .warning, .warning, .warning, .warning,
      addedLines: [
        AddedLine("Tests/A.swift", line: 1, text: "@Test(.disabled()) func a() {}"),
        AddedLine("Tests/A.swift", line: 2, text: "throw XCTSkip()"),
        AddedLine("Tests/A.swift", line: 3, text: "try XCTSkipIf(isLinux)"),
        AddedLine("Tests/A.swift", line: 4, text: "@Test(.disabled(\"\")) func b() {}"),
      ]),
    .flagged(
      "Quick's way, renamed and commented out tests", as: .warning, .warning, .warning,
      addedLines: [
        AddedLine("Tests/A.swift", line: 1, text: "xit(\"adds\") {"),
        AddedLine("Tests/A.swift", line: 2, text: "func DISABLED_testAdd() {"),
        AddedLine("Tests/A.swift", line: 3, text: "//  func testAdd() {"),
      ]),
    .flagged(
      "a reason that names no ticket", as: .warning, values: ["reason": .text("#[0-9]+")],
      addedLines: [
        AddedLine("Tests/A.swift", line: 1, text: "@Test(.disabled(\"flaky\")) func a() {}"),
        AddedLine("Tests/A.swift", line: 2, text: "@Test(.disabled(\"#12\")) func b() {}"),
      ]),
  ]

  /// Calls that take a reason.
  private static let skips = WordFinder([".disabled(", "XCTSkip(", "XCTSkipIf(", "XCTSkipUnless("])
  /// Names that take none.
  private static let renamed = WordFinder([
    "xit(", "xdescribe(", "xcontext(", "xitBehavesLike(", "func DISABLED_test*",
    "func disabled_test*", "func xtest*",
  ])
  private static let commented = WordFinder(["func test*", "@Test"])

  private let options: RuleOptions
  private let tests: TestFiles

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    tests = TestFiles(options)
  }

  package var id: String { options.id }

  package func readsAddedLines(of file: FileChange) -> Bool {
    tests.concern(file)
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let pattern = options.pattern("reason")?.matcher()
    var list = FindingList(id)
    for text in tests.addedTexts(facts, changes) {
      addSkips(text, pattern, to: &list)
      addRenamed(text, to: &list)
      addCommented(text, to: &list)
    }
    return list.findings
  }

  private func addSkips(_ text: AddedText, _ pattern: Matcher?, to list: inout FindingList) {
    var inLine = HitsInLine()
    for hit in Self.skips.hits(in: text, part: .code) {
      // Each reads the rest of the line, so in a line with too many none has a reason.
      var reason = ""
      if !inLine.areMany(with: hit) {
        guard let found = problematicReason(of: hit, in: text, pattern) else { continue }
        reason = found
      }
      list.add(options.level) {
        options.finding(
          reason.isEmpty
            ? "test is disabled without a reason: \(hit.word)…)"
            : "test is disabled for a reason that does not match `\(options.text("reason") ?? "")`",
          at: text.location(ofLine: hit.line, offset: hit.range.lowerBound),
          help: "Say why, and what has to happen before it can run again.")
      }
    }
  }

  /// The reason of a skip, or an empty one, where that is not enough.
  private func problematicReason(
    of hit: WordFinder.Hit, in text: AddedText, _ pattern: Matcher?
  ) -> String? {
    let rest = Self.rest(of: text, behind: hit)
    // What goes on in a line that was there before cannot be told here.
    guard let arguments = Self.arguments(of: rest) else { return nil }
    // A condition says when; only `.disabled(if:)` says it without a message by intention.
    if hit.word == ".disabled(", arguments.drop(while: \.isWhitespace).hasPrefix("if:") {
      return nil
    }
    let reason = Self.lastString(in: arguments)
    if let pattern {
      if pattern.occurs(in: reason) { return nil }
    } else if !reason.allSatisfy(\.isWhitespace) || Self.namesAVariable(arguments, hit.word) {
      return nil
    }
    return String(reason)
  }

  /// Lines of arguments.
  private static let mostLines = 20

  /// The text behind a hit, with the added lines that follow at once.
  private static func rest(of text: AddedText, behind hit: WordFinder.Hit) -> String {
    var rest = String(
      decoding: text.rest(from: hit.range.upperBound, ofLine: hit.line), as: UTF8.self)
    var line = hit.line
    while arguments(of: rest) == nil, line - hit.line < mostLines, line + 1 < text.count,
      text.numbers[line + 1] == text.numbers[line] + 1
    {
      line += 1
      rest += "\n" + text.text(ofLine: line)
    }
    return rest
  }

  /// What stands between the parentheses; `nil` when they do not close.
  private static func arguments(of rest: String) -> String? {
    var depth = 1
    var isInString = false
    for index in rest.indices {
      switch rest[index] {
      case "\"": isInString.toggle()
      case "(" where !isInString: depth += 1
      case ")" where !isInString:
        depth -= 1
        if depth == 0 { return String(rest[..<index]) }
      default: break
      }
    }
    return nil
  }

  private static func lastString(in arguments: String) -> Substring {
    let parts = arguments.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.count >= 3 ? parts[parts.count - 2] : ""
  }

  /// `XCTSkip(message)`: the reason is told elsewhere. A single argument of the others is a
  /// condition.
  private static func namesAVariable(_ arguments: String, _ word: String) -> Bool {
    let count = arguments.split(separator: ",").count { !$0.allSatisfy(\.isWhitespace) }
    let least = word == "XCTSkipIf(" || word == "XCTSkipUnless(" ? 2 : 1
    return count >= least && !arguments.contains("\"")
  }

  private func addRenamed(_ text: AddedText, to list: inout FindingList) {
    for hit in Self.renamed.hits(in: text, part: .code)
    where !hit.isDeclarationOrMember(in: text) {
      list.add(options.level) {
        options.finding(
          "test is disabled: \(hit.word)…",
          at: text.location(ofLine: hit.line, offset: hit.range.lowerBound),
          help: "Run it again, or skip it with a reason that is reported.")
      }
    }
  }

  private func addCommented(_ text: AddedText, to list: inout FindingList) {
    for hit in Self.commented.hits(in: text, part: .comment) {
      // Prose speaks of tests, too: code has nothing but slashes before it.
      let before = text.before(hit.range.lowerBound, inLine: hit.line)
      guard before.allSatisfy({ $0 == UInt8(ascii: "/") || $0 == 0x20 || $0 == 0x09 }),
        text.rest(from: hit.range.upperBound, ofLine: hit.line).contains(UInt8(ascii: "(")),
        !before.starts(with: Array("///".utf8)),
        before.count(where: { $0 == UInt8(ascii: "/") }) == 2
      else { continue }
      list.add(options.level) {
        options.finding(
          "test is commented out",
          at: text.location(ofLine: hit.line, offset: hit.range.lowerBound),
          help: "Delete it, or skip it with a reason that is reported.")
      }
    }
  }
}

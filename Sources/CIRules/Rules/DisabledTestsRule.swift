package import CIModel
import Patterns
import SourceCode

/// Flags tests that are disabled without a reason.
package struct DisabledTestsRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "disabled-tests",
    summary: "Flags added lines that disable or skip a test without a reason, or comment one out.",
    why:
      "A disabled test looks like a test but tests nothing, and so does one in Swift that begins "
      + "with `return`. A reason tells readers when it can run again. The condition of a trait or of "
      + "`XCTSkipIf`, and the closure with which `XCTExpectFailure` matches issues, count as a "
      + "reason, unless they are constant, as `true` and `\"a\".isEmpty` are. The rule does not "
      + "follow a variable that holds a message or a skip. "
      + "It also knows `.skip(`, `.todo(` and `xit(` of Jest, Mocha and Vitest, `DISABLED_` of "
      + "GoogleTest, and `XCTExpectFailure` without a reason, but not the skips that a running test "
      + "decides about, `this.skip()` and `GTEST_SKIP()`. `removed-tests` covers tests that "
      + "are hidden by a comment of several lines or by a name that begins with `_`. Test plans "
      + "and schemes of Xcode are ignored, because `swift test` reads neither.",
    parameters: [
      .init(
        "reason", .pattern,
        "Pattern that a reason must match, such as a ticket: `#[0-9]+`; any words by default."),
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
        AddedLine("Tests/A.swift", line: 5, text: "@Test(.enabled(if: isLinux)) func c() {}"),
        AddedLine("Tests/A.swift", line: 6, text: "try XCTSkipUnless(isLinux)"),
      ]),
    .clean(
      "a disabled view is not a disabled test",
      addedLines: [AddedLine("Sources/V.swift", line: 1, text: "Button(\"a\").disabled()")]),
    .clean(
      "a word in a comment",
      addedLines: [
        AddedLine("Tests/A.swift", line: 1, text: "// the functions below were disabled()")
      ]),
    .flagged(
      "without a reason", as: .warning, .warning, .warning, .warning,
      addedLines: [
        AddedLine("Tests/A.swift", line: 1, text: "@Test(.disabled()) func a() {}"),
        AddedLine("Tests/A.swift", line: 2, text: "throw XCTSkip()"),
        AddedLine("Tests/A.swift", line: 3, text: "try XCTSkipIf(true)"),
        AddedLine("Tests/A.swift", line: 4, text: "@Test(.disabled(\"\")) func b() {}"),
      ]),
    .flagged(
      "constant conditions", as: .warning, .warning, .warning,
      addedLines: [
        AddedLine("Tests/A.swift", line: 1, text: "@Test(.enabled(if: false)) func a() {}"),
        AddedLine("Tests/A.swift", line: 2, text: "@Test(.disabled(if: !false)) func b() {}"),
        AddedLine("Tests/A.swift", line: 3, text: "@Test(.enabled { false }) func c() {}"),
      ]),
    .flagged(
      "disabled Quick examples, renamed tests and tests that are commented out", as: .warning,
      .warning, .warning,
      addedLines: [
        AddedLine("Tests/A.swift", line: 1, text: "xit(\"adds\") {"),
        AddedLine("Tests/A.swift", line: 2, text: "func DISABLED_testAdd() {"),
        AddedLine("Tests/A.swift", line: 3, text: "//  func testAdd() {"),
      ]),
    .flagged(
      "a test that returns at once", as: .warning,
      addedLines: [
        AddedLine("Tests/A.swift", line: 1, text: "@Test func a() {"),
        AddedLine("Tests/A.swift", line: 2, text: "  return  // flaky"),
        AddedLine("Tests/A.swift", line: 3, text: "  #expect(f() == 1)"),
        AddedLine("Tests/A.swift", line: 4, text: "}"),
      ]),
    .flagged(
      "a reason without a ticket", as: .warning, values: ["reason": .text("#[0-9]+")],
      addedLines: [
        AddedLine("Tests/A.swift", line: 1, text: "@Test(.disabled(\"flaky\")) func a() {}"),
        AddedLine("Tests/A.swift", line: 2, text: "@Test(.disabled(\"#12\")) func b() {}"),
      ]),
  ]

  /// Calls that accept a reason, and traits with a condition in a closure.
  private static let skips = WordFinder([
    ".disabled(", ".enabled(", ".disabled{", ".enabled{", "XCTSkip(",
    "XCTSkipIf(", "XCTSkipUnless(", "Test.cancel(", "Test.Case.cancel(", "XCTExpectFailure(",
    "XCTExpectFailure{",
  ])
  /// With such a macro in the change, `@Test` no longer declares a test.
  private static let macros = WordFinder(["macro Test(", "macro Suite("])
  private static let scopes = WordFinder(["func provideScope("])

  let options: RuleOptions
  private let tests: TestFiles

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    tests = TestFiles(options)
  }

  package var id: String { options.id }

  package func readsAddedLines(of file: FileChange) -> Bool {
    tests.concern(file)
  }

  package func readsHiddenText(of file: FileChange) -> Bool { tests.readHidden(file) }

  /// A call may span several lines, and the change may touch any of them.
  package func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> {
    Set(changes.files.filter(mayChangeCalls).map(\.exactPath))
  }

  private func mayChangeCalls(_ file: FileChange) -> Bool {
    file.status != .added && file.status != .deleted && (file.changedLines > 0 || file.isBinary)
      && tests.concern(file) && file.path.utf8.suffix(6).elementsEqual(".swift".utf8)
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let pattern = options.pattern("reason")?.boundedMatcher()
    var list = FindingList(id)
    var work = CallArguments.most
    var room = SearchRoom()
    let conditions = ConditionRoom()
    let texts = tests.addedTexts(facts, changes)
    for text in texts {
      addSkips(text, facts.contents[text.exactPath], pattern, &work, &room, to: &list)
      addRenamed(text, &room, to: &list)
      addCommented(text, &room, to: &list)
      addReplaced(text, &room, to: &list)
      addIdle(text, facts.contents[text.exactPath], conditions, to: &list)
    }
    // Files that only lose lines.
    let seen = Set(texts.map(\.exactPath))
    for file in changes.files where mayChangeCalls(file) && !seen.contains(file.exactPath) {
      let none = AddedText(file.exactPath)
      addSkips(none, facts.contents[file.exactPath], pattern, &work, &room, to: &list)
    }
    list.add(room, options)
    return list.findings
  }

  /// - Parameter contents: The contents of the file, if known: the arguments of a call may be on
  ///   lines that the change does not touch.
  private func addSkips(
    _ text: AddedText, _ contents: FileContents?, _ pattern: Matcher?, _ work: inout Int,
    _ room: inout SearchRoom, to list: inout FindingList
  ) {
    let calls = SkipCalls(Self.skips, text, contents, &work, &room)
    var bugs: [Bug]?
    for call in calls.changed {
      let word = call.hit.word
      var arguments = call.arguments
      if !calls.text.path.utf8.suffix(6).elementsEqual(".swift".utf8) {
        arguments = arguments?.map {
          CallArguments.Argument(code: ConstantCode.inSwift($0.code), text: $0.text)
        }
      }
      guard let reason = problematicReason(of: word, arguments, pattern) else { continue }
      if word.hasPrefix(".") {
        let known = bugs ?? Self.bugs(in: calls.text, &work, &room)
        bugs = known
        if known.contains(where: { $0.excuses(call.hit, pattern) }) { continue }
      }
      let what = word.hasPrefix("XCTExpect") ? "test may fail" : "test is disabled"
      list.add(options.level) {
        options.finding(
          reason.isEmpty
            ? "\(what) without a reason: \(word)…\(word.hasSuffix("(") ? ")" : " }")"
            : "\(what) for a reason that does not match `\(options.text("reason") ?? "")`",
          at: calls.text.location(ofLine: call.hit.line, offset: call.hit.range.lowerBound),
          help: "Say why, and what has to happen before it can run again.")
      }
    }
  }

  /// A bug that an attribute of a test names (`.bug(…)`); it counts as the reason of the traits
  /// beside it.
  private struct Bug {
    /// The range of the attribute.
    var range: Range<Int>
    /// The address or the number of the bug.
    var text: String

    func excuses(_ hit: WordFinder.Hit, _ pattern: Matcher?) -> Bool {
      range.contains(hit.range.lowerBound) && pattern?.occurs(in: text) != false
    }
  }

  private static let attributes = WordFinder(["@Test(", "@Suite("])
  /// Maximum number of bugs, each of which is compared with each skip; real tests have fewer.
  private static let mostBugs = 200

  private static func bugs(
    in text: AddedText, _ work: inout Int, _ room: inout SearchRoom
  ) -> [Bug] {
    let mark = Array(".bug".utf8)
    guard
      text.bytes.withUnsafeBytes({ ByteSearch.firstOffset(of: mark, in: $0, from: 0) }) != nil
    else { return [] }
    var bugs: [Bug] = []
    for hit in attributes.hits(in: text, part: .code, room: &room) where bugs.count < mostBugs {
      guard let call = CallArguments(behind: hit, in: text, work: &work) else { continue }
      let range = hit.range.upperBound..<call.position
      for argument in call.all where argument.code.starts(with: ".bug(".utf8) {
        let number = String(decoding: argument.code.dropFirst(5), as: UTF8.self)
          .trimmingPrefix("id:").filter { $0.isASCII && $0.isNumber }
        let words = String(decoding: argument.text ?? [], as: UTF8.self)
        if number.isEmpty, !NewWords.occur(in: Array(words.utf8)) { continue }
        bugs.append(Bug(range: range, text: words.isEmpty ? "#\(number)" : words))
      }
    }
    return bugs
  }

  /// The insufficient reason of a skip, empty when it has none; `nil` when the skip is justified.
  ///
  /// - Parameter arguments: `nil` when the call has no end and thus no arguments.
  private func problematicReason(
    of word: String, _ arguments: [CallArguments.Argument]?, _ pattern: Matcher?
  ) -> String? {
    guard let arguments else { return "" }
    if Self.dependsOnCondition(word, arguments) { return nil }
    // The first argument of these calls is a condition or a closure, not a message.
    let isCalledWithCondition =
      word == "XCTSkipIf(" || word == "XCTSkipUnless(" || word.hasSuffix("{")
    let messages = arguments.dropFirst(isCalledWithCondition ? 1 : 0).filter { argument in
      !Self.otherLabels.contains(where: argument.hasLabel)
        && !Self.isNothing(argument.code)
    }
    let text = messages.last { $0.text != nil }?.text ?? []
    let reason = NewWords.occur(in: text) ? String(decoding: text, as: UTF8.self) : ""
    if let pattern {
      if pattern.occurs(in: reason) { return nil }
    } else if !reason.isEmpty || !messages.isEmpty && messages.allSatisfy({ $0.text == nil }) {
      // `XCTSkip(message)`: a variable holds the reason.
      return nil
    }
    return reason
  }

  /// Whether code is `nil`, `nil as Comment?`, `.none`, an empty string, or only says where it is,
  /// such as `#function`.
  private static func isNothing(_ code: [UInt8]) -> Bool {
    code.starts(with: "nil as ".utf8) || places.contains { code.elementsEqual("#\($0)".utf8) }
      || ["nil", ".none", ".init()", "String()"].contains { code.elementsEqual($0.utf8) }
  }

  private static let places = ["column", "file", "fileID", "filePath", "function", "line"]

  /// Labels of arguments other than messages.
  private static let otherLabels = [
    "enabled", "failingBlock", "file", "if", "issueMatcher", "line", "options", "sourceLocation",
    "strict",
  ]

  /// Whether a call has a condition that decides whether the test runs; only such a call needs no
  /// message. A constant condition does not count, unless it leaves the test enabled.
  private static func dependsOnCondition(
    _ word: String, _ arguments: [CallArguments.Argument]
  ) -> Bool {
    if word == "XCTSkipIf(" || word == "XCTSkipUnless(" {
      return arguments.first.map { isCondition($0.code[...], word == "XCTSkipIf(") } ?? false
    }
    if word == "XCTExpectFailure{" { return arguments.first.map { isMatcher($0.code) } ?? false }
    guard word.hasPrefix(".") else { return false }
    let disables = word.hasPrefix(".disabled")
    if word.hasSuffix("(") {
      // Another method of that name, or a trait with only a trailing closure.
      guard let first = arguments.first, first.hasLabel("if") else { return !disables }
      return isCondition(first.code.dropFirst("if:".utf8.count), disables)
    }
    guard let code = arguments.first?.code else { return true }
    return isCondition(code.starts(with: "return ".utf8) ? code.dropFirst(7) : code[...], disables)
  }

  /// Whether the code of a closure says of an issue, `$0`, whether it is the expected one. `$0` in
  /// a closure within the code that fails is something else.
  private static func isMatcher(_ code: [UInt8]) -> Bool {
    var (depth, isNamed) = (0, false)
    var named: [UInt8] = []
    for (index, byte) in code.enumerated() {
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      let isIssue = code[index...].starts(with: "$0".utf8)
      isNamed = isNamed || isIssue && depth == 0
      // A word that begins with a digit would be constant.
      named.append(isIssue ? UInt8(ascii: "_") : byte)
    }
    return isNamed && !code.suffix(4).elementsEqual("true".utf8)
      && !ConstantCode.isConstant(named[...])
  }

  /// Whether code is a real condition, or a constant that leaves the test enabled.
  private static func isCondition(_ code: ArraySlice<UInt8>, _ disables: Bool) -> Bool {
    var condition = BuildCondition(Array(code))
    if let value = condition.value() { return value != disables }
    // `1 > 2`, `Bool()` and `"on".isEmpty` are also constant.
    return !ConstantCode.isConstant(code)
  }

  private func addIdle(
    _ text: AddedText, _ contents: FileContents?, _ room: ConditionRoom, to list: inout FindingList
  ) {
    let word = Array("return".utf8)
    guard text.path.utf8.suffix(6).elementsEqual(".swift".utf8),
      text.bytes.withUnsafeBytes({ ByteSearch.firstOffset(of: word, in: $0, from: 0) }) != nil
    else { return }
    // All lines of a new file are added.
    let isWhole = text.numbers.elementsEqual(1...text.count)
    guard let source = contents?.new ?? (isWhole ? text.bytes : nil) else { return }
    let idle = IdleTests(source, room).lines
    for (index, number) in text.numbers.enumerated() where idle.contains(number) {
      list.add(options.level) {
        options.finding(
          "test returns before it tests anything",
          at: text.location(ofLine: index, offset: text.range(ofLine: index).lowerBound),
          help: "Delete it, or skip it with a reason that is reported.")
      }
    }
  }

  /// Adds findings for macros that replace those of Swift Testing, and for traits that do not run
  /// the test in their scope.
  private func addReplaced(
    _ text: AddedText, _ room: inout SearchRoom, to list: inout FindingList
  ) {
    func add(_ words: String, _ hit: WordFinder.Hit) {
      list.add(options.level) {
        options.finding(
          words, at: text.location(ofLine: hit.line, offset: hit.range.lowerBound),
          help: "Enable the test again, or skip it with a reason that is reported.")
      }
    }
    for hit in Self.macros.hits(in: text, part: .code, room: &room) {
      add("a custom macro replaces `@\(hit.word.dropFirst(6).dropLast())`", hit)
    }
    let scopes = Self.scopes.hits(in: text, part: .code, room: &room)
    for hit in scopes where !scopeRunsTest(hit, text, &room, isOneOfMany: scopes.count > 20) {
      add("a trait does not run the test: `provideScope`", hit)
    }
  }

  /// Whether the closure argument of `provideScope(for:testCase:performing:)` is called or passed
  /// on.
  private func scopeRunsTest(
    _ hit: WordFinder.Hit, _ text: AddedText, _ room: inout SearchRoom, isOneOfMany: Bool
  ) -> Bool {
    let label = Array("performing".utf8)
    let head = Array(text.bytes[hit.range.upperBound...].prefix(1_000))
    guard !isOneOfMany,
      let start = head.withUnsafeBytes({ ByteSearch.firstOffset(of: label, in: $0, from: 0) })
    else { return false }
    let rest = head[(start + label.count)...]
    // A parameter without a name of its own has its label as its name.
    let own = rest.drop { $0 <= 0x20 }.prefix { $0.isWordByte }
    let name = own.isEmpty ? label[...] : own
    let end = hit.range.upperBound + (own.isEmpty ? start + label.count : own.endIndex)
    return WordFinder([String(decoding: name, as: UTF8.self)])
      .hits(in: text, part: .code, room: &room).lazy.filter { $0.range.lowerBound >= end }
      .prefix(Self.mostUses).contains { UsedName(at: $0.range, in: text.bytes).runsClosure }
  }

  /// Maximum number of uses to check; real code has fewer.
  private static let mostUses = 1_000
}

import CIModel
import CIRules
import Testing

/// Words that rules on tests look for, in all the ways in which Swift lets a call be written.
struct TestWordTests {
  private func messages(
    _ rule: String, _ lines: [String], path: String = "Tests/ATests.swift"
  ) -> [String] {
    var facts = makeFacts([FileChange(.modified, path, additions: lines.count)])
    facts.addedText = [
      AddedText(
        path: path,
        lines: lines.enumerated().map { AddedLine(path, line: $0.offset + 1, text: $0.element) })
    ]
    return RuleSet(settings: [RuleSettings(id: rule)], includesDefaults: false)
      .findings(in: facts).map(\.message)
  }

  @Test(arguments: [
    "fit(\"a\") {", "fit (\"a\") {", "fit/* a */(\"a\") {", "`fit`(\"a\") {", "Quick.fit(\"a\") {",
    "Quick . fit(\"a\") {", "/* func */ fit(\"a\") {", "describe(\"func\") { fit(\"a\") {",
    "self.fit(\"a\") {", "Self.fit(\"a\") {", "super.fit(\"a\") {", "self?.fit(\"a\") {",
    "QuickSpec.fit(\"a\") {", "CartSpec\n  .fit(\"a\") {", "Quick/**/.fit(\"a\") {",
    "Quick // a\n  .fit(\"a\") {", "Quick\n\n  .fit(\"a\") {", "`Quick`.fit(\"a\") {",
    "let k = Kind.func\r  fit(\"a\") {", "0...fit(\"a\") {", "fit /* /* a */ */ (\"a\") {",
    "fit/*\(String(repeating: "a", count: 300))*/(\"a\") {",
    "Quick/*\(String(repeating: "a", count: 5_000))*/.fit(\"a\") {",
    "let a = `func`\nfit(\"a\") {", "let a = $func\nfit(\"a\") {",
  ])
  func focusedTests(code: String) {
    #expect(messages("focused-tests", lines(code)) == ["focused test: fit(…)"])
  }

  /// Jest's tables, as calls and as tagged templates.
  @Test(arguments: [
    ("test.only.each([1])('a', f)", ".only.each(…)"),
    ("test.only.each`a`('b', f)", ".only.each`…`"),
    ("fit.each`a`('b', f)", "fit.each`…`"), ("fdescribe.each `a`('b', f)", "fdescribe.each`…`"),
    ("test.only.failing('a', f)", ".only.failing(…)"),
    ("test.only.for([1])('a', f)", ".only.for(…)"),
    ("it.only.concurrent\n  .each<A>([1])", ".only.concurrent.each(…)"),
    ("describe.only . shuffle ('a', f)", ".only.shuffle(…)"), ("it.only('a', f)", ".only(…)"),
  ])
  func focusedTestsOfJest(code: String, name: String) {
    #expect(
      messages("focused-tests", lines(code), path: "Tests/a.test.ts") == ["focused test: \(name)"])
  }

  @Test(arguments: ["a.only.includes(1)", "a.only.for", "a.only = f(1)", "a.only.each.length"])
  func propertiesThatAreCalledOnly(code: String) {
    #expect(messages("focused-tests", [code], path: "Tests/a.test.ts") == [])
  }

  /// Each language has its own ways to disable a test.
  @Test(arguments: [
    ("a.m", "XCTSkipIf(YES);", 1), ("a.m", "XCTSkipIf(!NO, @\"\");", 1),
    ("a.mm", "XCTSkipIf(TRUE);", 1),
    ("a.m", "XCTSkipUnless(FALSE);", 1), ("a.m", "XCTSkipUnless((BOOL)NO);", 1),
    ("a.m", "XCTSkipIf(NO);", 0), ("a.m", "XCTSkipUnless(YES);", 0),
    ("a.m", "XCTSkipIf(YESTERDAY);", 0),
    ("a.m", "XCTSkipIf(YES, @\"no keychain\");", 0), ("a.swift", "try XCTSkipIf(YES)", 0),
    ("a.m", "- (void)DISABLED_testA {", 1), ("a.m", "- (void) xtestA {", 1),
    ("a.m", "- (void)testDISABLED_A {", 0),
    ("a.m", "XCTExpectFailure();", 1), ("a.m", "XCTExpectFailure(@\"#12\");", 0),
    ("a.swift", "XCTExpectFailure()", 1), ("a.swift", "XCTExpectFailure(\"\")", 1),
    ("a.swift", "XCTExpectFailure { f() }", 1), ("a.swift", "XCTExpectFailure { f { $0 } }", 1),
    ("a.swift", "XCTExpectFailure { $0.type == .system }", 0),
    ("a.swift", "XCTExpectFailure { $0.text.hasPrefix(\"a\") }", 0),
    ("a.swift", "XCTExpectFailure { _ = $0; return true }", 1),
    ("a.swift", "XCTExpectFailure { $0 === $0 }", 1),
    ("a.swift", "XCTExpectFailure(\"slow\") { f() }", 0),
    ("a.swift", "XCTExpectFailure(strict: false)", 1), ("a.swift", "XCTExpectFailure(reason)", 0),
    ("a.cc", "TEST(Parser, DISABLED_Reads) {", 1), ("a.cc", "TEST_F(DISABLED_Parser, Reads) {", 1),
    ("a.cc", "int DISABLED_FLAGS = 0;", 0), ("a.swift", "TEST(a, DISABLED_b)", 0),
    ("a.js", "it.skip('adds', () => {", 1), ("a.ts", "describe.skip(\"a\", f)", 1),
    ("a.mjs", "test.concurrent.skip(`a`, f)", 1), ("a.ts", "test.skip()", 1),
    ("a.js", "it.todo('adds')", 1),
    ("a.ts", "test.skip(isLinux, 'no font')", 0), ("a.ts", "rows.skip('a')", 0),
    ("a.js", "xit('adds', f)", 1), ("a.js", "xtest('adds', f)", 1),
    ("a.swift", "it.skip(\"a\")", 0),
    ("a.js", "// it.skip('adds')", 0),
    ("a.js", "it.skip.each([1, 2])('adds %i', (n) => {", 1), ("a.ts", "it.skip<T>('adds')", 1),
    ("a.js", "describe.skip.each`a`('adds', f)", 1), ("a.js", "xit.each([1])('adds', f)", 1),
    ("a.js", "xtest.failing('adds', f)", 1), ("a.js", "rows.skip.each(f)", 0),
    ("a.ts", "if (it.skip < (1)) {", 0), ("a.js", "this.skip()", 0),
    ("a.js", "describe('http://a', () => it.skip('adds', f))", 1),
  ])
  func disabledTestsOfOtherLanguages(file: String, line: String, count: Int) {
    #expect(messages("disabled-tests", [line], path: "Tests/\(file)").count == count)
  }

  @Test(arguments: [
    ("// it(\"adds\") {", 1), ("//  describe(\"x\") {", 1), ("// it(adds) {", 0),
    ("// call it(\"x\")", 0), ("//func testA() {", 1), ("// it('adds') {", 0),
    ("// test(\"adds\") {", 0), ("//  @Test(\"Adds\")\n//  func testA() {", 1),
    ("// @Test\n//func a() {", 1), ("// @Test func a() {\n// @Test func b() {", 2),
    ("// func testA() {\n// func testB() {", 2),
  ])
  func commentedTests(code: String, count: Int) {
    #expect(messages("disabled-tests", lines(code)).count == count)
  }

  @Test(arguments: [
    ("a.js", "// it('adds', () => {", 1), ("a.ts", "//test(`adds`, () => {", 1),
    ("a.js", "// test(\"adds\", f)", 1), ("a.js", "// run test('adds')", 0),
    ("a.js", "// test(adds)", 0), ("a.m", "// - (void)testAdd {", 1),
    ("a.m", "//-(void) testAdd", 1),
    ("a.m", "// - (void)testAdd is slow", 0), ("a.cc", "// TEST(Parser, Reads) {", 1),
    ("a.cc", "//TEST_F(Parser, Reads)", 1), ("a.cc", "// TEST(Parser, Reads) is slow", 0),
    ("a.cc", "// TEST(x)", 0), ("a.js", "// TEST(a, b) {", 0),
  ])
  func commentedTestsOfOtherLanguages(file: String, line: String, count: Int) {
    #expect(messages("disabled-tests", [line], path: "Tests/\(file)").count == count)
  }

  /// Beginnings of tests that end them.
  @Test(arguments: [
    ("return\nf()", 1), ("return // flaky\nf()", 1), ("// flaky\n\nreturn;f()", 1),
    ("guard false else { return }\nf()", 1), ("guard 1 > 2 else {\nreturn\n}\nf()", 1),
    ("if true { return }\nf()", 1), ("if !false {\nreturn }\nf()", 1),
    ("return ()\nf()", 1), ("return Void() ; f()", 1), ("return ()", 0), ("return (a)\nf()", 0),
    ("return f()", 0), ("return", 0), ("return // flaky", 0), ("f()\nreturn\ng()", 0),
    ("guard isLinux else { return }\nf()", 0), ("if let a = b { return }\nf()", 0),
    ("guard true else { return }\nf()", 0), ("if false { return }\nf()", 0),
    ("returned()\nf()", 0), ("if true { f() }", 0), ("let a = { return }\nf()", 0),
  ])
  func testsThatReturnAtOnce(body: String, count: Int) {
    let expected = Array(repeating: "test returns before it tests anything", count: count)
    for head in ["@Test func a() {", "class A: XCTestCase { func testA() throws {"] {
      #expect(messages("disabled-tests", lines("\(head)\n\(body)\n}}")) == expected)
    }
    #expect(messages("disabled-tests", lines("func a() {\n\(body)\n}")) == [])
  }

  @Test(arguments: [
    ("#import \"OCMock.h\"", 1), ("#include \"OCMock/OCMock.h\"", 1), ("@import OCMock;", 1),
    ("#define A \"OCMock.h\"", 0), ("let a = \"import OCMock\"", 0),
  ])
  func importedMocks(line: String, count: Int) {
    #expect(messages("test-mocks", [line], path: "Tests/A.m").count == count)
  }

  private func lines(_ code: String) -> [String] {
    code.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    "func fit(_ a: Int) {", "func  `fit`(_ a: Int) {", "box.fit(size)", "fit.count", "profit (1)",
    "let fit = (1)", "Layout.fit(1)", "func fit /* (1) */ {", "`box`.fit(1)", "box // a\n  .fit(1)",
    "box\n  // \(String(repeating: "a", count: 500))\n\n  .fit(1)", "func /* a */ fit(_ a: Int) {",
    "func\n  fit(_ a: Int) {", "myself.fit(1)", "make().fit(1)", "box?.fit(1)", "fit\n(1)",
    "$Quick.fit(1)", "x\n`.fit(1)", "`\n`.fit(1)", "Quick`\n.fit(1)", "`\n.fit(1)", "x\n`  .fit(1)",
  ])
  func otherUses(code: String) {
    #expect(messages("focused-tests", lines(code)) == [])
  }

  /// Functions of other names, and calls that are not seen to their end.
  @Test(arguments: [
    ("let line = fit([(0, 0), (1, 1)], degree: 1)", 0), ("let line = fit(\"a\", to: points)", 0),
    ("fit(name) {", 1), ("fit(\"adds\")\n{", 1), ("fit(\"adds\", closure: check)", 1),
    ("fit(\"adds\")", 1), ("fit(samples)", 0), ("fit(samples) {", 1), ("routes.only(\"index\")", 0),
    (".only(\"title\")", 0), (".only.each([1])", 0),
    ("fit(\n\"adds\"\n) {", 1), ("fit(\"adds\",", 1), ("fit(size, to: box) {", 0),
    ("let a = fit(\"a\")\nlet b = 1", 0), ("let a = fit(\"a\")", 0),
  ])
  func functionsThatAreCalledFit(code: String, count: Int) {
    #expect(messages("focused-tests", lines(code)).count == count)
  }

  @Test func memberInTheNextLine() {
    #expect(messages("focused-tests", ["box", "  .fit(size)"]) == [])
    #expect(messages("focused-tests", ["Quick", "  .fit(\"a\") {"]) == ["focused test: fit(…)"])
  }

  @Test(arguments: [
    "Foundation.sleep(5)", "Foundation.Thread.sleep(forTimeInterval: 1)", "/* func */ sleep(5)",
    "try await Task<Never, Never>.sleep(nanoseconds: 5)", "Foundation /* a */ . sleep(5)",
    "try await Task<Never , Never>.sleep(nanoseconds: 5)",
    "try await Task<_, _>.sleep(nanoseconds: 5)",
    "try await Task<Swift.Never, Never>.sleep(nanoseconds: 5)",
    "try await Task .sleep(nanoseconds: 5)",
    "try await Task\n  .sleep(nanoseconds: 5)",
    "try await Task<Never,\n  Never>.sleep(nanoseconds: 5)",
    "try await `Task`.`sleep`(for: .seconds(1))", "RunLoop.current // a\n  .run(until: date)",
    "expect(a).`toEventually`(equal(1))", "expect(a)\n  . toEventually(equal(1))",
    "Darwin.sleep(2)", "try await ContinuousClock().sleep(for: .seconds(2))",
    "try await ContinuousClock() . sleep(until: .now)", "try await SuspendingClock().sleep(for: x)",
    "try await Task.sleep(for: x, clock: .continuous)",
  ])
  func waits(code: String) {
    #expect(messages("test-waits", lines(code)).count == 1)
  }

  @Test(arguments: [
    "MyTask.sleep(1)", "task.sleep(1)", "Task.detached { box.sleep(1) }", "a > b.sleep(1)",
    "RunLoop.other.run(1)", "clock.sleep(for: x)", "let Task = sleepy",
  ])
  func otherSleeps(line: String) {
    #expect(messages("test-waits", [line]) == [])
  }

  /// An apostrophe begins no string.
  @Test(arguments: [
    ("a.yml", "name: Don't panic # TODO better", 1), ("a.sh", "echo 'a # TODO'", 0),
    ("a.sh", "echo 'a' # TODO don't", 1), ("Makefile", "all: # don't TODO", 1),
    ("GNUmakefile", "all: # TODO", 1),
    ("a.sh", "grep \\\" f  # TODO", 1), ("a.toml", "\"\"\" # TODO", 1), ("a.kt", "'\"' // TODO", 1),
    ("a.rs", "'\"'; // TODO", 1), ("a.py", "'\'\'# TODO", 1), ("a.py", "a = \"# TODO\"", 0),
    ("a.sh", "echo \"\\\"# TODO\"", 0),
    // What is behind a comment is no ticket, and neither is a bare scheme.
    ("a.swift", "/* TODO: check */ let a = \"https://a.org\"", 1),
    ("a.swift", "/* TODO: see https://a.org */ f()", 0), ("a.swift", "// TODO: a/*/b (#12)", 0),
    ("a.swift", "f() /* a */ // TODO: strip the https:// prefix", 1),
  ])
  func apostrophes(path: String, line: String, count: Int) {
    #expect(messages("todo-tickets", [line], path: path).count == count)
  }

  /// A string of several lines ends before a comment.
  @Test(arguments: [
    ("a.py", "a = \"\"\"\nb\n\"\"\"  # TODO: c", 1),
    ("a.py", "a = \"\"\"\n# b\nTODO: c\n\"\"\"", 0),
    ("a.sh", "echo \"a\nb\" # TODO: c", 1), ("a.sh", "echo \"a\nTODO b\"", 0),
    ("a.yml", "a: \"b\n  c\" # TODO: d", 1), ("a.toml", "TODO = 1", 0),
  ])
  func commentsBehindStrings(path: String, code: String, count: Int) {
    var facts = makeFacts([FileChange(.modified, path, additions: 1)])
    facts.addedLines = lines(code).enumerated().map { AddedLine(path, line: $0 + 1, text: $1) }
    facts.contents[RepositoryPath(path)] = FileContents(new: Array("\(code)\n".utf8))
    let rules = RuleSet(settings: [RuleSettings(id: "todo-tickets")], includesDefaults: false)
    #expect(rules.findings(in: facts).count == count)
  }

  /// A string in any quotes may hold slashes.
  @Test(arguments: [
    ("['https://a.org'].forEach((url) => it.only(url, f))", 1),
    ("[`https://a.org`].forEach((url) => it.only(url, f))", 1),
    ("glob('src/**').forEach((a) => it.only(a, f))", 1),
    ("f() // don't it.only(1)", 0), ("f('a') // it.only('b')", 0),
  ])
  func quotesOfJavaScript(line: String, count: Int) {
    #expect(messages("focused-tests", [line], path: "Tests/a.test.js").count == count)
  }

  /// A word wherever it stands in a comment of several lines, and nowhere else.
  @Test(arguments: [
    ("/*\n  - TODO: x\n*/", 1), ("/*\n  1. TODO: x\n*/", 1), ("/*\n  Slow. TODO: x\n*/", 1),
    ("/*\n  (TODO) x\n*/", 1), ("/*\n\u{A0}TODO: x\n*/", 1), ("/*\n  say \"TODO\"\n*/", 1),
    ("/*\n  say \"TODO #12\"\n*/", 0), ("let a = [\n  1, TODO,\n]", 0),
    ("let a = \"\"\"\n  - TODO: x\n  \"\"\"", 0), ("let a = b / TODO / c", 0),
    ("let a = f(/TODO\\/, \"TODO\")", 0),
  ])
  func wordsInBlockComments(code: String, count: Int) {
    var facts = makeFacts([FileChange(.modified, "a.swift", additions: 1)])
    facts.addedLines = lines(code).enumerated().map {
      AddedLine("a.swift", line: $0 + 1, text: $1)
    }
    facts.contents = ["a.swift": FileContents(new: Array((code + "\n").utf8))]
    let rules = RuleSet(settings: [RuleSettings(id: "todo-tickets")], includesDefaults: false)
    #expect(rules.findings(in: facts).count == count)
  }

  @Test(arguments: [
    ("// @Test\n//  func adds() {", 1), ("  //@Test\n  //func adds() {", 1),
    ("// @Test func testAdds() {", 1), ("// @MainActor func testAdd() {", 1),
    ("//  override public func testAdd() {", 1), ("// @Test(\"a\")\n// func adds() {", 1),
    ("// @Test\nfunc adds() {", 0), ("// @Test\n// marks a func", 1), ("// see func testAdd()", 0),
    ("// @Test is an attribute\n// func adds() {", 0), ("/// @Test\n/// func adds() {", 0),
    ("throw XCTSkip(#function)", 1), ("try Test.cancel()", 1), ("try Test.Case.cancel()", 1),
    ("try Test.cancel(\"slow\")", 0),
  ])
  func testsThatDoNotRun(code: String, count: Int) {
    #expect(messages("disabled-tests", lines(code)).count == count)
  }

  private static let calls = """
    @Test(
      .enabled(
        if: Platform.hasNetwork
      )
    )
    func total() {}
    func testA() throws {
      try XCTSkipUnless(
        Platform.hasNetwork,
        "needs a network"
      )
      throw XCTSkip(
      )
    }

    """

  /// A call goes over several lines, of which the change touches some.
  @Test(arguments: [
    ("if: Platform.hasNetwork", "if: false", 1),
    ("    Platform.hasNetwork,\n    \"needs a network\"", "    false", 1),
    ("    Platform.hasNetwork,\n", "    false,\n", 0),
    (",\n    \"needs a network\"", "", 0), ("XCTSkipUnless", "XCTSkipIf", 0), ("testA", "testB", 0),
    ("    Platform.hasNetwork,\n    \"needs a network\"\n", "", 1), ("func total", "func sum", 0),
    ("\n    if: Platform.hasNetwork\n  ", "if: false", 1), ("XCTSkip(\n  )", "XCTSkip()", 1),
  ])
  func callsOverSeveralLines(text: String, replacement: String, count: Int) {
    let path = "Tests/ATests.swift"
    let new = Self.calls.replacing(text, with: replacement)
    let known = Set(lines(Self.calls))
    let added = lines(new).enumerated().filter { !known.contains($0.element) }
    var facts = makeFacts([
      FileChange(.modified, path, additions: added.count, deletions: 1)
    ])
    facts.addedText = [
      AddedText(
        path: path, lines: added.map { AddedLine(path, line: $0.offset + 1, text: $0.element) })
    ]
    facts.contents = [path: FileContents(old: Array(Self.calls.utf8), new: Array(new.utf8))].byPath
    let rules = RuleSet(settings: [RuleSettings(id: "disabled-tests")], includesDefaults: false)
    #expect(rules.findings(in: facts).count == count)
  }

  @Test(
    arguments: [
      ("@Test(.enabled(if: 1 > 2)) func a() {}", true),
      ("@Test(.disabled(if: 0 == 0)) func a() {}", true),
      ("@Test(.enabled(if: Bool())) func a() {}", true),
      ("@Test(.disabled /* a */ ()) func a() {}", true), ("throw XCTSkip.init()", true),
      ("throw XCTSkip\u{A0}()", true), ("throw XCTSkip \u{A0} ()", true),
      ("throw XCTSkip\u{2003}()", false), ("throw XCTSkip . init()", false),
      ("@Test(.`disabled`()) func a() {}", true),
      ("@Test(.disabled(.none)) func a() {}", true),
      ("@Test(.disabled(nil as Comment?)) func a() {}", true),
      ("@Test(.enabled(if: false as Swift.Bool)) func a() {}", true),
      ("@Test(.enabled(if: Swift.Bool())) func a() {}", true),
      ("@Test(.enabled { return false }) func a() {}", true),
      ("@Test(.enabled /* a */ { false }) func a() {}", true),
      ("try XCTSkipIf(true, String())", true),
      ("@Test(.enabled { try isOn() }) func a() {}", false),
      ("pending(\"adds\") {", true), ("pending(adds)", false),
      ("let order = pending(\"A-1\")", false), ("pending(\"adds\", closure: check)", true),
      ("pending", false),
      ("queue.pending(\"adds\")", false), ("func pending(\"adds\") {", false),
      ("@Test(.disabled(nilas)) func a() {}", false), ("func  DISABLED_testA() {", true),
      ("@Test(.enabled(if: version > 2)) func a() {}", false),
      // Literals, with members.
      ("@Test(.enabled(if: \"on\".isEmpty)) func a() {}", true),
      ("@Test(.enabled(if: \"on\".hasPrefix(\"x\"))) func a() {}", true),
      ("@Test(.enabled(if: \"on\".range(of: \"x\") != nil)) func a() {}", true),
      ("@Test(.enabled(if: [1, 2].count.isMultiple(of: 3))) func a() {}", true),
      ("@Test(.disabled(if: (1 + 2).description == \"3\")) func a() {}", true),
      ("@Test(.enabled { [Int]().first?.description != nil }) func a() {}", true),
      ("@Test(.enabled(if: [\"a\", name].isEmpty)) func a() {}", false),
      ("@Test(.enabled(if: \"on\".hasPrefix(mode))) func a() {}", false),
      ("@Test(.enabled(if: \"on\".range(of: mode) != nil)) func a() {}", false),
      ("@Test(.enabled(if: .isOn)) func a() {}", false),
      ("@Test(.enabled(if: (0..<limit).isEmpty)) func a() {}", false),
      ("@Test(.enabled(if: Bool.random())) func a() {}", false),
      (
        "@Test(.enabled(if: ProcessInfo.processInfo.environment[\"CI\"] == nil)) func a() {}", false
      ),
      ("@Test(.enabled(if: flag ? true : false)) func a() {}", false),
      // What the compiler fills in, and types.
      ("@Test(.disabled(if: #line > 0)) func a() {}", true),
      ("@Test(.enabled(if: #file.isEmpty)) func a() {}", true),
      ("@Test(.enabled(if: Int.self == String.self)) func a() {}", true),
      ("@Test(.disabled(if: MemoryLayout<Int>.size > 0)) func a() {}", true),
      ("@Test(.enabled(if: .random(in: 0...0) == 1)) func a() {}", true),
      ("@Test(.enabled(if: .random(in: 0...1) == 1)) func a() {}", false),
      ("@Test(.enabled(if: Host.self == Mac.self)) func a() {}", false),
      ("@Test(.enabled(if: line > 0)) func a() {}", false),
      ("@Test(.enabled(if: #available(macOS 15, *))) func a() {}", false),
      // The condition of a skip.
      ("try XCTSkipIf(ProcessInfo.processInfo.environment[\"CI\"] != nil)", false),
      ("try XCTSkipUnless(isLinux)", false), ("try XCTSkipIf(true)", true),
      ("try XCTSkipUnless(false)", true), ("try XCTSkipIf(1 < 2)", true),
      ("try XCTSkipIf(false)", false), ("try XCTSkipIf(self == self)", true),
      ("try XCTSkipIf(a.b == c.b)", false),
      ("try XCTSkipIf(Optional(1) != nil)", true), ("try XCTSkipIf(sum() == sum())", false),
      ("try XCTSkipIf(a.b != a.b)", true), ("try XCTSkipIf(Optional(a) != nil)", false),
      ("try XCTSkipIf(\"\".isEmpty, \"\")", true), ("try XCTSkipIf(true, \"slow\")", false),
      ("try XCTSkipIf()", true),
      ("@Test(.disabled(if: isCI)) func a() {}", false),
      (
        "@attached(peer) fileprivate macro Test() = #externalMacro(module: \"M\", type: \"T\")",
        true
      ),
      ("macro /* a */ Suite (_ name: String) = #external", true), ("macro Testing() = #a", false),
      (
        "func provideScope(for t: Test, testCase: Test.Case?, performing function: () -> Void) {}",
        true
      ),
      ("func provideScope(for t: Test, testCase: C?, performing f: F) { /* f() */ }", true),
      ("func provideScope(for t: Test, testCase: C?, performing f: F) { try await f() }", false),
      ("func provideScope(for t: Test, testCase: C?, performing f: F) { _ = type(of: f) }", true),
      ("func provideScope(for t: Test, testCase: C?, performing f: F) { _ = f }", true),
      ("func provideScope(for t: T, testCase: C?, performing f: F) {}; func g(_ f: F) {}", true),
      ("func provideScope(for t: Test, testCase: C?, performing f: F) { _ = (f, [f]) }", true),
      ("func provideScope(for t: Test, testCase: C?, performing f: F) { return (f) }", true),
      ("func provideScope(for t: Test, testCase: C?, performing f: F) { print(1, f) }", true),
      ("func provideScope(for t: Test, testCase: C?, performing f: F) { try await `f` () }", false),
      (
        "func provideScope(for t: Test, testCase: C?, performing f: F) { a.run(1, work: f) }", false
      ),
      (
        "func provideScope(for t: Test, testCase: C?, performing f: F) { Box<Int>(f).run() }", false
      ),
      (
        "func provideScope(for t: Test, testCase: C?, performing f: F) { g(1) { _ in f() } }", false
      ),
      ("func provideScope(for t: Test, testCase: C?, performing: F) { g(performing) }", false),
    ])
  func disabledTests(line: String, isFlagged: Bool) {
    #expect(messages("disabled-tests", [line]).isEmpty == !isFlagged)
  }
}

import Testing
import YAMLDocument

@Suite struct ErrorTests {
  /// Errors that leave a tree, so that more can be checked.
  @Test(arguments: [
    (
      "a: 1\nb: 2\na: 3", "3:1-2", ParseError.Reason.duplicateKey("a", first: place(1, 1)),
      "{a: 1, b: 2}"
    ),
    ("{a: 1, 'a': 2}", "1:8-11", .duplicateKey("a", first: place(1, 2)), "{a: 1}"),
    (
      "x: {<<: {a: 1}, <<: {b: 2}}", "1:17-19", .duplicateKey("<<", first: place(1, 5)),
      "{x: {a: 1}}"
    ),
    ("a: 1\n---\nb: 2", "2:1-4", .severalDocuments, "{a: 1}"),
    ("a: !!str b", "1:4-11", .tag("!!str"), "{a: b}"),
    ("a: !reference [b]", "1:4-16", .tag("!reference"), "{a: [b]}"),
    ("a: !!python/object:x {}", "1:4-23", .tag("!!python/object:x"), "{a: {}}"),
    ("a: ! b", "1:4-7", .tag("!"), "{a: b}"),
    ("[a]: b\nc: d", "1:1-4", .complexKey, "{c: d}"),
    ("? {a: b}\n: c\nd: e", "1:3-9", .complexKey, "{d: e}"),
    ("a: {{ x }}", "1:5-10", .complexKey, "{a: ?}"),
    ("a: *b", "1:4-6", .undefinedAlias("b"), "{a: ?}"),
    ("a: *b\nb: &b 1", "1:4-6", .undefinedAlias("b"), "{a: ?, b: 1}"),
    ("a: &a [b, *a]", "1:11-13", .recursiveAlias("a"), "{a: [b, ?]}"),
    ("a: &a {<<: *a, b: 1}", "1:12-14", .recursiveAlias("a"), "{a: {b: 1}}"),
    ("a: {<<: b}", "1:9-10", .badMerge, "{a: {}}"),
    ("x: &x [1, 2]\na: {<<: *x, b: 1}", "2:9-11", .badMerge, "{x: [1, 2], a: {b: 1}}"),
    ("a: {<<: }", "1:9-9", .badMerge, "{a: {}}"),
  ])
  func collected(text: String, range: String, reason: ParseError.Reason, tree: String) {
    let document = parse(text)
    #expect(document.errors.map(\.reason) == [reason])
    #expect(document.errors.map { show($0.range) } == [range])
    #expect(outline(document.root) == tree)
  }

  /// Few keys are looked through, many are looked up.
  @Test(arguments: [2, 15, 16, 17, 18, 60], ["k0", "last", "<<"])
  func aKeyIsThereOnceAmongMany(count: Int, key: String) {
    var lines = ["<<: { merged: 0, k0: 1 }"] + (0..<count).map { "k\($0): \($0)" } + ["last: 0"]
    let whole = parse(lines.joined(separator: "\n"))
    #expect(whole.errors == [])
    guard case .mapping(let entries)? = whole.root?.content else {
      Issue.record("no mapping of \(count) keys")
      return
    }
    #expect(entries.map(\.key) == ["merged"] + (0..<count).map { "k\($0)" } + ["last"])
    let first = lines.firstIndex { $0.hasPrefix(key + ":") } ?? -1
    lines.append("\(key): {}")
    let document = parse(lines.joined(separator: "\n"))
    #expect(
      document.errors.map(\.reason) == [
        .duplicateKey(key, first: Position(line: first + 1, column: 1))
      ])
    #expect(document.errors.map(\.range.start.line) == [lines.count])
  }

  /// Errors after which there is no tree.
  @Test(arguments: [
    ("a: [b", "1:4-5", "this '[' is not closed"),
    ("a: {b: c", "1:4-5", "this '{' is not closed"),
    ("a: [b, c\nd: e", "1:4-5", "this '[' is not closed"),
    ("a: \"b\nc: d", "1:4-5", "this quote is not closed"),
    ("a: 'b", "1:4-5", "this quote is not closed"),
    ("a: b: c", "1:5-6", "unexpected ':'"),
    ("a: b\n  c: d", "2:3-4", "unexpected key"),
    ("a\nb: c", "2:1-2", "unexpected key"),
    ("a: @b", "1:4-5", "a value cannot begin with this character"),
    ("a: `b`", "1:4-5", "a value cannot begin with this character"),
    ("a: \"\\d\"", "1:5-6", "unknown escape in double quotes"),
    ("a: - b", "1:4-5", "a list entry cannot begin here"),
    ("a: %b", "1:4-5", "a value cannot begin with this character"),
    (
      "a:\n    b: c\n  d: e", "3:3-4",
      "expected a key in the column of the mapping that begins on line 1"
    ),
    ("- a\nb: c", "2:1-2", "expected '- ' in the column of the list that begins on line 1"),
    (
      "a: [b c: d, *]", "1:13-14", "an anchor or alias needs a name of letters, digits, '-' and '_'"
    ),
    ("\ta: b", "1:1-2", "a tab cannot indent YAML"),
    ("a:\n\tb: c", "2:1-2", "a tab cannot indent YAML"),
    ("a:\n  b: c\n\td: e", "3:1-2", "a tab cannot indent YAML"),
    ("a:\n\t\n  b: c", "2:1-2", "a tab cannot indent YAML"),
    ("a: |\n\tb", "2:1-2", "a tab cannot indent YAML"),
    ("a: b\nc: d\u{0}", "2:5-6", "control character U+0000"),
    ("日本: \u{1B}[31m", "1:5-6", "control character U+001B"),
    ("a: b\u{7F}", "1:5-6", "control character U+007F"),
    ("a: \u{FEFF}b", "1:4-5", "control character U+FEFF"),
  ])
  func fatal(text: String, range: String, message: String) {
    let document = parse(text)
    #expect(document.root == nil)
    #expect(document.errors.map(\.message) == [message])
    #expect(document.errors.map { show($0.range) } == [range])
  }

  @Test(
    arguments: [
      ([0x61, 0x3A, 0x20, 0xE9], "1:4-5", 0xE9), ([0x0A, 0xC3, 0xA9, 0xFF], "2:2-3", 0xFF),
      ([0xED, 0xA0, 0x80], "1:1-2", 0xED), ([0xC0, 0x80], "1:1-2", 0xC0),
      ([0x61, 0xF0, 0x9F, 0x8E], "1:2-3", 0xF0),
    ] as [([UInt8], String, UInt8)])
  func invalidUTF8(bytes: [UInt8], range: String, byte: UInt8) {
    let document = ParsedDocument(parsing: bytes)
    #expect(document.root == nil)
    #expect(document.errors.map(\.reason) == [.invalidUTF8(byte: byte)])
    #expect(document.errors.map { show($0.range) } == [range])
  }

  @Test(
    arguments: [
      [0xFF, 0xFE, 0x61, 0x00], [0xFE, 0xFF, 0x00, 0x61], [0x61, 0x00, 0x3A, 0x00],
      [0x00, 0x61, 0x00, 0x3A],
    ] as [[UInt8]])
  func utf16(bytes: [UInt8]) {
    #expect(ParsedDocument(parsing: bytes).errors.map(\.reason) == [.utf16])
  }

  @Test func severalErrorsInOnePass() {
    let document = parse("a: *x\nb: !t 1\na: 2\nc: *y\n")
    #expect(document.errors.map { show($0.range) } == ["1:4-6", "2:4-8", "3:1-2", "4:4-6"])
    #expect(outline(document.root) == "{a: ?, b: 1, c: ?}")
  }

  @Test func everyErrorHasWords() {
    let reasons: [ParseError.Reason] = [
      .tooLarge(limit: 1024), .tooDeep(limit: 1), .tooManyAliases(limit: 1),
      .tooManyNodes(limit: 1), .utf16, .invalidUTF8(byte: 0), .controlCharacter(0), .tab,
      .syntax(SyntaxProblem(original: "new words")), .duplicateKey("a", first: Self.place(1, 1)),
      .severalDocuments, .tag("!"), .complexKey, .undefinedAlias("a"), .recursiveAlias("a"),
      .badMerge, .outOfMemory,
    ]
    let place = Self.place(1, 1)
    for reason in reasons {
      let error = ParseError(reason, at: SourceRange(place, place))
      #expect(!error.message.isEmpty && !error.help.isEmpty)
      #expect(!error.message.hasSuffix("."))
    }
  }

  static func place(_ line: Int, _ column: Int) -> Position {
    Position(line: line, column: column)
  }
}

import Testing
import YAMLDocument

@Suite struct TreeTests {
  @Test(arguments: [
    ("a: b", "{a: b}"),
    ("a:\n  - b\n  - c: d\n    e: f", "{a: [b, {c: d, e: f}]}"),
    ("{a: [b, c], d: {}}", "{a: [b, c], d: {}}"),
    ("a:", "{a: }"), ("a: ~", "{a: ~}"), ("- a\n- b", "[a, b]"), ("just text", "just text"),
    ("", "nothing"), ("# only a comment\n", "nothing"), ("\u{FEFF}", "nothing"), ("---", ""),
    ("\u{FEFF}a: b", "{a: b}"), ("a: b\r\nc: d\r\n", "{a: b, c: d}"),
    ("---\na: b\n...\n", "{a: b}"), ("%YAML 1.1\n---\na: b", "{a: b}"),
    ("1: a\ntrue: b\n~: c", "{1: a, true: b, ~: c}"),
    ("a: |\n  b\n  c\n", "{a: b\nc\n}"), ("a: |-\n  b\n", "{a: b}"),
    ("a: >\n  b\n  c\n", "{a: b c\n}"), ("a: |+\n  b\n\n", "{a: b\n\n}"),
    ("a: >-\n  b\n  c\n", "{a: b c}"), ("a: >+\n  b\n\n", "{a: b\n\n}"),
    ("a: 'it''s'\nb: \"\\u00e9\\n\"", "{a: it's, b: é\n}"),
    ("a: 日本語 🎉", "{a: 日本語 🎉}"), ("a: x # y", "{a: x}"), ("a: x#y", "{a: x#y}"),
  ])
  func values(text: String, expected: String) {
    let document = parse(text)
    #expect(document.errors.isEmpty)
    #expect(outline(document.root) == expected)
  }

  @Test(arguments: [
    ("a: b", "{a@1:1-2: b@1:4-5}@1:1-5"),
    ("a: b\nlonger: value # comment\n", "{a@1:1-2: b@1:4-5, longer@2:1-7: value@2:9-14}@1:1-3:1"),
    ("a: [b, 'c d']", "{a@1:1-2: [b@1:5-6, c d@1:8-13]@1:4-14}@1:1-14"),
    ("- a\n- b: c", "[a@1:3-4, {b@2:3-4: c@2:6-7}@2:3-7]@1:1-2:7"),
    ("x:", "{x@1:1-2: @1:3-3}@1:1-3"),
    ("é🎉: 日本 \n\"k\": v", "{é🎉@1:1-3: 日本@1:5-7, k@2:1-4: v@2:6-7}@1:1-2:7"),
    ("\u{FEFF}a: b", "{a@1:1-2: b@1:4-5}@1:1-5"),
    ("a: b\r\nc: d", "{a@1:1-2: b@1:4-5, c@2:1-2: d@2:4-5}@1:1-2:5"),
    ("a: b\rc: d", "{a@1:1-2: b@1:4-5, c@2:1-2: d@2:4-5}@1:1-2:5"),
    // U+2028 ends no line for a compiler or an editor.
    (
      "a: \"x\u{2028}y\"\nb: c", "{a@1:1-2: x\u{2028}y@1:4-9, b@2:1-2: c@2:4-5}@1:1-2:5"
    ),
    ("a: \"x\\\n  y\"", "{a@1:1-2: xy@1:4-2:5}@1:1-2:5"),
  ])
  func places(text: String, expected: String) {
    let document = parse(text)
    #expect(document.errors.isEmpty)
    #expect(outline(document.root, places: true) == expected)
  }

  @Test(arguments: [
    ("a", Scalar.Style.plain), ("'a'", .singleQuoted), ("\"a\"", .doubleQuoted),
    ("|-\n  a", .literal), (">-\n  a", .folded),
  ])
  func styles(text: String, style: Scalar.Style) throws {
    guard case .mapping(let entries) = parse("k: \(text)").root?.content,
      let entry = entries.first
    else {
      Issue.record("no mapping")
      return
    }
    #expect(entry.value.content == .scalar(Scalar("a", style: style)))
  }

  @Test(arguments: [
    ("", true), ("~", true), ("null", true), ("Null", false), ("''", false), ("'~'", false),
    ("\"null\"", false), ("0", false), ("|", false),
  ])
  func nulls(text: String, isNull: Bool) {
    guard case .mapping(let entries) = parse("k: \(text)\n").root?.content,
      case .scalar(let scalar) = entries.first?.value.content
    else {
      Issue.record("no scalar")
      return
    }
    #expect(scalar.isNull == isNull)
  }

  @Test(arguments: [
    ("a: &x b\nc: *x", "{a: b, c: b}"),
    ("a: &x {k: v}\nb: *x\nc: [*x]", "{a: {k: v}, b: {k: v}, c: [{k: v}]}"),
    ("a: &x 1\nb: &x 2\nc: *x", "{a: 1, b: 2, c: 2}"),
    ("&k a: 1\nb: *k", "{a: 1, b: a}"),
    ("a: &k x\n*k : 1", "{a: x, x: 1}"),
    // Own keys win, before or after the merge; then the first source.
    ("m: &m {a: 1, b: 2}\nn: {<<: *m, b: 3}", "{m: {a: 1, b: 2}, n: {a: 1, b: 3}}"),
    ("m: &m {a: 1, b: 2}\nn: {b: 3, <<: *m}", "{m: {a: 1, b: 2}, n: {b: 3, a: 1}}"),
    (
      "m: &m {a: 1}\no: &o {a: 2, c: 4}\nn: {<<: [*m, *o]}",
      "{m: {a: 1}, o: {a: 2, c: 4}, n: {a: 1, c: 4}}"
    ),
    ("n: {<<: {a: 1}, b: 2}", "{n: {a: 1, b: 2}}"),
    (
      "m: &m {a: 1}\nn: &n {<<: *m, b: 2}\no: {<<: *n}",
      "{m: {a: 1}, n: {a: 1, b: 2}, o: {a: 1, b: 2}}"
    ),
    ("n: {'<<': text}", "{n: {<<: text}}"), ("n: {<<: []}", "{n: {}}"),
  ])
  func aliasesAndMerges(text: String, expected: String) {
    let document = parse(text)
    #expect(document.errors.isEmpty)
    #expect(outline(document.root) == expected)
  }

  /// What comes through an alias keeps the place where it is written.
  @Test func aliasesKeepPlaces() {
    let document = parse("a: &x {k: v}\nb: {<<: *x}")
    #expect(
      outline(document.root, places: true)
        == "{a@1:1-2: {k@1:8-9: v@1:11-12}@1:4-13, b@2:1-2: {k@1:8-9: v@1:11-12}@2:4-12}@1:1-2:12")
  }
}

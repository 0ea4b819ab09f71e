import CIModel
import SourceCode
import Testing

@testable import CIRules

struct SourcePartsTests {
  /// What ends a line is no part of it, so that `$` of a pattern stands at the same place in every part.
  @Test(arguments: [
    ("a.c", "f(); // x\r\ng();\r\n", ["code"], ["f();     ", "g();"]),
    ("a.c", "f(); // x\r\ng();\r\n", ["comments"], ["     // x", "    "]),
    ("a.c", "f(); // x\r", ["code"], ["f();     "]),
    ("a.swift", "f() // x\r\ng()\n", ["code"], ["f()     ", "g()"]),
    // Scripts whose names end like those of plain text.
    ("CMakeLists.txt", "f() # x\n", ["comments"], ["f() # x"]),
    ("meson_options.txt", "# x\n", ["comments"], ["# x"]),
    ("a.txt", "# x\n", ["comments"], ["   "]),
  ])
  func keepsTheLengthOfLines(path: String, text: String, parts: [String], expected: [String]) {
    let lines = SourceParts(parts).lines(of: Array(text.utf8), path: path)
    #expect(
      (0..<lines.shown.count).map { String(decoding: lines.shown[$0], as: UTF8.self) } == expected)
  }
}

/// Rules that read the same file share its parse.
struct ParsedSourcesTests {
  @Test func otherBytesOfAFileAreReadAgain() {
    let texts = ["// a", "a //", "// a"].map { Array($0.utf8) }
    let expected = texts.map { ParsedSources.kinds(in: $0, path: "a.js") }
    #expect(expected[0] != expected[1])
    ParsedSources.$shared.withValue(ParsedSources()) {
      #expect(
        (texts + texts).map { ParsedSources.kinds(in: $0, path: "a.js") } == expected + expected)
    }
  }

  @Test(arguments: [(1_000, 2), (0, 6)])
  func rulesShareTheLines(most: Int, expected: Int) {
    let bytes = Array("f() // a\n".utf8)
    var made = 0
    ParsedSources.$shared.withValue(ParsedSources(most: most)) {
      for kind in [SwiftText.Kind.code, .code, .comment, .code, .comment, .code] {
        let selection = SourceParts.Selection(kinds: [kind], includesUnsure: true)
        let lines = ParsedSources.lines(of: bytes, path: "a.ts", selection) { kinds in
          made += 1
          #expect(kinds == SourceKinds.find(in: bytes, path: "a.ts"))
          let whole = FileLines(bytes)
          return ShownLines(whole: whole, uncommented: nil, shown: whole)
        }
        #expect(lines.whole.count == 1)
      }
    }
    #expect(made == expected)
  }
}

/// What is no change of code in languages other than Swift.
struct CodeChangeTests {
  @Test(arguments: [
    ("f();\ng(); // a\n", "  f();\n\n/* b */\ng();\n", true), ("f(\" a\");", "f(\"  a\");", false),
    ("f(R\"(\n  a\n)\");", "f(R\"(\na\n)\");", false),
    ("f(R\"(\n\na\n)\");", "f(R\"(\na\n)\");", false),
    ("#define A b \\\n\nc", "#define A b \\\nc", false), ("f(); ", "f();", true),
  ])
  func code(old: String, new: String, isSame: Bool) {
    let file = FileChange(.modified, "Sources/a.cpp", additions: 1)
    var facts = makeFacts([file])
    facts.contents[file.exactPath] = FileContents(old: Array(old.utf8), new: Array(new.utf8))
    #expect(CodeChange.keepsCode(file, facts) == isSame)
  }
}

/// What formatters change, and what changes the code.
@Suite struct SwiftLayoutTests {
  @Test(arguments: [
    ("f(a,b)", "f( a, // x\n  b )", true), ("let a:Int=1", "let a: Int = 1", true),
    ("a\n  .b()\n  .c { 1 }", "a.b().c{1}", true), ("a + b", "a\n  + b", true),
    ("func f()->Int{1}", "func f() -> Int {\n  1\n}", true), ("a /* x */ b", "a b", true),
    ("let a = \"b c\"", "let a=\"b c\"", true), ("a\n\n\n  b", "a\nb\n", true),
    ("[\n  1,\n  2\n]", "[1, 2]", true),
    ("let a = \"b c\"", "let a = \"b  c\"", false), ("a\nb", "a b", false), ("a b", "ab", false),
    ("a\n-b", "a - b", false), ("a -b", "a - b", false), ("return\nb", "return b", false),
    ("f\n(a)", "f(a)", false), ("f [a]", "f[a]", false), ("a < b", "a<b", false),
    ("a ? b : c", "a? b : c", false), ("a = -b", "a=-b", false), ("1\n.b", "1.b", false),
    ("return .b", "return.b", false), ("+ -a", "+-a", false), ("a: :b", "a::b", false),
    ("a\n{ b }", "a { b }", false), ("\"\"\"\n a\n \"\"\"", "\"\"\"\n  a\n \"\"\"", false),
    ("a = 1", "a = 2", false), ("`a  b` = 1", "`a b` = 1", false), ("`a b`=1", "`a b` = 1", true),
    ("x /* a\n*/ y", "x\ny", true),
  ])
  func layout(old: String, new: String, isSame: Bool) throws {
    let codes = try [old, new].map { try #require(SwiftLayout(Array($0.utf8))).code }
    #expect((codes[0] == codes[1]) == isSame)
  }

  @Test func unsureCodeHasNoLayout() {
    #expect(SwiftLayout(Array("let a = \"open".utf8)) == nil)
  }
}

import CIModel
import TestSupport
import Testing

@testable import Reporters

struct HTMLTests {
  @Test(arguments: [
    ("plain text", "plain text"), ("a < b & c > d", "a &lt; b &amp; c &gt; d"),
    ("\"quoted\" 'twice'", "&quot;quoted&quot; &#39;twice&#39;"), ("a\n\tb", "a\n\tb"),
    ("é < 日本", "é &lt; 日本"), ("a\u{202E}b", "a\\u{202E}b"), ("\u{1B}[31mred\u{1B}[0m", "red"),
    ("\u{0}<", "\\u{0}&lt;"), ("a\r\nb", "a\nb"), ("", ""),
  ])
  func escapesText(text: String, expected: String) {
    let html: HTML = "<p title=\"\(text)\">\(text)</p>"
    let markup = String(decoding: html.bytes, as: UTF8.self)
    #expect(markup == "<p title=\"\(expected)\">\(expected)</p>")
  }

  @Test func leavesMarkupAsItIs() {
    let inner: HTML = "<b>\("<")</b>"
    let outer: HTML = "<p>\(inner) \(7)</p>"
    #expect(String(decoding: outer.bytes, as: UTF8.self) == "<p><b>&lt;</b> 7</p>")
  }

  @Test(arguments: [
    ("Run `git fetch`.", "Run <code>git fetch</code>."), ("a ` b <", "a ` b &lt;"),
    ("`<x>`", "<code>&lt;x&gt;</code>"),
  ])
  func showsCommandsAsCode(sentence: String, expected: String) {
    let html: HTML = "\(sentence: sentence)"
    #expect(String(decoding: html.bytes, as: UTF8.self) == expected)
  }

  @Test(arguments: [
    ("plain", #""plain""#), ("</script>", #""\u003c/script\u003e""#), ("<!--", #""\u003c!--""#),
    ("a\"b\\c\nd", #""a\"b\\c\nd""#), ("\u{2028}\u{2029}", #""\u2028\u2029""#),
    ("\u{7}é😀", #""\u0007é😀""#),
  ])
  func writesDataAsJSON(text: String, expected: String) {
    var data = ScriptData()
    data.string(text)
    #expect(String(decoding: data.bytes, as: UTF8.self) == expected)
  }

  @Test(arguments: [
    ("a\nb\nc", 100, 2, "a\nb", "1 line left out"), ("a\nb\n\n", 100, 5, "a\nb", nil),
    ("abcdef", 4, 9, "abcd", "2 of 6 bytes are left out"), ("", 4, 1, "", nil),
  ])
  func clipsTheEnd(whole: String, bytes: Int, lines: Int, text: String, rest: String?) {
    let clipped = Clipped(whole, bytes: bytes, lines: lines)
    #expect(clipped.text == text)
    #expect(clipped.rest == rest)
  }

  @Test func clipsTheStart() {
    #expect(Clipped("a\nb\nc", .end, bytes: 100, lines: 2).text == "b\nc")
    #expect(Clipped("abcdef", .end, bytes: 2, lines: 2).text == "ef")
  }

  @Test(arguments: [
    ("Sources/A.swift", "Sources-A-swift-"), ("../../etc/passwd", "etc-passwd-"),
    ("/", "file-"), ("é", "file-"), ("a<b>\"c", "a-b-c-"), ("con", "con-"),
    (String(repeating: "x/", count: 500), String(repeating: "x-", count: 15) + "x--"),
  ])
  func namesPagesSafely(path: String, start: String) {
    let name = PageNames.file(path)
    #expect(name.hasPrefix(start.hasSuffix("--") ? String(start.dropLast()) : start))
    #expect(name.utf8.count <= 50)
    #expect(name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
  }

  /// Also where a disk does not tell upper from lower case, and for one letter written in two ways.
  @Test func namesDifferentPathsDifferently() {
    let paths = [
      "a/b.swift", "a-b.swift", "A/b.swift", "a/b_swift", "\u{E9}", "e\u{301}", "", "a//b.swift",
    ]
    #expect(Set(paths.map { PageNames.file($0).lowercased() }).count == paths.count)
  }

  @Test(arguments: [
    (
      "XCTAssertEqual failed: (\"3\") is not equal to (\"4\")",
      "XCTAssertEqual failed: (\"…\") is not equal to (\"…\")"
    ),
    ("index 12 of 0x1f out of 3.5", "index # of # out of #"), ("utf8 item2", "utf8 item2"),
    ("variable 'v1' was, it's 'a b'", "variable '…' was, it's 'a b'"), ("'a", "'a"),
    ("first\nsecond 2", "first"), ("an \"open quote", "an \"open quote"), ("", ""),
  ])
  func findsTheForm(message: String, form: String) {
    #expect(MessageForm.of(message) == form)
  }

  @Test(arguments: [
    (["use 'a'", "use 'a'\nmore"], "use 'a'"), (["use 'a'", "use 'b'"], "use '…'"), ([], ""),
  ])
  func theTitleIsTheMessageWhereAllHaveIt(messages: [String], title: String) {
    #expect(MessageForm.title(of: messages) == title)
  }
}

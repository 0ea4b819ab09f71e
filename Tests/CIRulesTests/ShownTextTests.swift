import Testing

@testable import CIRules

/// What readers see of a document.
struct ShownTextTests {
  @Test(arguments: [
    ("- Fixed it.", true), ("1. One", true), ("# One", true), ("> - [x] One", true),
    ("`<br>`", true), ("[text](https://a.org)", true), ("[text][1]", true),
    ("<https://a.org>", true),
    ("```\nlet a = 1\n```", true), ("<b>one</b>", true), ("<a\nhref='x'>one", true),
    ("a < b", true), ("<3", true), ("AT&T", true), ("[x]: is what it is", true),
    ("", false), ("-", false), ("* ", false), ("12.", false), ("- [ ]", false), ("- [x]", false),
    ("##", false), ("<!-- one -->", false), ("<!--\n- one\n-->", false), ("[x]: y", false),
    ("  [x]:\n  <y>\n  \"one two\"", false), ("[x\ny]: z 'one'", false), ("[^1]: one", false),
    ("- [x]: y", false), ("> [x]:\n> y", false), ("[x]:\n> y", true),
    ("> > [x]:\n>> y\n> 'z'", false),
    ("> [x]:\n> y z", true), ("<br>", false), ("<a name=\"x\"></a>", false), ("<a\nid=x\n>", false),
    ("`<!--` one -->", true), ("``<!--` one -->", false), ("`` a ` <!-- `` one -->", true),
    ("`\n\n<!-- one -->`", false), ("[x]: y (a\\)\n)", false), ("[x]: y (one", true),
    ("<![CDATA[ a > one ]]>", false), ("<? a > one ?>", false), ("<?a?> one", true),
    ("<a title=\"x > one\"></a>", false), ("<a title='x > one'\n></a>", false),
    ("<a title=x> one", true),
    ("<style>\none\n\ntwo\n</style >", false), ("<SCRIPT a>one</script>", false),
    ("<style>one</style> two", true), ("<styled>one", true), ("[x y]: <a b>", false),
    ("[x y]: <a b> \"one\"", false), ("[x y]: <a b> one", true), ("&nbsp;", false),
    ("&#8203;", false), ("[](a(b)c \"one\")", false), ("![](a.png)", false),
    ("[][x]", false), ("```swift\n```", false), ("~~~ one", false), ("***", false),
    ("- ```\n<!-- one -->", false), ("- ```\n  <!-- one -->", true),
    ("> ```\r\n> <!-- one -->", true), ("> ```\r\n<!-- one -->", false),
    ("[^1]: one\n\n    two\n\n\tthree", false), ("[^1]: one\n\ntwo", true),
    ("[^1]: one\r\n\r\n    two", false),
    ("<template>one</template>", false),
    ("[](" + String(repeating: "a", count: 3_000) + ")", false), ("<?one?>", false),
  ])
  func markdown(text: String, hasWords: Bool) {
    let shown = ShownText.of(Array((text + "\n").utf8), at: "docs/CHANGELOG.md")
    #expect(NewWords.occur(in: shown) == hasWords, "\(String(decoding: shown, as: UTF8.self))")
  }

  /// In a block of HTML no code begins.
  @Test(arguments: [
    ("<div>\n~~~\n</div>\n", true), ("<pre>\n\n~~~\n</pre>", true),
    ("<x-a b=\"c\" d>\n~~~\n", true),
    ("</b>\n~~~\n", true), ("<?a\n\n~~~\n?>", true), ("> <div>\n> ~~~\n", true),
    ("<!A\n~~~\n>", true), ("<![CDATA[\n~~~\n]]>", true), ("<div>\n\n~~~", false),
    ("a\n<b>\n~~~", false), ("<b> c\n~~~", false), ("<a b=c=d>\n~~~", false),
    ("<https://a.org>\n~~~", false), ("<hr/>\n~~~\n", true), ("<pre></pre>\n~~~", false),
    ("> <div>\n~~~", false),
  ])
  func blocksOfHTML(text: String, isText: Bool) {
    var blocks = MarkdownBlocks()
    var last = MarkdownBlocks.Line.text
    for line in Array("\(text)\nlast".utf8).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      last = blocks.read(line)
    }
    #expect((last == .text) == isText)
  }

  /// A comment that begins inside a block ends with it; one that is a block of its own goes on.
  @Test(arguments: [
    ("a <!-- b\nc --> d", false), ("<!-- a\n\nc -->", false), ("a <!-- b\n\nc --> d", true),
    ("\\<!-- c -->", true), ("# a <!-- b\nc -->", true), ("| a <!-- b |\n|--|\n| c --> |", true),
    ("a <!-- b\n# c -->", true), ("- a <!-- b\n- c -->", true), ("> a <!-- b\n\nc -->", true),
  ])
  func commentsOfBlocks(text: String, showsLast: Bool) {
    #expect(MarkdownText.withoutComments(text).contains("c") == showsLast)
  }

  /// A comment in a paragraph, a list item or a quote ends there.
  @Test(arguments: [
    ("- <br> <!--\n\none -->", true), ("<br> <!-- one\ntwo -->", false),
    ("<br> <!-- one\r\ntwo -->", false),
    ("<br> <!--\n\t\n-->", false),
    ("#<!--\n1 -->", false),
    ("\\\\<!-- one -->", false), ("<a title=\"<!--\">\n\none\n-->", true),
    ("- <!-- one\n\n  two -->", false), ("- <!--\n\none -->", true),
    ("1. <!-- one\n\n\ttwo -->", false), ("> <!-- one\n>\n> two -->", false),
    ("> <!--\n\n  one -->", true), ("<!-- one\n\ntwo -->", false),
    ("<!-- one --> <!-- two\n\nthree -->", false), ("  <!-- one", false),
  ])
  func comments(text: String, hasWords: Bool) {
    let shown = ShownText.of(Array((text + "\n").utf8), at: "CHANGELOG.md")
    #expect(NewWords.occur(in: shown) == hasWords, "\(String(decoding: shown, as: UTF8.self))")
  }

  @Test(arguments: [
    ("  .. one", false), ("* .. one", false), ("* - .. one\n       two", false),
    ("  .. x\n\n     one", false), ("  .. x\n\n  one", true), ("  .. note:: x\n     one", true),
    ("* ... one", true), ("*..* one", true), ("  .. x\n.. note::\n   one", true),
    (".. one", false), (".. one\n   two\n\n   three", false), (".. _x: y", false),
    (".. raw:: latex\n\n   one", false), (".. meta::\n   :one: two", false), ("__ one", false),
    ("  __ one", false), ("* __ one", false),
    ("2. .. one", false), ("(a) .. one", false), ("#. .. one\n      two", false),
    ("iv) .. one", false), (":Fixed: .. one", false), ("• .. one", false), ("word. .. one", true),
    ("__init__ one", true), (".. note::\n   one", true), ("..\n\nOne", true), ("...one", true),
  ])
  func restructuredText(text: String, hasWords: Bool) {
    #expect(NewWords.occur(in: ShownText.of(Array(text.utf8), at: "CHANGES.rst")) == hasWords)
  }

  @Test(arguments: [
    ("// one", false), ("//// \none\n\n//\ntwo\n////", false), ("////\none\n////\ntwo", true),
    ("/ one", true), ("[comment]\none\ntwo", false), ("[comment]\n\none\n\ntwo", true),
    ("[comment]\n--\none\n\ntwo\n--", false), ("[comment]\n--\none\n--\ntwo", true),
    ("[commented] one", true),
    ("/// one", true), ("* one // two", true), ("/////\none\n////\ntwo\n/////", false),
  ])
  func asciiDoc(text: String, hasWords: Bool) {
    #expect(NewWords.occur(in: ShownText.of(Array(text.utf8), at: "CHANGES.adoc")) == hasWords)
  }

  @Test(arguments: ["CHANGELOG", "changes.txt"]) func otherTextIsShownAsItIs(path: String) {
    #expect(ShownText.of(Array("<!-- a -->".utf8), at: path) == Array("<!-- a -->".utf8))
  }

  /// What does not end is read once.
  @Test(arguments: [
    "<a ", "<style>", "<?", "<![CDATA[", "<a b=\"", "](", "[a", "[a]: b \"", "&", "`<a", "](\"",
    "[a]:\n", "[-]: - (\n", "[-]: - '\n",
  ])
  func whatDoesNotEnd(text: String) {
    let bytes = Array(String(repeating: text, count: 5_000).utf8)
    #expect(ShownText.of(bytes, at: "a.md").count <= bytes.count + 1)
  }

  /// Marks of code, each of another length.
  @Test func marksWithoutAnother() {
    let text = (1...1_000).map { "-" + String(repeating: "`", count: $0) }.joined()
    let bytes = Array("- \(text)\n".utf8)
    #expect(!NewWords.occur(in: ShownText.of(bytes, at: "a.md")))
    #expect(
      ShownText.of(bytes + Array("one\n".utf8), at: "a.md").suffix(4) == Array("one\n".utf8)[...])
  }
}

import CIModel
import Foundation
import Testing

@Suite struct TeamTextTests {
  @Test(arguments: [
    ("See [the guide](https://a.org/x#y).", "See the guide (https://a.org/x#y)."),
    ("**Stop**, `**not**` that", "Stop, `**not**` that"), ("a [b] (c)", "a [b] (c)"),
    ("[a](b c)", "[a](b c)"), ("[a]()", "a"), ("![shot](x.png)", "!shot (x.png)"),
    ("`[a](b)`", "`[a](b)`"), ("open ` [a](b)", "open ` [a](b)"), ("[[a](b)", "[a (b)"),
    ("a\u{10FFFE}b", "ab"), ("", ""),
  ])
  func readsWithoutMarkdown(markdown: String, plain: String) {
    #expect(TeamText([.markdown(markdown)]).plain == plain)
  }

  /// What is filled in is not looked into.
  @Test func whatIsFilledInStays() {
    let text = TeamText([
      .markdown("[#"), .text("7"), .markdown("](https://a.org/"), .text("b/c"),
      .markdown(") of "), .text("**[x](y)** \u{10FFFE}`"), .markdown("!"),
    ])
    #expect(text.plain == "#7 (https://a.org/b/c) of **[x](y)** \u{10FFFE}`!")
  }

  @Test(
    arguments: [
      ("Hi ${author}!", ["author": "ada"], [.markdown("Hi "), .text("ada"), .markdown("!")]),
      ("${title}", [:], []), ("$${title} ${1}", ["1": "x"], [.markdown("${title} "), .text("x")]),
      ("${open", [:], [.markdown("${open")]), ("$ {a} $a", [:], [.markdown("$ {a} $a")]),
      ("a\n\n", [:], [.markdown("a")]),
      // Values are not templates.
      ("${title}", ["title": "${author}", "author": "x"], [.text("${author}")]),
    ] as [(String, [String: String], [TeamText.Part])])
  func templates(text: String, values: [String: String], parts: [TeamText.Part]) {
    #expect(MessageTemplate(text).filled(values) == TeamText(parts))
  }

  @Test func isKept() throws {
    let text = TeamText([.markdown("**a** "), .text("b")])
    let bytes = try JSONEncoder().encode(text)
    #expect(String(decoding: bytes, as: UTF8.self) == #"[{"markdown":"**a** "},{"text":"b"}]"#)
    #expect(try JSONDecoder().decode(TeamText.self, from: bytes) == text)
  }
}

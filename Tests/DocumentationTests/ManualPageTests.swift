import Foundation
import Reporters
import TerminalUI
import Testing

@testable import Documentation

struct ManualPageTests {
  private static let docs = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs")

  /// Pages for those who work on devtool, and the list of all.
  private static let others: Set<String> = ["architecture", "index", "releasing"]

  @Test func areThoseOfTheFolder() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.docs.path)
      .filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }
    #expect(ManualPage.topics == names.filter { !Self.others.contains($0) }.sorted())
    #expect(ManualPage("nothing") == nil)
  }

  @Test(arguments: ManualPage.topics, [40, 80, 200])
  func fitsTheTerminal(topic: String, width: Int) throws {
    let page = try #require(ManualPage(topic))
    let plain = page.rendered(for: TerminalStyle(width: width, color: false, unicode: true))
    let file = Self.docs.appendingPathComponent("\(topic).md")
    let title = try String(contentsOf: file, encoding: .utf8).prefix { $0 != "\n" }.dropFirst(2)
    #expect(plain.hasPrefix(title.replacing("`", with: "") + "\n") || plain.hasPrefix(title + "\n"))
    #expect(!plain.contains("\u{1B}"))
    for line in plain.split(separator: "\n") where DisplayWidth.of(line) > width {
      // Code stays as it is, and a word that is too long stays whole.
      let isWord = line.split(separator: " ").contains { DisplayWidth.of($0) > width / 8 }
      #expect(line.hasPrefix("      ") || isWord, "\(line)")
    }
  }

  @Test(arguments: ManualPage.topics)
  func setsHeadingsInBold(topic: String) throws {
    let page = try #require(ManualPage(topic))
    let colored = page.rendered(for: TerminalStyle(width: 80, color: true, unicode: true))
    #expect(colored.contains("\u{1B}[1m"))
  }

  @Test(arguments: [
    (
      "# A `b`\n\nc **d** `e`\nf [g](h.md) [i](rules.md#j) [k](https://l.org)\n",
      "A `b`\n\n  c d `e` f g i\n  (help rules) k\n  (https://l.org)\n"
    ),
    (
      "- a b c d e f g h i j k\n  l\n  - m\n2. n\n",
      "  - a b c d e f g h\n    i j k l\n    - m\n  2. n\n"
    ),
    ("```sh\na   b |\n\nc\n```\nd\n", "      a   b |\n\n      c\n  d\n"),
    (
      "| a | b |\n| --- | --- |\n| `c\\|d` | e f g h i j k l |\n| k |  |\n",
      "  a      b\n  `c|d`  e f g h i j\n         k l\n  k\n"
    ),
    (
      "| a | b | c |\n| - | - | - |\n| d e f g h | i j k l m | n o p q r |\n| s | | t |\n",
      "  d e f g h\n      b: i j k l m\n      c: n o p q r\n  s\n      c: t\n"
    ),
    ("![x](y.png)\n\n\nz [1] ` * !\n", "  x\n\n  z [1] ` * !\n"), ("", ""),
    ("```\nopen", "      open\n"), ("| | |\n", ""),
    ("# A\n\n<!-- who made it -->\n\nb\n", "A\n\n  b\n"),
    ("a `<!-- b -->`\n", "  a `<!-- b -->`\n"),
  ])
  func laysOut(markdown: String, expected: String) {
    var text = ManualText(width: 20, paint: Paint(color: false, unicode: true))
    text.render(markdown)
    #expect(text.result == expected)
  }

  @Test func emphasizesWhereThereAreColors() {
    var text = ManualText(width: 20, paint: Paint(color: true, unicode: true))
    text.render("# A `b`\n`c` **d**\n")
    #expect(
      text.result
        == "\u{1B}[1mA `b`\u{1B}[0m\n  \u{1B}[36mc\u{1B}[0m \u{1B}[1md\u{1B}[0m\n")
  }
}

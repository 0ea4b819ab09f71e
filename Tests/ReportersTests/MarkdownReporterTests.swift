import CIModel
import TestSupport
import Testing

@testable import Reporters

struct MarkdownReporterTests {
  @Test(arguments: SampleRecord.all.keys.sorted())
  func showsRuns(name: String) throws {
    let record = try #require(SampleRecord.all[name])
    expectGolden(
      MarkdownReporter().render(record, style: TerminalStyle()), "markdown-\(name).md")
  }

  @Test func showsCoverage() throws {
    let text = MarkdownReporter().render(
      coverage: SampleCoverage.withPatch, style: TerminalStyle())
    expectGolden(try #require(text), "markdown-coverage.md")
  }

  @Test(arguments: [700, 1_500, 3_000, 6_000])
  func staysUnderTheLimit(limit: Int) {
    let text = MarkdownReporter(byteLimit: limit)
      .render(SampleRecord.everything, style: TerminalStyle())
    #expect(text.utf8.count <= limit)
    #expect(text.contains("_Shortened: "))
    #expect(text.hasPrefix("## ❌ Failed: 3 tests failed"))
    // Whole blocks: every fence that opens is closed.
    let fences = text.split(separator: "\n").filter { $0.hasPrefix("```") }
    #expect(fences.count.isMultiple(of: 2))
  }

  /// Many findings of one rule, or failed tests, leave room for one of each other rule.
  @Test(arguments: [false, true]) func eachRuleIsShown(failsTests: Bool) {
    var record = SampleRecord.green
    record.verdict = .failed
    record.findings = (0..<300).map { Finding(.error, "many", "x", at: SourceLocation("a/\($0)")) }
    record.findings += [
      Finding(.error, "few", "the rare one", at: SourceLocation("z")),
      Finding(.warning, "other", "a warning", at: SourceLocation("z")),
    ]
    if failsTests {
      record.tests = (0..<99).map { number in
        SampleRecord.test("A", "b\(number)", .failed, issues: [TestIssue("issue \(number)")])
      }
    }
    let text = MarkdownReporter(byteLimit: 5_000).render(record, style: TerminalStyle())
    #expect(text.utf8.count <= 5_000)
    #expect(text.contains("the rare one") && text.contains("a warning"))
    #expect(text.contains("_Shortened: "))
  }

  @Test func listsSkippedTests() {
    var record = SampleRecord.green
    record.tests = (10..<22).map { number in
      let issues = number == 10 ? [TestIssue("needs *a* server")] : []
      return SampleRecord.test("A", "b\(number)", .skipped, issues: issues)
    }
    let text = MarkdownReporter().render(record, style: TerminalStyle())
    let list = text.split(separator: "\n").filter { $0.hasPrefix("- ") }
    #expect(list.first == "- `StoreTests.A/b10`: needs \\*a\\* server")
    #expect(list.dropFirst().first == "- `StoreTests.A/b11`")
    #expect(list.last == "- and 2 more tests")
    #expect(list.count == 11)
  }

  @Test func countsTheRowsThatAreLeftOut() throws {
    var record = SampleRecord.green
    record.slow = (0..<11).map { SlowTest(name: "A/slow\($0)", durationSeconds: 9) }
    var coverage = SampleCoverage.small(minimum: nil)
    let file = try #require(coverage.files.last)
    coverage.files = (0..<1_022).map { number in
      var file = file
      file.path = "Sources/a\(number).swift"
      return file
    }
    record.coverage = coverage
    let text = MarkdownReporter().render(record, style: TerminalStyle())
    #expect(text.contains(" |\n\nand 1 more test\n"))
    #expect(text.contains(" |\n\nand 1,002 more files\n"))
  }

  @Test func keepsAGiantMessageInBounds() {
    var record = SampleRecord.green
    record.verdict = .failed
    record.tests = [
      SampleRecord.test(
        "A", "b", .failed, issues: [TestIssue(String(repeating: "word ", count: 100_000))])
    ]
    let text = MarkdownReporter().render(record, style: TerminalStyle())
    #expect(text.utf8.count < 10_000)
    #expect(text.contains("bytes left out; `devtool report --format json` has all of it"))
  }

  /// What a stranger wrote stays text, whatever the team wrote around it.
  @Test(arguments: [
    ("**Read** [it](https://a.org)", "x", "**Read** [it](https://a.org)x"),
    (
      "by ", "@ada <img src=x> #1 [a](b) **c** | `d`",
      #"by @&#8203;ada &lt;img src=x&gt; #&#8203;1 \[a\]&#40;b&#41; \*\*c\*\* \| \`d\`"#
    ),
    (
      "by ", "https://a.org WWW.a.org GH-1 &#64;ada GL-2",
      "by https:&#8203;//a.org WWW&#8203;.a.org GH&#8203;-1 &amp;#&#8203;64;ada GL&#8203;-2"
    ),
    (
      "", "a/b> a/b-c> a > b [a/b]> Set<Int> a -> b",
      "a/b&#8203;&gt; a/b-c&#8203;&gt; a &gt; b \\[a/b\\]&#8203;&gt; Set&lt;Int&gt; a -&gt; b"
    ),
    (
      "", "a/b!1 &2 %3 %x ~y ~\"z\" $4 ^alert#5 [issue:6] *iteration:7 /close",
      "a/b!&#8203;1 &amp;&#8203;2 %&#8203;3 %&#8203;x \\~&#8203;y \\~&#8203;&quot;z&quot; "
        + "\\$&#8203;4 ^alert#&#8203;5 \\[issue&#8203;:6\\] \\*&#8203;iteration:7 /close"
    ),
    ("", "/close", "&#8203;/close"),
    ("", "Done! 5 % & $x ~ 1 * it", "Done! 5 % &amp; \\$x \\~ 1 \\* it"),
    ("[log](https://a.org/", ") <b>", "[log](https://a.org/&#41; &lt;b&gt;"),
    ("<a title=\"", "\" onload=\"x", "<a title=\"&quot; onload=&quot;x"),
    ("<a title='", "' href='x", "<a title='&#39; href=&#39;x"),
    ("| a\nb ", "c\nd", "\\| a<br>b c d"), ("\u{1B}[1m", "\u{202E}", #"\\u{202E}"#),
  ])
  func keepsTeamsMarkdownAndEscapesTheRest(markdown: String, text: String, expected: String) {
    #expect(MarkdownText.team(TeamText([.markdown(markdown), .text(text)])) == expected)
  }

  /// In a code span an escape would be seen, and nothing needs one.
  @Test(arguments: [
    ("Write `- ", "*A* | `b` @ada", "` and **go**.", "Write `- *A* \\| 'b' @ada` and **go**."),
    ("`a` ", "*b*", " `c`", "`a` \\*b\\* `c`"), ("`", "a_b", "` changes", "`a_b` changes"),
    ("`", "", "` and `a`", "` ` and `a`"),
    // Not known to be code.
    ("it`s ", "*b*", "", "it`s \\*b\\*"), ("\\`a ", "*b*", " `", "\\`a \\*b\\* `"),
    ("``a ", "*b*", "``", "``a \\*b\\*``"), ("<a b='`'> `", "*b*", "`", "<a b='`'> `\\*b\\*`"),
  ])
  func keepsCodeOfTheTeam(before: String, text: String, behind: String, expected: String) {
    #expect(
      MarkdownText.team(TeamText([.markdown(before), .text(text), .markdown(behind)])) == expected)
  }

  @Test(arguments: [
    ("Run `git fetch a|b`, `x` and *y*.", "Run `git fetch a\\|b`, `x` and \\*y\\*."),
    ("a ` b", "a \\` b"), ("`a` b ` c", "`a` b \\` c"), ("``", "\\`\\`"), ("", ""),
  ])
  func showsCommandsAsCode(sentence: String, markdown: String) {
    #expect(MarkdownText.sentence(sentence) == markdown)
  }

  /// A span without content would begin at its fence and end at the next one.
  @Test(arguments: [("", ""), (" ", "` `"), ("`", "`` ` ``"), ("a", "`a`")])
  func aSpanHasContent(text: String, markdown: String) {
    #expect(MarkdownText.code(text) == markdown)
  }

  @Test func nothingFromOutsideIsMarkup() {
    var record = SampleRecord.rulesOnly
    record.findings = [
      Finding(
        .error, "a|b", "<img src=x> | `code` @team #12 *bold* [link](x)\nnext &amp;",
        at: .init("a|b`c.swift", line: 1), help: "<b>")
    ]
    record.tests = [
      SampleRecord.test("A", "b", .failed, issues: [TestIssue("a\n```\n<script>\n````")])
    ]
    let text = MarkdownReporter().render(record, style: TerminalStyle())
    #expect(
      text.contains(
        "&lt;img src=x&gt; \\| \\`code\\` @&#8203;team #&#8203;12 \\*bold\\* \\[link\\](x) next &amp;amp;"
      ))
    #expect(text.contains("``a\\|b`c.swift:1``"))
    #expect(text.contains("`````text\na\n```\n<script>\n````\n`````\n"))
  }
}

import CIModel
import Testing

@testable import Reporters

struct LongTextTests {
  @Test(arguments: [
    ("a\n\nb\n \n", "a\n\nb"), ("\n\n\n\nb", "\n\n\n\nb"), ("", ""),
    ("1\n2\n3\n4\n5", "1\n2\n3\n4\n5"),
    ("1\n2\n3\n4\n5\n6", "1\n2\n3\n… 1 line left out; \(LongText.whole)\n5\n6"),
    ("1\n2\n3\n4\n5\n6\n7\n", "1\n2\n3\n… 2 lines left out; \(LongText.whole)\n6\n7"),
    (
      String(repeating: "x", count: 51),
      "\(String(repeating: "x", count: 40))\n… 1 byte left out; \(LongText.whole)\nxxxxxxxxxx"
    ),
    // No character is torn apart.
    (
      String(repeating: "é", count: 26) + "y",
      "\(String(repeating: "é", count: 20))\n… 4 bytes left out; \(LongText.whole)\nééééy"
    ),
  ])
  func keepsStartAndEnd(text: String, shown: String) {
    #expect(LongText(text, first: 3, last: 2, bytes: 50).joined() == shown)
  }

  @Test func keepsTheEndAlone() {
    let text = LongText("1\n2\n3\n", first: 0, last: 2)
    #expect(text.start.isEmpty)
    #expect(text.end == "2\n3")
    #expect(text.lineCount == 3)
  }

  /// A record each of whose texts is too long to be read.
  private static func record(_ text: String) -> RunRecord {
    var record = SampleRecord.everything
    record.findings = [Finding(.error, "r", text, help: text)]
    record.diagnostics = [Diagnostic(.error, text), Diagnostic(.warning, text, group: text)]
    record.crashes = [Crash(test: "S.t", signal: text, reason: text, file: text, line: 1)]
    record.tests = [
      SampleRecord.test(
        "S", "t", .failed, issues: [TestIssue(text, file: text, line: 1, arguments: text)],
        output: text)
    ]
    record.notes = [text]
    record.runtimeWarnings = [
      RuntimeWarning(
        category: text, count: 1, tests: [text],
        shapes: [.init(shape: text, count: 1, identifiers: [text])])
    ]
    record.steps[1].reason = text
    return record
  }

  @Test(arguments: ["\u{1}", "line\n", "`", "🇩🇪"])
  func everyFormatIsBounded(unit: String) {
    let record = Self.record(String(repeating: unit, count: 9_000 / unit.utf8.count))
    let style = TerminalStyle(width: 80)
    let terminal = TerminalReporter().render(record, style: style)
    #expect(terminal.split(separator: "\n").count < 1_500)
    #expect(terminal.contains("left out; \(Screen.sentence(LongText.whole).prefix(3))"))
    for line in GitHubReporter().render(record, style: style).split(separator: "\n") {
      #expect(line.utf8.count < 20_000)
    }
    let markdown = MarkdownReporter().render(record, style: style)
    #expect(markdown.utf8.count <= 60_000)
    #expect(markdown.contains("StoreTests.S/t"))
    for reporter in ReporterRegistry.all {
      #expect(!reporter.init().render(record, style: style).isEmpty)
    }
  }
}

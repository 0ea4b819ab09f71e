import CIModel
import Reporters
import TestSupport
import Testing

/// Two runs beside each other, and the list of all, in the formats that have them.
struct ComparisonReportTests {
  @Test(arguments: [80, 140])
  func showsOnATerminal(width: Int) throws {
    let style = TerminalStyle(width: width)
    let text = TerminalReporter().render(comparison: SampleComparison.everything, style: style)
    expectGolden(try #require(text), "terminal-comparison-\(width).txt")
    let runs = TerminalReporter().render(runs: SampleComparison.runs, style: style)
    expectGolden(try #require(runs), "terminal-runs-\(width).txt")
  }

  @Test func showsInMarkdown() throws {
    let text = MarkdownReporter().render(
      comparison: SampleComparison.everything, style: TerminalStyle())
    expectGolden(try #require(text), "markdown-comparison.md")
  }

  @Test func pagesShowTheSame() throws {
    let page = try #require(
      HTMLReporter().render(comparison: SampleComparison.everything, style: TerminalStyle()))
    let check = MarkupCheck(page)
    #expect(check.problems == [])
    #expect(check.elements["script"] == nil)
    for words in [
      "Newly failing", "Fixed", "Newly flaky", "Slower", "More warnings", "Fewer warnings",
      "New tests",
      "Tests not in this run", "Coverage",
    ] {
      #expect(page.contains("<h2>\(words)"), "\(words)")
    }
    #expect(page.contains("M.Suite/missing()"))
  }

  @Test func aPageHasRoomForEveryComparison() throws {
    var many = SampleComparison.everything
    many.newTests = (0..<100_000).map { "M.Suite/test\($0)" }
    many.missingTests = many.newTests
    let page = try #require(HTMLReporter().render(comparison: many, style: TerminalStyle()))
    #expect(page.utf8.count < 1_000_000)
    #expect(page.contains("99,500 more left out"))
  }

  @Test func saysWhenNothingDiffers() throws {
    let same = RunComparison(SampleRecord.green, with: SampleRecord.green)
    let text = try #require(TerminalReporter().render(comparison: same, style: TerminalStyle()))
    #expect(text.hasSuffix("Tests, warnings and coverage are the same.\n"))
    let none = TerminalReporter().render(runs: RunList([]), style: TerminalStyle())
    #expect(none == "No run yet. `devtool check` creates one.\n")
  }

  /// Names are a stranger's.
  @Test func nothingOfTheTestsReachesTheTerminalRaw() throws {
    let style = TerminalStyle(color: false)
    for reporter in [
      TerminalReporter() as any Reporter, PlainReporter(), MarkdownReporter(), HTMLReporter(),
    ] {
      let text = reporter.render(comparison: SampleComparison.everything, style: style)
      #expect(try #require(text).contains("\u{1B}") == false)
    }
  }
}

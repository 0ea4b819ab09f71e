import CIModel
import RunHistory
import TestSupport
import Testing

@testable import Reporters

@Suite struct HistoryScreenTests {
  @Test(arguments: [80, 140])
  func showsEachQuestion(width: Int) throws {
    let style = TerminalStyle(width: width)
    let texts = SampleTrends.all.map { TerminalReporter().render(trends: $0, style: style) ?? "" }
    expectGolden(texts.joined(separator: "\n---\n\n"), "history-\(width).txt")
  }

  @Test func plainIsASCII() {
    let text = PlainReporter().render(trends: SampleTrends.all[0], style: TerminalStyle()) ?? ""
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test(
    arguments: [
      ([], ""), ([1, nil, 2], "▅ █"), ([0, 0], "▁▁"), ([-1, 4, 8, 100], "▁▁▁█"),
    ] as [([Double?], String)])
  func drawsValuesByTheGreatest(values: [Double?], line: String) {
    #expect(Symbols.unicode.sparkline(values) == line)
  }
}

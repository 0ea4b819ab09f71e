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

  @Test func tellsApartWhatWasBuiltInTwoWays() {
    let point = TestSeries.Point(run: 0, outcome: .passed, seconds: 1)
    var history = RunHistory(runs: [HistoryRun(.sample(.passed, id: "1"))])
    for (id, scope) in [("t", ". debug"), ("t", ". debug sharded"), ("other", ". debug")] {
      history.series.append(TestSeries(id: id, scope: scope, points: [point]))
    }
    let text =
      PlainReporter().render(
        trends: history.tests(matching: nil), style: TerminalStyle()) ?? ""
    #expect(
      text.contains("t  1 run  (. debug)\n") && text.contains("t  1 run  (. debug sharded)\n"))
    #expect(text.contains("other  1 run\n"))
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

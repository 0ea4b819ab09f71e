import CIModel
import Testing

@testable import Reporters

struct ManyFailuresTests {
  private static func text(_ count: Int, causes: Int) -> String {
    var record = SampleRecord.green
    record.verdict = .failed
    record.tests = (0..<count).map { index in
      let issue = TestIssue("is \(index)", file: "T.swift", line: index % causes)
      return SampleRecord.test("A", "test\(index)", .failed, issues: [issue])
    }
    return TerminalReporter().render(record, style: TerminalStyle(width: 80))
  }

  @Test func groupsByCause() {
    let text = Self.text(300, causes: 3)
    #expect(text.split(separator: "\n").count < 120)
    #expect(
      text.contains("  and 99 more with this message at this place:\n    StoreTests.A/test3\n"))
    #expect(text.contains("ALL FAILED TESTS  300\n  StoreTests.A/test0\n  StoreTests.A/test1\n"))
    #expect(text.contains("and 250 more tests\n\nNext: `devtool report --format html --open`"))
  }

  @Test func countsCausesThatAreLeftOut() {
    let text = Self.text(300, causes: 300)
    #expect(text.contains("and 280 more causes; `devtool report --format json` "))
  }

  @Test func fewFailuresStandOnce() {
    #expect(!Self.text(10, causes: 10).contains("ALL FAILED TESTS"))
  }
}

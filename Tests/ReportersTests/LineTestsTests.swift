import CIModel
import Testing

@testable import Reporters

/// Who ran the lines of a source, and what tests took in earlier runs.
struct LineTestsTests {
  @Test func aSourceSaysWhoRanItsLines() throws {
    let record = SampleRecord.everything
    let path = try #require(record.coverage?.files.first?.path)
    let sources = ReportSources { _ in
      .lines(SourceLines(Array("a\nb\nc\n".utf8)), isChanged: false)
    }
    let tests = LineTests { asked in
      asked != path
        ? []
        : [
          .init(lines: 1...1, count: 1, names: ["M.A/<b>"]),
          .init(lines: 2...9, count: 1_207, names: ["M.A/a", "M.A/b"]),
          .init(lines: 12...12, count: 1, names: ["M.A/c"]),
        ]
    }
    var page: String?
    HTMLReport(record, sources: sources, lineTests: tests).writeFolder { name, bytes in
      if name == "files/\(PageNames.file(path)).html" {
        page = String(decoding: bytes, as: UTF8.self)
      }
    }
    let html = try #require(page)
    #expect(MarkupCheck(html).problems == [])
    #expect(html.contains("Tests by line</span><span class=\"dim\">3 stretches"))
    #expect(html.contains("<a class=\"place nowrap\" href=\"#L1\">1</a>"))
    #expect(html.contains("M.A/&lt;b&gt;"))
    #expect(html.contains("href=\"#L2\">2–9</a></td><td class=\"num\">1,207"))
    #expect(html.contains("M.A/a, M.A/b</span> and 1,205 more"))
    // There is no such line any more.
    #expect(!html.contains("href=\"#L12\""))
  }

  @Test func thePageIsBounded() {
    let stretches = (1...20_000).map {
      LineTests.Stretch(lines: $0...$0, count: $0, names: [String(repeating: "n", count: 2_000)])
    }
    let html = LineTestsSection(stretches: stretches, mark: "", lines: 20_000).render()
    #expect(html.bytes.count < 300_000)
  }

  @Test func slowTestsHaveALineOfWhatTheyTook() throws {
    var record = SampleRecord.green
    var test = SampleRecord.test("A", "testSlow", seconds: 0.4)
    test.recentSeconds = [0.1, 0.2, 0.2]
    record.tests = [test, SampleRecord.test("A", "testOther", seconds: 0.3)]
    let pages = HTMLReportTests.pages(record)
    let page = try #require(pages["tests.html"])
    #expect(page.contains("aria-label=\"100ms, 200ms, 200ms, 400ms\""))
    #expect(page.contains("<polyline points=\"2,11 20,8 39,8 58,2\"/>"))
    #expect(MarkupCheck(page).problems == [])
    #expect(pages["data/tests.js"]?.contains("\"trends\":{\"1\":[100,200,200,400]}") == true)
  }

  @Test(arguments: [[-1, 0], [.nan, 1], [.infinity], []] as [[Double]])
  func numbersOfAStrangerDoNoHarm(seconds: [Double]) {
    let html = String(decoding: Sparkline.render(seconds).bytes, as: UTF8.self)
    #expect(html.contains("<polyline"))
  }
}

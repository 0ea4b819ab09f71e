import CIModel
import Foundation
import TestSupport
import Testing

@testable import Reporters

/// What reports show of attachments, which are a stranger's.
struct AttachmentReportTests {
  /// One pixel.
  static let png: [UInt8] =
    Array(
      Data(
        base64Encoded:
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
      ) ?? Data())

  private static func attachment(
    _ name: String, _ kind: TestAttachment.Kind = .attached, _ type: TestAttachment.ContentType,
    _ digit: Character, size: Int = 12
  ) -> TestAttachment {
    TestAttachment(name, kind, type, size: size, digest: String(repeating: digit, count: 64))
  }

  static var record: RunRecord {
    var record = SampleRecord.green
    record.id = "20261121T033839.264Z-23715"
    record.verdict = .failed
    var failed = SampleRecord.test("CartTests", "testCart", .failed, issues: [TestIssue("differs")])
    failed.attachments = [
      attachment("testCart.1.png", .expected, .png, "1"),
      attachment("testCart.1.png", .actual, .png, "2"),
      attachment("note\u{202E}.txt", .attached, .text, "3"),
      attachment("value.json", .attached, .json, "4"),
      attachment("<b>page</b>.html", .attached, .text, "5"),
      attachment("../../trace.zip", .attached, .other, "6"),
      TestAttachment("film.mov", .attached, size: 99_000_000, leftOut: "it is larger than 16 MiB"),
      attachment("stacks.txt", .stack, .text, "7"), attachment("gone.txt", .attached, .text, "8"),
    ]
    var passed = SampleRecord.test("CartTests", "testFine")
    passed.attachments = [attachment("shot.png", .attached, .png, "1")]
    record.tests = [failed, passed]
    return record
  }

  static let files = ReportFiles(
    log: { _ in nil },
    attachment: { name in
      switch name.first {
      case "1", "2": png
      case "3": Array("one \u{1B}[31mred\u{1B}[0m\r\n</script><b>\u{202E}two".utf8)
      case "4": Array("{\"a\":[1,2]}".utf8)
      case "5": Array("<script>alert(1)</script>".utf8)
      case "6": [0, 1, 2]
      case "7": Array("#0 main".utf8)
      default: nil
      }
    })

  /// Each attempt that crashed has a log of the same name.
  @Test func markdownNamesEachNameOnce() {
    var record = Self.record
    let log = Self.attachment("crash.txt", .crashLog, .text, "7")
    record.tests[0].attempts = (1...2).map {
      var attempt = TestAttempt(
        number: $0, outcome: .crashed, durationSeconds: 1, issues: [], output: "")
      attempt.attachments = [log]
      return attempt
    }
    let text = MarkdownReporter().render(record, style: TerminalStyle())
    #expect(text.split(separator: "`crash.txt` (crash log)").count == 2)
  }

  private static func folder() -> [String: [UInt8]] {
    var pages: [String: [UInt8]] = [:]
    HTMLReport(record, files: files).writeFolder { path, bytes in pages[path] = bytes }
    return pages
  }

  private static func name(_ digit: String, _ ending: String) -> String {
    String(repeating: digit, count: 64) + "." + ending
  }

  @Test func standsBesideThePages() throws {
    let pages = Self.folder()
    let tests = String(decoding: try #require(pages["tests.html"]), as: UTF8.self)
    #expect(pages["attachments/\(Self.name("1", "png"))"] == Self.png)
    #expect(pages["attachments/\(Self.name("6", "bin"))"] == [0, 1, 2])
    #expect(
      pages.keys.filter { $0.hasPrefix("attachments/") }.allSatisfy {
        ["png", "txt", "json", "bin"].contains($0.split(separator: ".").last ?? "")
      })
    #expect(pages.keys.count { $0.hasPrefix("attachments/") } == 7)
    let text = try #require(pages["data/attachment\(String(repeating: "3", count: 64)).js"])
    #expect(
      String(decoding: text, as: UTF8.self)
        == "report.data.attachment\(String(repeating: "3", count: 64))=[\"one red\\n\\u003c/script\\u003e\\u003cb\\u003e\\\\u{202E}two\"];\n"
    )
    let check = MarkupCheck(tests)
    #expect(check.problems == [])
    #expect(check.attributes.allSatisfy { !$0.hasPrefix("on") && $0 != "style" })
    #expect(check.elements["iframe"] == nil && check.elements["object"] == nil)
    #expect(!tests.contains("<b>page"))
    // Nothing of what is shown is a document.
    #expect(check.links.allSatisfy { !$0.hasSuffix(".svg") && !$0.contains("..") })
    let start = try #require(tests.range(of: "<figure"))
    let end = try #require(tests.range(of: "<p class=\"label\">Run it alone"))
    expectGolden(String(tests[start.lowerBound..<end.lowerBound]), "html-attachments.html")
  }

  @Test func oneFileHoldsWhatFits() throws {
    let report = HTMLReport(Self.record, files: Self.files)
    let page = String(decoding: report.singleFile(), as: UTF8.self)
    #expect(MarkupCheck(page).problems == [])
    #expect(page.contains("src=\"data:image/png;base64,iVBORw0"))
    #expect(page.contains("href=\"data:application/octet-stream;base64,AAEC\""))
    #expect(page.contains("one red\n&lt;/script&gt;&lt;b&gt;\\u{202E}two</pre>"))
    #expect(!page.contains("attachments/"))
    let small = String(decoding: report.singleFile(room: 40), as: UTF8.self)
    #expect(!small.contains("data:image/png"))
    #expect(small.contains("one file has room for some of them"))
    #expect(small.contains("it is larger than 16 MiB"))
  }

  @Test func comparisonsTakeWhatBelongsTogether() {
    func sides(_ attachments: [TestAttachment]) -> [[String]] {
      SnapshotComparison.all(attachments).comparisons.map { comparison in
        comparison.sides.map {
          "\($0.kind.rawValue) \($0.attachment.path?.dropFirst(12).first ?? "?")"
        }
      }
    }
    #expect(
      sides([
        Self.attachment("reference_1.png", .attached, .png, "1"),
        Self.attachment("failure_1.png", .attached, .png, "2"),
        Self.attachment("difference_1.png", .attached, .png, "3"),
        Self.attachment("reference_2.png", .attached, .png, "4"),
        Self.attachment("failure_2.png", .attached, .png, "5"),
      ]) == [["expected 1", "actual 2", "difference 3"], ["expected 4", "actual 5"]])
    // Texts go with texts.
    #expect(
      sides([
        Self.attachment("a.txt", .expected, .text, "1"),
        Self.attachment("b.png", .actual, .png, "2"),
        Self.attachment("a.txt", .actual, .text, "3"),
        Self.attachment("failure_1.txt", .attached, .text, "4"),
      ]) == [["expected 1", "actual 3"], ["actual 2"]])
    // Attached, and named by the failure, too.
    #expect(
      sides([
        Self.attachment("reference", .attached, .png, "1"),
        Self.attachment("failure", .attached, .png, "2"),
        Self.attachment("difference", .attached, .png, "3"),
        Self.attachment("testCart.1.png", .expected, .png, "1"),
        Self.attachment("testCart.1.png", .actual, .png, "2"),
      ]) == [["expected 1", "actual 2", "difference 3"]])
    #expect(sides([Self.attachment("actual.txt", .actual, .text, "1")]) == [["actual 1"]])
    #expect(sides([Self.attachment("references.png", .attached, .png, "1")]) == [])
    #expect(sides([Self.attachment("n", .actual, .png, "1")]) == [["actual 1"]])
  }

  // MARK: - Other formats

  @Test func markdownNamesThem() {
    let text = MarkdownReporter().render(Self.record, style: TerminalStyle(width: 80))
    #expect(
      text.contains(
        "Attachments: `testCart.1.png` (expected), `testCart.1.png` (actual), `note\\u{202E}.txt`, `value.json`, "
          + "`<b>page</b>.html`, `../../trace.zip`, `film.mov` (not kept), `stacks.txt` (stacks), `gone.txt`\n"
      ))
    #expect(!text.contains("shot.png"))
  }

  @Test func junitNamesTheirFiles() {
    let text = JUnitReporter().render(Self.record, style: TerminalStyle(width: 80))
    let folder = ".devtool/runs/20261121T033839.264Z-23715/attachments"
    #expect(text.contains("[[ATTACHMENT|\(folder)/\(Self.name("1", "png"))]]"))
    #expect(text.components(separatedBy: "[[ATTACHMENT|").count == 1 + 8 + 1)
    var record = Self.record
    record.steps = [
      StepResult(
        id: "test", action: "swift-test", status: .failed,
        logPath: "app/.devtool/runs/\(record.id)/logs/test.log")
    ]
    #expect(
      JUnitReporter().render(record, style: TerminalStyle(width: 80)).contains(
        "[[ATTACHMENT|app/\(folder)/1111"))
    // Of a run of elsewhere they lie in a folder, as far as they are there, or cannot be named.
    var style = TerminalStyle(width: 80)
    style.attachments = .folder("out/junit-attachments", names: [Self.name("1", "png")])
    for reporter in [JUnitReporter(), StrictJUnitReporter(), CTRFReporter()] as [any Reporter] {
      let text = reporter.render(record, style: style).replacing("\\/", with: "/")
      #expect(text.contains("out/junit-attachments/\(Self.name("1", "png"))"))
      #expect(!text.contains("out/junit-attachments/2") && !text.contains("/runs/"))
    }
    style.attachments = .nowhere
    #expect(!JUnitReporter().render(record, style: style).contains("[[ATTACHMENT|"))
    // A record of a stranger leads nowhere else.
    record.id = "../../x"
    record.steps = []
    #expect(
      !JUnitReporter().render(record, style: TerminalStyle(width: 80)).contains("[[ATTACHMENT|"))
  }

  @Test func ctrfNamesTheirFiles() {
    let text = CTRFReporter().render(Self.record, style: TerminalStyle(width: 80))
    let folder = ".devtool/runs/20261121T033839.264Z-23715/attachments"
    #expect(
      text.contains(
        """
                    "contentType" : "image/png",
                    "name" : "testCart.1.png",
                    "path" : "\(folder)/\(Self.name("1", "png"))"
        """))
    #expect(text.components(separatedBy: "\"contentType\"").count == 1 + 8 + 1)
    var record = Self.record
    record.id = "../../x"
    #expect(
      !CTRFReporter().render(record, style: TerminalStyle(width: 80)).contains("contentType"))
  }
}

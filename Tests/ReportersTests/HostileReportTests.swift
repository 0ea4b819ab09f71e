import CIModel
import Foundation
import TestSupport
import Testing

@testable import Reporters

/// Every text of a record is one that a stranger would like to have in a page.
struct HostileReportTests {
  private static let texts = [
    "</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)",
    "]]><!--", "-->", "</pre></details></main>", "{{content}} ${x} `y`", "\u{202E}txt.exe\u{202C}",
    "\u{0}\u{1B}[31mred\u{1B}]0;title\u{7}", "../../../../etc/passwd", "javascript:alert(1)",
    "a\u{2028}b\u{2029}c", "\u{FEFF}\u{FFFE}\u{FFFF}", "&lt;script&gt;", "é\u{301}\u{301}\u{301}",
    String(repeating: "<", count: 500), "\\u003c/script\\u003e", "#L1\" evil=\"",
  ]

  /// The record with each of its texts replaced, through its JSON.
  private static func record(_ text: String) throws -> RunRecord {
    var record = SampleRecord.everything
    record.tests[0].attempts = [
      TestAttempt(
        number: 1, outcome: .failed, durationSeconds: 1, issues: [TestIssue("a")], output: "b"),
      TestAttempt(number: 2, outcome: .passed, durationSeconds: nil, issues: [], output: ""),
    ]
    record.tests[0].isFlaky = true
    record.tests[1].tags = ["tag"]
    record.tests[2].quarantine = Quarantine(reason: "reason", since: "since")
    record.tests[3].interference = Interference(beside: ["one"], isReproduced: true)
    let object = try JSONSerialization.jsonObject(with: Data(JSONText.bytes(record)))
    let hostile = try JSONSerialization.data(withJSONObject: replace(object, "", text))
    return try JSONText.decode(RunRecord.self, from: Array(hostile))
  }

  /// Words that the format knows, and numbers in text, stay.
  private static let kept: Set<String> = [
    "schema", "startedAt", "verdict", "status", "outcome", "framework", "severity", "lineHits",
    "date",
    "metric", "pathBytes", "oldPathBytes", "number", "created", "milestoneDue",
  ]

  private static func replace(_ value: Any, _ key: String, _ text: String) -> Any {
    if let object = value as? [String: Any] {
      return Dictionary(uniqueKeysWithValues: object.map { ($0, replace($1, $0, text)) })
    }
    if let list = value as? [Any] { return list.map { replace($0, key, text) } }
    return value is String && !kept.contains(key) ? text : value
  }

  private static let harmless = Result { HTMLReportTests.pages(try record("x")) }

  @Test(arguments: texts)
  func injectsNothing(text: String) throws {
    let record = try Self.record(text)
    let source = ReportSources { _ in
      .lines(
        SourceLines(Array(repeating: Array("\(text)\n".utf8), count: 40).flatMap(\.self)),
        isChanged: true)
    }
    let diff = ReportDiff(
      try #require(record.changes), added: [AddedLine(text, line: 2, text: text)],
      deleted: [DeletedLine(text, line: 1, text: text)])
    let pages = HTMLReportTests.pages(record, sources: source, diff: diff)
    let expected = try Self.harmless.get()
    for (path, page) in pages {
      #expect(path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "./-".contains($0)) })
      #expect(!path.contains(".."))
      if path.hasSuffix(".js"), path.hasPrefix("data/") {
        // A line of JSON behind the name, in ASCII where it matters.
        #expect(!page.contains("<"))
        let json = page.drop { $0 != "=" }.dropFirst().dropLast(2)
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(json.utf8)) }
      }
      guard path.hasSuffix(".html") else { continue }
      let check = MarkupCheck(page)
      #expect(check.problems.isEmpty, "\(path)")
      #expect(
        check.attributes.allSatisfy { !$0.hasPrefix("on") && $0 != "style" && $0 != "evil" },
        "\(path)"
      )
      #expect(check.elements["img"] == nil)
      let scripts = expected[path].map { MarkupCheck($0).elements["script"] }
      if let scripts { #expect(check.elements["script"] == scripts, "\(path)") }
      #expect(check.links.allSatisfy { !$0.contains(":") || $0 == "data:," }, "\(path)")
    }
    let single = MarkupCheck(
      String(decoding: HTMLReport(record, sources: source, diff: diff).singleFile(), as: UTF8.self))
    #expect(single.problems.isEmpty)
    #expect(single.attributes.allSatisfy { !$0.hasPrefix("on") && $0 != "style" })
  }
}

import CIModel
import TestSupport
import Testing

@testable import Reporters

struct PatchLinesTests {
  /// `+3` is an added line of the new version, `-3` a deleted one of the old, `3` one that stayed.
  @Test(
    arguments: [
      ([5], [], 9, "… 2 3 4 +5 6 7 8"), ([1, 2], [], 2, "+1 +2"), ([], [4], 5, "1 2 3 -4 4 5"),
      ([3], [3], 3, "1 2 -3 +3"), ([3, 20], [], 30, "1 2 +3 4 5 6 … 17 18 19 +20 21 22 23"),
      ([3, 8], [], 8, "1 2 +3 4 5 6 7 +8"), ([3, 20], [9], 0, "+3 … -9 … +20"),
      // What no diff says.
      ([7, 7, 2], [0, -4], 3, "+7 +7 +2 3"), ([], [], 9, ""), ([.max], [.max, .min], 3, ""),
    ] as [([Int], [Int], Int, String)])
  func putsLinesInOrder(added: [Int], deleted: [Int], count: Int, expected: String) {
    var diff = ReportDiff.File()
    diff.added = added.map { AddedLine("a", line: $0, text: "") }
    diff.deleted = deleted.map { DeletedLine("a", line: $0, text: "") }
    let words = PatchLines(diff, count: count).lines.map { line in
      switch line {
      case .kept(let number): "\(number)"
      case .added(let number, _): "+\(number)"
      case .deleted(let number, _): "-\(number)"
      case .gap: "…"
      }
    }
    #expect(words.joined(separator: " ") == expected)
  }

  @Test func findsTheNewPathOfAMovedFile() {
    let changes = ChangeSet(
      base: "", head: "", mergeBase: "",
      files: [FileChange(.renamed, "new", oldPath: "old", additions: 1, deletions: 1)], commits: [])
    let diff = ReportDiff(
      changes, added: [AddedLine("new", line: 1, text: "a")],
      deleted: [DeletedLine("old", line: 1, text: "b")])
    #expect(diff.files.keys.sorted() == ["new"])
    #expect(diff.files["new"]?.deleted.count == 1)
  }

  /// What linters say of a line is one row, below what is wrong with it.
  @Test func linterRemarksDoNotBuryErrors() throws {
    let path = "Sources/Store/Cart.swift"
    var record = SampleRecord.everything
    record.changes = ChangeSet(
      base: "b", head: "c", mergeBase: "a",
      files: [FileChange(.modified, path, additions: 1, deletions: 0)], commits: [])
    record.findings = []
    record.diagnostics = ["indent", "trailing comma", "spacing"].map {
      Diagnostic(.warning, $0, file: path, line: 7, step: "lint")
    }
    let issue = TestIssue("is wrong", file: path, line: 7)
    record.tests = [SampleRecord.test("A", "test", .failed, issues: [issue])]
    let diff = ReportDiff(
      try #require(record.changes),
      added: [AddedLine(path, line: 7, text: HTMLReportTests.line(7))], deleted: [])
    let page = try #require(
      HTMLReportTests.pages(record, sources: HTMLReportTests.sources, diff: diff)["changes.html"])
    let rows = page.split(separator: "<span class=\"lined\">").dropFirst()
    #expect(rows.count == 2)
    #expect(rows.first?.contains("is wrong") == true)
    #expect(rows.last?.contains("3 from linters</span> indent; trailing comma; spacing") == true)
  }

  @Test func showsTheDiffWithCoverageAndFindings() throws {
    let path = "Sources/Store/Cart.swift"
    var record = SampleRecord.everything
    record.changes = ChangeSet(
      base: "b", head: "c", mergeBase: "a",
      files: [FileChange(.modified, path, additions: 3, deletions: 1)], commits: [])
    let diff = ReportDiff(
      try #require(record.changes),
      added: [3, 12, 40].map { AddedLine(path, line: $0, text: HTMLReportTests.line($0)) },
      deleted: [DeletedLine(path, line: 12, text: "let old = \"<b>\"")])
    let pages = HTMLReportTests.pages(record, sources: HTMLReportTests.sources, diff: diff)
    let page = try #require(pages["changes.html"])
    #expect(MarkupCheck(page).problems.isEmpty)
    expectGolden(page, "html-changes-with-lines.html")
    #expect(try #require(pages["findings.html"]).contains(">in the diff</a>"))
  }
}

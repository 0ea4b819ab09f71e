import CIModel
import Foundation
import TestSupport
import Testing

@testable import Reporters

struct HTMLReportTests {
  /// The files of a report by their paths.
  static func pages(
    _ record: RunRecord, sources: ReportSources = .none, diff: ReportDiff? = nil
  ) -> [String: String] {
    var pages: [String: String] = [:]
    HTMLReport(record, sources: sources, diff: diff).writeFolder { path, bytes in
      pages[path] = String(decoding: bytes, as: UTF8.self)
    }
    return pages
  }

  private static let text: [UInt8] = {
    let start = "import Store\n\nlet a = 1 < 2\n\tlet b = \"é\"\n"
    return Array((start + (5...240).map { "let line\($0) = \($0)\n" }.joined()).utf8)
  }()

  /// A line of the source that every path has.
  static func line(_ number: Int) -> String { SourceLines(text).text(number) }

  static let sources = ReportSources { path in
    path.hasSuffix(".swift")
      ? .lines(SourceLines(text), isChanged: false)
      : .missing("it is not a source in the checkout")
  }

  @Test(arguments: ["index", "tests", "changes", "coverage", "findings", "warnings"])
  func showsEverything(page: String) throws {
    let pages = Self.pages(SampleRecord.everything, sources: Self.sources)
    expectGolden(try #require(pages["\(page).html"]), "html-everything-\(page).html")
  }

  /// Each page is well-formed, has no script or style in its attributes, and leads to places that exist.
  @Test(arguments: SampleRecord.all.keys.sorted())
  func pagesAreRight(name: String) throws {
    let pages = Self.pages(try #require(SampleRecord.all[name]), sources: Self.sources)
    var checks: [String: MarkupCheck] = [:]
    for (path, page) in pages where path.hasSuffix(".html") { checks[path] = MarkupCheck(page) }
    for (path, check) in checks {
      #expect(check.problems.isEmpty, "\(path)")
      #expect(check.attributes.allSatisfy { !$0.hasPrefix("on") && $0 != "style" }, "\(path)")
      for link in check.links where link != "data:," {
        #expect(Self.exists(link, from: path, pages, checks), "\(path) leads to \(link)")
      }
    }
  }

  private static func exists(
    _ link: String, from path: String, _ pages: [String: String], _ checks: [String: MarkupCheck]
  ) -> Bool {
    let parts = link.split(separator: "#", omittingEmptySubsequences: false)
    var target = parts.first.map(String.init) ?? ""
    if target.hasPrefix("../") {
      target = String(target.dropFirst(3))
    } else if target.isEmpty {
      target = path
    }
    guard pages[target] != nil else { return false }
    return parts.count < 2 || checks[target]?.ids.contains(String(parts[1])) ?? false
  }

  @Test(arguments: SampleRecord.all.keys.sorted())
  func singleFileNeedsNoOther(name: String) throws {
    let record = try #require(SampleRecord.all[name])
    let check = MarkupCheck(
      String(decoding: HTMLReport(record, sources: Self.sources).singleFile(), as: UTF8.self))
    #expect(check.problems.isEmpty)
    #expect(check.links.allSatisfy { $0 == "data:," || $0.hasPrefix("#") })
    for link in check.links where link.hasPrefix("#") {
      #expect(check.ids.contains(String(link.dropFirst())), "\(link)")
    }
  }

  @Test func sameRecordSamePages() {
    let record = SampleRecord.everything
    #expect(Self.pages(record, sources: Self.sources) == Self.pages(record, sources: Self.sources))
  }

  // MARK: - Causes

  @Test func groupsFailuresByFormAndPlace() {
    var record = SampleRecord.green
    let issue = { (message: String, line: Int) in TestIssue(message, file: "T.swift", line: line) }
    record.tests = [
      SampleRecord.test("A", "alone", .failed, issues: [issue("is 1", 9)]),
      SampleRecord.test("A", "one", .failed, issues: [issue("is 1", 3)]),
      SampleRecord.test("A", "two", .failed, issues: [issue("is 22", 3)]),
      SampleRecord.test("A", "silent", .timedOut), SampleRecord.test("A", "mute", .timedOut),
      SampleRecord.test("A", "never", .notRun), SampleRecord.test("A", "fine"),
    ]
    record.crashes = [Crash(test: "A.silent", signal: "SIGILL", reason: "is 1"), Crash()]
    let causes = FailureCause.all(record).map { $0.failures.map(\.title) }
    #expect(
      causes == [
        ["StoreTests.A/one", "StoreTests.A/two"], ["StoreTests.A/alone"],
        ["StoreTests.A/silent"], ["StoreTests.A/mute"], ["Crash outside of a test"],
      ])
  }

  // MARK: - Bounds

  @Test func keepsManyLongFailuresInBounds() throws {
    var record = SampleRecord.green
    record.verdict = .failed
    let text = String(repeating: "long line of words\n", count: 400)
    record.tests = (0..<2_500).map { index in
      SampleRecord.test(
        "A", "test\(index)", .failed, issues: [TestIssue(text), TestIssue(text)], output: text)
    }
    record.notes = (0..<5_000).map { "Note \($0)." }
    let pages = Self.pages(record)
    #expect(try #require(pages["index.html"]).utf8.count < 100_000)
    let tests = try #require(pages["tests.html"])
    #expect(tests.utf8.count < 8_000_000)
    #expect(tests.contains("failures left out here"))
    #expect(MarkupCheck(tests).problems.isEmpty)
  }

  // MARK: - Sources

  @Test func readsOnlySourcesOfTheCheckout() throws {
    let directory = try ScratchDirectory()
    try directory.write("let a = 1\n", to: "in/A.swift")
    try directory.write("secret\n", to: "in/.env")
    try directory.write("let b = 1\n", to: "out/B.swift")
    try directory.write("let c = 1\n", to: "in/.build/C.swift")
    try FileManager.default.createSymbolicLink(
      atPath: "\(directory.path)/in/L", withDestinationPath: "../out")
    let sources = ReportSources.checkout(
      "\(directory.path)/in", marks: ["A.swift": "other"], since: Timestamp(secondsSinceEpoch: 0))
    for path in [
      ".env", "../out/B.swift", "L/B.swift", ".build/C.swift", "/etc/passwd", "missing.swift", "",
      "\(directory.path)/out/B.swift", "A.swift/", "a\0.swift",
    ] {
      guard case .missing = sources.read(path) else {
        Issue.record("\(path) was read")
        continue
      }
    }
    guard case .lines(let lines, let isChanged) = sources.read("A.swift") else {
      Issue.record("A.swift was not read")
      return
    }
    #expect(lines.count == 1)
    #expect(lines.text(1) == "let a = 1")
    #expect(isChanged)
  }

  /// The line of a failure in a source that was edited since is another one.
  @Test func showsNoEditedSourceAroundFailures() throws {
    let edited = ReportSources { _ in
      .lines(SourceLines(Array("let edited = 1\n".utf8)), isChanged: true)
    }
    var record = SampleRecord.green
    record.tests = [
      SampleRecord.test(
        "A", "a", .failed, issues: [TestIssue("lost", file: "Tests/A.swift", line: 7)])
    ]
    let page = try #require(Self.pages(record, sources: edited)["tests.html"])
    #expect(page.contains("The source was edited since the run."))
    #expect(!page.contains("let edited"))
  }

  @Test(arguments: [
    ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\r\nb", ["a", "b"]), ("\n\nb\n", ["", "", "b"]),
  ])
  func splitsLines(text: String, lines: [String]) {
    let source = SourceLines(Array(text.utf8))
    #expect((1..<(source.count + 1)).map { source.text($0) } == lines)
  }

  // MARK: - Coverage

  @Test func marksLines() throws {
    let record = SampleRecord.everything
    let path = try #require(record.coverage?.files.first?.path)
    let diff = ReportDiff(
      try #require(record.changes), added: [AddedLine(path, line: 3, text: "")], deleted: [])
    let page = try #require(
      Self.pages(record, sources: Self.sources, diff: diff)["files/\(PageNames.file(path)).html"])
    expectGolden(page, "html-everything-file.html")
  }

  @Test(arguments: [
    [1.0], [6, 6, 4, 3, 2, 2, 1], [1, 1, 1, 1], [1_000_000, 1, 1],
  ])
  func treemapFillsTheArea(sizes: [Double]) {
    let places = Treemap.places(of: sizes, width: 120, height: 50)
    #expect(places.count == sizes.count)
    let area = places.reduce(0) { $0 + $1.width * $1.height }
    #expect(abs(area - 6_000) < 0.01)
    #expect(
      places.allSatisfy { $0.x >= -0.01 && $0.x + $0.width <= 120.01 && $0.y + $0.height <= 50.01 })
  }
}

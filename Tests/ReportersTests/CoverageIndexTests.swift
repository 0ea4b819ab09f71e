import CIModel
import Testing

@testable import Reporters

/// The index of the measured files, of few and of very many.
struct CoverageIndexTests {
  private static func run(_ files: [(path: String, covered: Int)], patch: [String] = [])
    -> RunRecord
  {
    let none = Coverage.Ratio(covered: 0, count: 0)
    let ratio = { (covered: Int) in Coverage.Ratio(covered: covered, count: 100) }
    var record = SampleRecord.green
    var coverage = Coverage(
      metric: .distinct, isPartial: false,
      totals: .init(lines: ratio(50), functions: none, regions: none),
      files: files.map {
        Coverage.File(
          path: $0.path, target: nil, lines: ratio($0.covered), functions: none, regions: none,
          uncoveredLines: [], partialLines: [])
      }, excluded: [])
    if !patch.isEmpty {
      coverage.patch = Coverage.Patch(
        lines: ratio(75),
        files: patch.map { .init(path: $0, lines: ratio(75), uncoveredLines: []) })
    }
    record.coverage = coverage
    return record
  }

  private static func page(_ record: RunRecord) throws -> String {
    try #require(HTMLReportTests.pages(record)["coverage.html"])
  }

  private static func many(_ count: Int) -> RunRecord {
    run(
      (0..<count).map {
        ("Sources/Module\($0 / 100)/Folder\($0 / 10 % 10)/SomeFileName\($0).swift", $0 % 90)
      })
  }

  @Test func theMostMissedComesFirst() throws {
    let files = [("A.swift", 90), ("B.swift", 10), ("C.swift", 50)]
    let page = try Self.page(Self.run(files, patch: ["C.swift"]))
    let names = page.components(between: ".html\">", and: "</a>")
    #expect(names == ["B.swift", "C.swift", "A.swift"])
    #expect(page.contains("Changed lines</th>"))
    #expect(page.contains("data-v=\"7500\">75.00%</td>"))
    #expect(try !Self.page(Self.run(files)).contains("Changed lines</th>"))
  }

  /// It has to open at once, and to be of use without a script.
  @Test func veryManyStandByTheirFolders() throws {
    let page = try Self.page(Self.many(5_000))
    #expect(page.utf8.count < 1_000_000)
    let check = MarkupCheck(page)
    #expect(check.problems.isEmpty)
    // 50 modules, 500 folders in them, and the one around all, which is open.
    #expect(check.elements["details", default: 0] == 551)
    #expect(check.links.count { $0.hasPrefix("files/") } == 5_000)
    let names = page.components(between: "<span class=\"name\">", and: "</summary>")
    #expect(names[0].hasPrefix("Sources/</span> <span class=\"dim\">5,000 files, "))
    #expect(
      names.contains {
        $0.hasPrefix("Folder0/</span> <span class=\"dim\">10 files, 4.50%, 955 missed")
      })
    #expect(page.contains("<details open><summary><span class=\"name\">Sources/"))
  }

  /// Folders add up, those that hold one folder are one with it, and what is gone counts as it was.
  @Test func foldersAreInEachOther() throws {
    var record = Self.run([
      ("Sources/App/A.swift", 90), ("Sources/App/Deep/Deeper/B.swift", 10),
      ("Sources/Lib/C.swift", 50),
    ])
    let none = Coverage.Ratio(covered: 0, count: 0)
    record.base = BaseRun(
      run: "1", branch: "main", commit: "c", lines: .init(covered: 1, count: 3),
      files: [
        "Sources/App/A.swift": .init(covered: 80, count: 100), "Sources/Lib/C.swift": none,
        "Sources/App/Gone.swift": .init(covered: 100, count: 100),
      ])
    let page = try Self.page(record)
    #expect(
      page.components(between: "<span class=\"name\">", and: "</summary>").map {
        $0.replacing("</span> <span class=\"dim\">", with: " ").replacing("</span>", with: "")
      } == [
        "Sources/ 3 files, 50.00%, 150 missed, -13.33 since main",
        "App/ 2 files, 50.00%, 100 missed, -13.33 since main",
        "Deep/Deeper/ 1 file, 10.00%, 90 missed",
        "Lib/ 1 file, 50.00%, 50 missed",
      ])
    #expect(page.contains("<th class=\"num\">Since main</th>"))
    #expect(page.contains("data-v=\"1000\">+10.00</td>"))
    #expect(page.contains("data-v=\"0\">new</td>"))
  }

  @Test(arguments: [(6, 132), (5_000, 420)])
  func theMapHasRoomForNames(count: Int, height: Int) throws {
    let page = try Self.page(Self.many(count))
    #expect(page.contains("viewBox=\"0 0 1200 \(height)\""))
    let check = MarkupCheck(page)
    let cells = check.elements["title", default: 1] - 1
    #expect(cells > 1)
    // Each has its name and its share.
    #expect(check.elements["text", default: 0] >= cells)
  }

  @Test func aWideFolderIsSummedUp() {
    let files = (0..<300).map { ("A\($0).swift", 10) }
    let cells = CoverageTree(Self.run(files).coverage?.files ?? []).cells(limit: 20)
    #expect(cells.count == 20)
    #expect(cells.reduce(0) { $0 + $1.lines.count } == 30_000)
    #expect(cells.map(\.more).max() == 281)
  }
}

extension String {
  /// What stands between two texts, each time.
  fileprivate func components(between start: String, and end: String) -> [String] {
    ranges(of: start).compactMap { range in
      self[range.upperBound...].firstRange(of: end).map {
        String(self[range.upperBound..<$0.lowerBound])
      }
    }
  }
}

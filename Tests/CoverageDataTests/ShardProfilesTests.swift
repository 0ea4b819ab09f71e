import CIModel
import Foundation
import TestSupport
import Testing

@testable import CoverageData

struct ShardProfilesTests {
  @Test(arguments: [
    (
      "/ci/a/Sources/A.swift:$s1aF\n# Func Hash:\n0\n",
      "/b/Sources/A.swift:$s1aF\n# Func Hash:\n0\n"
    ),
    ("$s1aF\n/ci/a", "$s1aF\n/ci/a"),
    ("/ci/abc/A.swift:x\n/ci/a/B.swift;y\n", "/ci/abc/A.swift:x\n/b/B.swift;y\n"),
    ("", ""), ("\n\n", "\n\n"),
    (
      "$s1aF\n# Func Hash:\n0\n7\n\n$s1bF\n# Func Hash:\n0\n8\n",
      "$s1aF\n# Func Hash:\n0\n7\n\n$0\n$s1bF\n# Func Hash:\n0\n8\n"
    ),
  ])
  func movesNames(text: String, expected: String) {
    let moved = Array(text.utf8).withUnsafeBytes {
      ProfileText.moved($0, from: "/ci/a", to: "/b")
    }
    #expect(String(decoding: moved, as: UTF8.self) == expected)
  }

  private func shard(_ name: String, _ sources: [String: String]?) throws -> MeasuredShard {
    let json = """
      {"schema":"devtool.coverage-inputs/1","objects":["/ci/a/.build/x"],"repositoryRoot":"/ci/a",
      "packageRoot":"/ci/a","isPartial":true,"isSelection":true}
      """
    var stored = try JSONDecoder().decode(StoredMeasurement.self, from: Data(json.utf8))
    stored.sources = sources
    return MeasuredShard(name: name, folder: "/nowhere", stored: stored)
  }

  private func differing(_ shards: [MeasuredShard]) -> CoverageError? {
    do throws(CoverageError) {
      try MeasuredShard.checkSources(shards)
      return nil
    } catch {
      return error
    }
  }

  @Test func refusesOtherSources() throws {
    let first = try shard("one", ["A.swift": "1", "B.swift": "2"])
    #expect(differing([first, try shard("two", ["A.swift": "1", "B.swift": "2"])]) == nil)
    #expect(differing([first, try shard("old", nil)]) == nil)
    #expect(
      differing([first, try shard("two", ["A.swift": "1", "B.swift": "3"])])
        == .otherSources(path: "B.swift", measuredBy: ["one", "two"]))
    #expect(
      differing([first, try shard("two", ["A.swift": "1"])])
        == .otherSources(path: "B.swift", measuredBy: ["one", "two"]))
  }

  @Test func knowsItsSources() throws {
    let scratch = try ScratchDirectory()
    try scratch.write("let a = 1\n", to: "Sources/A.swift")
    let mark = try #require(WorkFiles.mark(of: scratch.path + "/Sources/A.swift"))
    let shard = try shard("one", ["Sources/A.swift": mark])
    #expect(shard.changedSource(in: scratch.path) == nil)
    #expect(shard.changedSource(in: scratch.path + "/Sources") == "Sources/A.swift")
    try scratch.write("let a = 2\n", to: "Sources/A.swift")
    #expect(shard.changedSource(in: scratch.path) == "Sources/A.swift")
    // Binaries that are not here are none.
    #expect(shard.objects(below: nil) == nil)
    #expect(shard.objects(below: scratch.path) == nil)
    try scratch.write("", to: ".build/x")
    #expect(
      shard.objects(below: scratch.path)
        == ShardObjects(paths: [scratch.path + "/.build/x"], builtIn: "/ci/a"))
  }

  @Test func mergesLinesOfRecords() throws {
    func coverage(_ runs: [(Int, Int, UInt64)], partial: [Int], isSelection: Bool) -> Coverage {
      var hits = LineHits()
      for (first, last, count) in runs { hits.append(first, last, count: count) }
      let file = Coverage.File(
        path: "A.swift", target: "A", lines: hits.ratio, functions: .init(covered: 1, count: 2),
        regions: .init(covered: Int(runs[0].2), count: 9), otherLines: hits.ratio,
        uncoveredLines: hits.uncovered, partialLines: partial, lineHits: hits)
      var coverage = Coverage(
        metric: .distinct, isPartial: true,
        totals: .init(lines: file.lines, functions: file.functions, regions: file.regions),
        files: [file], excluded: [.init(reason: "tests", files: 1, lines: hits.ratio)])
      coverage.isSelection = isSelection ? true : nil
      return coverage
    }
    let left = coverage([(1, 3, 1), (4, 6, 0)], partial: [1, 2], isSelection: true)
    let right = coverage([(1, 1, 0), (2, 4, 2), (5, 7, 0)], partial: [2, 4], isSelection: true)
    let merged = left.merging(right)
    #expect(merged.isPartial == false)
    #expect(merged.totals.lines == .init(covered: 4, count: 7))
    let file = try #require(merged.files.first)
    #expect(file.uncoveredLines == [[5, 7]])
    #expect(file.lineHits?[2] == 3)
    // Line 1 ran in part on one machine and not at all on the other, line 2 in part on both.
    #expect(file.partialLines == [1, 2, 4])
    #expect(file.regions == .init(covered: 1, count: 9))
    #expect(merged.totals.otherLines == nil)
    #expect(merged.excluded.first?.lines == .init(covered: 3, count: 7))
    let lossy = coverage([(1, 1, 1)], partial: [], isSelection: false)
    #expect(left.merging(lossy).isPartial)
  }
}

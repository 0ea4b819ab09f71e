import CIModel
import Foundation
import Testing

struct LineHitsTests {
  private func hits(_ text: String) throws -> LineHits {
    try JSONDecoder().decode([LineHits].self, from: Data("[\"\(text)\"]".utf8))[0]
  }

  private func text(_ hits: LineHits) throws -> String {
    String(decoding: try JSONEncoder().encode([hits]), as: UTF8.self).trimmingCharacters(in: [
      "[", "]", "\"",
    ])
  }

  @Test(arguments: ["", "1:0", "1-3:4 4:0 9-12:18446744073709551615"])
  func survivesJSON(text: String) throws {
    #expect(try self.text(hits(text)) == text)
  }

  @Test(arguments: ["x", "1", "1:", "1:-1", "0:1", "3-1:1", "5:1 4:1", "1:1:1", "1-:2x"])
  func refusesOtherTexts(text: String) {
    #expect(throws: DecodingError.self) { try hits(text) }
  }

  @Test(arguments: [
    ("1-10:1", [2...3, 10...12], "2-3:1 10:1", "1:1 4-9:1"), ("", [1...9], "", ""),
    ("1-3:1 5:0 6-9:2", [3...6], "3:1 5:0 6:2", "1-2:1 7-9:2"), ("4:1", [], "", "4:1"),
    ("4:1", [1...9], "4:1", ""),
    ("1-2:1 4-5:0 7-9:1", [2...4, 6...7, 9...9], "2:1 4:0 7:1 9:1", "1:1 5:0 8:1"),
    ("1-9:1 10-12:0", [2...2, 4...10, 12...14], "2:1 4-9:1 10:0 12:0", "1:1 3:1 11:0"),
  ])
  func selectsLines(text: String, ranges: [ClosedRange<Int>], within: String, without: String)
    throws
  {
    #expect(try self.text(hits(text).within(ranges)) == within)
    #expect(try self.text(hits(text).without(ranges)) == without)
  }

  @Test(arguments: [
    ("1-3:1", "2:5", "1:1 2:5 3:1"), ("", "2:5", "2:5"), ("1:0 9:1", "3-4:2", "1:0 3-4:2 9:1"),
    ("1-9:0", "2-3:1 5:1 9:4", "1:0 2-3:1 4:0 5:1 6-8:0 9:4"), ("1-2:1", "2-5:0", "1-2:1 3-5:0"),
  ])
  func merges(left: String, right: String, merged: String) throws {
    #expect(try text(hits(left).merging(hits(right)) { max($0, $1) }) == merged)
    #expect(try text(hits(right).merging(hits(left)) { max($0, $1) }) == merged)
  }

  @Test func findsLines() throws {
    let hits = try hits("2-4:7 6:0")
    #expect((1...7).map { hits[$0] } == [nil, 7, 7, 7, nil, 0, nil])
    #expect(hits.ratio == .init(covered: 3, count: 4))
    #expect(hits.uncovered == [[6, 6]])
  }

  /// Random histories of appends agree with a plain table of lines.
  @Test func agreesWithATable() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var tables: [[Int: UInt64]] = [[:], [:]]
      var all: [LineHits] = [LineHits(), LineHits()]
      for index in 0..<2 {
        var line = 1
        while line < 40 {
          line += Int.random(in: 0...3, using: &generator)
          let last = line + Int.random(in: 0...4, using: &generator)
          let count = UInt64.random(in: 0...2, using: &generator)
          all[index].append(line, last, count: count)
          for number in line...last { tables[index][number] = count }
          line = last + 1
        }
      }
      let merged = all[0].merging(all[1]) { $0 + $1 }
      let sum = tables[0].merging(tables[1]) { $0 + $1 }
      #expect((0...60).allSatisfy { merged[$0] == sum[$0] })
      #expect(merged.ratio.count == sum.count)
    }
  }
}

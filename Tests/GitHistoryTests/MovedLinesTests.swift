import CIModel
import Testing

@testable import GitHistory

struct MovedLinesTests {
  /// Each of many equal lines is compared with each: where that takes too long, nothing counts as moved.
  @Test(arguments: [(10, 1), (5_000, 0)])
  func equalLines(count: Int, moved: Int) {
    var search = MovedLines()
    for kind in [MovedLines.Kind.deleted, .added] {
      for _ in 0..<count { Array("}".utf8).withUnsafeBytes { search.add($0, kind, file: 0) } }
      search.endHunk()
      Array("func somethingThatHasAName()".utf8).withUnsafeBytes { search.add($0, kind, file: 1) }
      search.endHunk()
    }
    let found = search.movedLines()
    #expect(found[1]?.additions ?? 0 == moved)
    #expect(found[1]?.deletions ?? 0 == moved)
    #expect(found[0] == nil)
  }

  /// Where texts have too many lines to be compared, what lies between their common ends is replaced.
  @Test(arguments: [
    ("1\n2\n3\n", "1\nx\n3\n", 2..<3, 2..<3), ("1\n3\n", "1\n2\n3\n", 2..<2, 2..<3),
    ("1\n2\n3\n", "1\n3\n", 2..<3, 2..<2), ("1\n", "1\n2\n", 2..<2, 2..<3),
    ("2\n", "1\n2\n", 1..<1, 1..<2), ("1\n2", "1\n2\n", 2..<3, 2..<3),
    ("a1\n", "b1\n", 1..<2, 1..<2), ("1\n1\n", "1\n1\n1\n", 3..<3, 3..<4),
    ("a\nb\nc\nd\n", "a\nx\nc\ny\nd\n", 2..<4, 2..<5), ("1", "21", 1..<2, 1..<2),
  ])
  func textsThatAreTooLong(old: String, new: String, gone: Range<Int>, came: Range<Int>) throws {
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    let hunks = old.withUnsafeBytes { old in
      new.withUnsafeBytes { new in
        (try? LineComparison(old, new, mostLines: 1))?.hunks
      }
    }
    #expect(hunks == [LineComparison.Hunk(old: gone, new: came)])
    let same = old.withUnsafeBytes { (try? LineComparison($0, $0, mostLines: 0))?.hunks }
    #expect(same == [])
  }

  /// All comparisons of a change share a budget, and one that may need more is not begun.
  @Test(arguments: [
    (4, 1_025, [2, 2, 4]), (4, 1_024, [2, 4, 4]), (4, 0, [4, 4, 4]),
    (60_000, 41_520_000, [2, 60_000, 60_000]), (60_000, 41_519_999, [60_000, 60_000, 60_000]),
  ])
  func comparisonsHaveABudget(lines: Int, steps: Int, additions: [Int]) throws {
    func content(_ first: String, _ last: String) -> FileContent {
      let between = (2..<lines).map { "\($0)\n" }.joined()
      return .bytes(Array("\(first)\n\(between)\(last)\n".utf8))
    }
    let (old, new) = (content("a", "b"), content("c", "d"))
    #expect(Libgit2.start() == nil)
    let room = LineRoom(steps)
    #expect(try additions.map { _ in try old.compare(with: new, room).additions } == additions)
  }
}

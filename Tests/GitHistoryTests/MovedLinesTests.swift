import CIModel
import Testing

@testable import GitHistory

struct MovedLinesTests {
  /// Each of many equal lines is compared with each: where that takes too long, nothing counts as moved.
  @Test(arguments: [(10, 1), (20_000, 0)])
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
}

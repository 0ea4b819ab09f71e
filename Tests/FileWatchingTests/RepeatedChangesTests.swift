import FileWatching
import Testing

struct RepeatedChangesTests {
  /// A person who saves while runs are under way: the file stops ending runs, and starts them all the same.
  @Test func aFileThatIsSavedOftenIsStillWatched() {
    var repeated = RepeatedChanges()
    for _ in 0..<RepeatedChanges.mostEndedRuns {
      #expect(repeated.endsRuns("a.swift"))
      #expect(repeated.note(["a.swift", "b.swift"]).isEmpty)
    }
    #expect(!repeated.endsRuns("a.swift") && repeated.startsRuns("a.swift"))
    #expect(repeated.endsRuns("c.swift"))
    // A run during which it does not change shows that the runs do not change it.
    #expect(repeated.note(["b.swift"]).isEmpty)
    #expect(repeated.endsRuns("a.swift") && !repeated.endsRuns("b.swift"))
  }

  @Test func aFileThatEveryRunChangesStartsNoMore() {
    var repeated = RepeatedChanges()
    for _ in 1..<RepeatedChanges.mostRuns { #expect(repeated.note(["stamp"]).isEmpty) }
    #expect(repeated.note(["stamp"]) == ["stamp"])
    #expect(!repeated.startsRuns("stamp"))
    #expect(repeated.note(["stamp"]).isEmpty)
    #expect(repeated.note([]).isEmpty)
    #expect(repeated.startsRuns("stamp"))
  }
}

import CIModel
import Foundation
import RuleExecution
import TestSupport
import Testing

struct UncommittedFilesTests {
  private static let whole = ChangeSet(
    base: "b", head: "h", mergeBase: "m", files: [FileChange(.modified, "e\u{301}")], commits: [])

  /// Names are bytes, as in git: `é` as one character is another file than as two.
  @Test func namesAreComparedAsBytes() throws {
    let repository = try ScratchRepository()
    try repository.commit("root", ["a": "1\n"])
    let blob = try repository.git("rev-parse", "HEAD:a").trimmingCharacters(in: .newlines)
    let names = ["e\u{301}", "f\u{301}\u{316}", "f\u{316}\u{301}", "\u{e9}"]
    for name in names {
      try repository.git("update-index", "--add", "--cacheinfo", "100644,\(blob),\(name)")
    }
    try repository.git("commit", "-q", "-m", "names that are not checked out")
    let uncommitted = ChangeSet.uncommittedFiles(in: repository.path, environment: [:])
    #expect(uncommitted.map { Array($0.path.utf8) } == names.map { Array($0.utf8) })
    let more = Self.whole.addingUncommitted(in: repository.path, environment: [:])
    #expect(more.files.map { Array($0.path.utf8) } == names.map { Array($0.utf8) })
  }
}

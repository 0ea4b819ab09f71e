package import CIModel
import SourceCode

/// The tests that both versions of a change's files declare.
package enum DeclaredTests {
  /// The changed files whose tests count.
  package static func files(in changes: ChangeSet) -> Set<RepositoryPath> {
    let tests = FileSelection(TestFiles.globs)
    return Set(
      changes.files.lazy.filter { $0.path.hasSuffix(".swift") && tests.contains($0.path) }
        .map(\.exactPath))
  }

  /// How many the base and the head declare in those files.
  ///
  /// - Parameter contents: Both versions of each.
  package static func baseline(
    _ changes: ChangeSet, _ contents: [RepositoryPath: FileContents]
  ) -> TestBaseline {
    let room = ConditionRoom()
    func count(_ bytes: [UInt8]?) -> Int {
      bytes.map { DeclarationScanner(SwiftText($0), room: room).tests.count } ?? 0
    }
    var (base, head) = (0, 0)
    for path in files(in: changes) {
      base += count(contents[path]?.old)
      head += count(contents[path]?.new)
    }
    return .declared(base: base, head: head)
  }
}

package import CIModel
import SourceCode

/// Counts the tests that both versions of changed files declare.
package enum DeclaredTests {
  /// The changed files whose tests are counted.
  package static func files(in changes: ChangeSet) -> Set<RepositoryPath> {
    let tests = FileSelection(TestFiles.globs)
    return Set(
      changes.files.lazy.filter { $0.path.hasSuffix(".swift") && tests.contains($0.path) }
        .map(\.exactPath))
  }

  /// The number of tests that the base and the head declare in those files.
  ///
  /// - Parameter contents: Both versions of each file.
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

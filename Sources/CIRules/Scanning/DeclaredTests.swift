package import CIModel
import SwiftSource

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
    var (base, head) = (0, 0)
    for path in files(in: changes) {
      base += contents[path]?.old.map { tests(in: $0).count } ?? 0
      head += contents[path]?.new.map { tests(in: $0).count } ?? 0
    }
    return .declared(base: base, head: head)
  }

  private static func tests(in bytes: [UInt8]) -> [TestDeclaration] {
    DeclarationScanner(SwiftText(bytes)).tests
  }
}

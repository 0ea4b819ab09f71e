import CIModel
import SwiftSource

extension RemovedTestsRule {
  /// Tests that `Package.swift` takes out of the build.
  func manifestFindings(_ changes: ChangeSet, _ facts: Facts) -> [Finding] {
    changes.files.flatMap { file -> [Finding] in
      guard file.exactPath.isNamed("Package.swift"), options.scope.contains(file),
        let contents = facts.contents[file.exactPath], let old = contents.old,
        let new = contents.new, new != old
      else { return [] }
      let folder = file.path.dropLast("Package.swift".utf8.count)
      let deleted = changes.files.lazy.compactMap { $0.status == .deleted ? $0.path : $0.oldPath }
        .filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.utf8.count)) }
      return Self.losses(PackageManifest(old), PackageManifest(new), deleted: Array(deleted)).map {
        options.finding(
          $0, at: SourceLocation(file.path),
          help: "Take it back, or delete the tests, so that everybody sees that they are gone.")
      }
    }
  }

  /// - Parameter deleted: Files that the change deletes or moves, relative to the package.
  private static func losses(
    _ older: PackageManifest, _ newer: PackageManifest, deleted: [String]
  ) -> [String] {
    let after = Dictionary(
      newer.targets.filter(\.isTest).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let before = older.targets.filter(\.isTest)
    let touched = Set(deleted.compactMap { older.target(of: $0)?.name })
    let lost = before.filter { after[$0.name] == nil && !touched.contains($0.name) }
    // One that is renamed is not gone.
    let added = Set(after.keys).subtracting(before.map(\.name)).count
    let gone =
      lost.count > added ? lost.map { "test target '\($0.name)' is not built any more" } : []
    return gone
      + before.flatMap { target -> [String] in
        guard let now = after[target.name] else { return [] }
        let excluded = now.excluded.subtracting(target.excluded).filter(mayHoldTests)
        let chosen = (target.sources ?? []).subtracting(now.sources ?? target.sources ?? [])
        let isNarrowed = target.sources == nil && now.sources != nil
        return (excluded.sorted() + chosen.sorted()).map {
          "test target '\(target.name)' leaves out '\($0)'"
        } + (isNarrowed ? ["test target '\(target.name)' builds only some of its sources"] : [])
      }
  }

  /// Not resources and fixtures, which are left out for good reasons.
  private static func mayHoldTests(_ path: String) -> Bool {
    path.hasSuffix(".swift") || path.contains("Test") || path.contains("Spec")
  }
}

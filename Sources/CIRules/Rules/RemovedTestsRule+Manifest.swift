import CIModel
import SwiftSource

extension RemovedTestsRule {
  /// The manifests that a change touches, and the one that each takes the place of.
  func manifests(in changes: ChangeSet) -> Set<RepositoryPath> {
    let paths = changes.files.map(\.exactPath)
      .filter { $0.withoutSwiftVersion.isNamed("Package.swift") }
    return Set(paths + paths.map(\.withoutSwiftVersion))
  }

  /// Tests that `Package.swift` takes out of the build, or the manifest of one version of Swift.
  func manifestFindings(_ changes: ChangeSet, _ facts: Facts) -> [Finding] {
    changes.files.flatMap { file -> [Finding] in
      if let problem = Self.problem(of: file), options.scope.contains(file) {
        return [
          options.finding(
            problem, at: SourceLocation(file.path),
            help: "Take it back, so that everybody sees which tests run.")
        ]
      }
      let usual = file.exactPath.withoutSwiftVersion
      guard usual.isNamed("Package.swift"), options.scope.contains(file),
        let old = facts.contents[file.exactPath]?.old
          ?? (usual == file.exactPath ? nil : facts.contents[usual].flatMap { $0.old ?? $0.new }),
        let new = facts.contents[file.exactPath]?.new
          ?? (usual == file.exactPath ? nil : facts.contents[usual]?.new), new != old
      else { return [] }
      let folder = usual.text.dropLast("Package.swift".utf8.count)
      let deleted = changes.files.lazy.compactMap { $0.status == .deleted ? $0.path : $0.oldPath }
        .filter { $0.utf8.starts(with: folder.utf8) && $0.hasSuffix(".swift") }
        .map { String(Substring($0.utf8.dropFirst(folder.utf8.count))) }
      return Self.losses(PackageManifest(old), PackageManifest(new), deleted: Array(deleted)).map {
        options.finding(
          $0, at: SourceLocation(file.path),
          help: "Take it back, or delete the tests, so that everybody sees that they are gone.")
      }
    }
  }

  /// Changes that hide which tests run: a manifest that becomes a link, and a file that lists the tests for
  /// SwiftPM on Linux in place of those that it finds (`testEntryPointNames` of its `SwiftModule`).
  private static func problem(of file: FileChange) -> String? {
    let isNew = file.status == .added || file.status == .renamed
    if isNew, file.exactPath.isNamed("XCTMain.swift") || file.exactPath.isNamed("LinuxMain.swift") {
      return "makes SwiftPM run the tests that it lists, and no others"
    }
    let isManifest = file.exactPath.withoutSwiftVersion.isNamed("Package.swift")
    return isManifest && file.mode == "120000" && file.oldMode != "120000"
      ? "becomes a link, so that it does not show which tests are built" : nil
  }

  /// - Parameter deleted: Sources that the change deletes or moves, relative to the package.
  private static func losses(
    _ older: PackageManifest, _ newer: PackageManifest, deleted: [String]
  ) -> [String] {
    let after = Dictionary(
      newer.targets.filter(\.isTest).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let before = older.targets.filter(\.isTest)
    let touched = Set(deleted.compactMap { older.target(of: $0)?.name })
    // One that is renamed is not gone.
    let added = Set(after.keys).subtracting(before.map(\.name)).compactMap { after[$0] }
    let covered = CoveredFolders(added.flatMap(\.folders))
    return before.flatMap { target -> [String] in
      guard let now = after[target.name] else {
        if touched.contains(target.name) || covered.contain(target.folders) { return [] }
        return ["test target '\(target.name)' is not built any more"]
      }
      return losses(of: target, now, isMoved: touched.contains(target.name))
    }
  }

  private static func losses(
    of target: PackageManifest.Target, _ now: PackageManifest.Target, isMoved: Bool
  ) -> [String] {
    let excluded = now.excluded.subtracting(target.excluded).filter(mayHoldTests)
      .union(now.resources.subtracting(target.resources).filter(isOrHidesSource))
    let chosen = (target.sources ?? []).subtracting(now.sources ?? target.sources ?? [])
    let isNarrowed = target.sources == nil && now.sources != nil
    let isElsewhere = !isMoved && !CoveredFolders(now.folders).contain(target.folders)
    return (excluded.sorted() + chosen.sorted()).map {
      "test target '\(target.name)' leaves out '\($0)'"
    } + (isNarrowed ? ["test target '\(target.name)' builds only some of its sources"] : [])
      + (isElsewhere ? ["test target '\(target.name)' has another folder than its tests"] : [])
  }

  /// Not resources and fixtures, which are left out for good reasons.
  private static func mayHoldTests(_ path: String) -> Bool {
    if isOrHidesSource(path) { return true }
    return (path.contains("Test") || path.contains("Spec")) && !data.contains(path)
  }

  private static let data = FileSelection([
    "**/Test{Assets,Data,Files,Fixtures,Resources,Vectors}",
    "**/*.{csv,json,md,plist,txt,xctestplan,xml,yaml,yml}",
  ])

  /// What is written with an escape may be anything.
  private static func isOrHidesSource(_ path: String) -> Bool {
    path.hasSuffix(".swift") || path.contains("\\") || path.allSatisfy { $0 == "." || $0 == "/" }
  }
}

/// Folders with what is below them.
private struct CoveredFolders {
  private let folders: Set<[Substring]>

  init(_ folders: some Sequence<String>) {
    self.folders = Set(folders.map { $0.pathNames.filter { $0 != "." } })
  }

  /// Whether one of the folders is among them.
  func contain(_ others: [String]) -> Bool { others.contains { contain($0.pathNames) } }

  func contain(_ names: [Substring]) -> Bool {
    (0...names.count).contains { folders.contains(Array(names.prefix($0))) }
  }
}

/// What the test targets of a package compile.
struct TestTargets {
  private struct Target {
    var folders: [[Substring]]
    var leftOut: CoveredFolders
    /// `nil` is everything.
    var sources: CoveredFolders?
  }

  private let manifest: PackageManifest
  /// By name.
  private let targets: [String: Target]

  init(_ manifest: PackageManifest) {
    self.manifest = manifest
    targets = Dictionary(
      manifest.targets.filter(\.isTest).map { target in
        (
          target.name,
          Target(
            folders: target.folders.map(\.pathNames),
            leftOut: CoveredFolders(target.excluded.union(target.resources)),
            sources: target.sources.map { CoveredFolders($0) })
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether a file is compiled as a part of a test target.
  func build(_ path: String) -> Bool {
    guard let name = manifest.target(of: path)?.name, let target = targets[name] else {
      return false
    }
    let names = path.pathNames
    let folder = target.folders.first { names.starts(with: $0) } ?? []
    let inside = Array(names.dropFirst(folder.count))
    return !target.leftOut.contain(inside) && target.sources?.contain(inside) ?? true
  }
}

import CIModel
import SourceCode

extension RemovedTestsRule {
  /// The manifests that a change touches, and those that version-specific ones replace.
  func manifests(in changes: ChangeSet) -> Set<RepositoryPath> {
    let paths = changes.files.map(\.exactPath)
      .filter { $0.withoutSwiftVersion.isNamed("Package.swift") }
    return Set(paths + paths.map(\.withoutSwiftVersion))
  }

  /// Findings for tests that a manifest, possibly one for a version of Swift, excludes from the
  /// build.
  func manifestFindings(
    _ changes: ChangeSet, _ facts: Facts, _ room: ConditionRoom
  ) -> [Finding] {
    var manifests = ChangedManifests(facts.contents, room)
    let moved = MovedSources(changes)
    var tests: TestPaths?
    return changes.files.flatMap { file -> [Finding] in
      guard options.scope.contains(file) else { return [] }
      func finding(_ message: String, _ help: String) -> Finding {
        options.finding(message, at: SourceLocation(file.path), help: help)
      }
      if let problem = Self.problem(of: file) {
        return [finding(problem, "Revert it, so that everybody sees which tests run.")]
      }
      switch manifests.versions(of: file.exactPath) {
      case .none: return []
      case .tooMany:
        return [
          finding(
            "cannot be compared: the change touches more than \(ChangedManifests.mostVersions) "
              + "manifests for versions of Swift in its folder",
            "Keep those for versions of Swift that build the package.")
        ]
      case .changed(let old, let new):
        let folder = String(
          file.exactPath.withoutSwiftVersion.text.dropLast("Package.swift".utf8.count))
        func known() -> TestPaths {
          let known = tests ?? TestPaths(facts.contents, room)
          tests = known
          return known
        }
        let losses = Self.losses(old, new, deleted: moved.below(folder)) { path in
          known().contain("\(folder)\(path)")
        }
        let skipping = Self.newlySkips(old, new) ? known().targets(in: folder, new, skips: old) : []
        return
          (losses
          + skipping.map {
            "test target '\($0)' leaves out folders with a dot in their names, as tools versions 5.3 "
              + "to 5.5 do"
          }).map {
            finding(
              $0, "Revert it, or delete the tests, so that everybody sees that they are gone.")
          }
      }
    }
  }

  /// Paths that manifests newly exclude from test targets.
  func leftOutPaths(
    _ changes: ChangeSet, _ contents: [RepositoryPath: FileContents], _ room: ConditionRoom
  ) -> Set<RepositoryPath> {
    var manifests = ChangedManifests(contents, room)
    var paths: Set<RepositoryPath> = []
    for file in changes.files {
      guard case .changed(let old, let new) = manifests.versions(of: file.exactPath) else {
        continue
      }
      let folder = file.exactPath.withoutSwiftVersion.text.dropLast("Package.swift".utf8.count)
      let before = Dictionary(
        old.targets.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      for target in new.targets where target.isTest {
        if Self.newlySkips(old, new) {
          paths.formUnion(target.folders.map { RepositoryPath("\(folder)\($0)") })
        }
        guard let known = before[target.name] else { continue }
        for path in Self.newlyLeftOut(known, target).prefix(Self.mostLeftOut) {
          paths.formUnion(
            Self.places(of: path, in: target).map { RepositoryPath("\(folder)\($0)") })
        }
      }
    }
    return paths
  }

  private static func newlySkips(_ older: PackageManifest, _ newer: PackageManifest) -> Bool {
    newer.skipsFolders && !older.skipsFolders
  }

  /// Maximum number of excluded paths to search; the others count as tests.
  private static let mostLeftOut = 500

  private static func newlyLeftOut(
    _ target: PackageManifest.Target, _ now: PackageManifest.Target
  ) -> [String] {
    now.excluded.subtracting(target.excluded)
      .union(now.resources.subtracting(target.resources)).sorted()
  }

  /// The possible places of an excluded path, relative to the package.
  private static func places(of path: String, in target: PackageManifest.Target) -> [String] {
    let names = path.pathNames.filter { $0 != "." }
    return target.folders.map { ([$0[...]] + names).filter { !$0.isEmpty }.joined(separator: "/") }
  }

  /// The reason why a change hides which tests run: a manifest becomes a link, or a new file lists
  /// the tests for SwiftPM on Linux, which then finds no others (`testEntryPointNames` of its
  /// `SwiftModule`).
  private static func problem(of file: FileChange) -> String? {
    let isNew = file.status == .added || file.status == .renamed
    if isNew, file.exactPath.isNamed("XCTMain.swift") || file.exactPath.isNamed("LinuxMain.swift") {
      return "makes SwiftPM run the tests that it lists, and no others"
    }
    let isManifest = file.exactPath.withoutSwiftVersion.isNamed("Package.swift")
    return isManifest && file.mode == "120000" && file.oldMode != "120000"
      ? "becomes a link, which hides which tests are built" : nil
  }

  /// - Parameters:
  ///   - deleted: Source files that the change deletes or moves, relative to the package.
  ///   - holdsTests: Whether there are tests at or below a path of the package.
  private static func losses(
    _ older: PackageManifest, _ newer: PackageManifest, deleted: [String],
    holdsTests: (String) -> Bool
  ) -> [String] {
    let after = Dictionary(
      newer.targets.filter(\.isTest).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let before = older.targets.filter(\.isTest)
    let touched = Set(deleted.compactMap { older.target(of: $0)?.name })
    // A renamed target is not removed.
    let added = Set(after.keys).subtracting(before.map(\.name)).compactMap { after[$0] }
    let covered = CoveredFolders(added.flatMap(\.folders))
    return before.flatMap { target -> [String] in
      guard let now = after[target.name] else {
        if touched.contains(target.name) || covered.contain(target.folders) { return [] }
        return ["test target '\(target.name)' is no longer built"]
      }
      return losses(of: target, now, isMoved: touched.contains(target.name), holdsTests)
    }
  }

  private static func losses(
    of target: PackageManifest.Target, _ now: PackageManifest.Target, isMoved: Bool,
    _ holdsTests: (String) -> Bool
  ) -> [String] {
    let leftOut = newlyLeftOut(target, now)
    let excluded = leftOut.enumerated().filter { index, path in
      index >= mostLeftOut || isOrHidesSource(path)
        || !now.resources.contains(path) && isCalledTests(path)
        || places(of: path, in: now).contains(where: holdsTests)
    }.map(\.element)
    let chosen = (target.sources ?? []).subtracting(now.sources ?? target.sources ?? [])
    let isNarrowed = target.sources == nil && now.sources != nil
    let isElsewhere = !isMoved && !CoveredFolders(now.folders).contain(target.folders)
    return (excluded + chosen.sorted()).map {
      "test target '\(target.name)' leaves out '\($0)'"
    } + (isNarrowed ? ["test target '\(target.name)' builds only some of its sources"] : [])
      + (isElsewhere ? ["test target '\(target.name)' uses another folder than its tests"] : [])
  }

  /// Whether a path is named like tests; resources and fixtures are excluded for good reasons.
  private static func isCalledTests(_ path: String) -> Bool {
    (path.contains("Test") || path.contains("Spec")) && !data.contains(path)
  }

  private static let data = FileSelection([
    "**/Test{Assets,Data,Files,Fixtures,Resources,Vectors}",
    "**/*.{csv,json,md,plist,txt,xctestplan,xml,yaml,yml}",
  ])

  /// Whether a path is a source, or may hide one: by an escape, or by leading up and down again.
  private static func isOrHidesSource(_ path: String) -> Bool {
    path.hasSuffix(".swift") || path.contains("\\") || path.pathNames.contains("..")
      || path.allSatisfy { $0 == "." || $0 == "/" }
  }
}

/// Folders, including everything below them.
private struct CoveredFolders {
  private var folders = FolderMap<Bool>()

  init(_ folders: some Sequence<String>) {
    for folder in folders {
      self.folders.insert(true, for: folder.pathNameBytes.filter { !$0.elementsEqual(".".utf8) })
    }
  }

  /// Whether one of these folders contains one of the others.
  func contain(_ others: [String]) -> Bool { others.contains { contain($0.pathNameBytes) } }

  func contain(_ names: some Sequence<ArraySlice<UInt8>>) -> Bool {
    folders.value(around: names) ?? false
  }
}

/// The files that the test targets of a package compile.
struct TestTargets {
  private struct Target {
    var folders: [[ArraySlice<UInt8>]]
    var leftOut: CoveredFolders
    /// `nil` means all.
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
            folders: target.folders.map(\.pathNameBytes),
            leftOut: CoveredFolders(target.excluded.union(target.resources)),
            sources: target.sources.map { CoveredFolders($0) })
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether a file is compiled as part of a test target.
  func build(_ path: String) -> Bool {
    guard let name = manifest.target(of: path)?.name, let target = targets[name] else {
      return false
    }
    let names = path.pathNameBytes
    let folder = target.folders.first { names.starts(with: $0) } ?? []
    let inside = names.dropFirst(folder.count)
    return !manifest.skips(path) && !target.leftOut.contain(inside)
      && target.sources?.contain(inside) ?? true
  }
}

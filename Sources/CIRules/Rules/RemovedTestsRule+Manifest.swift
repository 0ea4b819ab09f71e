import CIModel
import SourceCode

extension RemovedTestsRule {
  /// The manifests that a change touches, and those that version-specific ones replace.
  func manifests(in changes: ChangeSet) -> Set<RepositoryPath> {
    let paths = changes.files.map(\.exactPath)
      .filter { $0.withoutSwiftVersion.isNamed("Package.swift") }
    return Set(paths + paths.map(\.withoutSwiftVersion))
  }

  static let revert = "Revert it, so that everybody sees which tests run."

  /// Adds findings for tests that a manifest, possibly one for a version of Swift, excludes from the
  /// build.
  func addManifestFindings(
    _ changes: ChangeSet, _ facts: Facts, _ room: ConditionRoom, to list: inout FindingList
  ) {
    var manifests = ChangedManifests(facts.contents, room)
    let moved = MovedSources(changes)
    var left = Self.mostLeftOut
    var tests: TestPaths?
    func known() -> TestPaths {
      let known = tests ?? TestPaths(facts.contents, room)
      tests = known
      return known
    }
    for file in changes.files where options.scope.contains(file) {
      func add(_ message: @autoclosure () -> String, _ help: String) {
        list.add(options.level) {
          options.finding(message(), at: SourceLocation(file.path), help: help)
        }
      }
      if let problem = Self.problem(of: file) {
        add(problem, Self.revert)
        continue
      }
      switch manifests.versions(of: file.exactPath) {
      case .none: continue
      case .tooMany:
        add(
          "cannot be compared: the change touches more than \(ChangedManifests.mostVersions) "
            + "manifests for versions of Swift in its folder",
          "Keep those for versions of Swift that build the package.")
      case .changed(let old, let new):
        let folder = Self.folder(of: file)
        let losses = Self.losses(old, new, deleted: moved.below(folder), &left) { path in
          known().contain("\(folder)\(path)")
        }
        let skipping = Self.newlySkips(old, new) ? known().targets(in: folder, new, skips: old) : []
        for loss in losses + skipping.map({ .dottedFolders(of: $0) }) {
          add(
            loss.message,
            "Revert it, or delete the tests, so that everybody sees that they are gone.")
        }
      }
    }
  }

  /// The folder of the package of a manifest, with a slash at its end, or empty.
  private static func folder(of manifest: FileChange) -> String {
    String(manifest.exactPath.withoutSwiftVersion.text.dropLast("Package.swift".utf8.count))
  }

  /// Paths that manifests newly exclude from test targets; as many as `losses` takes to be known.
  func leftOutPaths(
    _ changes: ChangeSet, _ contents: [RepositoryPath: FileContents], _ room: ConditionRoom
  ) -> Set<RepositoryPath> {
    var manifests = ChangedManifests(contents, room)
    var paths: Set<RepositoryPath> = []
    var left = Self.mostLeftOut
    for file in changes.files where options.scope.contains(file) {
      guard Self.problem(of: file) == nil,
        case .changed(let old, let new) = manifests.versions(of: file.exactPath)
      else { continue }
      let folder = Self.folder(of: file)
      if Self.newlySkips(old, new) {
        for target in new.targets where target.isTest {
          paths.formUnion(target.folders.map { RepositoryPath("\(folder)\($0)") })
        }
      }
      for case (let target, let now?) in Self.testTargets(old, new) {
        let leftOut = Self.newlyLeftOut(target, now).prefix(left)
        left -= leftOut.count
        for path in leftOut {
          paths.formUnion(Self.places(of: path, in: now).map { RepositoryPath("\(folder)\($0)") })
        }
      }
    }
    return paths
  }

  /// The test targets of the older manifest with what they are in the newer one. Of several with the
  /// same name, the first one counts.
  private static func testTargets(
    _ older: PackageManifest, _ newer: PackageManifest
  ) -> [(PackageManifest.Target, now: PackageManifest.Target?)] {
    let after = Dictionary(
      newer.targets.filter(\.isTest).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var names: Set<String> = []
    return older.targets.filter { $0.isTest && names.insert($0.name).inserted }
      .map { ($0, after[$0.name]) }
  }

  private static func newlySkips(_ older: PackageManifest, _ newer: PackageManifest) -> Bool {
    newer.skipsFolders && !older.skipsFolders
  }

  /// Maximum number of excluded paths of all manifests to search; the others count as tests.
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

  /// Tests that a manifest no longer builds.
  private enum Loss {
    case target(String)
    case path(String, of: String)
    case otherSources(of: String)
    case folder(of: String)
    case dottedFolders(of: String)

    var message: String {
      switch self {
      case .target(let name): "test target '\(name)' is no longer built"
      case .path(let path, let name): "test target '\(name)' leaves out '\(path)'"
      case .otherSources(let name): "test target '\(name)' builds only some of its sources"
      case .folder(let name): "test target '\(name)' uses another folder than its tests"
      case .dottedFolders(let name):
        "test target '\(name)' leaves out folders with a dot in their names, as tools versions 5.3 "
          + "to 5.5 do"
      }
    }
  }

  /// - Parameters:
  ///   - deleted: Source files that the change deletes or moves, relative to the package.
  ///   - left: How many more excluded paths were searched for tests.
  ///   - holdsTests: Whether there are tests at or below a path of the package.
  private static func losses(
    _ older: PackageManifest, _ newer: PackageManifest, deleted: [String], _ left: inout Int,
    holdsTests: (String) -> Bool
  ) -> [Loss] {
    let before = testTargets(older, newer)
    let touched = Set(deleted.compactMap { older.target(of: $0)?.name })
    // A renamed target is not removed.
    let known = Set(before.map(\.0.name))
    let added = newer.targets.filter { $0.isTest && !known.contains($0.name) }
    let covered = CoveredFolders(added.flatMap(\.folders))
    var losses: [Loss] = []
    for (target, now) in before {
      let isMoved = touched.contains(target.name)
      if let now {
        losses += Self.losses(of: target, now, isMoved: isMoved, &left, holdsTests)
      } else if !isMoved, !covered.contain(target.folders) {
        losses.append(.target(target.name))
      }
    }
    return losses
  }

  private static func losses(
    of target: PackageManifest.Target, _ now: PackageManifest.Target, isMoved: Bool,
    _ left: inout Int, _ holdsTests: (String) -> Bool
  ) -> [Loss] {
    let leftOut = newlyLeftOut(target, now)
    let searched = leftOut.prefix(left)
    left -= searched.count
    let excluded = searched.filter { path in
      isOrHidesSource(path) || !now.resources.contains(path) && isCalledTests(path)
        || places(of: path, in: now).contains(where: holdsTests)
    }
    let chosen = (target.sources ?? []).subtracting(now.sources ?? target.sources ?? [])
    let isNarrowed = target.sources == nil && now.sources != nil
    let isElsewhere = !isMoved && !CoveredFolders(now.folders).contain(target.folders)
    return (excluded + leftOut[searched.endIndex...] + chosen.sorted())
      .map { .path($0, of: target.name) }
      + (isNarrowed ? [.otherSources(of: target.name)] : [])
      + (isElsewhere ? [.folder(of: target.name)] : [])
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

import CIModel
import SourceCode

/// Where the tests are before and after a change, according to `Package.swift`.
struct TestPlaces {
  /// The manifest of the head; `nil` when there is none at the top of the repository.
  let manifest: PackageManifest?
  private let older: PackageManifest?
  /// `nil` when the manifest names none.
  private let testTargets: TestTargets?
  /// Folders of the head, without the root, that are known to contain a package of their own.
  private let packages: FolderMap<Bool>

  init(_ contents: [RepositoryPath: FileContents], _ room: ConditionRoom) {
    let own = contents["Package.swift"]
    manifest = own?.new.map { PackageManifest($0, room: room) }
    testTargets = manifest.flatMap {
      $0.targets.contains(where: \.isTest) ? TestTargets($0) : nil
    }
    older = own?.old.map { PackageManifest($0, room: room) } ?? manifest
    var packages = FolderMap<Bool>()
    for (path, contents) in contents where path.isNamed("Package.swift") && contents.isThere {
      let folder = path.text.pathNameBytes.dropLast()
      if !folder.isEmpty { packages.insert(true, for: folder) }
    }
    self.packages = packages
  }

  /// Parts of the oldest version of Swift that builds the tests.
  var oldestCompiler: [Int] { manifest?.toolsVersion ?? [5] }

  /// Whether the tests of a file are still built. A link has no tests, and a file that moves to a
  /// place that no build reads loses them.
  func compile(_ file: FileChange) -> Bool {
    let oldPath = file.oldPath ?? file.path
    let wasLeftOut = Self.isLeftOut(oldPath) || older?.skips(oldPath) == true
    return !file.standsForFolder && (wasLeftOut || !isLeftOut(file.path)) && !leavesPackage(file)
  }

  /// Whether a path is not built in the head.
  func isLeftOut(_ path: String) -> Bool {
    Self.isLeftOut(path) || manifest?.skips(path) == true
  }

  /// Whether a file is in a package of its own, or only data of the tests.
  func isApart(_ path: String) -> Bool {
    isLeftOut(path) || packages.value(around: path.pathNameBytes.dropLast()) != nil
  }

  /// Whether a new file is compiled with the tests of this package, or may be with those of another
  /// one in the repository.
  func buildTests(_ file: FileChange) -> Bool {
    if file.standsForFolder || isLeftOut(file.path) { return false }
    guard let testTargets else { return true }
    return testTargets.build(file.path)
      || packages.value(around: file.path.pathNameBytes.dropLast()) != nil
  }

  /// The folders of the tests that may inherit from a type of a file.
  func testFolders(around path: String) -> Set<RepositoryPath> {
    let own = manifest?.target(of: path).flatMap { $0.isTest ? [$0] : nil }
    let targets = own ?? manifest?.targets.filter(\.isTest) ?? []
    return Set(
      (targets.flatMap(\.folders) + [TestSource.folder(of: path)]).map { RepositoryPath($0) })
  }

  private func leavesPackage(_ file: FileChange) -> Bool {
    guard let oldPath = file.oldPath, older?.target(of: oldPath) != nil,
      manifest?.target(of: file.path) == nil
    else { return false }
    return packages.value(around: file.path.pathNameBytes.dropLast()) == nil
  }

  /// Whether a file moves from a test target to a target of another kind, where XCTest looks for no
  /// tests.
  func leavesTests(_ file: FileChange) -> Bool {
    guard let oldPath = file.oldPath, older?.target(of: oldPath)?.isTest == true else {
      return false
    }
    return manifest?.target(of: file.path)?.isTest == false
  }

  /// Whether a path is not built: files that tests read, hidden files, which SwiftPM skips
  /// (`computeContents` in `TargetSourcesBuilder.swift`), and folders that are one resource.
  static func isLeftOut(_ path: String) -> Bool {
    let dot = UInt8(ascii: ".")
    if records.contains(path) || path.lastPathName.utf8.first == dot { return true }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
      path.utf8[..<slash].contains(dot)
    else { return false }
    // By bytes: a name can have thousands of marks.
    return path.pathNameBytes.dropLast().contains { name in
      guard let last = name.lastIndex(of: dot) else { return false }
      if name.first == dot { return true }
      let end = name[last...]
      return end.count <= longestEnd
        && resources.contains(String(decoding: end, as: UTF8.self).lowercased())
    }
  }

  private static let resources: Set = [
    ".bundle", ".docc", ".framework", ".lproj", ".metal", ".nib", ".playground", ".storyboard",
    ".xcassets", ".xcdatamodel", ".xcdatamodeld", ".xcframework", ".xcmappingmodel", ".xcodeproj",
    ".xcprivacy", ".xcstrings", ".xcworkspace", ".xib",
  ]
  private static let longestEnd = 16
  private static let records = FileSelection(GeneratedFiles.recorded)
}

extension Sequence<String> {
  /// The folders around the files at these paths, without the root.
  var folders: Set<String> {
    var found: Set<String> = []
    for path in self {
      var rest = path.utf8[...]
      while let slash = rest.lastIndex(of: UInt8(ascii: "/")) {
        rest = rest[..<slash]
        if !found.insert(String(Substring(rest))).inserted { break }
      }
    }
    return found
  }
}

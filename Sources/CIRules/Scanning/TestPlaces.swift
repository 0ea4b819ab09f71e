import CIModel
import SourceCode

/// Where the tests are before and after a change, according to `Package.swift`.
struct TestPlaces {
  /// The manifest of the head; `nil` when there is none at the top of the repository.
  let manifest: PackageManifest?
  private let older: PackageManifest?
  /// Folders of the head that are known to contain a package of their own.
  private let packages: Set<String>

  init(_ contents: [RepositoryPath: FileContents], _ room: ConditionRoom) {
    let own = contents["Package.swift"]
    manifest = own?.new.map { PackageManifest($0, room: room) }
    older = own?.old.map { PackageManifest($0, room: room) } ?? manifest
    packages = Set(
      contents.lazy.filter { $0.key.isNamed("Package.swift") && $0.value.isThere }
        .map { String($0.key.text.dropLast("/Package.swift".count)) })
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

  private func leavesPackage(_ file: FileChange) -> Bool {
    guard let oldPath = file.oldPath, older?.target(of: oldPath) != nil,
      manifest?.target(of: file.path) == nil
    else { return false }
    return !file.path.folders.contains(where: packages.contains)
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
    let names = path.pathNames
    return records.contains(path) || names.contains { $0.utf8.first == UInt8(ascii: ".") }
      || names.dropLast().contains { name in resources.contains { name.lowercased().hasSuffix($0) }
      }
  }

  private static let resources = [
    ".bundle", ".docc", ".framework", ".lproj", ".metal", ".nib", ".playground", ".storyboard",
    ".xcassets", ".xcdatamodel", ".xcdatamodeld", ".xcframework", ".xcmappingmodel", ".xcodeproj",
    ".xcprivacy", ".xcstrings", ".xcworkspace", ".xib",
  ]
  private static let records = FileSelection(GeneratedFiles.recorded)
}

extension PackageManifest {
  /// Whether SwiftPM skips folders of a target whose names have an extension, except localizations:
  /// tools versions 5.3 to 5.5 (`computeContents` in `TargetSourcesBuilder.swift`).
  var skipsFolders: Bool { toolsVersion.first == 5 && 3...5 ~= toolsVersion.dropFirst().first ?? 0 }

  /// Whether a file is in a folder that SwiftPM skips.
  func skips(_ path: String) -> Bool {
    guard skipsFolders, let target = target(of: path) else { return false }
    let names = path.pathNames.dropLast()
    let depth = target.folders.map(\.pathNames).filter { names.starts(with: $0) }.map(\.count).max()
    let inside = names.dropFirst(depth ?? 0)
    let sources = Set((target.sources ?? []).map { $0.pathNames.filter { $0 != "." } })
    return inside.indices.contains { index in
      let parts = inside[index].utf8.split(
        separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard let last = parts.last, parts.count > 1, !last.isEmpty else { return false }
      return !last.elementsEqual("lproj".utf8) && !sources.contains(Array(inside[...index]))
    }
  }
}

extension String {
  /// The folders around the file at a path, without the root, the outermost first.
  var folders: [String] {
    let names = pathNames.dropLast()
    return names.indices.map { names[...$0].joined(separator: "/") }
  }
}

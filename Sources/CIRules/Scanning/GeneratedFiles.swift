import CIModel

/// Files that are not written or reviewed line by line, recognized by their paths or by the
/// `.gitattributes` of the base.
struct GeneratedFiles: Sendable {
  private static let lockFiles = LockFilesRule.lockNames.map { "**/\($0)" }
  private static let written = [
    "**/*.pbxproj", "**/*.xcscheme", "**/*.xcworkspacedata", "**/*.storyboard", "**/*.xib",
    "**/*.xcstrings", "**/*.{pb,grpc,generated}.swift", "**/Generated/**", "**/*.{html,svg}",
    "**/{CHANGELOG,ChangeLog,Changelog}", "**/{CHANGELOG,ChangeLog,Changelog}*.{adoc,md,rst,txt}",
  ]
  private static let foreign = [
    "**/{Vendor,vendor,Vendored,ThirdParty,third_party,Pods,Carthage,node_modules}/**"
  ]
  /// Files with which tests compare results.
  static let recorded = [
    "**/{Fixtures,fixtures,Golden,Snapshots,__Snapshots__,ReferenceImages*}/**", "**/*.snap",
  ]

  /// The list of these files for the documentation.
  static let summary =
    "lock files, Xcode projects and nibs, `*.pb.swift` and the like, HTML and SVG, "
    + "changelogs, folders such as `Generated`, `Vendor`, `Fixtures` and `Snapshots`, and "
    + "files that the base's `.gitattributes` marks as `linguist-generated` or "
    + "`linguist-vendored`"

  private static let locks = FileSelection(lockFiles)
  private static let all = FileSelection(lockFiles + written + foreign + recorded)

  private let facts: Facts

  init(_ facts: Facts) { self.facts = facts }

  /// Whether a file is generated at its path and, if it moved, also at the old one.
  func contains(_ file: FileChange) -> Bool {
    [file.exactPath, file.exactOldPath ?? file.exactPath].allSatisfy { path in
      Self.all.contains(path.text) || facts.generatedFiles.contains(path)
    }
  }

  /// Whether a package manager wrote the file.
  static func isLockFile(_ path: String) -> Bool { locks.contains(path) }
}

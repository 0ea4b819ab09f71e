import CIModel
import SourceCode

/// Decides which Swift files of a repository are sources that tests could call, and which are
/// tests: by the targets of the base's `Package.swift`, and by folder names where it shows none.
///
/// The manifest of the change does not count, so that a change cannot exempt itself from tests.
struct SourceLayout: Sendable {
  static let manifestPath = RepositoryPath("Package.swift")
  private static let tests = FileSelection(TestFiles.globs)
  private static let folders = ["Sources/", "Source/"]

  private let manifest: PackageManifest?

  init(_ facts: Facts, _ changes: ChangeSet) {
    manifest = Self.manifest(facts, changes).map { PackageManifest($0) }
  }

  private static func manifest(_ facts: Facts, _ changes: ChangeSet) -> [UInt8]? {
    if facts.distrustsChange { return facts.policyFile(manifestPath) }
    let contents = facts.contents[manifestPath]
    return changes.files.contains { $0.exactPath == manifestPath } ? contents?.old : contents?.new
  }

  /// Whether a file is named like a test, whatever the manifest contains.
  static func isNamedTest(_ path: String) -> Bool { tests.contains(path) }

  func isTest(_ path: String) -> Bool {
    Self.isNamedTest(path) || manifest?.target(of: path)?.isTest == true
  }

  /// Whether the path is in a target of the manifest that is no test.
  func isInSourceTarget(_ path: String) -> Bool {
    !isTest(path) && manifest?.target(of: path) != nil && RepositoryPath(path) != Self.manifestPath
  }

  /// Whether a file is code of a target that a test could call. A file without a target in the
  /// manifest belongs to a new target if it is in a source folder.
  func isTestable(_ path: String) -> Bool {
    guard path.utf8.suffix(6).elementsEqual(".swift".utf8), !SourceNames.isDocumentation(path),
      !Self.isNamedTest(path)
    else { return false }
    guard let manifest, let target = manifest.target(of: path) else {
      return Self.folders.contains { path.utf8.starts(with: $0.utf8) }
    }
    return !target.isTest && manifest.isTested(target)
  }
}

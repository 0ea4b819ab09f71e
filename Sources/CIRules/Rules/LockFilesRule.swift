package import CIModel
import SwiftSource

/// Flags manifests that change without their lock file, folder by folder.
package struct LockFilesRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "lock-files",
    summary:
      "Flags a manifest that changes its dependencies without its lock file, or the reverse.",
    why:
      "With a stale lock file everybody builds something else. Each folder of a repository is looked at "
      + "by itself; a folder that has no lock file needs none. Of `Package.swift` only lines with "
      + "`.package(` count, of the others every line.",
    parameters: [
      .init(
        "pairs", .list(.text),
        "Manifest and lock file, as `Package.swift -> Package.resolved`; by default those of SwiftPM, "
          + "CocoaPods, Bundler, Carthage, Mint, npm, pnpm, Yarn, Cargo and Poetry."),
      .init(
        "reverse", .boolean,
        "Flag a lock file that changes without its manifest, too; `false` by default, because updates "
          + "do just that."),
    ],
    isDefault: false, defaultLevel: .warning)

  private static let usual = [
    "Package.swift -> Package.resolved", "Podfile -> Podfile.lock", "Gemfile -> Gemfile.lock",
    "Cartfile -> Cartfile.resolved", "Mintfile -> Mintfile.lock",
    "package.json -> package-lock.json", "package.json -> pnpm-lock.yaml",
    "package.json -> yarn.lock", "Cargo.toml -> Cargo.lock", "pyproject.toml -> poetry.lock",
  ]

  private static let resolved = ["Package.resolved": FileContents(new: [])]
  private static let manifest = FileChange(.modified, "Package.swift", additions: 1)
  private static let dependency = AddedLine(
    "Package.swift", line: 9, text: "    .package(url: \"https://example.com/a\", from: \"1.0.0\"),"
  )

  package static let examples: [RuleExample] = [
    .clean(
      "both",
      files: [FileChange(.modified, "Package.resolved", additions: 9), manifest],
      addedLines: [dependency], contents: resolved),
    .clean("no lock file in the repository", files: [manifest], addedLines: [dependency]),
    .clean(
      "a new target is no new dependency", files: [manifest],
      addedLines: [AddedLine("Package.swift", line: 9, text: ".target(name: \"A\"),")],
      contents: resolved),
    .flagged(
      "a dependency without the lock file", as: .warning, files: [manifest],
      addedLines: [dependency], contents: resolved),
    .flagged(
      "the lock file of another folder does not help", as: .warning,
      files: [
        FileChange(.modified, "App/Podfile", additions: 1),
        FileChange(.modified, "Podfile.lock", additions: 1),
      ], contents: ["App/Podfile.lock": FileContents(new: [])]),
    .flagged(
      "a pair of a team's own", as: .warning, values: ["pairs": .text("deps.txt -> deps.lock")],
      files: [FileChange(.modified, "a/deps.txt", additions: 1)],
      contents: ["a/deps.lock": FileContents(new: [])]),
    .flagged(
      "the reverse, where it is asked for", as: .warning, values: ["reverse": .boolean(true)],
      files: [FileChange(.modified, "Podfile.lock", additions: 1)],
      contents: ["Podfile": FileContents(new: [])]),
  ]

  private let options: RuleOptions
  private let pairs: [(manifest: String, lock: String)]

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    pairs = (options.texts("pairs") ?? Self.usual).compactMap { text in
      let parts = text.split(separator: "->").map {
        $0.split(separator: " ").joined(separator: " ")
      }
      return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
  }

  package var id: String { options.id }

  package func readsAddedLines(of file: FileChange) -> Bool {
    Self.withoutVersion(file.exactPath).isNamed("Package.swift")
  }

  package func readsHiddenText(of file: FileChange) -> Bool { readsAddedLines(of: file) }

  package func guardsContent(of file: FileChange?) -> Bool {
    file.map { readsAddedLines(of: $0) } ?? true
  }

  /// `Package@swift-6.0.swift` is the `Package.swift` of one version of Swift.
  private static func withoutVersion(_ path: RepositoryPath) -> RepositoryPath {
    let name = path.bytes.split(separator: UInt8(ascii: "/")).last ?? []
    let isVersioned =
      name.starts(with: "Package@swift-".utf8) && name.suffix(6).elementsEqual(".swift".utf8)
    return isVersioned ? path.sibling("Package.swift") : path
  }

  package func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> {
    Set(
      changes.files.flatMap { file in
        pairs.flatMap { pair -> [RepositoryPath] in
          let path = Self.withoutVersion(file.exactPath)
          if path.isNamed(pair.manifest) { return [path.sibling(pair.lock)] }
          if path.isNamed(pair.lock) { return [path.sibling(pair.manifest)] }
          return []
        }
      })
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let changed = Set(changes.files.map(\.exactPath))
    return changes.files.filter { options.scope.contains($0) && $0.status != .deleted }.flatMap {
      file in
      let path = Self.withoutVersion(file.exactPath)
      return pairs.compactMap { pair -> Finding? in
        let lock = path.sibling(pair.lock)
        let manifest = path.sibling(pair.manifest)
        if path == manifest, !changed.contains(lock), facts.contents[lock]?.new != nil,
          changesDependencies(file, facts)
        {
          return options.finding(
            "\(file.path) changes without \(lock.text)", at: SourceLocation(file.path),
            help: "Resolve the dependencies again and commit \(lock.text).")
        }
        if path == lock, options.flag("reverse"), !changed.contains(manifest),
          facts.contents[manifest]?.new != nil
        {
          return options.finding(
            "\(lock.text) changes without \(manifest.text)", at: SourceLocation(lock.text),
            help: "Say why, or take the change back.")
        }
        return nil
      }
    }
  }

  private func changesDependencies(_ file: FileChange, _ facts: Facts) -> Bool {
    guard readsAddedLines(of: file) else { return file.isBinary || file.changedLines > 0 }
    return (facts.addedText + facts.hiddenText).contains { text in
      text.exactPath == file.exactPath
        && (0..<text.count).contains { Self.namesPackage(text.text(ofLine: $0)) }
    }
  }

  /// Whether a line names a dependency that is resolved, which one in a folder is not.
  private static func namesPackage(_ line: String) -> Bool {
    guard line.contains(".package(") else { return false }
    let text = SwiftText(Array(line.utf8))
    let code = text.bytes.indices.filter { text.kinds[$0] == .code }.map { text.bytes[$0] }
    return String(decoding: code, as: UTF8.self).components(behind: ".package(").contains {
      $0.contains("url:") || $0.contains("id:") || !$0.contains("path:")
    }
  }
}

extension String {
  /// What follows each occurrence of a text, up to the next one.
  fileprivate func components(behind separator: String) -> [Substring] {
    Array(split(separator: separator, omittingEmptySubsequences: false).dropFirst())
  }
}

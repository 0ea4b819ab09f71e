package import CIModel

/// Flags large files, which make every clone larger for good.
package struct LargeFilesRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "large-files",
    summary: "Flags added and changed files that are too large for a repository.",
    why:
      "git keeps every version of every file: everybody downloads a large file for good, "
      + "even after it has been deleted.",
    parameters: [
      .init("fail", .byteSize, "Maximum size; larger is an error. Off by default."),
      .init(
        "warn", .byteSize,
        "Maximum size; larger is a warning. `5MB` by default; 1 MB has 1,048,576 bytes."),
    ],
    isDefault: true, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "5 MB is the largest size that passes",
      files: [FileChange(.added, "a.png", isBinary: true, oldMode: nil, size: 5 << 20)]),
    .clean(
      "deleted and moved files are not new",
      files: [
        FileChange(.deleted, "b.png", isBinary: true, mode: nil),
        FileChange(
          .renamed, "c.png", oldPath: "a.png", similarity: 100, isBinary: true, size: 9 << 20),
      ]),
    .clean(
      "files in Git LFS may be large",
      files: [
        FileChange(.added, "a.psd", additions: 3, oldMode: nil, size: 9 << 20, lfsPointerSize: 130)
      ]),
    .flagged(
      "a new file", as: .warning,
      files: [FileChange(.added, "a.png", isBinary: true, oldMode: nil, size: 5 << 20 + 1)]),
    .flagged(
      "the level depends on the tier", as: .error,
      values: ["warn": .integer(1 << 20), "fail": .integer(10 << 20)],
      files: [FileChange(.modified, "a.png", isBinary: true, size: 11 << 20)]),
  ]

  private let options: RuleOptions

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
  }

  package var id: String { options.id }

  private var warnAbove: Int { options.integer("warn") ?? 5 << 20 }

  package var passingSizeLimit: Int? { min(warnAbove, options.integer("fail") ?? .max) }

  private func tier(of size: Int) -> (severity: Severity, limit: Int)? {
    options.tier(of: size, warn: warnAbove, fail: options.integer("fail"))
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    var known: [RepositoryPath: Severity] = [:]
    let shown = changes.files.compactMap { file -> Finding? in
      guard file.status != .deleted, !isKnown(file), file.lfsPointerSize == nil,
        options.scope.contains(file), let size = file.size, let tier = tier(of: size)
      else { return nil }
      known[file.exactPath] = tier.severity
      return options.finding(
        "has \(byteText(size)), limit is \(byteText(tier.limit))", at: SourceLocation(file.path),
        severity: tier.severity,
        help: "Store it outside the repository, or in Git LFS: `git lfs track` before the commit.")
    }
    return shown + passing(facts, &known)
  }

  /// Whether a file only moves from a path where the rule has already checked it.
  private func isKnown(_ file: FileChange) -> Bool {
    file.similarity == 100
      && file.oldPath.map { options.scope.contains(FileChange(.modified, $0)) } ?? true
  }

  /// Findings for file versions that the head does not have but the history keeps: the largest
  /// version of each path.
  ///
  /// - Parameter known: The severity of the finding on each path; only worse ones are added.
  private func passing(
    _ facts: Facts, _ known: inout [RepositoryPath: Severity]
  ) -> [Finding] {
    facts.passingFiles.sorted { $0.size > $1.size }.compactMap { file in
      var change = FileChange(.modified, file.path.text)
      change.otherPaths = file.otherPaths
      guard options.scope.contains(change), let tier = tier(of: file.size),
        known[file.path].map({ $0 < tier.severity }) ?? true
      else { return nil }
      known[file.path] = tier.severity
      return options.finding(
        "has \(byteText(file.size)) in commit \(file.commit.prefix(7)), although a later commit "
          + "removes or replaces it; limit is \(byteText(tier.limit))",
        at: SourceLocation(file.path.text), severity: tier.severity,
        help: "Remove it from the commits of the branch, for example with `git rebase -i`.")
    }
  }
}

/// `5 MB`, `5.73 MB`, `500 KB`: with two decimals, rounded up so that a size never looks like less
/// than its limit.
package func byteText(_ bytes: Int) -> String {
  let units = [("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10)]
  guard let (name, scale) = units.first(where: { bytes >= $0.1 }) else {
    return counted(bytes, "byte")
  }
  let hundredths = ((bytes % scale) * 100 + scale - 1) / scale
  let whole = bytes / scale + hundredths / 100
  var decimals = String(hundredths % 100 + 100).dropFirst()
  while decimals.last == "0" { decimals.removeLast() }
  return "\(whole)\(decimals.isEmpty ? "" : ".")\(decimals) \(name)"
}

package import CIModel

/// Flags files that should be stored in Git LFS and are not.
package struct LargeFileStorageRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "lfs-files",
    summary: "Flags files of certain kinds that are not stored in Git LFS.",
    why:
      "If `git lfs` is not installed, git silently ignores the attributes and commits the "
      + "file itself.",
    parameters: [
      .init("expect", .list(.glob), "Files that must be in Git LFS, such as `**/*.psd`.")
    ],
    isDefault: false, defaultLevel: .warning)

  private static let pictures: [String: RuleSettings.Value] = ["expect": .text("**/*.psd")]

  package static let examples: [RuleExample] = [
    .clean(
      "a pointer", pictures,
      files: [
        FileChange(.added, "a.psd", additions: 3, oldMode: nil, size: 9 << 20, lfsPointerSize: 130)
      ]),
    .clean(
      "files of other kinds", pictures,
      files: [FileChange(.added, "a.png", isBinary: true, oldMode: nil)]),
    .clean(
      "a deleted file", pictures,
      files: [FileChange(.deleted, "a.psd", isBinary: true, mode: nil)]),
    .flagged(
      "the file itself", as: .warning, values: pictures,
      files: [FileChange(.added, "a.psd", isBinary: true, oldMode: nil, size: 9 << 20)]),
    .flagged(
      "a pointer that becomes the file", as: .warning, values: pictures,
      files: [FileChange(.modified, "a.psd", isBinary: true, size: 9 << 20)]),
  ]

  private let options: RuleOptions
  private let expected: FileSelection

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    expected = options.globs("expect")
  }

  package var id: String { options.id }

  private func isJudged(_ file: FileChange) -> Bool {
    file.status != .deleted && file.mode != "120000" && file.mode != "160000"
      && expected.contains(file.path) && options.scope.contains(file)
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    changes.files.filter { isJudged($0) && $0.lfsPointerSize == nil }.map {
      options.finding(
        "is not stored in Git LFS", at: SourceLocation($0.path),
        help: "Run `git lfs install` and `git lfs track`, then add the file again.")
    }
  }
}

package import CIModel

/// Flags files that are not regular files: executables, links, submodules.
package struct FileModesRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "file-modes",
    summary: "Flags added executable bits, and added or changed symbolic links and submodules.",
    why:
      "An executable bit on a source file comes from a copied disk; a link breaks on Windows "
      + "and in archives; an updated submodule is one line in the diff and a whole library in "
      + "the build.",
    parameters: [
      .init(
        "executables", .optionalList(.glob),
        "Paths where the executable bit is allowed; scripts, files in folders called `scripts` or "
          + "`bin`, and files without an extension by default."),
      .init(
        "flag", .list(.choice(["executables", "links", "submodules"])),
        "Kinds to flag; all three by default."),
      .init("links", .optionalList(.glob), "Paths where links are allowed; none by default."),
      .init("submodules", .optionalList(.glob), "Submodules that may change; none by default."),
    ],
    isDefault: false, defaultLevel: .warning)

  private static let usualExecutables = [
    "**/*.{sh,bash,zsh,fish,ksh,csh,awk,sed,tcl,py,rb,rake,pl,php,lua,groovy,r,ps1,bat,cmd}",
    "**/*.{js,cjs,mjs,ts,cts,mts,swift-script,command,tool}", "**/{scripts,Scripts,bin}/**",
    "**/.githooks/**", "**/gradlew",
  ]

  package static let examples: [RuleExample] = [
    .clean(
      "scripts, and files without an extension",
      files: [
        FileChange(.added, "scripts/build", additions: 1, mode: "100755", oldMode: nil),
        FileChange(.added, "ci.sh", additions: 1, mode: "100755", oldMode: nil),
        FileChange(.added, "plot.R", additions: 1, mode: "100755", oldMode: nil),
        FileChange(.modified, "configure", mode: "100755"),
      ]),
    .clean(
      "a file that was executable before",
      files: [FileChange(.modified, "A.swift", additions: 1, mode: "100755", oldMode: "100755")]),
    .flagged(
      "a source file that becomes executable without a changed line", as: .warning,
      files: [FileChange(.modified, "Sources/A.swift", mode: "100755")]),
    .flagged(
      "a new link, and a link in place of a file", as: .warning, .warning,
      files: [
        FileChange(.added, "a", additions: 1, mode: "120000", oldMode: nil),
        FileChange(.typechanged, "b", additions: 1, deletions: 9, mode: "120000"),
      ]),
    .flagged(
      "an updated submodule", as: .warning,
      files: [
        FileChange(
          .modified, "Vendor/A", additions: 1, deletions: 1, mode: "160000", oldMode: "160000")
      ]),
    .clean(
      "kinds that are not flagged", ["flag": .text("links")],
      files: [
        FileChange(
          .modified, "Vendor/A", additions: 1, deletions: 1, mode: "160000", oldMode: "160000")
      ]),
  ]

  private let options: RuleOptions
  private let kinds: Set<String>
  private let executables: FileSelection
  private let expectsAnyName: Bool
  private let links: FileSelection
  private let submodules: FileSelection

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    kinds = Set(options.texts("flag") ?? ["executables", "links", "submodules"])
    executables = options.globs("executables", default: Self.usualExecutables)
    expectsAnyName = !options.has("executables")
    links = options.globs("links")
    submodules = options.globs("submodules")
  }

  package var id: String { options.id }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    changes.files.filter { options.scope.contains($0) }.compactMap { file in
      let place = SourceLocation(file.path)
      switch file.mode {
      case "100755"?
      where kinds.contains("executables") && !wasExecutable(file) && !mayBeExecutable(file.path):
        return options.finding(
          "becomes executable", at: place,
          help: "Remove the bit: `git update-index --chmod=-x \(shellQuoted(file.path))`.")
      case "120000"?
      where kinds.contains("links") && !links.contains(file.path)
        && !(wasLink(file) && file.similarity == 100 && file.leadsElsewhere != true):
        return options.finding(
          wasLink(file) ? "is a symbolic link that points elsewhere" : "becomes a symbolic link",
          at: place, help: "Keep a file there, or allow it in `links`.")
      case "160000"? where kinds.contains("submodules") && !submodules.contains(file.path):
        return options.finding(
          file.oldMode == nil
            ? "becomes a submodule" : "is a submodule that points to another commit", at: place,
          help: "Say in the description what it brings, or allow it in `submodules`.")
      default: return nil
      }
    }
  }

  /// Whether a file was already executable. An old path where this was allowed, or that the rule
  /// does not check, does not count.
  private func wasExecutable(_ file: FileChange) -> Bool {
    file.oldMode == "100755"
      && !(file.oldPath.map { mayBeExecutable($0) || isElsewhere($0) } ?? false)
  }

  private func wasLink(_ file: FileChange) -> Bool {
    file.oldMode == "120000"
      && !(file.oldPath.map { links.contains($0) || isElsewhere($0) } ?? false)
  }

  private func isElsewhere(_ path: String) -> Bool {
    !options.scope.contains(FileChange(.modified, path))
  }

  private func mayBeExecutable(_ path: String) -> Bool {
    if executables.contains(path) { return true }
    guard expectsAnyName else { return false }
    return executables.contains(path.lowercased())
      || !path.lastPathName.utf8.dropFirst().contains(UInt8(ascii: "."))
  }
}

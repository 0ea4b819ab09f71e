import CIModel

extension LockFilesRule {
  private static let resolved = ["Package.resolved": FileContents(new: [])]
  private static let manifest = FileChange(.modified, "Package.swift", additions: 1)
  private static let dependency = AddedLine(
    "Package.swift", line: 9, text: "    .package(url: \"https://example.com/a\", from: \"1.0.0\"),"
  )

  package static let examples: [RuleExample] = [
    .clean(
      "manifest and lock file change together",
      files: [FileChange(.modified, "Package.resolved", additions: 9), manifest],
      addedLines: [dependency], contents: resolved),
    .clean("no lock file in the repository", files: [manifest], addedLines: [dependency]),
    .clean(
      "a new target is not a new dependency", files: [manifest],
      addedLines: [AddedLine("Package.swift", line: 9, text: ".target(name: \"A\"),")],
      contents: resolved),
    .flagged(
      "a dependency without the lock file", as: .warning, files: [manifest],
      addedLines: [dependency], contents: resolved),
    .flagged(
      "a lock file that is removed while its manifest stays", as: .warning,
      files: [FileChange(.deleted, "web/yarn.lock", deletions: 9, mode: nil)],
      contents: ["web/package.json": FileContents(new: [])]),
    .flagged(
      "the lock file of another folder does not help", as: .warning,
      files: [
        FileChange(.modified, "App/Podfile", additions: 1),
        FileChange(.modified, "Podfile.lock", additions: 1),
      ], contents: ["App/Podfile.lock": FileContents(new: [])]),
    .flagged(
      "a dependency declared over several lines", as: .warning,
      files: [FileChange(.modified, "Package.swift", additions: 1, deletions: 1)],
      addedLines: [AddedLine("Package.swift", line: 4, text: "    from: \"2.0.0\"),")],
      contents: [
        "Package.resolved": FileContents(new: []),
        "Package.swift": FileContents(
          old: Array("  .package(\n    url: \"https://a/b\",\n    from: \"1.0.0\"),\n".utf8),
          new: Array("  .package(\n    url: \"https://a/b\",\n    from: \"2.0.0\"),\n".utf8)),
      ]),
    .flagged(
      "a version declared outside the call that uses it", as: .warning,
      files: [FileChange(.modified, "Package.swift", additions: 1, deletions: 1)],
      contents: resolved.merging([
        "Package.swift": FileContents(
          old: Array("let v: Version = \"1.0.0\"\nlet a = [.package(url: \"a\", exact: v)]\n".utf8),
          new: Array("let v: Version = \"2.0.0\"\nlet a = [.package(url: \"a\", exact: v)]\n".utf8))
      ]) { $1 }),
    .clean(
      "a script is not a dependency",
      files: [FileChange(.modified, "package.json", additions: 1, deletions: 1)],
      contents: [
        "package.json": FileContents(
          old: Array(#"{"scripts":{"a":"b"},"dependencies":{}}"#.utf8),
          new: Array(#"{"scripts":{"a":"c"},"dependencies":{}}"#.utf8)),
        "yarn.lock": FileContents(new: []),
      ]),
    .flagged(
      "one of two manifests with the same lock file", as: .warning,
      files: [FileChange(.modified, "Cartfile.private", additions: 1)],
      contents: ["Cartfile.resolved": FileContents(new: [])]),
    .flagged(
      "one of two lock files of a manifest", as: .warning,
      files: [
        FileChange(.modified, "package.json", additions: 1),
        FileChange(.modified, "package-lock.json", additions: 1),
      ],
      contents: [
        "npm-shrinkwrap.json": FileContents(new: []), "package-lock.json": FileContents(new: []),
      ]),
    .clean(
      "a lock file that changes with the other of its two manifests", ["reverse": .boolean(true)],
      files: [
        FileChange(.modified, "Cartfile", additions: 1),
        FileChange(.modified, "Cartfile.resolved", additions: 1),
      ],
      contents: [
        "Cartfile": FileContents(new: []), "Cartfile.private": FileContents(new: []),
        "Cartfile.resolved": FileContents(new: []),
      ]),
    .flagged(
      "a manifest that can no longer be read", as: .warning,
      files: [FileChange(.modified, "Package.swift", additions: 1)],
      addedLines: [AddedLine("Package.swift", line: 2, text: "/* \"")],
      contents: [
        "Package.resolved": FileContents(new: []),
        "Package.swift": FileContents(
          old: Array("let a = 1\n".utf8), new: Array("let a = 1\n/* \"\n".utf8)),
      ]),
    .flagged(
      "a custom pair", as: .warning, values: ["pairs": .text("deps.txt -> deps.lock")],
      files: [FileChange(.modified, "a/deps.txt", additions: 1)],
      contents: ["a/deps.lock": FileContents(new: [])]),
    .flagged(
      "a lock file that changes without its manifest", as: .warning,
      values: ["reverse": .boolean(true)],
      files: [FileChange(.modified, "Podfile.lock", additions: 1)],
      contents: ["Podfile": FileContents(new: [])]),
  ]
}

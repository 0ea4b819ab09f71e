import CIModel
import CIRules
import Testing

/// `changelog` and `fix-needs-test` in packages whose targets are elsewhere.
struct SourceFilesTests {
  private static let manifest = """
    let package = Package(
      name: "a",
      targets: [
        .target(name: "A", path: "A"),
        .executableTarget(name: "Tool"),
        .testTarget(name: "ATests", dependencies: ["A"], path: "Checks"),
      ])
    """

  private func messages(
    _ rule: String, _ path: String, _ values: [String: RuleSettings.Value] = [:],
    manifest: String = manifest
  ) -> [String] {
    var facts = makeFacts([FileChange(.modified, path, additions: 3)])
    facts.pullRequest = PullRequest(title: "Fix a crash")
    facts.policyFiles = [RepositoryPath("Package.swift"): Array(manifest.utf8)]
    facts.contents[RepositoryPath("Package.swift")] = FileContents(new: Array(manifest.utf8))
    facts.contents[RepositoryPath(path)] = FileContents(
      old: Array((path == "Package.swift" ? manifest : "a()\n").utf8), new: Array("b()\n".utf8))
    let rules = RuleSet(
      settings: [RuleSettings(id: rule, values: values)], includesDefaults: false)
    #expect(
      rules.policyFiles.contains(RepositoryPath("Package.swift")) == (values["sources"] == nil))
    return rules.findings(in: facts).map(\.message)
  }

  @Test(arguments: [
    ("A/B.swift", true), ("A/Deep/B.swift", true), ("Sources/New/B.swift", true),
    ("Sources/Tool/B.swift", true), ("Checks/B.swift", false), ("Docs/B.swift", false),
    ("A/Notes.md", false), ("Package.swift", false),
  ])
  func theManifestNamesTheFolders(path: String, isFlagged: Bool) {
    #expect(messages("changelog", path).isEmpty == !isFlagged)
    #expect(messages("fix-needs-test", path).isEmpty == !isFlagged)
  }

  @Test func theManifestIsNoSource() {
    let root = "let p = Package(name: \"a\", targets: [.target(name: \"A\", path: \".\")])"
    #expect(messages("changelog", "Package.swift", manifest: root).isEmpty)
    #expect(!messages("changelog", "B.swift", manifest: root).isEmpty)
  }

  @Test func messagesNameTheSources() {
    let text = { (folder: String) in "changes 1 file in \(folder) without an entry in CHANGELOG.md"
    }
    #expect(messages("changelog", "A/B.swift") == [text("the targets")])
    #expect(messages("changelog", "Sources/B.swift") == [text("Sources/**")])
    let named = ["sources": RuleSettings.Value.text("A/**")]
    #expect(messages("changelog", "A/B.swift", named) == [text("A/**")])
    #expect(messages("changelog", "Sources/B.swift", named).isEmpty)
  }

  /// A mended comment is no change of code, in a large file, too.
  @Test(arguments: [
    (100_000, false, false), (100_000, true, true), (7 << 20, false, true),
  ])
  func commentsOfLargeFiles(size: Int, changesCode: Bool, isFlagged: Bool) {
    let path = "Sources/A.swift"
    let line = "// \(String(repeating: "x", count: 96))\n"
    let rest = Array(String(repeating: line, count: 1_000).utf8)
    let new =
      rest + Array("/// Adds the values.\nfunc add() {\(changesCode ? "a()" : "")}\n".utf8)
    var facts = makeFacts([
      FileChange(.modified, path, additions: 1, deletions: 1, size: size)
    ])
    facts.pullRequest = PullRequest(title: "Fix a typo")
    let rules = RuleSet(
      settings: [RuleSettings(id: "fix-needs-test"), RuleSettings(id: "changelog")],
      includesDefaults: false)
    // What no rule needs is not read.
    if let changes = facts.changes,
      rules.neededContents(for: changes).contains(RepositoryPath(path))
    {
      facts.contents[RepositoryPath(path)] = FileContents(
        old: rest + Array("/// Adds teh values.\nfunc add() {}\n".utf8), new: new)
    }
    #expect(
      rules.findings(in: facts).map(\.ruleID) == (isFlagged ? ["fix-needs-test", "changelog"] : []))
  }
}

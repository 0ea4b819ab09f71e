import CIModel
import CIRules
import Testing

/// Links and submodules in place of what a rule asks for, and above what concerns it.
struct LinkedFileTests {
  private static let source = FileChange(.added, "Sources/b.swift", additions: 1, oldMode: nil)

  private func messages(
    _ rule: String, _ values: [String: RuleSettings.Value], _ files: [FileChange]
  ) -> [String] {
    var facts = makeFacts(files)
    facts.pullRequest = PullRequest(title: "Fix a bug")
    let settings = RuleSettings(id: "own", rule: rule, values: values)
    return RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
      .map(\.message)
  }

  @Test(
    arguments: [
      ("changelog", ["require": .text("docs/**")], "docs/b.md"),
      ("require", ["require": .text("docs/**")], "docs/b.md"),
      (
        "companion-files", ["when": .text("Sources/*.swift"), "require": .text("docs/$1.md")],
        "docs/b.md"
      ),
      ("fix-needs-test", ["tests": .text("Tests/**")], "Tests/b.swift"),
      (
        "tests-with-sources",
        ["match": .text("Sources/*.swift -> Tests/$1.swift"), "sources": .text("Sources/**")],
        "Tests/b.swift"
      ),
      (
        "tests-with-sources",
        [
          "min-lines": .integer(1), "sources": .text("Sources/**"), "tests": .text("Tests/**"),
        ], "Tests/b.swift"
      ),
    ] as [(String, [String: RuleSettings.Value], String)])
  func newLinksSatisfyNothing(rule: String, values: [String: RuleSettings.Value], path: String) {
    func isSatisfied(_ status: FileChange.Status, _ mode: String, oldMode: String?) -> Bool {
      let file = FileChange(
        status, path, oldPath: status == .renamed ? "x" : nil, additions: 1, mode: mode,
        oldMode: oldMode)
      let files = [Self.source, file].sorted { $0.exactPath < $1.exactPath }
      return messages(rule, values, files).isEmpty
    }
    #expect(isSatisfied(.added, "100644", oldMode: nil))
    for mode in ["120000", "160000"] {
      #expect(!isSatisfied(.added, mode, oldMode: nil), "\(mode)")
      #expect(!isSatisfied(.typechanged, mode, oldMode: "100644"), "\(mode)")
      #expect(!isSatisfied(.renamed, mode, oldMode: mode), "\(mode)")
    }
  }

  /// What is below a link or a submodule goes with it.
  @Test(
    arguments: [
      ("protected-files", ["files": .text("vendor/**")]),
      ("forbid", ["forbid": .text("vendor/**"), "status": .list([.text("deleted")])]),
      ("if", ["if": .text(#"changed("vendor/**")"#)]),
    ] as [(String, [String: RuleSettings.Value])])
  func linksThatGoAreFolders(rule: String, values: [String: RuleSettings.Value]) {
    func isFlagged(_ file: FileChange) -> Bool { !messages(rule, values, [file]).isEmpty }
    for mode in ["120000", "160000"] {
      #expect(isFlagged(FileChange(.deleted, "vendor", mode: nil, oldMode: mode)), "\(mode)")
      #expect(
        isFlagged(FileChange(.renamed, "x", oldPath: "vendor", mode: mode, oldMode: mode)),
        "\(mode)")
    }
    #expect(!isFlagged(FileChange(.deleted, "vendor", mode: nil)))
    #expect(!isFlagged(FileChange(.renamed, "x", oldPath: "vendor")))
  }

  @Test func submodulesThatChangeAreModified() {
    let file = FileChange(.modified, "vendor", mode: "160000", oldMode: "160000")
    let condition: [String: RuleSettings.Value] = ["if": .text(#"modified("vendor/**")"#)]
    #expect(messages("if", condition, [file]).count == 1)
  }

  /// Nobody knows what is below it.
  @Test(arguments: ["120000", "160000"])
  func linksAboveSourcesAreSources(mode: String) {
    let link = FileChange(
      .added, "Packages/E", additions: mode == "120000" ? 1 : 0, mode: mode, oldMode: nil)
    let sources: [String: RuleSettings.Value] = [
      "sources": .text("Packages/*/Sources/**"), "tests": .text("Packages/*/Tests/**"),
    ]
    let growth = [
      "Packages/E may lead to any number of source lines, but no test changed in Packages/*/Tests/**"
    ]
    #expect(messages("tests-with-sources", sources, [link]) == growth)
    let least = sources.merging(["min-lines": .integer(50)]) { $1 }
    #expect(messages("tests-with-sources", least, [link]) == growth)
    let pairs = sources.merging([
      "match": .text("Packages/*/Sources/*.swift -> Packages/$1/Tests/*.swift")
    ]) { $1 }
    #expect(
      messages("tests-with-sources", pairs, [link])
        == ["may lead to sources without a change of Packages/E/Tests/*.swift"])
    let keys: [String: RuleSettings.Value] = [
      "files": .text("package.json"), "keys": .text("version"), "expect": .text("change"),
      "when": .text("Packages/*/Sources/**"),
    ]
    #expect(
      messages("protected-keys", keys, [link]) == ["'version' does not change in package.json"])
    var module = link
    module.path = "Sources/E"
    #expect(messages("tests-with-sources", [:], [module]).count == 1)
    (module.status, module.oldMode) = (.modified, mode)
    #expect(messages("tests-with-sources", [:], [module]) == [])
  }
}

import CIModel
import Testing

@testable import CIRules

struct ProtectedFilesTests {
  private func findings(authors: [String], pullRequest: PullRequest? = nil) -> [Finding] {
    let settings = RuleSettings(
      id: "protected-files",
      values: ["files": .text("LICENSE"), "authors": .list([.text("ada*"), .text("Grace *")])])
    var facts = makeFacts([FileChange(.modified, "LICENSE", additions: 1)])
    facts.changes?.commits = authors.map { .example("Relicense", author: $0, email: "\($0)@x") }
    facts.pullRequest = pullRequest
    return RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
  }

  /// Who made the commits, where nobody knows of a pull request.
  @Test(arguments: [
    (["ada"], true), (["ada", "Grace Hopper"], true), (["ada", "eve"], false), (["eve"], false),
    ([], false),
  ])
  func everyAuthorIsOnTheList(authors: [String], isAllowed: Bool) {
    #expect(findings(authors: authors).isEmpty == isAllowed)
  }

  /// What a build reads over a link of the base: `.github/workflows -> ../conf`.
  @Test(arguments: [(".github/workflows/a.yml", true), ("docs/a.yml", false)])
  func filesThatAreReadOverLinks(other: String, isFlagged: Bool) {
    var file = FileChange(.modified, "conf/a.yml", additions: 1)
    file.otherPaths = [other]
    var moved = FileChange.moved("conf/a.yml", "a.yml")
    moved.oldOtherPaths = [other]
    let scoped = RuleSettings(
      id: "own", rule: "protected-files", paths: [".github/**"],
      values: ["files": .text("**"), "status": .text("deleted")])
    let cases = [
      (file, RuleSettings(id: "protected-files", values: ["files": .text(".github/**")])),
      (moved, RuleSettings(id: "protected-files", values: ["files": .text(".github/**")])),
      (moved, scoped),
    ]
    for (file, settings) in cases {
      let found = RuleSet(settings: [settings], includesDefaults: false)
        .findings(in: makeFacts([file]))
      #expect(found.isEmpty == !isFlagged)
    }
  }

  /// Globs and paths that spell the same letters in different ways.
  @Test(arguments: [
    ("gr\u{F6}\u{DF}e/a", 1), ("GRO\u{308}SSE/a", 1), ("pr\u{FC}fung/a", 1),
    ("Pru\u{308}fung/a", 1),
    ("Gro\u{308}\u{DF}en/a", 0), ("Grosse/a", 0),
  ])
  func spellings(path: String, count: Int) {
    let globs = ["Gr\u{F6}\u{DF}e/**", "Pru\u{308}fung/a", "pr\u{FC}fung/o\u{308}"]
    let settings = RuleSettings(
      id: "protected-files", values: ["files": .list(globs.map { .text($0) })])
    let found = RuleSet(settings: [settings], includesDefaults: false)
      .findings(in: makeFacts([FileChange(.added, path, additions: 1, oldMode: nil)]))
    #expect(found.count == count)
  }

  /// A link with another target is another one; one that only moves is not.
  @Test(arguments: [
    (FileChange(.modified, "l", additions: 1, deletions: 1), true),
    (FileChange(.renamed, "l", oldPath: "k", similarity: 100), false),
    (FileChange(.renamed, "l", oldPath: "k", similarity: 60, additions: 1, deletions: 1), true),
    (FileChange(.renamed, "a/l", oldPath: "b/l", similarity: 100, size: 1), true),
  ])
  func linksThatChange(file: FileChange, isFlagged: Bool) {
    var file = file
    (file.mode, file.oldMode) = ("120000", "120000")
    if file.size == 1 { file.leadsElsewhere = true }
    let settings = RuleSettings(id: "file-modes")
    let found = RuleSet(settings: [settings], includesDefaults: false)
      .findings(in: makeFacts([file]))
    #expect(found.map(\.message) == (isFlagged ? ["is a symbolic link that points elsewhere"] : []))
  }

  @Test func thePullRequestCountsMore() {
    #expect(findings(authors: ["eve"], pullRequest: PullRequest(author: "ada")).isEmpty)
    #expect(!findings(authors: ["ada"], pullRequest: PullRequest(author: "eve")).isEmpty)
  }
}

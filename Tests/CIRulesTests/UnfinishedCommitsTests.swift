import CIModel
import Testing

@testable import CIRules

/// A word such as `fixup!` exempts a message from rules; where no rule flags the word, a note tells.
struct UnfinishedCommitsTests {
  private static let note =
    "2 commits were not checked by commit-body, because they will be squashed. Rule 'commits' can "
    + "flag them."

  @Test(
    arguments: [
      ([("commit-body", [:])], [note]),
      ([("commit-body", [:]), ("commits", [:])], []),
      (
        [("commit-body", [:]), ("commits", ["forbid": .list([])])],
        [note.replacing("by commit-body", with: "by commit-body, commits")]
      ),
      (
        [("commit-body", [:]), ("commits", ["forbid": .text("fixup")])],
        [
          "1 commit was not checked by commit-body, commits, because it will be squashed. "
            + "Rule 'commits' can flag it."
        ]
      ),
      ([("commit-body", ["squash": .boolean(true)])], []), ([("commit-footers", [:])], []),
    ] as [([(String, [String: RuleSettings.Value])], [String])])
  func notes(rules: [(String, [String: RuleSettings.Value])], expected: [String]) {
    var facts = Facts()
    facts.pullRequest = PullRequest(title: "Add a parser", body: "It is fast.")
    facts.changes = ChangeSet(
      base: "b", head: "h", mergeBase: "b", files: [],
      commits: ["Add a parser", "fixup! Add a parser", "squash! Add a parser"].map {
        .example($0, body: "Why.")
      })
    let set = RuleSet(
      settings: rules.map { RuleSettings(id: $0.0, values: $0.1) }, includesDefaults: false)
    #expect(set.notes(in: facts) == expected)
  }

  /// `git rebase --autosquash` reads bytes, and keeps the message of every other commit.
  @Test(arguments: [
    ("fixup! Add a parser", 0), ("amend! x", 0), ("squash! x", 0), ("FIXUP! x", 1), ("fixup!x", 1),
    ("Squash!ed the bug", 1), ("Add a parser", 1), ("core: fixup! x", 1),
  ])
  func dropsMessages(subject: String, count: Int) {
    var facts = makeFacts([])
    facts.changes?.commits = [.example(subject)]
    let settings = RuleSettings(id: "commit-body", values: ["required": .text("always")])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.count == count)
  }

  /// git squashes by itself only what begins with the word.
  @Test(arguments: [
    ("fixup! x", "Run `git rebase -i --autosquash b`."),
    ("a: squash! x", "Squash them with `git rebase -i b`."),
  ])
  func howToSquash(subject: String, help: String) {
    var facts = makeFacts([])
    facts.changes?.mergeBase = "b"
    facts.changes?.commits = [.example(subject)]
    let found = RuleSet(settings: [RuleSettings(id: "commits")], includesDefaults: false)
      .findings(in: facts)
    #expect(found.map(\.help) == [help])
  }

  /// Lines directly below the subject are part of it, whatever they look like.
  @Test func linesOfTheTitle() {
    var facts = makeFacts([])
    facts.changes?.commits = [
      .example("Fix it", body: "wip: more\nSigned-off-by: A", hasBlankSecondLine: false)
    ]
    let rules = [
      RuleSettings(id: "commit-body", values: ["required": .text("always")]),
      RuleSettings(id: "commit-footers", values: ["sign-off": .boolean(true)]),
      RuleSettings(id: "commit-subject", values: ["forbid-words": .text("wip")]),
    ]
    let found = RuleSet(settings: rules, includesDefaults: false).findings(in: facts)
    #expect(Set(found.map(\.ruleID)) == ["commit-body", "commit-footers", "commit-subject"])
  }
}

import CIModel
import Testing

@testable import CIRules

/// A word such as `fixup!` exempts a message from rules; where no rule flags the word, a note tells.
struct UnfinishedCommitsTests {
  private static let note =
    "Not checked, because they will be squashed: 2 commits, by commit-body. Rule 'commits' would "
    + "flag such commits."

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
          note.replacing("2 commits", with: "1 commit")
            .replacing("by commit-body", with: "by commit-body, commits")
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
}

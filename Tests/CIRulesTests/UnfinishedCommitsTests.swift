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
}

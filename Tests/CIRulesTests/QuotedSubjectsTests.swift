import CIModel
import Testing

@testable import CIRules

/// Which messages are reverts in a change that is not trusted.
struct QuotedSubjectsTests {
  private static let names = "This reverts commit 0a1b2c3d."

  private static let forbidding = CommitSubjectRule(
    settings: RuleSettings(id: "a", values: ["forbid-pattern": .list([.text(#"\[x\]"#)])]))

  private static func facts(_ commits: [Commit], earlier: [Commit] = []) -> Facts {
    var facts = Facts()
    facts.changes = ChangeSet(base: "b", head: "h", mergeBase: "m", files: [], commits: commits)
    facts.revertedCommits = earlier
    facts.policyFiles = [:]
    return facts
  }

  @Test(arguments: [
    (#"Revert "Add a [x]""#, names, true), (#"Revert "Add a [x] (#3)" (#4)"#, names, true),
    (#"Revert "Add a [x]""#, "Reverts o/r#3", true), (#"revert 'Add a [x]'"#, names, true),
    (#"Reapply "Add a [x]""#, names, true), (#"Revert^2 "Add a [x]""#, names, true),
    (#"Revert "Revert "Add b [x]"""#, names, true), (#"Reapply "Add b [x]""#, names, true),
    (#"Revert "Title [x]""#, names, true),
    (#"Revert "Add c [x]""#, names, false), (#"Revert "Add a [x] [x]""#, names, false),
    (#"Revert "Add a [x]"#, names, false), ("Revert submission [x]", names, false),
    (#"Revert "Second line [x]""#, names, false), (#"Revert "Add a [x]""#, "Why.", false),
  ])
  func recognizes(subject: String, body: String, isRevert: Bool) {
    var merge = Commit.example("Merge pull request #3 from o/b", body: "Title [x]\n\nMore.")
    merge.isMerge = true
    let earlier: [Commit] = [
      .example("Add a [x] (#3)", body: "Second line [x]"), .example(#"Revert "Add b [x]""#), merge,
    ]
    let facts = Self.facts([.example(subject, body: body)], earlier: earlier)
    let rules: [any Rule] = [
      Self.forbidding,
      CommitsRule(settings: RuleSettings(id: "b", values: ["style": .text("conventional")])),
      CommitBodyRule(settings: RuleSettings(id: "c", values: ["pattern": .text("JIRA-[0-9]+")])),
    ]
    for rule in rules { #expect(rule.findings(in: facts).isEmpty == isRevert, "\(rule.id)") }
  }

  /// The form is enough where the change is trusted.
  @Test func trustedChanges() {
    var facts = Self.facts([.example(#"Revert "Add c [x]""#, body: Self.names)])
    for isTrusted in [false, true] {
      if isTrusted { facts.policyFiles = nil }
      #expect(Self.forbidding.findings(in: facts).isEmpty == isTrusted)
    }
  }

  /// What a branch has added itself can be reverted, unless no rule has read its subject.
  @Test func ownCommits() {
    func findings(_ commits: [Commit]) -> [Finding] {
      Self.forbidding.findings(in: Self.facts(commits))
    }
    let revert = Commit.example(#"Revert "Add a [x]""#, body: Self.names)
    #expect(findings([.example("Add a [x]"), revert]).count == 1)
    var merge = Commit.example("Merge [x]")
    merge.isMerge = true
    for own in [merge, .example("fixup! [x]")] {
      let quoting = Commit.example(#"Revert "\#(own.subject)""#, body: Self.names)
      #expect(findings([own, quoting]).count == 1)
    }
  }

  @Test func needsCommitsOnlyForReverts() {
    let rules = RuleSet(settings: [RuleSettings(id: "commit-subject")], includesDefaults: false)
    func ids(_ commit: Commit) -> Set<String>? {
      rules.revertedIDs(
        in: ChangeSet(base: "b", head: "h", mergeBase: "m", files: [], commits: [commit]))
    }
    #expect(ids(.example("Add a")) == nil)
    #expect(
      ids(.example(#"Revert "Add a""#, body: "This reverts commit 0A1B2C3D.")) == ["0a1b2c3d"])
  }
}

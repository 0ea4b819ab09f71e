package import CIModel
import Patterns

/// Flags merge commits in the branch.
package struct MergeCommitsRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "merge-commits",
    summary: "Flags merge commits in the branch.",
    why:
      "A branch that merges its base again and again is hard to read and hard to revert. A "
      + "merge is identified by its parents, not by its subject. If the first parent already "
      + "contains the others, the commit merges nothing, and all rules treat it as an ordinary "
      + "commit. If another parent does, and the commit changes files besides, rules judge it as "
      + "a merge and as an ordinary commit.",
    parameters: [
      .init("allow", .optionalList(.pattern), "Patterns of the subjects of allowed merges."),
      .init("max", .integer(min: 0), "Maximum number of merges; 0 by default."),
    ],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean("a subject that mentions merging", commits: [.example("Merge two parsers")]),
    .flagged(
      "a merge of the base", as: .warning,
      commits: [.example("Merge branch 'main' into topic", parentCount: 2)]),
    .flagged(
      "a merge with an ordinary subject", as: .warning,
      commits: [.example("Update", parentCount: 2)]),
    .clean(
      "an allowed merge", ["allow": .list([.text("^Merge branch 'release/")])],
      commits: [.example("Merge branch 'release/1.0'", parentCount: 2)]),
    .flagged(
      "a second line that belongs to the subject", as: .warning,
      values: ["allow": .list([.text("^Merge branch 'release/[0-9.]+'$")])],
      commits: [
        .example(
          "Merge branch 'release/1.0'", body: "and more", hasBlankSecondLine: false, parentCount: 2)
      ]),
    .clean(
      "one merge where one is allowed", ["max": .integer(1)],
      commits: [.example("Merge branch 'main'", parentCount: 2)]),
  ]

  private let options: RuleOptions

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
  }

  package var id: String { options.id }

  /// Merges, if their subjects decide.
  package func judgedCommits(in facts: Facts) -> [Commit] {
    if options.patterns("allow").isEmpty { return [] }
    return (facts.changes?.commits ?? []).filter { $0.isMerge || $0.mayMerge }
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let allowed = options.patterns("allow").map { $0.boundedMatcher() }
    let merges = changes.commits.filter { commit in
      (commit.isMerge || commit.mayMerge)
        && !allowed.contains { $0.occurs(in: commit.wholeSubject) }
    }
    if merges.count <= options.integer("max") ?? 0 { return [] }
    return merges.map { commit in
      options.finding(
        MessageProblem(
          "is a merge of \(commit.parents.count) commits",
          help: "Rebase the branch: `git rebase {base}`, or onto the newest base.",
          replacesReword: true),
        in: LandingMessage(commit), mergeBase: changes.mergeBase)
    }
  }
}

package import CIModel
import Patterns

/// Flags pull requests from or into branches whose names are not allowed.
package struct PullRequestBranchesRule: Rule {
  package static let descriptor = RuleDescriptor(
    id: "pr-branches",
    summary: "Flags a pull request from or into a branch whose name is not allowed.",
    why:
      "If a hotfix goes to `main` instead of the release, or a feature goes to the release, "
      + "people notice after the release.",
    parameters: [
      .init(
        "base", .list(.pattern),
        "Patterns of which one must match the whole name of the base branch."),
      .init(
        "branch", .list(.pattern), "Patterns of which one must match the whole name of the branch."),
      .init(
        "forbid", .optionalList(.pattern),
        "Patterns of forbidden branch names, matched against the whole name."),
    ],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "the right names", ["base": .text("main"), "branch": .text("(feature|fix)/.+")],
      pullRequest: PullRequest(branch: "fix/pipes", base: "main")),
    .clean("no known pull request", ["base": .text("main")]),
    .flagged(
      "another base with a similar name", as: .warning, values: ["base": .text("main")],
      pullRequest: PullRequest(branch: "a", base: "main-old")),
    .flagged(
      "another branch", as: .warning, values: ["branch": .text("(feature|fix)/.+")],
      pullRequest: PullRequest(branch: "patch-1", base: "main")),
    .flagged(
      "a branch that the service created", as: .warning, values: ["forbid": .text("patch-[0-9]+")],
      pullRequest: PullRequest(branch: "patch-1", base: "main")),
    .flagged(
      "a branch that is only named like those of a merge queue", as: .warning,
      values: ["branch": .text("fix/.+")],
      pullRequest: PullRequest(branch: "gh-readonly-queue/main/pr-1-abc", base: "main")),
  ]

  private let options: RuleOptions

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
  }

  package var id: String { options.id }

  package func missingFacts(in facts: Facts) -> [String] {
    var missing: [String] = []
    if options.has("base"), facts.pullRequest?.base == nil { missing.append("base branch") }
    if options.has("branch") || options.has("forbid"), facts.pullRequest?.branch == nil {
      missing.append("branch")
    }
    return missing
  }

  package func findings(in facts: Facts) -> [Finding] {
    var findings: [Finding] = []
    if let base = facts.pullRequest?.base, let patterns = options.texts("base"),
      !Self.matches(base, patterns)
    {
      findings.append(
        options.finding(
          "the pull request goes to '\(base)', not to \(patterns.joined(separator: " or "))",
          help: "Choose another base."))
    }
    guard let branch = facts.pullRequest?.branch, !Self.isQueue(branch, facts) else {
      return findings
    }
    let help = "Rename the branch with `git branch -m` and open the pull request from it."
    if let patterns = options.texts("branch"), !Self.matches(branch, patterns) {
      findings.append(
        options.finding(
          "branch '\(branch)' does not match \(patterns.joined(separator: " or "))", help: help))
    }
    if let patterns = options.texts("forbid"), Self.matches(branch, patterns) {
      findings.append(options.finding("branch '\(branch)' has a forbidden name", help: help))
    }
    return findings
  }

  /// Whether a merge queue created the branch. Anybody can choose such a name, so the event that
  /// the service reports must not be a pull request.
  private static func isQueue(_ branch: String, _ facts: Facts) -> Bool {
    branch.hasPrefix("gh-readonly-queue/")
      && [.mergeQueue, .push].contains(facts.surroundings.event)
  }

  private static func matches(_ name: String, _ patterns: [String]) -> Bool {
    patterns.contains { (try? Pattern($0))?.matcher().matchesWhole(name) ?? false }
  }
}

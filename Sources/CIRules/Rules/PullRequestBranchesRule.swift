package import CIModel
import Patterns

/// Flags branches with unusual names, and pull requests into branches that take none.
package struct PullRequestBranchesRule: Rule {
  package static let descriptor = RuleDescriptor(
    id: "pr-branches",
    summary: "Flags a pull request from or into a branch whose name is not wanted.",
    why:
      "A hotfix that goes to `main` instead of the release, or a feature that goes to the release, is "
      + "found out after the release.",
    parameters: [
      .init("base", .list(.pattern), "What the whole name of the base has to match, one of these."),
      .init(
        "branch", .list(.pattern), "What the whole name of the branch has to match, one of these."),
      .init("forbid", .optionalList(.pattern), "Whole names of branches that are not wanted."),
    ],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "the right names", ["base": .text("main"), "branch": .text("(feature|fix)/.+")],
      pullRequest: PullRequest(branch: "fix/pipes", base: "main")),
    .clean("nothing is known of a pull request", ["base": .text("main")]),
    .flagged(
      "another base, though a name like it", as: .warning, values: ["base": .text("main")],
      pullRequest: PullRequest(branch: "a", base: "main-old")),
    .flagged(
      "another branch", as: .warning, values: ["branch": .text("(feature|fix)/.+")],
      pullRequest: PullRequest(branch: "patch-1", base: "main")),
    .flagged(
      "a branch of the service's making", as: .warning, values: ["forbid": .text("patch-[0-9]+")],
      pullRequest: PullRequest(branch: "patch-1", base: "main")),
    .flagged(
      "a branch that is called like those of a merge queue, and is none", as: .warning,
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
          "branch '\(branch)' is not called \(patterns.joined(separator: " or "))", help: help))
    }
    if let patterns = options.texts("forbid"), Self.matches(branch, patterns) {
      findings.append(options.finding("branch '\(branch)' needs another name", help: help))
    }
    return findings
  }

  /// Whether a merge queue made the branch. Anybody can call one so, but the service says of a pull request
  /// that it is one.
  private static func isQueue(_ branch: String, _ facts: Facts) -> Bool {
    branch.hasPrefix("gh-readonly-queue/")
      && [.mergeQueue, .push].contains(facts.surroundings.event)
  }

  private static func matches(_ name: String, _ patterns: [String]) -> Bool {
    patterns.contains { (try? Pattern($0))?.matcher().matchesWhole(name) ?? false }
  }
}

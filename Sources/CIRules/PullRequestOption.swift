/// The options that tell of the pull request what the CI service does not.
enum PullRequestOption {
  private static let options = [
    "assignee": "--pr-assignees", "assignees": "--pr-assignees", "author": "--pr-author",
    "base": "--pr-base",
    "base branch": "--pr-base", "body": "--pr-body", "branch": "--pr-branch", "draft": "--pr-draft",
    "draft state": "--pr-draft",
    "fork": "--pr-fork", "labels": "--pr-labels", "milestone": "--pr-milestone",
    "number": "--pr-number", "reviewer": "--pr-reviewers", "reviewers": "--pr-reviewers",
    "title": "--pr-title",
  ]

  /// What only `--pr-json` tells.
  private static let facts: Set<String> = [
    "age", "approved", "association", "maintainer_can_modify", "mergeable", "merged",
  ]

  /// The option for a fact; `nil` when there is none.
  static func option(for fact: String) -> String? {
    options[fact] ?? (facts.contains(fact) ? "--pr-json" : nil)
  }

  /// What to do where conditions do not know these facts.
  static func advice(for facts: [String]) -> String {
    let known = facts.compactMap(option(for:))
    if known.isEmpty {
      return "Run it where the CI service tells; no option does."
    }
    let words = known.map { "`\($0)`" }.joined(separator: ", ")
    return "Tell it on the command line: `devtool check` takes \(words)."
  }
}

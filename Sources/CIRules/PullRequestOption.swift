/// The options that tell of the pull request what the CI service does not.
enum PullRequestOption {
  private static let options = [
    "assignee": "--pr-assignees", "assignees": "--pr-assignees", "author": "--pr-author",
    "base": "--pr-base",
    "base branch": "--pr-base", "body": "--pr-body", "branch": "--pr-branch", "draft": "--pr-draft",
    "draft state": "--pr-draft",
    "fork": "--pr-fork", "labels": "--pr-labels", "milestone": "--pr-milestone",
    "reviewer": "--pr-reviewers", "reviewers": "--pr-reviewers", "title": "--pr-title",
  ]

  /// The option for a fact; `nil` when there is none.
  static func option(for fact: String) -> String? { options[fact] }

  /// What to do where conditions do not know these facts.
  static func advice(for facts: [String]) -> String {
    let known = facts.compactMap { options[$0] }
    if known.isEmpty {
      return "Run it where the CI service tells; no option does."
    }
    let words = known.map { "`\($0)`" }.joined(separator: ", ")
    return "Tell it on the command line: `devtool check` takes \(words)."
  }
}

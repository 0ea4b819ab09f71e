internal import Expressions

/// The options that give facts of a pull request which the CI service does not tell.
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

  /// The option for a fact; `nil` when there is none. What has no option of its own comes with
  /// `--pr-json`.
  static func option(for fact: String) -> String? {
    options[fact] ?? (NameRegistry.name(fact)?.origin == .pullRequest ? "--pr-json" : nil)
  }

  /// `are` of the labels, `is` of the title.
  static func verb(for fact: String) -> String {
    ["assignees", "labels", "reviewers"].contains(fact) ? "are" : "is"
  }

  /// What to do where conditions do not know these facts.
  static func advice(for facts: [String]) -> String {
    let known = facts.compactMap(option(for:))
    if known.isEmpty {
      return "Run it in a CI service that provides it; no option sets it."
    }
    let words = known.map { "`\($0)`" }.joined(separator: ", ")
    return "Pass it on the command line: `devtool check` takes \(words)."
  }
}

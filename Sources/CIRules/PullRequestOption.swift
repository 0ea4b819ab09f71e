internal import Expressions

/// The command-line options for facts of a pull request that the CI service does not provide.
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

  /// The option that sets a fact; `nil` when there is none. Facts without an option of their own
  /// are set by `--pr-json`.
  static func option(for fact: String) -> String? {
    options[fact] ?? (NameRegistry.name(fact)?.origin == .pullRequest ? "--pr-json" : nil)
  }

  /// The verb for a fact in a sentence: `are` for the labels, `is` for the title.
  static func verb(for fact: String) -> String {
    ["assignees", "labels", "reviewers"].contains(fact) ? "are" : "is"
  }

  /// Advice on how to provide facts that a condition lacks.
  static func advice(for facts: [String]) -> String {
    let known = facts.compactMap(option(for:))
    if known.isEmpty {
      return "Run it in a CI service that provides it; no option sets it."
    }
    let words = known.map { "`\($0)`" }.joined(separator: ", ")
    return "Pass it on the command line: `devtool check` takes \(words)."
  }
}

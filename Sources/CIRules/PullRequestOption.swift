import CIModel
import Expressions

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

  /// One note on all facts of the pull request that kept rules from being checked.
  ///
  /// - Parameter rules: The ids of the rules by fact.
  static func notes(_ rules: [String: Set<String>], in facts: Facts) -> [String] {
    if rules.isEmpty { return [] }
    let ids = Set(rules.values.joined()).sorted().joined(separator: ", ")
    if facts.pullRequest == nil, let event = facts.surroundings.event,
      ![.pullRequest, .local].contains(event)
    {
      return ["Not checked without a pull request: \(ids)."]
    }
    let names = rules.keys.sorted()
    let isOne = names.count == 1 && !["assignees", "labels", "reviewers"].contains(names[0])
    let options = Set(names.compactMap(option(for:))).sorted().joined(separator: ", ")
    return [
      "Not checked, because the \(names.joined(separator: ", ")) of the pull request "
        + "\(isOne ? "is" : "are") not known: \(ids)."
        + (options.isEmpty
          ? "" : " If the CI service does not provide \(isOne ? "it" : "them"), pass \(options).")
    ]
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

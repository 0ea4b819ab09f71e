/// The options that tell of the pull request what the CI service does not.
enum PullRequestOption {
  private static let options = [
    "author": "--pr-author", "body": "--pr-body", "draft": "--pr-draft",
    "draft state": "--pr-draft",
    "fork": "--pr-fork", "labels": "--pr-labels", "title": "--pr-title",
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

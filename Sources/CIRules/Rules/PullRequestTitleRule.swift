package import CIModel

/// Flags pull request titles with the wrong wording, length or style.
package struct PullRequestTitleRule: Rule {
  package static let descriptor = RuleDescriptor(
    id: "pr-title",
    summary:
      "Flags pull request titles with the wrong length, words, letter case, punctuation or "
      + "style.",
    why:
      "Reviewers choose pull requests by their titles, and where pull requests are squashed, "
      + "the title stays in the history.",
    parameters: SubjectText.parameters + HeaderStyle.parameters, isDefault: false,
    defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean("a plain title", pullRequest: PullRequest(title: "Add a parser")),
    .clean("no known pull request"),
    .flagged("a full stop", as: .warning, pullRequest: PullRequest(title: "Add a parser.")),
    .flagged(
      "a title that is too short", as: .warning, values: ["min": .integer(10)],
      pullRequest: PullRequest(title: "Fix")),
    .flagged(
      "no ticket", as: .warning, values: ["pattern": .text("^[A-Z]+-[0-9]+: ")],
      pullRequest: PullRequest(title: "Add a parser")),
    .flagged(
      "a title without a type", as: .warning, values: ["style": .text("conventional")],
      pullRequest: PullRequest(title: "Add a parser")),
    .clean(
      "a title with one", ["style": .text("conventional")],
      pullRequest: PullRequest(title: "feat(parser): read pipes")),
    .flagged("no title", as: .warning, pullRequest: PullRequest(title: " ")),
  ]

  private let options: RuleOptions
  private let style: HeaderStyle
  private let text: SubjectText

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    style = HeaderStyle(options)
    text = SubjectText(options)
  }

  package var id: String { options.id }

  package func missingFacts(in facts: Facts) -> [String] {
    facts.pullRequest?.title == nil ? ["title"] : []
  }

  package func findings(in facts: Facts) -> [Finding] {
    guard let title = facts.pullRequest?.title else { return [] }
    let help = "Edit the title of the pull request."
    if title.allSatisfy(\.isWhitespace) {
      return [options.finding("the pull request has no title", help: help)]
    }
    let message = LandingMessage(
      name: "pull request", subject: title, text: facts.pullRequest?.body)
    let words = text.checker()(title).map { problem in
      options.finding("title \"\(title)\" \(problem.text)", help: problem.help ?? help)
    }
    return words
      + style.problems(of: message).map { problem in
        options.finding(
          "title \"\(title)\": \(problem.text)", help: problem.help ?? help)
      }
  }
}

package import CIModel
import Patterns

/// Flags changes that name no ticket.
package struct PullRequestTicketsRule: Rule {
  package static let descriptor = RuleDescriptor(
    id: "pr-tickets",
    summary: "Flags a change that names no ticket in title, description, branch or commits.",
    why: "The ticket says what was requested, by whom, and which alternatives were considered.",
    parameters: [
      .init(
        "in", .list(.choice(["body", "branch", "commits", "title"])),
        "Places to search; everywhere by default. Comments of the description do not count."),
      .init(
        "pattern", .pattern,
        "Pattern of a ticket; `#123` and `ABC-123` by default, except names of standards and "
          + "licences such as `UTF-8`."
      ),
    ],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean("in the title", pullRequest: PullRequest(title: "CORE-12: Add a parser")),
    .clean("in the branch", pullRequest: PullRequest(title: "Add", branch: "fix/CORE-12-pipes")),
    .clean(
      "in a commit", commits: [.example("Add", body: "Fixes #12")],
      pullRequest: PullRequest(title: "Add")),
    .clean("a change without commits"),
    .flagged(
      "no ticket anywhere", as: .warning, commits: [.example("Add a parser")],
      pullRequest: PullRequest(title: "Add a parser", body: "UTF-8 is read.", branch: "topic")),
    .flagged(
      "a ticket in a comment of the template", as: .warning,
      pullRequest: PullRequest(title: "Add", body: "<!-- Name it, such as #12. -->\nA parser.")),
    .flagged(
      "a ticket outside the searched places", as: .warning, values: ["in": .text("title")],
      commits: [.example("Add #12")], pullRequest: PullRequest(title: "Add")),
    .flagged(
      "commits without a ticket or a known pull request", as: .warning,
      commits: [.example("Add a parser")]),
  ]

  private let options: RuleOptions
  private let places: [String]

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    places = options.texts("in") ?? ["title", "body", "branch", "commits"]
  }

  package var id: String { options.id }

  package func missingFacts(in facts: Facts) -> [String] {
    if awaitsPullRequest(facts) { return namesTicket(facts) == false ? ["title"] : [] }
    return texts(in: facts).isEmpty && !places.contains("commits") ? [places.first ?? "title"] : []
  }

  /// Whether the title or the description of a pull request that is yet to be opened may name one.
  private func awaitsPullRequest(_ facts: Facts) -> Bool {
    facts.surroundings.event == .local && facts.pullRequest == nil
      && !places.allSatisfy { ["branch", "commits"].contains($0) }
  }

  /// None if what was read names a ticket.
  package func judgedCommits(in facts: Facts) -> [Commit] {
    var read = facts
    read.changes?.commits.removeAll { $0.isCut == true }
    guard places.contains("commits"), !findings(in: read).isEmpty || texts(in: read).isEmpty
    else { return [] }
    return (facts.changes?.commits ?? []).filter { !$0.isMerge }
  }

  /// Whether anything that is known names a ticket; `nil` when nothing is known.
  private func namesTicket(_ facts: Facts) -> Bool? {
    let texts = texts(in: facts)
    let pattern = options.pattern("pattern", default: TicketPattern.standard)
    guard !texts.isEmpty, let matcher = pattern?.boundedMatcher() else { return nil }
    return texts.contains { matcher.occurs(in: $0) }
  }

  package func findings(in facts: Facts) -> [Finding] {
    guard namesTicket(facts) == false, !awaitsPullRequest(facts) else { return [] }
    return [
      options.finding(
        "no ticket is named in the \(places.joined(separator: ", "))",
        help: "Name the ticket that it is for.")
    ]
  }

  private func texts(in facts: Facts) -> [String] {
    places.flatMap { place -> [String] in
      switch place {
      case "title": return facts.pullRequest?.title.map { [$0] } ?? []
      case "body": return facts.pullRequest?.body.map { [MarkdownText.withoutComments($0)] } ?? []
      case "branch":
        let hasCommits = facts.changes?.commits.isEmpty == false
        let branch = facts.pullRequest?.branch ?? (hasCommits ? facts.surroundings.branch : nil)
        return branch.map { [$0] } ?? []
      default:
        return (facts.changes?.commits ?? []).filter { !$0.isMerge }
          .map { "\($0.subject)\n\($0.body)" }
      }
    }
  }
}

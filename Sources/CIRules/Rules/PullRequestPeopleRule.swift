package import CIModel

/// Flags pull requests that nobody is responsible for.
package struct PullRequestPeopleRule: Rule {
  package static let descriptor = RuleDescriptor(
    id: "pr-people",
    summary: "Flags a pull request without a milestone, an assignee or a reviewer.",
    why:
      "What belongs to nobody is merged by nobody, and what belongs to no milestone is in no release.",
    parameters: [
      .init("milestone", .pattern, "What the title of the milestone has to match."),
      .init(
        "require", .list(.choice(["assignee", "milestone", "reviewer"])),
        "What there has to be; all three by default."),
    ],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "everything is there",
      pullRequest: PullRequest(milestone: "1.0", assignees: ["ada"], reviewers: ["bob"])),
    .clean("nothing is known of them", pullRequest: PullRequest(title: "Add")),
    .flagged(
      "nothing is there", as: .warning, .warning, .warning,
      pullRequest: PullRequest(milestone: "", assignees: [], reviewers: [])),
    .flagged(
      "what is required", as: .warning, values: ["require": .list([.text("milestone")])],
      pullRequest: PullRequest(milestone: "", assignees: [], reviewers: [])),
    .flagged(
      "a milestone of another kind", as: .warning,
      values: ["require": .text("milestone"), "milestone": .text("^[0-9]+\\.")],
      pullRequest: PullRequest(milestone: "Someday")),
  ]

  private let options: RuleOptions
  private let required: [String]

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    required = options.texts("require") ?? ["assignee", "milestone", "reviewer"]
  }

  package var id: String { options.id }

  package func missingFacts(in facts: Facts) -> [String] {
    required.compactMap { name in
      switch name {
      case "assignee": facts.pullRequest?.assignees == nil ? "assignee" : nil
      case "milestone": facts.pullRequest?.milestone == nil ? "milestone" : nil
      default: facts.pullRequest?.reviewers == nil ? "reviewer" : nil
      }
    }
  }

  package func findings(in facts: Facts) -> [Finding] {
    guard let pullRequest = facts.pullRequest else { return [] }
    let counts = [
      "assignee": pullRequest.assignees?.count,
      "milestone": pullRequest.milestone.map { $0.isEmpty ? 0 : 1 },
      "reviewer": pullRequest.reviewers?.count,
    ]
    var findings = required.filter { counts[$0] == 0 }.map { name in
      options.finding(
        "the pull request has no \(name)",
        help: name == "milestone" ? "Say which release it is for." : "Name somebody.")
    }
    if let pattern = options.text("milestone"), let milestone = pullRequest.milestone,
      !milestone.isEmpty, !Pattern(pattern).occurs(in: milestone)
    {
      findings.append(
        options.finding(
          "milestone '\(milestone)' does not match `\(pattern)`", help: "Choose another milestone.")
      )
    }
    return findings
  }
}

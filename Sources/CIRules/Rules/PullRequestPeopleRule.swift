package import CIModel
import Patterns

/// Flags pull requests without an assignee, a reviewer or a milestone.
package struct PullRequestPeopleRule: Rule {
  package static let descriptor = RuleDescriptor(
    id: "pr-people",
    summary: "Flags a pull request without a milestone, an assignee or a reviewer.",
    why:
      "A pull request without an owner waits forever, and one without a milestone misses the "
      + "release.",
    parameters: [
      .init("milestone", .pattern, "Pattern that the title of the milestone must match."),
      .init(
        "milestone-days", .integer(min: 0),
        "Minimum number of days until the milestone is due, if the service provides the "
          + "date; off by default."),
      .init(
        "require", .list(.choice(["assignee", "milestone", "reviewer"])),
        "What the pull request must have; all three by default."),
    ],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "milestone, assignee and reviewer are set",
      pullRequest: PullRequest(milestone: "1.0", assignees: ["ada"], reviewers: ["bob"])),
    .clean("milestone, assignee and reviewer are unknown", pullRequest: PullRequest(title: "Add")),
    .flagged(
      "milestone, assignee and reviewer are missing", as: .warning, .warning, .warning,
      pullRequest: PullRequest(milestone: "", assignees: [], reviewers: [])),
    .flagged(
      "only the milestone is required", as: .warning,
      values: ["require": .list([.text("milestone")])],
      pullRequest: PullRequest(milestone: "", assignees: [], reviewers: [])),
    .flagged(
      "a milestone that does not match", as: .warning,
      values: ["require": .text("milestone"), "milestone": .text("^[0-9]+\\.")],
      pullRequest: PullRequest(milestone: "Someday")),
    .flagged(
      "a milestone that is due in three days", as: .warning,
      values: ["require": .text("milestone"), "milestone-days": .integer(5)],
      pullRequest: PullRequest(
        milestone: "1.0", milestoneDue: RuleExample.now.adding(days: 3))),
    .flagged(
      "an overdue milestone", as: .warning,
      values: ["require": .text("milestone"), "milestone-days": .integer(0)],
      pullRequest: PullRequest(
        milestone: "1.0", milestoneDue: RuleExample.now.adding(days: -1))),
    .clean(
      "a milestone with time left, and one without a date",
      ["require": .text("milestone"), "milestone-days": .integer(2)],
      pullRequest: PullRequest(
        milestone: "1.0", milestoneDue: RuleExample.now.adding(days: 3))),
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
        help: Self.help(forMissing: name))
    }
    if let pattern = options.text("milestone"), let milestone = pullRequest.milestone,
      !milestone.isEmpty, options.pattern("milestone")?.occurs(in: milestone) == false
    {
      findings.append(
        options.finding(
          "milestone '\(milestone)' does not match `\(pattern)`", help: "Choose another milestone.")
      )
    }
    if let finding = dueDate(of: pullRequest, facts.surroundings.now) { findings.append(finding) }
    return findings
  }

  private static func help(forMissing name: String) -> String {
    switch name {
    case "assignee": "Add an assignee."
    case "milestone": "Say which release it is for."
    default: "Add a reviewer."
    }
  }

  private func dueDate(of pullRequest: PullRequest, _ now: Timestamp?) -> Finding? {
    guard let days = options.integer("milestone-days"), let due = pullRequest.milestoneDue, let now
    else { return nil }
    let left = due.secondsSinceEpoch - now.secondsSinceEpoch
    guard left < 0 || left / Timestamp.day < Int64(clamping: days) else { return nil }
    let date = due.iso8601.prefix(10)
    let name = "milestone '\(pullRequest.milestone ?? "")'"
    return options.finding(
      left < 0
        ? "\(name) was due on \(date)"
        : "\(name) is due on \(date), in fewer than \(counted(days, "day"))",
      help: "Move the pull request to a later milestone, or merge it in time.")
  }
}

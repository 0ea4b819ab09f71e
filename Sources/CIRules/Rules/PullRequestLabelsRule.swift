package import CIModel

/// Flags missing and forbidden labels.
package struct PullRequestLabelsRule: Rule {
  package static let descriptor = RuleDescriptor(
    id: "pr-labels",
    summary: "Flags a pull request without the labels that it should have, or with others.",
    why:
      "Release notes, milestones and triage are made from labels; one that is missing is noticed when "
      + "it is too late.",
    parameters: [
      .init(
        "forbid", .optionalList(.text), "Labels that keep it from being merged, `*` for anything."),
      .init("max", .integer(min: 1), "The most labels; no limit by default."),
      .init("min", .integer(min: 0), "The fewest labels; 1 by default unless `require` is set."),
      .init(
        "require", .list(.text),
        "One of these has to be there, `*` for anything: `type:*`, `release-*`."),
    ],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean("a label", pullRequest: PullRequest(labels: ["bug"])),
    .clean("nothing is known of the labels", pullRequest: PullRequest(title: "Add")),
    .flagged("none", as: .warning, pullRequest: PullRequest(labels: [])),
    .flagged(
      "none of those that are required", as: .warning,
      values: ["require": .list([.text("type:*")])],
      pullRequest: PullRequest(labels: ["bug"])),
    .clean(
      "one of those that are required", ["require": .list([.text("type:*"), .text("chore")])],
      pullRequest: PullRequest(labels: ["Type: bug", "type:bug"])),
    .flagged(
      "a label that is forbidden, and too many", as: .warning, .warning,
      values: ["forbid": .list([.text("blocked")]), "max": .integer(1)],
      pullRequest: PullRequest(labels: ["bug", "blocked"])),
  ]

  private let options: RuleOptions

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
  }

  package var id: String { options.id }

  package func missingFacts(in facts: Facts) -> [String] {
    facts.pullRequest?.labels == nil ? ["labels"] : []
  }

  package func findings(in facts: Facts) -> [Finding] {
    guard let labels = facts.pullRequest?.labels else { return [] }
    var findings: [Finding] = []
    let required = options.texts("require") ?? []
    let least = options.integer("min") ?? (required.isEmpty ? 1 : 0)
    if labels.count < least {
      findings.append(
        options.finding(
          "the pull request has \(counted(labels.count, "label")), minimum is \(least)",
          help: "Label it by what it is."))
    }
    if let max = options.integer("max"), labels.count > max {
      findings.append(
        options.finding(
          "the pull request has \(counted(labels.count, "label")), limit is \(max)",
          help: "Keep the labels that say most."))
    }
    if !required.isEmpty, !Self.has(labels, required) {
      findings.append(
        options.finding(
          "the pull request has none of the labels \(required.joined(separator: ", "))",
          help: "Add one of them."))
    }
    for label in labels where Self.has([label], options.texts("forbid") ?? []) {
      findings.append(
        options.finding(
          "the pull request is labelled '\(label)'", help: "Remove the label when it may be merged."
        )
      )
    }
    return findings
  }

  private static func has(_ labels: [String], _ patterns: [String]) -> Bool {
    patterns.contains { pattern in labels.contains { Wildcard(pattern).matches($0) } }
  }
}

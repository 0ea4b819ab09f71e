package import CIModel

/// Flags missing and forbidden labels.
package struct PullRequestLabelsRule: Rule {
  package static let descriptor = RuleDescriptor(
    id: "pr-labels",
    summary: "Flags a pull request with missing, forbidden or too many labels.",
    why:
      "Release notes, milestones and triage depend on labels; people notice a missing one "
      + "when it is too late.",
    parameters: [
      .init(
        "forbid", .optionalList(.text), "Labels that block merging; `*` matches anything."),
      .init("max", .integer(min: 1), "Maximum number of labels; no limit by default."),
      .init(
        "min", .integer(min: 0), "Minimum number of labels; 1 by default unless `require` is set."),
      .init(
        "require", .list(.text),
        "Labels of which one is required; `*` matches anything: `type:*`, `release-*`."),
    ],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean("a label", pullRequest: PullRequest(labels: ["bug"])),
    .clean("no known labels", pullRequest: PullRequest(title: "Add")),
    .flagged("no label", as: .warning, pullRequest: PullRequest(labels: [])),
    .flagged(
      "none of the required labels", as: .warning,
      values: ["require": .list([.text("type:*")])],
      pullRequest: PullRequest(labels: ["bug"])),
    .clean(
      "one of the required labels", ["require": .list([.text("type:*"), .text("chore")])],
      pullRequest: PullRequest(labels: ["Type: bug", "type:bug"])),
    .flagged(
      "a forbidden label, and too many labels", as: .warning, .warning,
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
          help: "Add a label for the kind of change."))
    }
    if let max = options.integer("max"), labels.count > max {
      findings.append(
        options.finding(
          "the pull request has \(counted(labels.count, "label")), limit is \(max)",
          help: "Keep only the most important labels."))
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

import CIModel

extension RuleDescriptor {
  /// A few rules of every kind that a parameter can have; the reader knows no others.
  static let samples = [
    RuleDescriptor(
      id: "changelog", summary: "Flags a change without an entry in the change log.",
      parameters: [
        Parameter("require", .list(.glob), "One of these files must change."),
        Parameter("when", .list(.glob), "Applies when one of these files changes."),
      ],
      isDefault: false, defaultLevel: .warning),
    RuleDescriptor(
      id: "commits", summary: "Flags commit messages that break a convention.",
      parameters: [
        Parameter(
          "forbid", .optionalList(.choice(["fixup", "merge", "wip"])), "Forbids these commits."),
        Parameter("require-body", .boolean, "Requires a body."),
        Parameter("style", .unavailable, "Requires a style of subject."),
        Parameter("subject-max", .integer(min: 1), "Limits the subject to this many characters."),
        Parameter("subject-pattern", .pattern, "Requires subjects to match."),
      ],
      isDefault: true, defaultLevel: .warning),
    RuleDescriptor(
      id: "covered-files", summary: "Flags files that the tests hardly run.",
      parameters: [
        Parameter("fail", .percent, "Less than this fails."),
        Parameter("warn", .percent, "Less than this warns."),
      ],
      isDefault: false, defaultLevel: .warning),
    RuleDescriptor(
      id: "large-files", summary: "Flags large files.",
      parameters: [
        Parameter("fail", .byteSize, "More than this fails."),
        Parameter("warn", .byteSize, "More than this warns."),
      ],
      isDefault: true, defaultLevel: .warning),
    RuleDescriptor(
      id: "linter-reports", summary: "Flags what reports say.",
      parameters: [
        Parameter(
          "limit", .limits([.init("results", "All."), .init("errors", "Errors.")]), "The most.")
      ],
      isDefault: false, defaultLevel: .warning),
    RuleDescriptor(
      id: "pr-size", summary: "Flags a change that is too large to review.",
      parameters: [
        Parameter("fail", .integer(min: 1), "Changed lines from which the rule fails."),
        Parameter("warn", .integer(min: 1), "Changed lines from which the rule warns."),
      ],
      isDefault: true, defaultLevel: .warning),
    RuleDescriptor(
      id: "slow-changed-tests", summary: "Flags slow tests.",
      parameters: [Parameter("warn", .duration, "More than this warns.")],
      isDefault: false, defaultLevel: .warning),
  ]
}

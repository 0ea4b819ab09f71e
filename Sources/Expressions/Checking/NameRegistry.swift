internal import CIModel

/// A name of a fact in conditions.
package struct NameSpec: Sendable {
  package var name: String
  package var type: ValueType
  /// All possible values, if they are a fixed list; else `nil`.
  package var words: [String]?
  /// One sentence for the documentation.
  package var summary: String
  /// An example condition that contains it.
  package var example: String
  package var origin: Origin
  /// The value; `nil` when it is not known.
  var value: @Sendable (ConditionFacts) -> Value?

  package enum Origin: Hashable, Sendable {
    case change
    case pullRequest
    case run
  }

  init(
    _ name: String, _ type: ValueType, words: [String]? = nil, _ origin: Origin, _ summary: String,
    example: String, value: @escaping @Sendable (ConditionFacts) -> Value?
  ) {
    self.name = name
    self.type = type
    self.words = words
    self.origin = origin
    self.summary = summary
    self.example = example
    self.value = value
  }
}

/// All names of conditions except `env.NAME`, `matrix.NAME` and `steps.ID.KEY`.
package enum NameRegistry {
  /// Sorted by name.
  package static let names: [NameSpec] = [
    NameSpec(
      "age", .duration, .pullRequest, "How long the pull request has been open.",
      example: "age > 30d && !approved"
    ) { facts in age(of: facts.pullRequest?.created, facts).map(Value.duration) },
    NameSpec(
      "approved", .boolean, .pullRequest, "Whether the pull request has all required approvals.",
      example: #"!approved && base == "main""#
    ) { $0.pullRequest?.approved.map(Value.boolean) },
    NameSpec(
      "arch", .text, words: ["arm64", "x86_64"], .run, "The processor of this machine.",
      example: #"arch == "arm64""#
    ) { .text($0.surroundings.architecture) },
    NameSpec(
      "assignees", .list, .pullRequest, "The logins of the assignees.",
      example: "count(assignees) > 0"
    ) { $0.pullRequest?.assignees.map(Value.list) },
    NameSpec(
      "association", .text, words: PullRequest.associations, .pullRequest,
      "The association of the author with the repository.",
      example: #"association == "first_time_contributor""#
    ) { $0.pullRequest?.association.map(Value.text) },
    NameSpec(
      "author", .text, .pullRequest, "The login of the author of the pull request.",
      example: #"author in ["dependabot[bot]", "renovate[bot]"]"#
    ) { $0.pullRequest?.author.map(Value.text) },
    NameSpec(
      "base", .text, .pullRequest, "The base branch of the change.",
      example: #"base matches "release/**""#
    ) { $0.pullRequest?.base.map(Value.text) },
    NameSpec(
      "body", .text, .pullRequest, "The description of the pull request.",
      example: #"body =~ "(?i)fixes #[0-9]+""#
    ) { $0.pullRequest?.body.map(Value.text) },
    NameSpec(
      "branch", .text, .run,
      "The head branch of the change; outside a pull request, the branch that is built.",
      example: #"branch == "main""#
    ) { ($0.pullRequest?.branch ?? $0.surroundings.branch).map(Value.text) },
    NameSpec(
      "ci", .boolean, .run, "Whether devtool runs in a CI service.", example: "ci && !draft"
    ) { .boolean($0.surroundings.service != nil) },
    NameSpec(
      "commit_authors", .list, .change,
      "The authors of the change's own commits, once each, as `Name <address>`.",
      example: #"commit_authors =~ "@users\.noreply\.github\.com>$""#
    ) { $0.changes.map { .list(authors(of: $0.commits)) } },
    NameSpec(
      "commits", .list, .change,
      "The subjects of the change's own commits as git shows them (`%s`), oldest first.",
      example: #"commits =~ "^fixup!""#
    ) { $0.changes.map { .list($0.commits.map(\.wholeSubject)) } },
    NameSpec(
      "draft", .boolean, .pullRequest, "Whether the pull request is a draft.", example: "!draft"
    ) { $0.pullRequest?.draft.map(Value.boolean) },
    NameSpec(
      "event", .text, words: Surroundings.Event.allCases.map(\.rawValue), .run,
      "The event that started the run.", example: #"event == "pull_request""#
    ) { $0.surroundings.event.map { .text($0.rawValue) } },
    NameSpec(
      "fork", .boolean, .pullRequest, "Whether the pull request comes from another repository.",
      example: "!fork"
    ) { $0.pullRequest?.fork.map(Value.boolean) },
    NameSpec(
      "labels", .list, .pullRequest, "The labels of the pull request.",
      example: #"labels contains "skip-changelog""#
    ) { $0.pullRequest?.labels.map(Value.list) },
    NameSpec(
      "maintainer_can_modify", .boolean, .pullRequest,
      "Whether maintainers may push to the branch of a fork.",
      example: "fork && !maintainer_can_modify"
    ) { $0.pullRequest?.maintainerCanModify.map(Value.boolean) },
    NameSpec(
      "mergeable", .boolean, .pullRequest,
      "Whether the pull request merges without conflicts; unknown until the service has "
        + "checked.",
      example: "!mergeable"
    ) { $0.pullRequest?.mergeable.map(Value.boolean) },
    NameSpec(
      "merged", .boolean, .pullRequest, "Whether the pull request is merged.", example: "!merged"
    ) { $0.pullRequest?.merged.map(Value.boolean) },
    NameSpec(
      "milestone", .text, .pullRequest, "The title of the milestone; empty when none is set.",
      example: #"milestone != """#
    ) { $0.pullRequest?.milestone.map(Value.text) },
    NameSpec(
      "newest_commit_age", .duration, .change,
      "The age of the newest of the change's own commits.",
      example: "newest_commit_age > 90d"
    ) { facts in
      age(of: facts.changes?.commits.map(\.committer.date).max(), facts).map(Value.duration)
    },
    NameSpec(
      "number", .number, .pullRequest, "The number of the pull request.",
      example: "number > 1000"
    ) { $0.pullRequest?.number.map { .number(Double($0)) } },
    NameSpec(
      "oldest_commit_age", .duration, .change,
      "The age of the oldest of the change's own commits.",
      example: "oldest_commit_age > 30d"
    ) { facts in
      age(of: facts.changes?.commits.map(\.committer.date).min(), facts).map(Value.duration)
    },
    NameSpec(
      "os", .text, words: ["linux", "macos"], .run, "The operating system of this machine.",
      example: #"os == "linux""#
    ) { .text($0.surroundings.os) },
    NameSpec(
      "reviewers", .list, .pullRequest, "The logins and teams whose review is requested.",
      example: #"reviewers contains "core-team""#
    ) { $0.pullRequest?.reviewers.map(Value.list) },
    NameSpec(
      "service", .text, .run, "The CI service, such as `github`; empty outside of CI.",
      example: #"service == "gitlab""#
    ) { .text($0.surroundings.service ?? "") },
    NameSpec(
      "title", .text, .pullRequest, "The title of the pull request.",
      example: ##"title contains "#trivial""##
    ) { $0.pullRequest?.title.map(Value.text) },
    NameSpec(
      "weekday", .text, words: Timestamp.weekdays, .run, "The day of the week, in UTC.",
      example: #"weekday in ["saturday", "sunday"]"#
    ) { $0.surroundings.now.map { .text($0.weekday) } },
  ]

  /// The age in seconds, at least zero, because clocks differ.
  private static func age(of moment: Timestamp?, _ facts: ConditionFacts) -> Double? {
    guard let moment, let now = facts.surroundings.now else { return nil }
    return max(0, Double(now.secondsSinceEpoch) - Double(moment.secondsSinceEpoch))
  }

  private static func authors(of commits: [Commit]) -> [String] {
    var seen: Set<String> = []
    return commits.map { "\($0.author.name) <\($0.author.email)>" }.filter {
      seen.insert($0).inserted
    }
  }

  package static func name(_ name: String) -> NameSpec? { names.first { $0.name == name } }
}

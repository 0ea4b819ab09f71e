internal import CIModel

/// Something that a condition may name.
package struct NameSpec: Sendable {
  package var name: String
  package var type: ValueType
  /// Everything that it can be, where that is a closed list.
  package var words: [String]?
  /// One sentence for the documentation.
  package var summary: String
  /// A condition in which it is used.
  package var example: String
  package var origin: Origin
  /// `nil` when nobody told.
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

/// Every name that a condition may use beside `env.NAME`, `matrix.NAME` and `steps.ID.KEY`.
package enum NameRegistry {
  /// Sorted by name.
  package static let names: [NameSpec] = [
    NameSpec(
      "arch", .text, words: ["arm64", "x86_64"], .run, "The processor of this machine.",
      example: #"arch == "arm64""#
    ) { .text($0.surroundings.architecture) },
    NameSpec(
      "assignees", .list, .pullRequest, "The logins of the assignees.",
      example: "count(assignees) > 0"
    ) { $0.pullRequest?.assignees.map(Value.list) },
    NameSpec(
      "author", .text, .pullRequest, "The login of who opened the pull request.",
      example: #"author in ["dependabot[bot]", "renovate[bot]"]"#
    ) { $0.pullRequest?.author.map(Value.text) },
    NameSpec(
      "base", .text, .pullRequest, "The branch that the change goes to.",
      example: #"base matches "release/**""#
    ) { $0.pullRequest?.base.map(Value.text) },
    NameSpec(
      "body", .text, .pullRequest, "The description of the pull request.",
      example: #"body =~ "(?i)fixes #[0-9]+""#
    ) { $0.pullRequest?.body.map(Value.text) },
    NameSpec(
      "branch", .text, .run,
      "The branch that the change comes from; outside of a pull request the one that is built.",
      example: #"branch == "main""#
    ) { ($0.pullRequest?.branch ?? $0.surroundings.branch).map(Value.text) },
    NameSpec(
      "ci", .boolean, .run, "Whether this runs in a CI service.", example: "ci && !draft"
    ) { .boolean($0.surroundings.service != nil) },
    NameSpec(
      "commits", .list, .change, "The subjects of the change's own commits, oldest first.",
      example: #"commits =~ "^fixup!""#
    ) { $0.changes.map { .list($0.commits.map(\.subject)) } },
    NameSpec(
      "draft", .boolean, .pullRequest, "Whether the pull request is a draft.", example: "!draft"
    ) { $0.pullRequest?.draft.map(Value.boolean) },
    NameSpec(
      "event", .text, words: Surroundings.Event.allCases.map(\.rawValue), .run,
      "Why the run was started.", example: #"event == "pull_request""#
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
      "milestone", .text, .pullRequest, "The title of the milestone; empty when none is set.",
      example: #"milestone != """#
    ) { $0.pullRequest?.milestone.map(Value.text) },
    NameSpec(
      "os", .text, words: ["linux", "macos"], .run, "The operating system of this machine.",
      example: #"os == "linux""#
    ) { .text($0.surroundings.os) },
    NameSpec(
      "reviewers", .list, .pullRequest, "The logins and teams who were asked for a review.",
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
  ]

  package static func name(_ name: String) -> NameSpec? { names.first { $0.name == name } }

  /// What other tools call it, with what to write instead.
  static let foreign: [String: String] = [
    "additions": "lines_added()", "base_branch": "base", "base_ref": "base",
    "ci.pr":
      #"event == "pull_request""#, "deletions": "lines_deleted()", "description": "body",
    "git.added_files": #"added("…")"#, "git.branch": "branch", "git.commits": "commits",
    "git.deleted_files": #"deleted("…")"#, "git.deletions": "lines_deleted()",
    "git.insertions": "lines_added()", "git.lines_of_code": "lines_changed()",
    "git.modified_files": #"modified("…")"#, "github.branch_for_base": "base",
    "github.branch_for_head": "branch", "github.pr_author": "author",
    "github.pr_body": "body", "github.pr_draft": "draft", "github.pr_labels": "labels",
    "github.pr_title": "title", "gitlab.mr_author": "author", "gitlab.mr_body": "body",
    "gitlab.mr_labels": "labels", "gitlab.mr_title": "title", "lines_of_code": "lines_changed()",
    "github.actor": "author", "github.base_ref": "base",
    "github.event_name": "event", "github.head_ref": "branch", "github.ref_name": "branch",
    "head": "branch", "head_ref": "branch", "is_draft": "draft", "isDraft": "draft",
    "label":
      "labels", "platform": "os", "pr.author": "author", "pr.base": "base", "pr.body": "body",
    "pr.draft": "draft", "pr.labels": "labels", "pr.title": "title", "pull_request.title": "title",
    "ref": "branch", "runner.os": "os", "subject": "commits", "target": "base", "user": "author",
  ]
}

/// What can be told of a step: `steps.test.status`.
package enum StepKey: String, CaseIterable, Sendable {
  case attempts
  case duration
  case exit
  case status

  package var type: ValueType {
    switch self {
    case .attempts, .exit: .number
    case .duration: .duration
    case .status: .text
    }
  }

  var words: [String]? { self == .status ? StepResult.Status.allCases.map(\.rawValue) : nil }

  package var summary: String {
    switch self {
    case .attempts: "How often the step was started."
    case .duration: "How long the step took."
    case .exit: "The exit status of the step's command."
    case .status: "How the step ended."
    }
  }

  package var example: String {
    switch self {
    case .attempts: "steps.test.attempts > 1"
    case .duration: "steps.test.duration > 5m"
    case .exit: "steps.lint.exit == 2"
    case .status: #"steps.test.status == "failed""#
    }
  }

  func value(of step: StepResult) -> Value? {
    switch self {
    case .attempts: .number(Double(step.attempts))
    case .duration: .duration(step.durationSeconds)
    case .exit: step.exitCode.map { .number(Double($0)) }
    case .status: .text(step.status.rawValue)
    }
  }
}

/// The settings of a rule in `.ci.yml`, declared by the rule; used to check the file, to write its
/// JSON Schema and to document it.
package struct RuleDescriptor: Hashable, Sendable {
  /// The key under `rules:`, for example `pr-size`.
  package var id: String
  /// One sentence: the changes that the rule flags.
  package var summary: String
  /// Why such changes are bad: one or a few sentences for the documentation.
  package var why: String
  /// The keys of the rule in addition to the common ones (`level`, `paths`, `exclude`, `message`),
  /// sorted by name.
  package var parameters: [Parameter]
  /// Whether the rule runs when `.ci.yml` does not mention it.
  package var isDefault: Bool
  /// The level of its findings when `level` is not set.
  package var defaultLevel: Severity
  /// The people who may suppress its findings when `suppress` is not set.
  package var suppression: SuppressionPolicy
  /// Whether its messages may refer to captures of its patterns: `${1}`.
  package var hasCaptures: Bool

  package init(
    id: String, summary: String, why: String = "", parameters: [Parameter], isDefault: Bool,
    defaultLevel: Severity, suppression: SuppressionPolicy = .anyone, hasCaptures: Bool = false
  ) {
    self.id = id
    self.summary = summary
    self.why = why
    // The parameters of a rule family and of the rule itself come in any order.
    self.parameters = parameters.sorted { $0.name < $1.name }
    self.isDefault = isDefault
    self.defaultLevel = defaultLevel
    self.suppression = suppression
    self.hasCaptures = hasCaptures
  }

  package struct Parameter: Hashable, Sendable {
    package var name: String
    package var kind: Kind
    /// One sentence for the documentation.
    package var summary: String

    package init(_ name: String, _ kind: Kind, _ summary: String) {
      self.name = name
      self.kind = kind
      self.summary = summary
    }
  }

  package indirect enum Kind: Hashable, Sendable {
    /// An integer of at least this value.
    case integer(min: Int)
    case boolean
    /// A number of bytes, written with a unit (`500KB`, `5MB`).
    case byteSize
    /// A duration with a unit; the value is whole milliseconds.
    case duration
    /// A percentage; the value is hundredths of a percent.
    case percent
    case text
    /// A regular expression in Swift's `Regex` syntax.
    case pattern
    /// A glob on repository-relative paths.
    case glob
    /// One of these words.
    case choice([String])
    /// One value or a list of them.
    case list(Kind)
    /// One value or a list of them; an empty list means none, not the default.
    case optionalList(Kind)
    /// An integer (or one for `warn` and one for `fail`), or a mapping from some of these names to
    /// such values. A plain value applies to the first name.
    case limits([Limit])
    /// A valid key that a later version will implement.
    case unavailable
  }

  /// A quantity that a parameter limits.
  package struct Limit: Hashable, Sendable {
    package var name: String
    /// The counted things, for the documentation: a sentence.
    package var summary: String

    package init(_ name: String, _ summary: String) {
      self.name = name
      self.summary = summary
    }
  }
}

/// The settings of one rule in `.ci.yml`; every value has been checked against its descriptor.
package struct RuleSettings: Hashable, Sendable {
  /// The id of the rule and of its findings. For a custom rule, `id` is its own id and `rule` is
  /// the family (`added-lines`) or the built-in rule that it is an instance of (`companion-files`).
  package var id: String
  package var rule: String
  /// The level of the findings; `nil` uses the rule's default.
  package var level: Severity?
  /// Levels that replace `level` when their condition is true; the worst of these counts.
  package var levels: [ConditionalLevel] = []
  /// Written as `level: ignore`: the rule does not run.
  package var isIgnored = false
  /// The people who may suppress findings; `nil` uses the rule's default.
  package var suppression: SuppressionPolicy?
  /// Globs of the files that the rule checks; empty means all files.
  package var paths: [String]
  /// Globs of the files that the rule ignores; `nil` when not set, empty when set to none.
  package var exclude: [String]?
  /// Replaces the rule's message: a `MessageTemplate`.
  package var message: String?
  /// Replaces the rule's help: a `MessageTemplate`.
  package var help: String?
  /// Values for the placeholders of `message` and `help` that do not depend on the finding; set
  /// when the rule runs.
  package var placeholders: [String: String] = [:]
  package var values: [String: Value]
  /// Conditions (`docs/expressions.md`); the rule applies when all of them are true.
  package var when: [String] = []
  /// Conditions; the rule does not apply when one of them is true.
  package var unless: [String] = []
  /// Invented changes with the expected findings of the rule; `devtool rules test` runs them.
  package var examples: [RuleCase] = []

  package init(
    id: String, rule: String? = nil, level: Severity? = nil, paths: [String] = [],
    exclude: [String]? = nil, message: String? = nil, values: [String: Value] = [:]
  ) {
    self.id = id
    self.rule = rule ?? id
    self.level = level
    self.paths = paths
    self.exclude = exclude
    self.message = message
    self.values = values
  }

  package struct ConditionalLevel: Hashable, Sendable {
    package var level: Severity
    package var condition: String

    package init(_ level: Severity, if condition: String) {
      self.level = level
      self.condition = condition
    }
  }

  package enum Value: Hashable, Sendable {
    case integer(Int)
    case boolean(Bool)
    case text(String)
    case list([Value])
    case mapping([String: Value])
  }
}

/// `rules.when` and `rules.unless`: conditions that apply to every rule, in addition to its own.
package struct RuleConditions: Hashable, Sendable {
  /// All of them must be true.
  package var when: [String]
  /// None of them may be true.
  package var unless: [String]

  package init(when: [String] = [], unless: [String] = []) {
    self.when = when
    self.unless = unless
  }
}

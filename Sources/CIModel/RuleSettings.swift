/// What a rule takes in `.ci.yml`, declared by the rule and used to check the file, to write its
/// JSON Schema and to document it.
package struct RuleDescriptor: Hashable, Sendable {
  /// The key under `rules:`, for example `pr-size`.
  package var id: String
  /// One sentence: what the rule flags.
  package var summary: String
  /// Why that is bad: a sentence or a few for the documentation.
  package var why: String
  /// The keys the rule takes beside the common ones (`level`, `paths`, `exclude`, `message`),
  /// sorted by name.
  package var parameters: [Parameter]
  /// Whether the rule runs when `.ci.yml` does not mention it.
  package var isDefault: Bool
  /// The level that its findings have when `level` is not set.
  package var defaultLevel: Severity
  /// Who may suppress its findings when `suppress` is not set.
  package var suppression: SuppressionPolicy
  /// Whether its messages may name what its patterns captured: `${1}`.
  package var hasCaptures: Bool

  package init(
    id: String, summary: String, why: String = "", parameters: [Parameter], isDefault: Bool,
    defaultLevel: Severity, suppression: SuppressionPolicy = .anyone, hasCaptures: Bool = false
  ) {
    self.id = id
    self.summary = summary
    self.why = why
    // Those of a family and the rule's own come in any order.
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
    /// A whole number of at least this value.
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
    /// The same; an empty list is none, instead of the default.
    case optionalList(Kind)
    /// A number, or a mapping from some of these names to one each; a number is a whole one, or `warn`
    /// and `fail`. The first name is what they limit that stand for themselves.
    case limits([Limit])
    /// A valid key whose behaviour a later version brings.
    case unavailable
  }

  /// One of the things that a parameter limits.
  package struct Limit: Hashable, Sendable {
    package var name: String
    /// What is counted, for the documentation: a sentence.
    package var summary: String

    package init(_ name: String, _ summary: String) {
      self.name = name
      self.summary = summary
    }
  }
}

/// What `.ci.yml` says of one rule; every value has been checked against its descriptor.
package struct RuleSettings: Hashable, Sendable {
  /// The rule, and the id of its findings; for a custom rule `id` is its own and `rule` names the
  /// family (`added-lines`) or the built-in rule that it is an instance of (`companion-files`).
  package var id: String
  package var rule: String
  /// `nil` leaves the rule's own default.
  package var level: Severity?
  /// Levels that findings have instead where a condition holds; the worst that holds counts.
  package var levels: [ConditionalLevel] = []
  /// Written as `level: ignore`: the rule does not run.
  package var isIgnored = false
  /// `nil` leaves the rule's own default.
  package var suppression: SuppressionPolicy?
  /// Only files that match one of these globs concern the rule; empty means all.
  package var paths: [String]
  /// `nil` where nothing is said, empty where nothing is left out.
  package var exclude: [String]?
  /// Replaces the rule's own message: a `MessageTemplate`.
  package var message: String?
  /// Replaces what the rule says to do: a `MessageTemplate`.
  package var help: String?
  /// What the two may name, as far as it does not depend on the finding; set when the rule judges.
  package var placeholders: [String: String] = [:]
  package var values: [String: Value]
  /// Conditions (`docs/expressions.md`); the rule applies when all of them hold.
  package var when: [String] = []
  /// Conditions; the rule does not apply when one of them holds.
  package var unless: [String] = []
  /// What the rule has to say of changes that are made up; `devtool rules test` judges them.
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

/// `rules.when` and `rules.unless`: conditions on which any rule applies, beside its own.
package struct RuleConditions: Hashable, Sendable {
  /// All of them have to hold.
  package var when: [String]
  /// None of them may hold.
  package var unless: [String]

  package init(when: [String] = [], unless: [String] = []) {
    self.when = when
    self.unless = unless
  }
}

/// What `.ci.yml` requires of the tests (`tests:`).
package struct TestPolicy: Hashable, Sendable {
  /// Seconds from which a test is reported as slow.
  package var slowWarnSeconds: Double? = 1
  /// Seconds from which a slow test fails the run; `nil` never fails it.
  package var slowFailSeconds: Double?
  /// What a test is that failed and then passed.
  package var flaky = Level.warn
  /// What a test is that failed among others and passes alone.
  package var interference = Level.warn
  /// Tests that run in one worker with nothing beside them: regular expressions on test ids, and
  /// `tag:name`.
  package var serial: [String] = []
  /// A file of tests that cannot fail the run, relative to the repository root.
  package var quarantine: String?
  /// What it means that a file appeared or changed in the checkout or in the home folder.
  package var leftovers = Level.warn
  /// What it means that a test target holds no test.
  package var empty = Level.warn
  /// The fewest tests that have to run; `nil` asks for none.
  package var minimum: Minimum?
  /// The most tests that may be skipped; `nil` sets no limit.
  package var mostSkipped: Int?
  /// Seconds that the tests of a step may take together; `nil` sets no limit.
  package var totalSeconds: Double?
  /// What a test is that passes and checks nothing.
  package var assertions = Level.ignore

  /// What says nothing about any test.
  package static var nothing: TestPolicy {
    var policy = TestPolicy(slowWarnSeconds: nil)
    policy.flaky = .ignore
    policy.interference = .ignore
    policy.leftovers = .ignore
    policy.empty = .ignore
    return policy
  }

  package init(slowWarnSeconds: Double? = 1, slowFailSeconds: Double? = nil) {
    self.slowWarnSeconds = slowWarnSeconds
    self.slowFailSeconds = slowFailSeconds
  }

  /// What a finding of the policy is.
  package enum Level: String, Hashable, Sendable, CaseIterable {
    case warn
    case fail
    case ignore

    /// `nil` when it is no finding.
    package var severity: Severity? {
      switch self {
      case .warn: .warning
      case .fail: .error
      case .ignore: nil
      }
    }
  }

  package enum Minimum: Hashable, Sendable {
    case count(Int)
    /// As many as at the merge base.
    case base
  }

  /// Whether a run has to have had tests for the policy to say anything.
  package var requiresTests: Bool {
    minimum != nil || mostSkipped != nil || totalSeconds != nil
  }

  /// The ids of findings that come of holding the policy against the facts of a run, and can be had
  /// again.
  package static let findingIDs: Set<String> = [
    "tests.assertions", "tests.empty", "tests.flaky", "tests.interference", "tests.minimum",
    "tests.skipped", "tests.slow", "tests.total",
  ]
}

/// What `.ci.yml` requires of compiler and runtime warnings (`warnings:`).
package struct WarningPolicy: Hashable, Sendable {
  /// By category id: `compiler`, `linker` and `lint` for diagnostics, else a runtime warning category.
  /// What a sanitizer reports is an error where there is no limit.
  package var limits: [String: Limit] = [:]
  package var custom: [Custom] = []

  package init(limits: [String: Limit] = [:], custom: [Custom] = []) {
    self.limits = limits
    self.custom = custom
  }

  /// The id under which compiler warnings are limited.
  package static let compiler = "compiler"
  /// The id under which warnings of the linker are limited, and their diagnostic group.
  package static let linker = "linker"
  /// The id under which what `lint` steps find is limited.
  package static let lint = "lint"

  /// The categories of diagnostics.
  package static let diagnosticCategories: Set<String> = [compiler, linker, lint]

  /// The category of a message.
  ///
  /// - Parameter lintSteps: The ids of the `lint` steps.
  package static func category(of diagnostic: Diagnostic, lintSteps: Set<String>) -> String {
    if diagnostic.step.map(lintSteps.contains) ?? false { return lint }
    return diagnostic.group == linker ? linker : compiler
  }

  package struct Limit: Hashable, Sendable {
    /// More than this many is a finding of `level`; `nil` sets no limit.
    package var max: Int?
    /// What exceeding `max` is, or what each occurrence is when there is no `max`.
    package var level: Severity
    /// Occurrences whose identifier or shape holds one of these texts, or whose file matches one
    /// of these globs, are not counted.
    package var allow: [String]
    /// Written as `ignore`: counted and never a finding, whatever `max` and `level` say.
    package var isIgnored = false

    package init(max: Int? = nil, level: Severity = .error, allow: [String] = []) {
      self.max = max
      self.level = level
      self.allow = allow
    }
  }

  /// A team's own runtime warning, recognized by a regular expression.
  package struct Custom: Hashable, Sendable {
    package var id: String
    /// A regular expression in Swift's `Regex` syntax, searched for in each line.
    package var pattern: String
    package var limit: Limit

    package init(id: String, pattern: String, limit: Limit) {
      self.id = id
      self.pattern = pattern
      self.limit = limit
    }
  }
}

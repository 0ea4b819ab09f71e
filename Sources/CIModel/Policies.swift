/// The requirements of `.ci.yml` for tests (`tests:`).
package struct TestPolicy: Hashable, Sendable {
  /// Seconds from which a test is reported as slow; `nil` reports none.
  package var slowWarnSeconds: Double? = 1
  /// Seconds from which a slow test fails the run; `nil` never fails it.
  package var slowFailSeconds: Double?
  /// Level for a test that failed and then passed.
  package var flaky = Level.warn
  /// Level for a test that failed among others and passes alone.
  package var interference = Level.warn
  /// Tests that run one at a time in one worker: regular expressions on test ids, and `tag:name`.
  package var serial: [String] = []
  /// A file that lists tests that cannot fail the run, relative to the repository root.
  package var quarantine: String?
  /// Level for files that appear or change in the checkout or in the home folder.
  package var leftovers = Level.warn
  /// Level for a test target without tests.
  package var empty = Level.warn
  /// The minimum number of tests that have to run; `nil` sets none.
  package var minimum: Minimum?
  /// The maximum number of skipped tests; `nil` sets none.
  package var mostSkipped: Int?
  /// The maximum time in seconds of all tests of a step together; `nil` sets none.
  package var totalSeconds: Double?
  /// Level for a test that passes and checks nothing.
  package var assertions = Level.ignore

  /// The policy that never produces a finding.
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

  /// The level of a finding of the policy.
  package enum Level: String, Hashable, Sendable, CaseIterable {
    case warn
    case fail
    case ignore

    /// The severity of a finding; `nil` when the level produces none.
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
    /// The number of tests at the merge base.
    case base
  }

  /// Whether the policy can only be judged if the run had tests.
  package var requiresTests: Bool {
    minimum != nil || mostSkipped != nil || totalSeconds != nil
  }

  /// The ids of findings that result from comparing the policy with the facts of a run, and can be
  /// computed again.
  package static let findingIDs: Set<String> = [
    "tests.assertions", "tests.empty", "tests.flaky", "tests.interference", "tests.minimum",
    "tests.skipped", "tests.slow", "tests.total",
  ]
}

/// The requirements of `.ci.yml` for compiler and runtime warnings (`warnings:`).
package struct WarningPolicy: Hashable, Sendable {
  /// Limits by category id: `compiler`, `linker` and `lint` for diagnostics, else a runtime warning
  /// category. Without a limit, a sanitizer report is an error.
  package var limits: [String: Limit] = [:]
  package var custom: [Custom] = []

  package init(limits: [String: Limit] = [:], custom: [Custom] = []) {
    self.limits = limits
    self.custom = custom
  }

  /// The id under which compiler warnings are limited.
  package static let compiler = "compiler"
  /// The id under which linker warnings are limited, and their diagnostic group.
  package static let linker = "linker"
  /// The id under which findings of `lint` steps are limited.
  package static let lint = "lint"

  /// The categories of diagnostics.
  package static let diagnosticCategories: Set<String> = [compiler, linker, lint]

  /// The category of a diagnostic.
  ///
  /// - Parameter lintSteps: The ids of the `lint` steps.
  package static func category(of diagnostic: Diagnostic, lintSteps: Set<String>) -> String {
    if diagnostic.step.map(lintSteps.contains) ?? false { return lint }
    return diagnostic.group == linker ? linker : compiler
  }

  package struct Limit: Hashable, Sendable {
    /// The accepted number of occurrences; more are a finding of `level`. `nil` sets no limit.
    package var max: Int?
    /// The severity of exceeding `max`, or of each occurrence when there is no `max`.
    package var level: Severity
    /// Occurrences whose identifier or shape contains one of these texts, or whose file matches one
    /// of these globs, are not counted.
    package var allow: [String]
    /// Written as `ignore`: occurrences are counted and never a finding, whatever `max` and `level`
    /// are.
    package var isIgnored = false

    package init(max: Int? = nil, level: Severity = .error, allow: [String] = []) {
      self.max = max
      self.level = level
      self.allow = allow
    }
  }

  /// A runtime warning that the team defines by a regular expression.
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

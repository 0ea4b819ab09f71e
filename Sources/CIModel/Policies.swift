/// What `.ci.yml` requires of the tests (`tests:`).
package struct TestPolicy: Hashable, Sendable {
  /// Seconds from which a test is reported as slow.
  package var slowWarnSeconds: Double? = 1
  /// Seconds from which a slow test fails the run; `nil` never fails it.
  package var slowFailSeconds: Double?
  /// What a test is that failed and then passed.
  package var flaky = FlakyLevel.warn
  /// A file of tests that cannot fail the run, relative to the repository root.
  package var quarantine: String?
  /// What it means that a file appeared or changed in the checkout or in the home folder.
  package var leftovers = LeftoverLevel.warn

  package init(slowWarnSeconds: Double? = 1, slowFailSeconds: Double? = nil) {
    self.slowWarnSeconds = slowWarnSeconds
    self.slowFailSeconds = slowFailSeconds
  }

  package enum LeftoverLevel: String, Hashable, Sendable, CaseIterable {
    case warn
    case fail
    case ignore
  }

  package enum FlakyLevel: String, Hashable, Sendable, CaseIterable {
    case warn
    case fail
    case ignore
  }
}

/// What `.ci.yml` requires of compiler and runtime warnings (`warnings:`).
package struct WarningPolicy: Hashable, Sendable {
  /// By category id: `compiler` and `linker` for diagnostics, else a runtime warning category.
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

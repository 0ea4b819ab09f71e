import CIModel

/// The results that a linter or a test tool reported, whatever the format.
struct ToolReport: Hashable {
  enum Format: String, CaseIterable, Sendable {
    case checkstyle
    case eslint
    case jest
    case junit
    case rspec
    case rubocop
    case sarif
    case swiftlint
    case xcresult
  }

  struct Entry: Hashable {
    /// The path as the tool wrote it; `nil` when the report names no file.
    var file: String?
    /// The address from which `file` is decoded, as it was written: not every tool encodes a `%`.
    var writtenFile: String?
    /// 1-based; `nil` when the whole file is meant.
    var line: Int?
    var column: Int?
    var endLine: Int?
    var severity: Severity
    /// One line.
    var message: String
    /// The name of the rule, or of the test; may be empty.
    var rule: String
    var isFailedTest = false
    /// Whether this is a further failure of the same test as the entry before it, or a further
    /// place of the same result.
    var isFurther = false
    /// Whether the tool reports that the base does not have it; `nil` when the tool did not
    /// compare.
    var isNew: Bool?
  }

  /// The tests that a report names.
  struct Tests: Hashable {
    /// All tests, including skipped ones.
    var count = 0
    var skipped = 0
    /// Skipped tests that the report counts and does not name; `count` lacks them.
    var unnamedSkipped = 0

    var ran: Int { count - (skipped - unnamedSkipped) }
  }

  var format: Format
  /// In the order of the report.
  private(set) var entries: [Entry] = []
  private(set) var failedTests = 0
  /// `nil` for a report of a linter.
  var tests: Tests?
  /// Whether the report is an empty list, which may come from ESLint or from SwiftLint.
  var isBare: Bool { entries.isEmpty && (format == .eslint || format == .swiftlint) }
  /// Reasons why there may be more than the report lists, each a lowercase fragment: the tool
  /// failed, or it counts more failures than it names. Past `mostDoubts`, the last one counts the
  /// others.
  var doubts: [String] {
    let others = doubtCount - listedDoubts.count
    return others == 0
      ? listedDoubts : listedDoubts + ["has \(others) more problems, which are not listed"]
  }
  private var listedDoubts: [String] = []
  private var doubtCount = 0

  /// Maximum number of entries; nobody reads a report with more.
  static let mostEntries = 200_000
  static let mostDoubts = 200
  /// Bytes of messages and names that are kept whole, more than real reports have; further ones are
  /// cut.
  private var roomForTexts = 32 << 20
  /// Maximum bytes of a text that is cut.
  private static let shortText = 120
  /// Maximum bytes of the name of a file; no system opens a longer one.
  static let longestName = 4_096

  init(_ format: Format, tests: Tests? = nil) {
    self.format = format
    self.tests = tests
  }

  mutating func add(_ entry: Entry) throws(ReportProblem) {
    guard entries.count < Self.mostEntries else { throw .tooMuch(Self.mostEntries) }
    guard entry.file?.utf8.count ?? 0 <= Self.longestName,
      entry.writtenFile?.utf8.count ?? 0 <= 3 * Self.longestName
    else { throw .longName(Self.longestName) }
    entries.append(entry)
    roomForTexts -= entry.message.utf8.count + entry.rule.utf8.count
    if roomForTexts < 0 {
      let last = entries.count - 1
      entries[last].message = ReportText.start(entry.message, bytes: Self.shortText)
      entries[last].rule = ReportText.start(entry.rule, bytes: Self.shortText)
    }
    if entry.isFailedTest, !entry.isFurther { failedTests += 1 }
  }

  /// - Parameter reason: A short text, which is made only if it is listed.
  mutating func doubt(_ reason: @autoclosure () -> String) {
    if listedDoubts.count < Self.mostDoubts { listedDoubts.append(reason()) }
    doubtCount += 1
  }

  /// Adds a doubt when the tool counts more failed tests than it names.
  mutating func compare(failed: Int?) {
    let named = failedTests
    if let failed, failed > named {
      doubt("counts \(counted(failed, "failed test")), but names \(named)")
    }
  }

  /// The severity of a level by its name in a report; a warning for an unknown or missing name.
  static func severity(_ word: String?) -> Severity {
    switch word?.lowercased() {
    case "alert", "blocker", "critical", "emergency", "err", "error", "failure", "fatal", "high",
      "severe":
      .error
    case "info", "note", "notice", "none", "ignore": .note
    default: .warning
    }
  }
}

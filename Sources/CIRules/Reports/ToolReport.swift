import CIModel

/// What a linter or a test tool reported, whatever its format.
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
    /// As the tool wrote it; `nil` where the report tells no file.
    var file: String?
    /// Where `file` is decoded from an address, as it was written: not every tool encodes a `%`.
    var writtenFile: String?
    /// 1-based; `nil` when the whole file is meant.
    var line: Int?
    var column: Int?
    var endLine: Int?
    var severity: Severity
    /// One line.
    var message: String
    /// What the tool calls its rule, or the test; may be empty.
    var rule: String
    var isFailedTest = false
    /// Another failure of the test before it.
    var isFurther = false
    /// Whether the tool says that the base does not have it; `nil` when it compared with none.
    var isNew: Bool?
  }

  /// The tests that a report names.
  struct Tests: Hashable {
    /// With those that were skipped.
    var count = 0
    var skipped = 0
  }

  var format: Format
  /// In the order of the report.
  private(set) var entries: [Entry] = []
  private(set) var failedTests = 0
  /// `nil` for a report of a linter.
  var tests: Tests?
  /// An empty list, which may be of ESLint or of SwiftLint.
  var isBare: Bool { entries.isEmpty && (format == .eslint || format == .swiftlint) }
  /// Why there may be more than the report lists, each a lowercase fragment: the tool failed, or it
  /// counts more failures than it names.
  var doubts: [String] = []

  /// More entries of a report are no report that anybody reads.
  static let mostEntries = 200_000

  init(_ format: Format, tests: Tests? = nil) {
    self.format = format
    self.tests = tests
  }

  mutating func add(_ entry: Entry) throws(ReportProblem) {
    guard entries.count < Self.mostEntries else { throw .tooMuch(Self.mostEntries) }
    entries.append(entry)
    if entry.isFailedTest, !entry.isFurther { failedTests += 1 }
  }

  /// Says so when the tool counts more failed tests than it names.
  mutating func compare(failed: Int?) {
    if let failed, failed > failedTests {
      doubts.append("counts \(counted(failed, "failed test")), but names \(failedTests)")
    }
  }

  /// What tools call their levels.
  static func severity(_ word: String?) -> Severity {
    switch word?.lowercased() {
    case "error", "failure", "fatal": .error
    case "info", "note", "notice", "none", "ignore": .note
    default: .warning
    }
  }
}

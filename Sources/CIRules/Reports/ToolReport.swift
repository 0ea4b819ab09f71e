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
      doubts.append("counts \(counted(failed, "failed test")), and names \(failedTests)")
    }
  }

  /// - Parameter format: The one that it has to be; `nil` goes by the content.
  static func read(_ bytes: [UInt8], format: Format? = nil) throws(ReportProblem) -> ToolReport {
    let document = try ReportDocument.read(bytes)
    let readers = ReportReaders.all.filter { $0.recognizes(document) }
    guard let first = readers.first else {
      throw CoverageReport.recognizes(document) ? .coverage : .unknown(document.language)
    }
    guard let format else { return try first.read(document) }
    guard let wanted = readers.first(where: { $0.format == format }) else {
      throw .other(first.format, instead: format)
    }
    return try wanted.read(document)
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

/// A report before its format is known.
enum ReportDocument {
  case json(JSONText)
  /// Named after the outermost element; all elements are closed.
  case xml(root: String, [UInt8])

  var json: JSONText? { if case .json(let value) = self { value } else { nil } }

  fileprivate var language: String { if case .json = self { "JSON" } else { "XML" } }

  static func read(_ bytes: [UInt8]) throws(ReportProblem) -> ReportDocument {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { throw .wide }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
    guard let first = text.first(where: { $0 > 0x20 }) else { throw .empty }
    if first == UInt8(ascii: "<") {
      return .xml(root: try XMLOutline.root(of: Array(text)), Array(text))
    }
    return .json(try JSONText.document(text))
  }
}

/// Reads one format.
protocol ReportReader: Sendable {
  static var format: ToolReport.Format { get }
  /// By the content, whatever the file is called.
  static func recognizes(_ document: ReportDocument) -> Bool
  /// - Parameter document: One that it recognizes.
  static func read(_ document: ReportDocument) throws(ReportProblem) -> ToolReport
}

enum ReportReaders {
  /// Sorted by format. An empty list is a clean report of ESLint as well as of SwiftLint.
  static let all: [any ReportReader.Type] = [
    CheckstyleReport.self, ESLintReport.self, JestReport.self, JUnitReport.self, RSpecReport.self,
    RuboCopReport.self, SARIFReport.self, SwiftLintReport.self, XcodeResults.self,
  ]
}

/// The reason why a file cannot be read as a report.
enum ReportProblem: Error, Hashable {
  case empty
  /// Another encoding than UTF-8, such as UTF-16, which PowerShell writes when output is redirected
  /// into a file.
  case encoding(String)
  /// The document ends too early, in a line (1-based).
  case cut(line: Int)
  /// The document is not valid `JSON` or `XML`, as which it begins; line and column are 1-based.
  case broken(String, line: Int, column: Int)
  /// Well-formed, but of no known format.
  case unknown(String)
  /// The format differs from the requested one.
  case other(ToolReport.Format, instead: ToolReport.Format)
  /// A coverage report was given where results are expected.
  case coverage
  /// Anything but a coverage report was given where coverage is expected.
  case noCoverage
  /// An element or member is missing that every report of the format has.
  case lacks(String, ToolReport.Format)
  /// There are more results than the maximum.
  case tooMuch(Int)
  /// A name of a file has more bytes than the maximum.
  case longName(Int)
  /// The names of the files of all results have more bytes than the maximum.
  case longNames
  /// The names of suites, once for each of their tests, have more bytes than the maximum.
  case longSuites

  /// The problem, for a finding: a lowercase fragment.
  var text: String {
    switch self {
    case .empty: "is empty"
    case .encoding(let name): "is \(name); reports are read as UTF-8"
    case .cut(let line): "is incomplete: it ends in line \(line)"
    case .broken(let language, let line, let column):
      "is not valid \(language) at line \(line), column \(column)"
    case .unknown(let language): "is \(language), but not a known report format"
    case .other(let format, let wanted): "is a \(format) report, not \(wanted)"
    case .coverage: "measures coverage"
    case .noCoverage: "is not `xccov` coverage"
    case .lacks(let name, let format): "is a \(format) report without `\(name)`"
    case .tooMuch(let most): "contains more than \(most) results"
    case .longName(let most): "names a file by more than \(most) bytes"
    case .longNames: "names files by more than 64 MB"
    case .longSuites: "names the suites of its tests by more than 32 MB"
    }
  }

  /// The next step: one sentence.
  ///
  /// - Parameter formats: The formats that are read in that place.
  func help(_ formats: [ToolReport.Format] = ToolReport.Format.allCases) -> String {
    switch self {
    case .empty, .cut: "Check that the tool that writes it finished."
    case .coverage: "List the file under `covered-files: { reports }` instead."
    case .noCoverage: "Write it with `xcrun xccov view --report --json`."
    case .tooMuch, .longNames:
      "Split the report, or turn off the linter rules with the most results."
    case .longSuites: "Split the report, or shorten the names of its suites."
    case .encoding: "Write it as UTF-8."
    case .broken, .unknown, .other, .lacks, .longName:
      "Configure the tool to write only a report to the file, in one of these formats: "
        + "\(formats.map(\.rawValue).joined(separator: ", "))."
    }
  }

  /// - Parameter offset: An index of `bytes`, where reading stopped.
  static func malformed(
    _ language: String, at offset: Int, in bytes: ArraySlice<UInt8>
  ) -> ReportProblem {
    let before = bytes[..<min(offset, bytes.endIndex)]
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let isAtEnd = bytes[min(offset, bytes.endIndex)...].allSatisfy { $0 <= 0x20 }
    if isAtEnd { return .cut(line: line) }
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.startIndex
    return .broken(language, line: line, column: offset - start + 1)
  }
}

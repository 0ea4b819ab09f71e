import CIModel

/// Reads the output of RSpec with `--format json`.
///
/// Source: `json_formatter.rb` in rspec-core. An error outside of the examples, such as a file that
/// cannot be loaded, is counted in the summary and described in `messages`.
enum RSpecReport: ReportReader {
  static let format = ToolReport.Format.rspec

  static func recognizes(_ document: ReportDocument) -> Bool {
    guard let json = document.json else { return false }
    return json["examples"]?.elements != nil && json["summary"]?["example_count"] != nil
  }

  static func read(_ document: ReportDocument) throws(ReportProblem) -> ToolReport {
    var report = ToolReport(format, tests: ToolReport.Tests())
    guard let json = document.json else { return report }
    for example in json["examples"].list {
      report.tests?.count += 1
      switch example["status"]?.text {
      case "passed": continue
      case "pending": report.tests?.skipped += 1
      case "failed": try report.add(failure(example))
      default: throw .lacks("status", format)
      }
    }
    let summary = json["summary"]
    report.compare(failed: summary?["failure_count"]?.integer)
    if let outside = summary?["errors_outside_of_examples_count"]?.integer, outside > 0 {
      // RSpec describes each of them in a message, among other messages.
      var left = outside
      for message in json["messages"].list.lazy.compactMap(\.text) where isError(message) {
        try report.add(
          ToolReport.Entry(
            severity: .error, message: ReportText.failure(message), rule: "outside of examples",
            isFailedTest: true))
        left -= 1
        if left == 0 { break }
      }
      if left == outside { report.doubt("counts \(counted(outside, "error")) outside of examples") }
    }
    return report
  }

  /// Searches by bytes, because there can be millions of messages.
  private static func isError(_ message: String) -> Bool {
    Array(message.utf8).withUnsafeBytes {
      ByteSearch.firstOffset(of: word, in: $0, from: 0) != nil
    }
  }

  private static let word = Array("error".utf8)

  /// Maximum number of lines of a backtrace that are searched.
  private static let mostLines = 10_000

  private static func failure(_ example: JSONText) -> ToolReport.Entry {
    let file = example["file_path"]?.text
    let exception = example["exception"]
    let stack = exception?["backtrace"].list.prefix(mostLines).lazy.compactMap(\.text)
    let line = StackPlace(file).flatMap { place in
      stack?.compactMap { place.line(in: $0) }.first
    }
    return ToolReport.Entry(
      file: file, line: line ?? example["line_number"]?.integer, severity: .error,
      message: ReportText.failure(exception?["message"]?.text ?? "failed"),
      rule: ReportText.line((example["full_description"] ?? example["description"])?.text ?? ""),
      isFailedTest: true)
  }
}

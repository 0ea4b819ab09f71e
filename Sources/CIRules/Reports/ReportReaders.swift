import CIModel

/// The formats that can be read.
enum ReportReaders {
  /// Sorted by format. An empty list is a clean report both of ESLint and of SwiftLint.
  static let all: [any ReportReader.Type] = [
    CheckstyleReport.self, ESLintReport.self, JestReport.self, JUnitReport.self, RSpecReport.self,
    RuboCopReport.self, SARIFReport.self, SwiftLintReport.self, XcodeResults.self,
  ]

  /// - Parameter format: The required format; `nil` detects it by the content.
  static func read(_ bytes: [UInt8], format: ToolReport.Format? = nil) throws(ReportProblem)
    -> ToolReport
  {
    let document = try ReportDocument.read(bytes)
    let readers = all.filter { $0.recognizes(document) }
    guard let first = readers.first else {
      throw CoverageReport.recognizes(document) ? .coverage : .unknown(document.language)
    }
    guard let format else { return try first.read(document) }
    guard let wanted = readers.first(where: { $0.format == format }) else {
      throw .other(first.format, instead: format)
    }
    return try wanted.read(document)
  }
}

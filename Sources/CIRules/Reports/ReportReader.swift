/// Reads one format.
protocol ReportReader: Sendable {
  static var format: ToolReport.Format { get }
  /// By the content, whatever the file is called.
  static func recognizes(_ document: ReportDocument) -> Bool
  /// - Parameter document: One that it recognizes.
  static func read(_ document: ReportDocument) throws(ReportProblem) -> ToolReport
}

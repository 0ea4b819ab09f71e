/// Reads reports of one format.
protocol ReportReader: Sendable {
  static var format: ToolReport.Format { get }
  /// Recognizes a document by its content, whatever the name of the file is.
  static func recognizes(_ document: ReportDocument) -> Bool
  /// - Parameter document: A document that the reader recognizes.
  static func read(_ document: ReportDocument) throws(ReportProblem) -> ToolReport
}

package import CIModel

/// placeholder
package struct MarkdownReporter: Reporter {
  package static let name = "markdown"
  package static let summary = "For a pull request comment or a job summary."

  package init() {}

  package func render(_ record: RunRecord, style: TerminalStyle) -> String { "" }
}

/// A location in a file.
package struct SourceLocation: Hashable, Sendable {
  /// Relative to the repository root with `/`, or as the tool printed it when it lies outside.
  package var file: String
  /// 1-based; `nil` when the finding concerns the whole file.
  package var line: Int?
  /// 1-based, in the unit of the tool that reported it (the Swift compiler counts bytes).
  package var column: Int?
  /// The last line of a range that starts at `line`, 1-based and inclusive.
  package var endLine: Int?

  package init(_ file: String, line: Int? = nil, column: Int? = nil, endLine: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.endLine = endLine
  }
}

/// A position in a YAML file.
package struct Position: Hashable, Sendable, Comparable {
  // Compact, because each value of a file has four positions; no number exceeds the file size
  // (`Limits`).
  private var fileNumber: Int32
  private var lineNumber: Int32
  private var columnNumber: Int32

  /// The index, from 0, of the file among those that are read together.
  package var file: Int {
    get { Int(fileNumber) }
    set { fileNumber = Int32(clamping: newValue) }
  }

  /// 1-based; a line ends with LF, CRLF or CR.
  package var line: Int {
    get { Int(lineNumber) }
    set { lineNumber = Int32(clamping: newValue) }
  }

  /// 1-based, in Unicode scalars of the line; a byte order mark does not count.
  package var column: Int {
    get { Int(columnNumber) }
    set { columnNumber = Int32(clamping: newValue) }
  }

  package init(line: Int, column: Int, file: Int = 0) {
    fileNumber = Int32(clamping: file)
    lineNumber = Int32(clamping: line)
    columnNumber = Int32(clamping: column)
  }

  package static func < (left: Position, right: Position) -> Bool {
    (left.file, left.line, left.column) < (right.file, right.line, right.column)
  }
}

/// From the first scalar of a construct to just after its last one.
package struct SourceRange: Hashable, Sendable, Comparable {
  package var start: Position
  /// Exclusive; equal to `start` for an omitted value.
  package var end: Position

  package init(_ start: Position, _ end: Position) {
    self.start = start
    self.end = end
  }

  package static func < (left: SourceRange, right: SourceRange) -> Bool {
    (left.start, left.end) < (right.start, right.end)
  }
}

/// A message of a compiler, linker or linter, unique by place and text.
package struct Diagnostic: Codable, Hashable, Sendable {
  package var severity: Severity
  /// Relative to the repository root if that is known, else as printed; `nil` for messages without
  /// a location.
  @NullCoded package var file: String?
  /// 1-based.
  @NullCoded package var line: Int?
  /// 1-based, in bytes for the Swift compiler.
  @NullCoded package var column: Int?
  package var message: String
  /// The diagnostic group (`DeprecatedDeclaration`) or the linter's rule name.
  @NullCoded package var group: String?
  /// How often the same message was printed as a header.
  package var count: Int
  /// The step that printed the message; `nil` when it comes from a log.
  package var step: String?
  /// The source line of the message, as the compiler printed it below an error; `nil` when it
  /// printed none.
  package var excerpt: String?
  /// Notes of the compiler in the order printed, such as fixes: `change 'let' to 'var' to make it
  /// mutable (line 3)`; `nil` when there are none.
  package var notes: [String]?

  package init(
    _ severity: Severity, _ message: String, file: String? = nil, line: Int? = nil,
    column: Int? = nil, group: String? = nil, count: Int = 1, step: String? = nil
  ) {
    self.severity = severity
    self.file = file
    self.line = line
    self.column = column
    self.message = message
    self.group = group
    self.count = count
    self.step = step
  }
}

extension [Diagnostic] {
  /// Sorted by file, line and column; messages without a location come last, and equal ones keep
  /// their order.
  package var sortedByPlace: [Diagnostic] {
    enumerated().sorted { left, right in
      let (one, other) = (left.element, right.element)
      if (one.file == nil) != (other.file == nil) { return one.file != nil }
      if one.file != other.file { return (one.file ?? "") < (other.file ?? "") }
      return (one.line ?? 0, one.column ?? 0, left.offset)
        < (other.line ?? 0, other.column ?? 0, right.offset)
    }.map(\.element)
  }
}

/// A message of a compiler, linker or linter, unique by place and text.
package struct Diagnostic: Codable, Hashable, Sendable {
  package var severity: Severity
  /// Relative to the repository root where that is known, else as printed; `nil` for messages
  /// without a place.
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
  /// The step that printed it; `nil` when a log was read.
  package var step: String?
  /// The line of the source that it is about, as the compiler printed it below an error; `nil` when it
  /// printed none.
  package var excerpt: String?
  /// What the compiler adds, such as how to correct it, in the order printed: `change 'let' to 'var' to make
  /// it mutable (line 3)`; `nil` when it adds nothing.
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
  /// By file, line and column; those without a place come last, and equal ones keep their order.
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

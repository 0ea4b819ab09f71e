import CIModel

/// Collects diagnostics, each once, with the number of times it was printed.
struct DiagnosticLedger {
  private(set) var diagnostics: [Diagnostic] = []
  private var indices: [Key: Int] = [:]
  /// Index of the message that was added last, when it may go on in indented lines.
  private var openList: Int?

  private struct Key: Hashable {
    var severity: Severity
    var file: String?
    var line: Int?
    var column: Int?
    var message: String
  }

  var errorCount: Int { diagnostics.count { $0.severity == .error } }

  /// Adds an indented line to the message that was added last when that ends in a colon and has no
  /// place: `Could not resolve package dependencies:`.
  mutating func extendLast(with line: LogLine) -> Bool {
    guard let index = openList, diagnostics[index].message.utf8.count < 4096 else { return false }
    guard diagnostics[index].count == 1 else { return true }
    var content = line.content
    content.dropTrailingBlanks()
    diagnostics[index].message += "\n" + content.text
    return true
  }

  mutating func add(_ diagnostic: Diagnostic) {
    let key = Key(
      severity: diagnostic.severity, file: diagnostic.file, line: diagnostic.line,
      column: diagnostic.column, message: diagnostic.message)
    if let index = indices[key] {
      diagnostics[index].count += 1
    } else {
      indices[key] = diagnostics.count
      diagnostics.append(diagnostic)
    }
    let isOpen = diagnostic.file == nil && diagnostic.message.utf8.last == UInt8(ascii: ":")
    openList = isOpen ? indices[key] : nil
  }
}

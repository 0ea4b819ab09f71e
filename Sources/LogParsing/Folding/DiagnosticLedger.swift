import CIModel

/// Collects diagnostics without duplicates, with the number of times each was printed.
struct DiagnosticLedger {
  private(set) var diagnostics: [Diagnostic] = []
  private var indices: [Key: Int] = [:]
  /// Index of the last added message, when it may continue in indented lines.
  private var openList: Int?
  /// Index of the last added error, when it has no excerpt yet.
  private var openExcerpt: Int?
  /// Index of the last added message.
  private var last: Int?
  /// Index of the last added error or warning, if it has a place.
  private var lastProblem: Int?
  /// Number of the source line that was last printed below it.
  private var shownLine: Int?
  /// The file of the source lines that are printed, when the header above them is a note.
  private var noteFile: String?
  /// Index of each message about a macro expansion, by the line that uses the macro.
  private var expanded: [Key: Int] = [:]

  private struct Key: Hashable {
    var severity: Severity
    var file: String?
    var line: Int?
    var column: Int?
    var message: String

    init(_ diagnostic: Diagnostic) {
      severity = diagnostic.severity
      file = diagnostic.file
      line = diagnostic.line
      column = diagnostic.column
      message = diagnostic.message
    }
  }

  var errorCount: Int { diagnostics.count { $0.severity == .error } }

  /// The messages at the end of a log. Warnings of SwiftPM about files of dependencies, and about its
  /// cache, are notes: nothing in the package causes them.
  var final: [Diagnostic] {
    diagnostics.map { message in
      guard message.severity == .warning, message.file == nil else { return message }
      let files = message.notes ?? []
      let isForeign = files.allSatisfy { Self.isDependency($0) }
      guard isForeign && !files.isEmpty || message.message.contains(Self.cacheFailure) else {
        return message
      }
      var note = message
      note.severity = .note
      return note
    }
  }

  /// Whether SwiftPM or Xcode put a file there, whose path is relative below the root. Folders of sources can
  /// be named like Xcode's, but SwiftPM finds no sources in a folder whose name begins with a dot.
  private static func isDependency(_ path: String) -> Bool {
    if path.contains(".build/checkouts/") { return true }
    let isBelowXcodes = path.hasPrefix("/") || path.hasPrefix("DerivedData/")
    return path.hasPrefix("SourcePackages/checkouts/")
      || isBelowXcodes && path.contains("/SourcePackages/checkouts/")
  }

  private static let cacheFailure = ": skipping cache due to an error: "

  /// Adds an indented line to the last added message when that ends in a colon and has no place:
  /// `Could not resolve package dependencies:`.
  mutating func extendLast(with line: LogLine) -> Bool {
    guard let index = openList, diagnostics[index].message.utf8.count < 4096 else { return false }
    guard diagnostics[index].count == 1 else { return true }
    var content = line.content
    content.dropTrailingBlanks()
    diagnostics[index].message += "\n" + content.text
    return true
  }

  /// Maximum length of a stored source line, in bytes.
  private static let longestExcerpt = 400

  /// Stores a source line below the last added message.
  ///
  /// - Parameter number: The number of the line in its file; `nil` when only the line itself is
  ///   printed.
  mutating func addExcerpt(_ text: ByteCursor, number: Int?) {
    shownLine = number
    guard let index = openExcerpt, text.count <= Self.longestExcerpt,
      number == nil || number == diagnostics[index].line
    else { return }
    diagnostics[index].excerpt = text.text
    openExcerpt = nil
  }

  /// Moves the last added message, which is about a macro expansion, to the place where the macro
  /// is used.
  mutating func relocateLast(file: String, line: Int) {
    guard let index = lastProblem, index == diagnostics.count - 1 else { return }
    let old = diagnostics[index]
    // The next expansion of the macro has the same place, but is used elsewhere in the sources.
    indices[Key(old)] = nil
    let macro = old.file.flatMap {
      $0.hasPrefix(Self.expansion) ? $0.dropFirst(Self.expansion.count) : nil
    }
    diagnostics[index].file = file
    diagnostics[index].line = line
    diagnostics[index].column = nil
    let plain = Key(diagnostics[index])
    if let macro { diagnostics[index].message += " (in the expansion of \(macro))" }
    let key = Key(diagnostics[index])
    if let known = indices[key] {
      diagnostics[known].count += 1
      diagnostics.removeLast()
      openExcerpt = nil
      lastProblem = nil
    } else {
      indices[key] = index
      expanded[plain] = index
    }
  }

  /// The prefix of the place of a message about an expansion.
  static let expansion = "macro expansion "

  /// Maximum number of notes per message.
  static let mostNotes = 8

  /// Adds a note that is printed below the last source line, or has its own place.
  ///
  /// - Returns: Whether it belongs to the last error or warning, even if that has enough notes.
  @discardableResult
  mutating func addNote(_ text: String, file: String? = nil, line: Int? = nil) -> Bool {
    guard let index = lastProblem, text.utf8.count <= Self.longestExcerpt,
      !text.hasPrefix("in expansion of macro")
    else { return false }
    if let file {
      noteFile = file
      shownLine = nil
      openExcerpt = nil
    }
    let problem = diagnostics[index]
    let line = line ?? shownLine
    var note = text
    if let line, let file = file ?? noteFile, file != problem.file {
      note += " (\(file):\(line))"
    } else if let line, line != problem.line {
      note += " (line \(line))"
    }
    let known = problem.notes ?? []
    if known.count < Self.mostNotes, !known.contains(note) {
      diagnostics[index].notes = known + [note]
    }
    return true
  }

  /// Adds a detail of the last added message, such as a file that it is about.
  mutating func addDetail(_ text: String) {
    guard let index = last else { return }
    let known = diagnostics[index].notes ?? []
    guard known.count < Self.mostNotes, !known.contains(text) else { return }
    diagnostics[index].notes = known + [text]
  }

  mutating func add(_ diagnostic: Diagnostic) {
    let key = Key(diagnostic)
    var line = key
    line.column = nil
    if let index = indices[key] {
      diagnostics[index].count += 1
    } else if let index = expanded.removeValue(forKey: line) {
      // The compiler says of the line itself what it said of the expansion.
      diagnostics[index].column = diagnostic.column
      diagnostics[index].message = diagnostic.message
      indices[key] = index
    } else {
      indices[key] = diagnostics.count
      diagnostics.append(diagnostic)
    }
    last = indices[key]
    openExcerpt = nil
    shownLine = nil
    noteFile = diagnostic.severity == .note ? diagnostic.file : nil
    if diagnostic.severity != .note { lastProblem = diagnostic.file == nil ? nil : indices[key] }
    if diagnostic.severity == .error, diagnostic.file != nil, let index = indices[key],
      diagnostics[index].excerpt == nil
    {
      openExcerpt = index
    }
    let isOpen = diagnostic.file == nil && diagnostic.message.utf8.last == UInt8(ascii: ":")
    openList = isOpen ? indices[key] : nil
  }
}

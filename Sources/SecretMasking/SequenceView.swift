import CIModel

/// How a reader of a text sees its escape sequences.
///
/// A secret may surround a sequence or be inside of one, and one reader sees it whole where another
/// does not.
enum SequenceView: Hashable, Sendable {
  /// Sees none of them: a terminal.
  case screen
  /// Sees all except those that set colours: a report, which makes the others visible.
  case report
  /// Sees all of them: a log, a record or a stored file.
  case file

  static let others: [SequenceView] = [.report, .file]

  /// The number of bytes to skip of the sequence that `bytes` begin with; `nil` when its end has
  /// not arrived yet.
  func length(_ bytes: UnsafeRawBufferPointer) -> Int? {
    switch self {
    case .screen: EscapeSequence.length(bytes)
    case .report: EscapeSequence.styleLength(bytes)
    // Only the escape character itself is invisible.
    case .file: 1
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether an escape sequence may begin in the bytes.
  var holdsEscape: Bool {
    // Without an early exit, so that the loop can be vectorized.
    var others: UInt8 = 0
    for byte in self { others |= byte == 0x1B ? 1 : 0 }
    return others != 0
  }
}

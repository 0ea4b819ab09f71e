import CIModel

/// What someone who reads a text sees of the escape sequences in it.
///
/// A secret may stand around a sequence or inside of one, and one reader sees it whole where another
/// does not.
enum SequenceView: Hashable, Sendable {
  /// Nothing at all: a terminal.
  case screen
  /// Everything but those that set colours: a report, which makes the others visible.
  case report
  /// Everything: a log, a record or a kept file.
  case file

  static let others: [SequenceView] = [.report, .file]

  /// How much is passed over of the sequence that `bytes` begin with; `nil` when its end is not there
  /// yet.
  func length(_ bytes: UnsafeRawBufferPointer) -> Int? {
    switch self {
    case .screen: EscapeSequence.length(bytes)
    case .report: EscapeSequence.styleLength(bytes)
    // The escape character alone is not seen.
    case .file: 1
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether an escape sequence may begin in there.
  var holdsEscape: Bool {
    // Without a way out of the loop, so that many bytes are looked at together.
    var others: UInt8 = 0
    for byte in self { others |= byte == 0x1B ? 1 : 0 }
    return others != 0
  }
}

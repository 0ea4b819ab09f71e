/// Reads the letters of texts; shared by the automata of one matcher.
final class LetterReader {
  // A class, because each automaton of a matcher must see the letters that the others add.
  private(set) var table: LetterTable
  private let names = NamedProperties()
  /// A cache of scalars, indexed by their lowest bits.
  private var scalars = [UInt32](repeating: .max, count: LetterReader.size)
  private var letters = [UInt16](repeating: 0, count: LetterReader.size)
  private static let size = 1024

  init(_ table: LetterTable) { self.table = table }

  private func letter(of scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return Int(table.letterOfASCII[Int(scalar.value)]) }
    let slot = Int(scalar.value) & (Self.size - 1)
    if scalars[slot] == scalar.value { return Int(letters[slot]) }
    let letter = table.letter(of: scalar, isLast: false, names)
    if let narrow = UInt16(exactly: letter) {
      scalars[slot] = scalar.value
      letters[slot] = narrow
    }
    return letter
  }

  private func letter(of scalar: Unicode.Scalar, isLast: Bool) -> Int {
    guard isLast, table.needs.contains(.lastBreak), ScalarProperty.lineBreak.contains(scalar) else {
      return letter(of: scalar)
    }
    return table.letter(of: scalar, isLast: true, names)
  }

  /// The letter at a place, and its length in bytes; at the end, the end letter with length 0.
  func letter(at index: Int, in bytes: UnsafeRawBufferPointer) -> (letter: Int, width: Int) {
    guard index < bytes.count else { return (LetterTable.end, 0) }
    let (scalar, width) = UTF8Decoding.scalar(at: index, in: bytes)
    return (letter(of: scalar, isLast: index + width == bytes.count), width)
  }

  /// The letter before a place, and its length in bytes; at the beginning, the end letter with
  /// length 0.
  func letter(before index: Int, in bytes: UnsafeRawBufferPointer) -> (letter: Int, width: Int) {
    guard index > 0 else { return (LetterTable.end, 0) }
    let (scalar, width) = UTF8Decoding.scalar(before: index, in: bytes)
    return (letter(of: scalar, isLast: index == bytes.count), width)
  }
}

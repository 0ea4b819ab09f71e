import CIModel

/// Whether a change says anything new: what is moved, indented or ended in another way does not.
enum NewWords {
  /// Whether a text has a line with a letter or a digit that another one does not have.
  static func occur(in new: [UInt8], besides old: [UInt8]) -> Bool {
    let known = Set(lines(old))
    return lines(new).contains { !known.contains($0) && $0.contains(where: isLetter) }
  }

  /// Whether two texts have the same lines, but for blanks and for their order.
  static func areSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    func counts(_ bytes: [UInt8]) -> [ArraySlice<UInt8>: Int] {
      lines(bytes).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    return one == other || counts(one) == counts(other)
  }

  static func occur(in text: AddedText) -> Bool { text.bytes.contains(where: isLetter) }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.compactMap { line in
      let line = line.drop { $0 <= 0x20 }
      return line.lastIndex { $0 > 0x20 }.map { line[...$0] }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || byte >= 0x80 }
}

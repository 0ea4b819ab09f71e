import CIModel

/// Finds the private keys that begin before an added line.
struct ArmouredBlocks {
  private enum Mark {
    case key
    case otherBlock
    case end
  }

  private let marks: [(offset: Int, mark: Mark)]
  private let bytes: UnsafeRawBufferPointer
  /// The index of the first mark that is not passed.
  private var next = 0
  /// The offset of the key that can go on, and whether a line of the base ends it.
  private var key: (start: Int, isEnded: Bool)?
  /// The text read last, from the start of a block: a block can contain any number of lines.
  private var last: (start: Int, end: Int, text: CollapsedBlanks)?

  private static let begin = Array("-----BEGIN ".utf8)
  private static let end = Array("-----END ".utf8)
  private static let secret = Array("PRIVATE".utf8)
  private static let longestLabel = 80

  /// Creates the search; `nil` when no key begins.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let marks = Self.marks(in: bytes)
    if !marks.contains(where: { $0.mark == .key }) { return nil }
    self.marks = marks
    self.bytes = bytes
  }

  /// Any five consecutive dashes include an offset that is a multiple of five, so only these are
  /// checked.
  private static func marks(in bytes: UnsafeRawBufferPointer) -> [(offset: Int, mark: Mark)] {
    let dash = UInt8(ascii: "-")
    var marks: [(offset: Int, mark: Mark)] = []
    for offset in stride(from: 0, to: bytes.count, by: 5) where bytes[offset] == dash {
      var start = offset
      while start > 0, offset - start < 4, bytes[start - 1] == dash { start -= 1 }
      for place in start...offset where place > marks.last?.offset ?? -1 {
        if let mark = mark(at: place, in: bytes) { marks.append((place, mark)) }
      }
    }
    return marks
  }

  private static func mark(at offset: Int, in bytes: UnsafeRawBufferPointer) -> Mark? {
    let text = bytes[offset...]
    guard text.starts(with: begin) else { return text.starts(with: end) ? .end : nil }
    let label = text.dropFirst(begin.count).prefix(longestLabel).prefix { $0 != begin[0] }
    return label.indices.contains { label[$0...].starts(with: secret) } ? .key : .otherBlock
  }

  /// The offset of the last key that begins before a line, and the text between the two; `nil` when
  /// the line belongs to another block.
  ///
  /// - Parameters:
  ///   - offset: The start of a line after the one of the previous call.
  ///   - unchanged: The start of the text before the line that the change leaves as it is. Another
  ///     block takes the place of a key only if the base has it behind the end of the key: anybody
  ///     can write its first line into a comment.
  mutating func block(
    before offset: Int, unchangedFrom unchanged: Int
  ) -> (start: Int, lead: [UInt8])? {
    while next < marks.count, marks[next].offset < offset {
      let (place, mark) = marks[next]
      next += 1
      switch mark {
      case .key: key = (place, false)
      case .end: if place >= unchanged { key?.isEnded = true }
      case .otherBlock: if place >= unchanged, key?.isEnded == true { key = nil }
      }
    }
    guard let start = key?.start else { return nil }
    if last?.start != start { last = nil }
    var (_, end, text) = last ?? (start, start, CollapsedBlanks())
    last = nil
    while end < offset, text.count <= AddedText.OpenBlock.longestLead {
      text.append(bytes[end])
      end += 1
    }
    last = (start, end, text)
    return text.count > AddedText.OpenBlock.longestLead ? nil : (start, text.bytes)
  }
}

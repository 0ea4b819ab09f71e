import CIModel

/// Finds words and calls in added lines, as whole words: `fit(` is not in `profit(`. A word with a
/// `*` behind it may go on, and before the `(` of a call there may be what Swift allows there: blanks, a
/// comment, the `` ` `` of a quoted name, `.init` behind a type.
struct WordFinder: Sendable {
  /// A word in a line.
  struct Hit {
    var word: String
    /// The index of the line.
    var line: Int
    /// Offsets in the text's bytes.
    var range: Range<Int>
  }

  private let words: [Word]

  private struct Word: Sendable {
    var text: String
    /// Of a call without the `(`.
    var bytes: [UInt8]
    var mayGoOn: Bool
    var isCall: Bool
  }

  init(_ words: [String]) {
    self.words = words.compactMap { text in
      let mayGoOn = text.hasSuffix("*")
      let text = mayGoOn ? String(text.dropLast()) : text
      let isCall = text.hasSuffix("(")
      let bytes = Array((isCall ? text.dropLast() : text[...]).utf8)
      return bytes.isEmpty
        ? nil : Word(text: text, bytes: bytes, mayGoOn: mayGoOn, isCall: isCall)
    }
  }

  func occurs(in content: UnsafeRawBufferPointer) -> Bool {
    words.contains { ByteSearch.firstOffset(of: $0.bytes, in: content, from: 0) != nil }
  }

  /// The hits in one part of the lines, by line and place; of hits that begin at the same place the
  /// longest alone.
  func hits(in text: AddedText, part: SourceLine.Part) -> [Hit] {
    var hits: [Hit] = []
    for word in words {
      for offset in text.bytes.withUnsafeBytes({ ByteSearch.offsets(of: word.bytes, in: $0) })
      where isWhole(word, at: offset, in: text.bytes) {
        let stem = offset..<(offset + word.bytes.count)
        guard let end = word.isCall ? text.callEnd(behind: stem) : stem.upperBound else { continue }
        hits.append(
          Hit(word: word.text, line: text.line(atOffset: offset), range: offset..<end))
      }
    }
    hits.sort {
      $0.range.lowerBound != $1.range.lowerBound
        ? $0.range.lowerBound < $1.range.lowerBound : $0.range.count > $1.range.count
    }
    let language = SourceLine.Language(path: text.path)
    var source: (line: Int, text: SourceLine)?
    hits = hits.filter { hit in
      if source?.line != hit.line {
        source = (hit.line, SourceLine(text.bytes[text.range(ofLine: hit.line)], language))
      }
      return source?.text.mayBe(part, at: hit.range.lowerBound) ?? false
    }
    var last = -1
    return hits.filter { hit in
      defer { last = max(last, hit.range.upperBound) }
      return hit.range.lowerBound >= last
    }
  }

  /// Whether no letter goes on before or behind where the word has one.
  private func isWhole(_ word: Word, at offset: Int, in bytes: [UInt8]) -> Bool {
    if let first = word.bytes.first, first.isWordByte, bytes[..<offset].endsWithLetter {
      return false
    }
    if word.mayGoOn { return true }
    guard let last = word.bytes.last, last.isWordByte else { return true }
    return !bytes[(offset + word.bytes.count)...].beginsWithLetter
  }
}

extension UInt8 {
  fileprivate var isUppercase: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
}

extension ArraySlice<UInt8> {
  /// From the first byte on that is no blank and in no `/* comment */`.
  fileprivate var afterBlanksAndComments: Self {
    var rest = self
    while true {
      rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard rest.starts(with: "/*".utf8) else { return rest }
      rest = rest.dropFirst(2)
      while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest.removeFirst() }
      rest = rest.dropFirst(2)
    }
  }

  /// Without the blanks at its end.
  var withoutTrailingBlanks: Self {
    self[startIndex..<((lastIndex { $0 > 0x20 }).map { $0 + 1 } ?? startIndex)]
  }
}

/// Of other scripts letters, digits and marks go on with a word; blanks, quotes and signs do not.
extension ArraySlice<UInt8> {
  fileprivate var beginsWithLetter: Bool {
    guard let first, first >= 0x80 else { return first?.isWordByte ?? false }
    return isLetter(prefix(4).makeIterator())
  }

  fileprivate var endsWithLetter: Bool {
    guard let last, last >= 0x80 else { return last?.isWordByte ?? false }
    let end = suffix(4)
    return isLetter(end[(end.lastIndex { $0 & 0xC0 != 0x80 } ?? end.startIndex)...].makeIterator())
  }

  private func isLetter(_ bytes: Iterator) -> Bool {
    var (bytes, decoder) = (bytes, UTF8())
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return false }
    return scalar.properties.isXIDContinue
  }
}

extension AddedText {
  /// Bytes that may stand between a name and the `(` of its call, more than anybody writes.
  private static let longestGap = 256

  /// Behind the `(` of the call of a name.
  fileprivate func callEnd(behind name: Range<Int>) -> Int? {
    var rest = bytes[name.upperBound...].prefix(Self.longestGap)
    if rest.first == UInt8(ascii: "`") { rest.removeFirst() }
    rest = rest.afterBlanksAndComments
    if bytes[name.lowerBound].isUppercase, rest.starts(with: ".init".utf8) {
      rest = rest.dropFirst(".init".utf8.count).afterBlanksAndComments
    }
    return rest.first == UInt8(ascii: "(") ? rest.startIndex + 1 : nil
  }

  /// The bytes of a line before an offset.
  func before(_ offset: Int, inLine line: Int) -> ArraySlice<UInt8> {
    bytes[range(ofLine: line).lowerBound..<offset]
  }

  /// The bytes of a line from an offset on.
  func rest(from offset: Int, ofLine line: Int) -> ArraySlice<UInt8> {
    bytes[offset..<range(ofLine: line).upperBound]
  }

  /// A place in the file for a finding on one line.
  func location(ofLine line: Int, offset: Int? = nil) -> SourceLocation {
    SourceLocation(
      path, line: numbers[line], column: offset.map { $0 - range(ofLine: line).lowerBound + 1 },
      endLine: numbers[line])
  }
}

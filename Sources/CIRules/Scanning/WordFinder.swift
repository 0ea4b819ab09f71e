import CIModel
import SourceCode

/// Finds whole words and calls in added lines: `fit(` is not found in `profit(`. A word with a `*`
/// at its end may continue.
///
/// Between the tokens of a word, as in `Task.sleep`, and before the `(` of a call, anything may
/// occur that Swift allows there: blanks, comments, the `` ` `` of a quoted name, `.init` behind a
/// type, and the arguments of a generic type.
struct WordFinder: Sendable {
  /// An occurrence of a word in a line.
  struct Hit {
    var word: String
    /// Index of the line in the text.
    var line: Int
    /// Range in the bytes of the text.
    var range: Range<Int>
    /// Whether the word is declared here (`func fit(`) or is a member of something else
    /// (`box.fit(`). Words that begin with a `.` are meant to be members. Only known in code.
    var isDeclarationOrMember = false
    /// Number of tokens in the word.
    fileprivate var signs = 1
  }

  private let words: [Word]

  private struct Word: Sendable {
    var text: String
    /// The last token, without the bracket that opens a call.
    var bytes: [UInt8]
    /// The tokens before it, names and single bytes, the last one first.
    var signs: [[UInt8]]
    var mayGoOn: Bool
    /// The `(` or `{` of a call, or the `` ` `` of a tagged template; `nil` for a word that is not a
    /// call.
    var opening: UInt8?

    var isMember: Bool { signs.last == [UInt8(ascii: ".")] }
  }

  init(_ words: [String]) {
    self.words = words.compactMap { text in
      let mayGoOn = text.hasSuffix("*")
      let text = mayGoOn ? String(text.dropLast()) : text
      let opening = text.utf8.last.flatMap { "({`".utf8.contains($0) ? $0 : nil }
      var stem = Array(text.utf8.dropLast(opening == nil ? 0 : 1))
      var signs: [[UInt8]] = []
      if stem.last?.isWordByte ?? false {
        signs = Self.signs(of: stem)
        stem = signs.removeLast()
      }
      return stem.isEmpty
        ? nil
        : Word(
          text: text, bytes: stem, signs: signs.reversed(), mayGoOn: mayGoOn, opening: opening)
    }
  }

  /// The tokens of a word: `Task`, `.` and `sleep` of `Task.sleep`.
  private static func signs(of bytes: [UInt8]) -> [[UInt8]] {
    var signs: [[UInt8]] = []
    for index in bytes.indices where bytes[index] > 0x20 {
      if index > 0, bytes[index].isWordByte, bytes[index - 1].isWordByte {
        signs[signs.count - 1].append(bytes[index])
      } else {
        signs.append([bytes[index]])
      }
    }
    return signs
  }

  func occurs(in content: UnsafeRawBufferPointer) -> Bool {
    words.contains { ByteSearch.firstOffset(of: $0.bytes, in: content, from: 0) != nil }
  }

  /// The hits in one part of the lines, in the order of the text. Of hits that begin at the same
  /// offset, only the longest is returned.
  ///
  /// - Parameters:
  ///   - part: The part to search; `nil` means any.
  ///   - room: The budget of the rule; hits beyond it are left out.
  func hits(in text: AddedText, part: SourceLine.Part?, room: inout SearchRoom) -> [Hit] {
    var hits: [Hit] = []
    let places = places(in: text, &room)
    let language = SourceLine.Language(path: text.path)
    var source: (line: Int, text: SourceLine)?
    for place in places {
      if room.isSpent { break }
      let line = text.line(atOffset: place.range.lowerBound)
      if part != nil, source?.line != line {
        let range = text.range(ofLine: line)
        room.takeLine(of: range.count)
        source = (line, SourceLine(text.bytes[range], language))
      }
      if let part, source?.text.mayBe(part, at: place.range.lowerBound) != true { continue }
      let gap = room.gap
      var code = CodeBefore(
        place.range.lowerBound, ofLine: line, in: text, part == .code ? source?.text : nil,
        room: gap)
      if let hit = hit(words[place.word], line, place.range, behind: &code) { hits.append(hit) }
      room.takeGap(gap, rest: code.room)
    }
    hits.sort {
      ($0.range.lowerBound, $1.signs, $1.range.count) < (
        $1.range.lowerBound, $0.signs, $0.range.count
      )
    }
    var last = -1
    return hits.filter { hit in
      defer { last = max(last, hit.range.upperBound) }
      return hit.range.lowerBound >= last
    }
  }

  /// Maximum number of words that are examined in one text, calls or not.
  private static let mostPlaces = 100_000

  /// Every occurrence of the bytes of a word, in order, whether in code or not.
  private func places(
    in text: AddedText, _ room: inout SearchRoom
  ) -> [(word: Int, range: Range<Int>)] {
    var places: [(word: Int, range: Range<Int>)] = []
    var count = 0
    for (index, word) in words.enumerated() {
      var start = 0
      while let offset = text.bytes.withUnsafeBytes({
        ByteSearch.firstOffset(of: word.bytes, in: $0, from: start)
      }) {
        start = offset + 1
        guard isWhole(word, at: offset, in: text.bytes), mayHaveSigns(word, offset, text.bytes)
        else { continue }
        let stem = offset..<(offset + word.bytes.count)
        if let opening = word.opening, !text.mayCall(opening, behind: stem) { continue }
        count += 1
        guard count <= Self.mostPlaces else {
          room.spend()
          return places
        }
        guard !room.isSpent else { return places }
        guard
          let end = word.opening.map({ text.callEnd($0, behind: stem, &room) })
            ?? stem.upperBound
        else { continue }
        places.append((index, offset..<end))
      }
    }
    return places.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// - Returns: `nil` when the other tokens of the word do not precede it.
  private func hit(
    _ word: Word, _ line: Int, _ range: Range<Int>, behind code: inout CodeBefore
  ) -> Hit? {
    _ = code.skipAtOnce(UInt8(ascii: "`"))
    for sign in word.signs {
      if sign.first?.isWordByte ?? false {
        code.skipGenericArguments()
        guard code.skip(word: sign) else { return nil }
      } else if !code.skip(sign[0]) {
        return nil
      }
    }
    let start = code.line == line && !word.signs.isEmpty ? code.offset : range.lowerBound
    return Hit(
      word: word.text, line: line, range: start..<range.upperBound,
      isDeclarationOrMember: !word.isMember && code.declaresOrOwns(), signs: word.signs.count + 1)
  }

  /// Whether the token before a word can be the required one, as far as the last byte of its line
  /// before the word shows.
  private func mayHaveSigns(_ word: Word, _ offset: Int, _ bytes: [UInt8]) -> Bool {
    guard let sign = word.signs.first, let last = sign.last else { return true }
    let before = bytes[..<offset].last { $0 > 0x20 || $0 == UInt8(ascii: "\n") }
    return before.map { $0 == last || "`/>\n".utf8.contains($0) } ?? true
  }

  /// Whether the word is not part of a longer one: no letter adjoins a letter at either end.
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
  /// The slice without the blanks at its end.
  var withoutTrailingBlanks: Self {
    self[startIndex..<((lastIndex { $0 > 0x20 }).map { $0 + 1 } ?? startIndex)]
  }
}

/// In other scripts letters, digits and marks continue a word; blanks, quotes and signs do not.
extension ArraySlice<UInt8> {
  fileprivate var beginsWithLetter: Bool {
    guard let first, first >= 0x80 else { return first?.isWordByte ?? false }
    return isLetter(prefix(4).makeIterator())
  }

  var endsWithLetter: Bool {
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
  /// Maximum bytes between a name and the `(` of its call; a longer gap counts as a call.
  private static let longestGap = 256

  /// Whether a call of a name is possible by its next byte. Behind most names another letter or
  /// sign follows, which excludes them quickly.
  fileprivate func mayCall(_ opening: UInt8, behind name: Range<Int>) -> Bool {
    guard name.upperBound < bytes.count else { return false }
    let next = bytes[name.upperBound]
    return next == opening || next <= 0x20 || "`/.".utf8.contains(next)
      || bytes[name.upperBound...].starts(with: Self.noBreakSpace)
  }

  /// U+00A0, which the compiler treats as a blank.
  private static let noBreakSpace: [UInt8] = [0xC2, 0xA0]

  /// Offset behind the bracket that opens the call of a name; `nil` when the name is not called.
  fileprivate func callEnd(
    _ opening: UInt8, behind name: Range<Int>, _ room: inout SearchRoom
  ) -> Int? {
    var rest = bytes[name.upperBound...].prefix(Self.longestGap)
    if rest.first == opening { return rest.startIndex + 1 }
    if rest.first == UInt8(ascii: "`") { rest.removeFirst() }
    if rest.first == opening { return rest.startIndex + 1 }
    // In prose, another word follows, or nothing.
    if let next = rest.first(where: { !" \t".utf8.contains($0) }),
      next.isASCIIAlphanumeric || next == UInt8(ascii: "\n")
    {
      return nil
    }
    room.takeLine(of: rest.count)
    let isCut = rest.count >= Self.longestGap - 1
    let code = SwiftText(Array(rest))
    func next(from start: Int) -> Int {
      (start..<code.bytes.count).first {
        code.kinds[$0] != .comment && !" \t".utf8.contains(code.bytes[$0])
      } ?? code.bytes.count
    }
    var index = next(from: 0)
    let initializer = Array(".init".utf8)
    if bytes[name.lowerBound].isUppercase, code.bytes[index...].starts(with: initializer) {
      index = next(from: index + initializer.count)
    }
    if index == code.bytes.count { return isCut ? name.upperBound : nil }
    return code.bytes[index] == opening ? rest.startIndex + index + 1 : nil
  }

  /// The bytes of a line before an offset.
  func before(_ offset: Int, inLine line: Int) -> ArraySlice<UInt8> {
    bytes[range(ofLine: line).lowerBound..<offset]
  }

  /// The bytes of a line from an offset on.
  func rest(from offset: Int, ofLine line: Int) -> ArraySlice<UInt8> {
    bytes[offset..<range(ofLine: line).upperBound]
  }

  /// The location in the file for a finding on one line; with an offset, also its 1-based column in
  /// bytes.
  func location(ofLine line: Int, offset: Int? = nil) -> SourceLocation {
    SourceLocation(
      path, line: numbers[line], column: offset.map { $0 - range(ofLine: line).lowerBound + 1 },
      endLine: numbers[line])
  }
}

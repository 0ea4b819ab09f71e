import CIModel

/// Reads added code backwards and skips the gaps that Swift allows between two tokens: blanks,
/// comments and the ends of consecutive lines.
struct CodeBefore {
  private let text: AddedText
  /// The parsed line; `nil` when only blanks are a gap and no other line is read.
  private var source: SourceLine?
  private(set) var line: Int
  /// Everything before this offset is still to be read.
  private(set) var offset: Int
  /// Bytes that may still be read, with `SearchRoom.costOfLine` for each line. Nothing is found
  /// once none are left.
  private(set) var room: Int

  init(_ offset: Int, ofLine line: Int, in text: AddedText, _ source: SourceLine?, room: Int) {
    self.room = room
    self.text = text
    self.source = source
    self.line = line
    self.offset = offset
  }

  private var rest: ArraySlice<UInt8> { text.before(offset, inLine: line) }

  private func isGap(_ index: Int) -> Bool {
    text.bytes[index] <= 0x20
      || source.map { $0.part(at: index) == .comment && !$0.mayBe(.code, at: index) } ?? false
  }

  /// Moves before a gap.
  ///
  /// - Returns: Whether anything is left to read.
  private mutating func skipGap() -> Bool {
    while true {
      if !rest.isEmpty, !isGap(rest.endIndex - 1) { return true }
      if !rest.isEmpty, room > 0 {
        offset -= 1
        room -= 1
        continue
      }
      guard source != nil, room > 0, line > 0, text.numbers[line] == text.numbers[line - 1] + 1
      else {
        return false
      }
      line -= 1
      let range = text.range(ofLine: line)
      room -= range.count + SearchRoom.costOfLine
      offset = range.upperBound
      // A backslash by which a preprocessor joins this line with the next one is not code.
      if text.bytes[range].last == UInt8(ascii: "\\") { offset -= 1 }
      source = SourceLine(text.bytes[range], SourceLine.Language(path: text.path))
    }
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard skipGap(), rest.last == byte else { return false }
    offset -= 1
    return true
  }

  /// Moves before a byte that directly precedes, without a gap.
  mutating func skipAtOnce(_ byte: UInt8) -> Bool {
    guard rest.last == byte else { return false }
    offset -= 1
    return true
  }

  /// Moves before a keyword that no letter precedes. A word in backticks is not a keyword.
  mutating func skip(keyword: [UInt8]) -> Bool {
    guard skipGap(), rest.suffix(keyword.count).elementsEqual(keyword) else { return false }
    let before = rest.dropLast(keyword.count)
    guard !before.endsWithLetter, before.last != UInt8(ascii: "$") else { return false }
    offset -= keyword.count
    return true
  }

  /// Moves before a name, which may be in backticks.
  mutating func skip(word: [UInt8]) -> Bool {
    guard skipGap() else { return false }
    let start = self
    let isQuoted = skipAtOnce(UInt8(ascii: "`"))
    if skip(keyword: word), !isQuoted || skipAtOnce(UInt8(ascii: "`")) { return true }
    goBack(to: start)
    return false
  }

  /// Returns to an earlier position. The bytes read since then are not given back to `room`.
  private mutating func goBack(to start: CodeBefore) {
    let left = room
    self = start
    room = left
  }

  /// Moves before a list of generic arguments, `<Never, Never>`, if there is one.
  mutating func skipGenericArguments() {
    let start = self
    guard skip(UInt8(ascii: ">")) else { return }
    let outer = room
    room = min(room, Self.longestList)
    let inner = room
    var depth = 1
    while depth > 0, room > 0, skipGap() {
      let byte = text.bytes[offset - 1]
      if byte == UInt8(ascii: ">") { depth += 1 }
      if byte == UInt8(ascii: "<") { depth -= 1 }
      offset -= 1
      room -= 1
    }
    let left = outer - (inner - room)
    if depth > 0 { self = start }
    room = left
  }

  /// Maximum bytes of a list of generic arguments, more than anybody writes.
  private static let longestList = 256

  /// Whether the following word is declared here (`func fit(`) or is a member of something else
  /// (`box.fit(`).
  mutating func declaresOrOwns() -> Bool {
    if skip(keyword: Array("func".utf8)) { return !skip(UInt8(ascii: ".")) }
    guard skip(UInt8(ascii: ".")) else { return false }
    // This is the end of an operator, as in `0...fit(`.
    if rest.last == UInt8(ascii: ".") { return false }
    return !names(Self.callers) && !endsWithSpec()
  }

  private mutating func names(_ words: [[UInt8]]) -> Bool {
    let start = self
    // The name may be optional, as in `self?.fit(`.
    if !skip(UInt8(ascii: "?")) { _ = skip(UInt8(ascii: "!")) }
    for word in words where skip(word: word) { return true }
    goBack(to: start)
    return false
  }

  /// Modules whose functions are often qualified, and names by which a type calls its own
  /// functions: `Quick.fit(` and `self.fit(` are the call itself.
  private static let callers = [
    "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Musl", "Nimble", "Quick",
    "Self", "Swift", "Testing", "XCTest", "_Concurrency", "self", "super",
  ].map { Array($0.utf8) }

  /// Whether the name before ends with `Spec`, like `QuickSpec` and the classes that inherit from
  /// it.
  private mutating func endsWithSpec() -> Bool {
    guard skipGap() else { return false }
    if rest.last == UInt8(ascii: "`") { offset -= 1 }
    return rest.suffix(4).elementsEqual("Spec".utf8)
  }
}

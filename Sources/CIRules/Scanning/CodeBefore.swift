import CIModel

/// Reads added code backwards, over what Swift allows between two signs: blanks, comments and the ends of lines
/// that follow each other.
struct CodeBefore {
  private let text: AddedText
  /// The line, taken apart; `nil` where only blanks are a gap, and in no other line.
  private var source: SourceLine?
  private(set) var line: Int
  /// Everything before it is still to be read.
  private(set) var offset: Int
  /// Bytes that may still be gone over, with `SearchRoom.costOfLine` for each line; nothing is found where
  /// none are left.
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

  /// - Returns: Whether anything is left.
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
      // What a preprocessor joins to the line below.
      if text.bytes[range].last == UInt8(ascii: "\\") { offset -= 1 }
      source = SourceLine(text.bytes[range], SourceLine.Language(path: text.path))
    }
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard skipGap(), rest.last == byte else { return false }
    offset -= 1
    return true
  }

  /// The same where nothing stands between.
  mutating func skipAtOnce(_ byte: UInt8) -> Bool {
    guard rest.last == byte else { return false }
    offset -= 1
    return true
  }

  /// Goes before a word of the language, which is none in backticks, where no letter precedes it.
  mutating func skip(keyword: [UInt8]) -> Bool {
    guard skipGap(), rest.suffix(keyword.count).elementsEqual(keyword) else { return false }
    let before = rest.dropLast(keyword.count)
    guard !before.endsWithLetter, before.last != UInt8(ascii: "$") else { return false }
    offset -= keyword.count
    return true
  }

  /// The same with a name, which may be in backticks.
  mutating func skip(word: [UInt8]) -> Bool {
    guard skipGap() else { return false }
    let start = self
    let isQuoted = skipAtOnce(UInt8(ascii: "`"))
    if skip(keyword: word), !isQuoted || skipAtOnce(UInt8(ascii: "`")) { return true }
    goBack(to: start)
    return false
  }

  /// What was read on the way stays read.
  private mutating func goBack(to start: CodeBefore) {
    let left = room
    self = start
    room = left
  }

  /// Goes before a list of types, `<Never, Never>`, if there is one.
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

  /// Bytes of a list of types, more than anybody writes.
  private static let longestList = 256

  /// Whether the word behind is declared here (`func fit(`) or belongs to something else (`box.fit(`).
  mutating func declaresOrOwns() -> Bool {
    if skip(keyword: Array("func".utf8)) { return !skip(UInt8(ascii: ".")) }
    guard skip(UInt8(ascii: ".")) else { return false }
    // The end of an operator, `0...fit(`.
    if rest.last == UInt8(ascii: ".") { return false }
    return !names(Self.callers) && !endsWithSpec()
  }

  private mutating func names(_ words: [[UInt8]]) -> Bool {
    let start = self
    // `self?.fit(`
    if !skip(UInt8(ascii: "?")) { _ = skip(UInt8(ascii: "!")) }
    for word in words where skip(word: word) { return true }
    goBack(to: start)
    return false
  }

  /// Modules whose functions people qualify, and what a function is called by from inside its type:
  /// `Quick.fit(` and `self.fit(` are the call itself.
  private static let callers = [
    "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Musl", "Nimble", "Quick",
    "Self", "Swift", "Testing", "XCTest", "_Concurrency", "self", "super",
  ].map { Array($0.utf8) }

  /// `QuickSpec` and the classes that inherit from it, by their names.
  private mutating func endsWithSpec() -> Bool {
    guard skipGap() else { return false }
    if rest.last == UInt8(ascii: "`") { offset -= 1 }
    return rest.suffix(4).elementsEqual("Spec".utf8)
  }
}

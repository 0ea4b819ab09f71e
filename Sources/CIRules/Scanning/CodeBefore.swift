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
  /// Bytes that may still be gone over in search of something that need not be there.
  private var room = Int.max

  init(_ offset: Int, ofLine line: Int, in text: AddedText, _ source: SourceLine?) {
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
      room -= Self.costOfLine
      let range = text.range(ofLine: line)
      offset = range.upperBound
      source = SourceLine(text.bytes[range], SourceLine.Language(path: text.path))
    }
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard skipGap(), rest.last == byte else { return false }
    offset -= 1
    return true
  }

  /// Goes before a word, which may be in backticks, where no letter precedes it.
  mutating func skip(word: [UInt8]) -> Bool {
    guard skipGap() else { return false }
    let start = self
    let isQuoted = skip(UInt8(ascii: "`"))
    guard rest.suffix(word.count).elementsEqual(word),
      !rest.dropLast(word.count).endsWithLetter
    else {
      self = start
      return false
    }
    offset -= word.count
    return !isQuoted || skip(UInt8(ascii: "`"))
  }

  /// Goes before a list of types, `<Never, Never>`, if there is one.
  mutating func skipGenericArguments() {
    let start = self
    guard skip(UInt8(ascii: ">")) else { return }
    room = Self.longestList
    var depth = 1
    while depth > 0, room > 0, skipGap() {
      let byte = text.bytes[offset - 1]
      if byte == UInt8(ascii: ">") { depth += 1 }
      if byte == UInt8(ascii: "<") { depth -= 1 }
      offset -= 1
      room -= 1
    }
    room = Int.max
    if depth > 0 { self = start }
  }

  /// Bytes of a list of types, more than anybody writes.
  private static let longestList = 256
  /// What parsing a line costs, in bytes of `room`.
  private static let costOfLine = 64

  /// Whether the word behind is declared here (`func fit(`) or belongs to something else (`box.fit(`).
  func declaresOrOwns() -> Bool {
    var code = self
    if code.skip(word: Array("func".utf8)) { return !code.skip(UInt8(ascii: ".")) }
    guard code.skip(UInt8(ascii: ".")) else { return false }
    // The end of an operator, `0...fit(`.
    if code.rest.last == UInt8(ascii: ".") { return false }
    return !code.names(Self.callers) && !code.endsWithSpec()
  }

  private func names(_ words: [[UInt8]]) -> Bool {
    var code = self
    // `self?.fit(`
    if !code.skip(UInt8(ascii: "?")) { _ = code.skip(UInt8(ascii: "!")) }
    return words.contains { word in
      var code = code
      return code.skip(word: word)
    }
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

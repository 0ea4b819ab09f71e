import CIModel

/// The calls in a file, such as `XCTSkipIf(…)`, of which a change touches any line.
struct SkipCalls {
  struct Call {
    var hit: WordFinder.Hit
    /// The arguments; `nil` when the call does not end.
    var arguments: [CallArguments.Argument]?
    /// Indices of the lines that the call spans.
    var lines: ClosedRange<Int>

    /// The code and strings of the call. A call with the same words in both versions is unchanged.
    var words: [[UInt8]] {
      [Array(hit.word.utf8)] + (arguments ?? []).flatMap { [$0.code, $0.text ?? []] }
    }
  }

  /// The text to which the line indices refer.
  let text: AddedText
  private(set) var changed: [Call] = []

  /// - Parameters:
  ///   - added: The lines that the file gained.
  ///   - contents: Both versions of the file; without them only the added lines are read.
  ///   - work: Bytes of calls that may still be read.
  init(
    _ finder: WordFinder, _ added: AddedText, _ contents: FileContents?, _ work: inout Int,
    _ room: inout SearchRoom
  ) {
    guard let old = contents?.old, let new = contents?.new else {
      text = added
      changed = Self.calls(finder, in: added, &work, &room)
      return
    }
    text = Self.text(new, of: added)
    let numbers = Set(added.numbers)
    let calls = Self.calls(finder, in: text, &work, &room)
    func isTouched(_ call: Call) -> Bool { call.lines.contains { numbers.contains($0 + 1) } }
    // A call that only lost a line has changed, too.
    let untouched = calls.filter { $0.lines.count > 1 && !isTouched($0) }
    var known: [[[UInt8]]: Int] = [:]
    if !untouched.isEmpty {
      for call in Self.calls(finder, in: Self.text(old, of: added), &work, &room) {
        known[call.words, default: 0] += 1
      }
    }
    changed = calls.filter { call in
      if isTouched(call) { return true }
      if call.lines.count == 1 { return false }
      let count = known[call.words] ?? 0
      known[call.words] = count - 1
      return count <= 0
    }
    // A call that was not read may have changed.
    if work <= 0 { room.spend() }
  }

  private static func calls(
    _ finder: WordFinder, in text: AddedText, _ work: inout Int, _ room: inout SearchRoom
  ) -> [Call] {
    finder.hits(in: text, part: .code, room: &room).map { hit in
      let call = CallArguments(reading: hit, in: text, work: &work)
      return Call(
        hit: hit, arguments: call.isComplete ? call.all : nil, lines: hit.line...call.line)
    }
  }

  /// Every line of a version of the file.
  private static func text(_ bytes: [UInt8], of file: AddedText) -> AddedText {
    var text = AddedText(file.exactPath)
    let lines = FileLines(bytes.withoutNuls)
    for index in 0..<lines.count {
      lines[index].withUnsafeBytes { text.append($0, number: index + 1) }
    }
    return text
  }
}

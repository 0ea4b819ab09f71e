import CIModel

extension CallArguments {
  /// Whether a call is one of Quick's, and not of another function of the same name: `fit("adds") {`. In other
  /// languages every call is.
  ///
  /// - Parameters:
  ///   - hit: The word of a call.
  ///   - room: Of the rule; past it every call is one.
  static func areQuicks(
    _ hit: WordFinder.Hit, in text: AddedText, room: inout SearchRoom
  ) -> Bool {
    guard text.path.utf8.suffix(6).elementsEqual(".swift".utf8) else { return true }
    var work = max(0, room.gap)
    let call = CallArguments(reading: hit, in: text, work: &work)
    room.takeLine(of: call.position - hit.range.upperBound)
    guard call.isComplete else { return true }
    // The name of an example is a text, or something that stands alone.
    guard let first = call.all.first, call.all.count == 1 || first.code.first == UInt8(ascii: "\"")
    else { return false }
    if call.all.contains(where: { $0.hasLabel("closure") }) { return true }
    if let next = text.nextCode(behind: call.position, inLine: call.line) {
      return next == UInt8(ascii: "{")
    }
    // The next line is not part of the change. A call that stands as a statement of its own is taken for Quick's
    // where it has a text for a name: `fit(samples)` is a function that gives nothing.
    guard first.code.first == UInt8(ascii: "\"") else { return false }
    let before = text.before(hit.range.lowerBound, inLine: hit.line).withoutTrailingBlanks
    return before.last.map { "{};.".utf8.contains($0) } ?? true
  }
}

extension AddedText {
  /// The first byte of what goes on behind a call, in its line or the added line below; `nil` where there is none.
  fileprivate func nextCode(behind offset: Int, inLine line: Int) -> UInt8? {
    let isBlank = { (byte: UInt8) in byte <= 0x20 }
    if let next = rest(from: offset, ofLine: line).first(where: { !isBlank($0) }) {
      return next
    }
    guard line + 1 < count, numbers[line + 1] == numbers[line] + 1 else { return nil }
    return bytes[range(ofLine: line + 1)].first { !isBlank($0) } ?? UInt8(ascii: "\n")
  }
}

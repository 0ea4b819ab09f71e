import CIModel

extension CallArguments {
  /// Whether a call is one of Quick's, `fit("adds") {`, and not of another function of the same
  /// name. In languages other than Swift every call is.
  ///
  /// - Parameters:
  ///   - hit: The name of the call.
  ///   - room: The budget of the rule; once it is used up, every call counts as Quick's.
  static func areQuicks(
    _ hit: WordFinder.Hit, in text: AddedText, room: inout SearchRoom
  ) -> Bool {
    guard text.path.utf8.suffix(6).elementsEqual(".swift".utf8) else { return true }
    var work = max(0, room.gap)
    let call = CallArguments(reading: hit, in: text, work: &work)
    room.takeLine(of: call.position - hit.range.upperBound)
    guard call.isComplete else { return true }
    // The name of an example is a string literal, or the only argument.
    guard let first = call.all.first, call.all.count == 1 || first.code.first == UInt8(ascii: "\"")
    else { return false }
    if call.all.contains(where: { $0.hasLabel("closure") }) { return true }
    if let next = text.nextCode(behind: call.position, inLine: call.line) {
      return next == UInt8(ascii: "{")
    }
    // The next line is not part of the change. A call that is a statement of its own counts as
    // Quick's if its name is a string literal: `fit(samples)` is a function without a result.
    guard first.code.first == UInt8(ascii: "\"") else { return false }
    let before = text.before(hit.range.lowerBound, inLine: hit.line).withoutTrailingBlanks
    return before.last.map { "{};.".utf8.contains($0) } ?? true
  }
}

extension AddedText {
  /// The first byte that is not blank behind a call, in its line or in the added line below; `nil`
  /// when there is no such line.
  fileprivate func nextCode(behind offset: Int, inLine line: Int) -> UInt8? {
    let isBlank = { (byte: UInt8) in byte <= 0x20 }
    if let next = rest(from: offset, ofLine: line).first(where: { !isBlank($0) }) {
      return next
    }
    guard line + 1 < count, numbers[line + 1] == numbers[line] + 1 else { return nil }
    return bytes[range(ofLine: line + 1)].first { !isBlank($0) } ?? UInt8(ascii: "\n")
  }
}

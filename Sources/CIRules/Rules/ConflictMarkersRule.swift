package import CIModel

/// Flags what an unresolved merge leaves behind.
package struct ConflictMarkersRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "conflict-markers",
    summary: "Flags the markers of an unresolved merge conflict in added lines.",
    why: "They break the build in code and go unnoticed everywhere else.", parameters: [],
    isDefault: true, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "a heading is underlined by `=======`",
      addedLines: [
        AddedLine("a.rst", line: 1, text: "Changes"), AddedLine("a.rst", line: 2, text: "======="),
      ]),
    .clean("a quotation", addedLines: [AddedLine("a", line: 1, text: ">>>>>>>> deep")]),
    .clean(
      "a marker within a line", addedLines: [AddedLine("a", line: 1, text: "\"<<<<<<< HEAD\"")]),
    .flagged(
      "a conflict, once", as: .warning,
      addedLines: [
        AddedLine("a", line: 3, text: "<<<<<<< HEAD"), AddedLine("a", line: 4, text: "1"),
        AddedLine("a", line: 5, text: "======="), AddedLine("a", line: 6, text: "2"),
        AddedLine("a", line: 7, text: ">>>>>>> topic"),
      ]),
    .flagged(
      "the rest of one", as: .warning,
      addedLines: [AddedLine("a", line: 7, text: ">>>>>>> topic")]),
  ]

  private static let opening = Array("<<<<<<< ".utf8)
  private static let closing = Array(">>>>>>> ".utf8)

  private let options: RuleOptions

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
  }

  package var id: String { options.id }

  package func readsAddedLines(of file: FileChange) -> Bool { options.scope.contains(file) }

  package func readsHiddenText(of file: FileChange) -> Bool { options.scope.contains(file) }

  package func guardsContent(of file: FileChange?) -> Bool {
    file.map { options.scope.contains($0) } ?? true
  }

  package func mayConcern(_ content: UnsafeRawBufferPointer) -> Bool {
    ByteSearch.firstOffset(of: Self.opening, in: content, from: 0) != nil
      || ByteSearch.firstOffset(of: Self.closing, in: content, from: 0) != nil
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    var list = FindingList(id)
    for text in options.allTexts(in: facts, changes) {
      // Both ascend, so what no opening has taken yet lies before all that follow.
      var closings = lines(Self.closing, in: text)[...]
      var alone: [Int] = []
      for line in lines(Self.opening, in: text) {
        while let closing = closings.first, closing <= line { alone.append(closings.removeFirst()) }
        let end = closings.popFirst()
        list.add(options.level) { finding(text, line, end: end) }
      }
      for line in alone + closings { list.add(options.level) { finding(text, line, end: nil) } }
    }
    return list.findings
  }

  private func lines(_ marker: [UInt8], in text: AddedText) -> [Int] {
    text.bytes.withUnsafeBytes { ByteSearch.offsets(of: marker, in: $0) }.compactMap { offset in
      let line = text.line(atOffset: offset)
      return text.range(ofLine: line).lowerBound == offset ? line : nil
    }
  }

  private func finding(_ text: AddedText, _ line: Int, end: Int?) -> Finding {
    var location = text.location(ofLine: line)
    if let end { location.endLine = text.numbers[end] }
    return options.finding(
      "unresolved merge conflict", at: location,
      help: "Resolve the conflict and remove the markers.")
  }
}

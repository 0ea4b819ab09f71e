package import CIModel

/// Flags conflict markers of an unresolved merge.
package struct ConflictMarkersRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "conflict-markers",
    summary: "Flags markers of an unresolved merge conflict in added lines.",
    why:
      "Conflict markers break the build in code and go unnoticed everywhere else. An "
      + "attribute of the file sets their length. A marker without a label, or of a length "
      + "other than seven, counts only with a conflict around it; one shorter than three only "
      + "with a conflict that has labels.", parameters: [],
    isDefault: true, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "a heading is underlined by `=======`",
      addedLines: [
        AddedLine("a.rst", line: 1, text: "Changes"), AddedLine("a.rst", line: 2, text: "======="),
      ]),
    .clean(
      "a comparison of two files",
      addedLines: [
        AddedLine("a", line: 1, text: "< a"), AddedLine("a", line: 2, text: "---"),
        AddedLine("a", line: 3, text: "> b"),
      ]),
    .clean("a quotation", addedLines: [AddedLine("a", line: 1, text: ">>>>>>>> deep")]),
    .clean(
      "a marker within a line", addedLines: [AddedLine("a", line: 1, text: "\"<<<<<<< HEAD\"")]),
    .flagged(
      "one finding for a conflict", as: .warning,
      addedLines: [
        AddedLine("a", line: 3, text: "<<<<<<< HEAD"), AddedLine("a", line: 4, text: "1"),
        AddedLine("a", line: 5, text: "======="), AddedLine("a", line: 6, text: "2"),
        AddedLine("a", line: 7, text: ">>>>>>> topic"),
      ]),
    .flagged(
      "a conflict with markers of another length, without labels", as: .warning,
      addedLines: [
        AddedLine("a", line: 3, text: "<<<<<<<<<<"), AddedLine("a", line: 4, text: "1"),
        AddedLine("a", line: 5, text: "=========="), AddedLine("a", line: 6, text: ">>>>>>>>>>"),
      ]),
    .flagged(
      "a conflict with short markers", as: .warning,
      addedLines: [
        AddedLine("a", line: 3, text: "<< HEAD"), AddedLine("a", line: 4, text: "=="),
        AddedLine("a", line: 5, text: ">> topic"),
      ]),
    .flagged(
      "a leftover marker", as: .warning,
      addedLines: [AddedLine("a", line: 7, text: ">>>>>>> topic")]),
    .flagged(
      "a leftover marker of the common ancestor", as: .warning,
      addedLines: [AddedLine("a", line: 7, text: "||||||| 1a2b3c4")]),
  ]

  /// Fast search for possible markers: short markers are common in text, but lines that consist of
  /// a separator are not.
  private static let signs =
    ["<<<", ">>>", "|||||||", "\n=\n", "\n==\n", "\n=\r", "\n==\r", "\r=\r", "\r==\r"].map {
      Array($0.utf8)
    }

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
    Self.signs.contains { ByteSearch.firstOffset(of: $0, in: content, from: 0) != nil }
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    var list = FindingList(id)
    for text in options.allTexts(in: facts, changes) {
      for (line, end) in Self.conflicts(in: text) {
        list.add(options.level) { finding(text, line, end: end) }
      }
    }
    return list.findings
  }

  /// The conflicts by the index of their first line, ascending; `end` is `nil` for a leftover
  /// marker.
  private static func conflicts(in text: AddedText) -> [(line: Int, end: Int?)] {
    var conflicts: [(line: Int, end: Int?)] = []
    var open: [Int: OpenConflicts] = [:]
    for line in 0..<text.count {
      guard let marker = Marker(text.bytes[text.range(ofLine: line)]) else { continue }
      switch marker.kind {
      case .opening:
        open[marker.length, default: OpenConflicts()].markers.append(
          (line, marker, text.numbers[line] - line))
      case .base:
        if marker.isUsual, open[marker.length]?.isOpen != true { conflicts.append((line, nil)) }
      case .separator: open[marker.length]?.separator = line
      case .closing:
        let shift = text.numbers[line] - line
        if let start = open[marker.length]?.end(by: marker, shift: shift) {
          conflicts.append((start, line))
        } else if marker.isUsual {
          conflicts.append((line, nil))
        }
      }
    }
    conflicts += open.values.flatMap(\.rest).map { ($0, nil) }
    return conflicts.sorted { $0.line < $1.line }
  }

  /// The opening markers of one length that are not matched by a closing marker yet.
  private struct OpenConflicts {
    /// `shift` is the number of old lines before the marker.
    var markers: [(line: Int, marker: Marker, shift: Int)] = []
    private var taken = 0
    /// No marker between `taken` and this index is one of a merge.
    private var labelled = 0
    /// The index of the last separator between two sides.
    var separator = -1

    var isOpen: Bool { taken < markers.count }

    /// Takes the first opening marker that a closing marker matches, and returns its line. One
    /// with the label of a merge may follow others that only look like markers.
    ///
    /// - Parameter shift: The number of old lines before the closing marker, one of which can be
    ///   the separator.
    mutating func end(by closing: Marker, shift: Int) -> Int? {
      labelled = max(labelled, taken)
      while labelled < markers.count, !markers[labelled].marker.isOfMerge { labelled += 1 }
      let candidates = [taken, labelled].filter { $0 < markers.count }
      guard let found = candidates.first(where: { matches(markers[$0], closing, shift) }) else {
        return nil
      }
      taken = found + 1
      return markers[found].line
    }

    private func matches(
      _ start: (line: Int, marker: Marker, shift: Int), _ closing: Marker, _ shift: Int
    ) -> Bool {
      let opening = start.marker
      let mayKeepSeparator = opening.isLong || opening.isOfMerge && closing.hasLabel
      return opening.isUsual && closing.isUsual || start.line < separator
        || mayKeepSeparator && shift > start.shift
    }

    /// The unmatched opening markers that are leftovers of a conflict.
    var rest: [Int] { markers[taken...].filter(\.marker.isUsual).map(\.line) }
  }

  /// A marker that git writes around the sides of a conflict: `conflict-marker-size` in
  /// gitattributes(5).
  private struct Marker {
    enum Kind {
      case opening
      /// Precedes the common ancestor of both sides (`merge.conflictStyle` diff3 and zdiff3).
      case base
      case separator
      case closing
    }

    let kind: Kind
    let length: Int
    let hasLabel: Bool
    /// Whether such a line alone is a leftover of a conflict.
    var isUsual: Bool { length == 7 && hasLabel }
    var isLong: Bool { length >= 7 }
    /// Whether a short opening marker is likely to be one: those of three signs or fewer occur in
    /// text, with any label but that of a merge.
    let isOfMerge: Bool

    /// Minimum length of markers in any form. Shorter ones occur in code and quotations, so they
    /// count only as git writes them: separators without a label, the others with one.
    private static let shortestAlone = 3
    /// Labels with which git opens a conflict: in a merge, after `git stash pop`, and by
    /// `git checkout --merge` and `git apply --3way`.
    private static let labels = ["HEAD", "Updated upstream", "ours"].map { Array($0.utf8) }

    init?(_ line: ArraySlice<UInt8>) {
      switch line.first {
      case UInt8(ascii: "<"): kind = .opening
      case UInt8(ascii: "|"): kind = .base
      case UInt8(ascii: "="): kind = .separator
      case UInt8(ascii: ">"): kind = .closing
      default: return nil
      }
      let rest = line.drop { $0 == line.first }
      length = line.count - rest.count
      hasLabel = rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "\t")
      isOfMerge =
        hasLabel && (length > 3 || Self.labels.contains { rest.dropFirst().elementsEqual($0) })
      guard rest.isEmpty || hasLabel else { return nil }
      if length < Self.shortestAlone, hasLabel != (kind != .separator) { return nil }
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

import CIModel

/// Finds lines that were deleted in one place and added in another, like `git diff
/// --color-moved=blocks`.
///
/// A block is a sequence of consecutive deleted or added lines that also occurs as consecutive
/// lines of the other kind anywhere in the change. It counts if it has at least 20 letters and
/// digits, so that a lone brace is not treated as moved. The algorithm is that of
/// `mark_color_as_moved` of git's `diff.c`, which compares all equal lines with each other; if that
/// takes too long, nothing counts as moved.
package struct MovedLines {
  enum Kind {
    case deleted
    case added
  }

  private struct Line {
    /// The number of the text; equal lines have the same number.
    var text: Int
    var kind: Kind
    var file: Int
    var alphanumerics: Int
    /// Whether the line directly follows the previous one in the same hunk.
    var continues: Bool
  }

  private var lines: [Line] = []
  /// Text numbers by hash. The hash differs between processes, so that no one can construct
  /// collisions.
  private var texts: [Int: Int] = [:]
  private var startsRun = true

  /// The maximum number of changed lines that are stored.
  package static let mostLines = 1_000_000

  /// git's `COLOR_MOVED_MIN_ALNUM_COUNT`.
  private static let minimumAlphanumerics = 20

  /// Adds the next line of a hunk: first all deleted ones, then all added ones.
  mutating func add(_ bytes: UnsafeRawBufferPointer, _ kind: Kind, file: Int) {
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    let key = hasher.finalize()
    let text = texts[key] ?? texts.count
    texts[key] = text
    let continues = !startsRun && lines.last?.kind == kind
    startsRun = false
    lines.append(
      Line(
        text: text, kind: kind, file: file,
        alphanumerics: bytes.count { byte in
          (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte | 0x20 ^ 0x20)
            || (0x61...0x7A).contains(byte)
        }, continues: continues))
  }

  mutating func endHunk() { startsRun = true }

  /// The number of moved lines of each file, by the file's number.
  func movedLines() -> [Int: ChangedLineCounts] {
    var result: [Int: ChangedLineCounts] = [:]
    // git colours every copy; here, a line deleted once counts as moved once.
    var deletions: [Int: Int] = [:]
    var additions: [Int: Int] = [:]
    for line in lines {
      switch line.kind {
      case .added: additions[line.text, default: 0] += 1
      case .deleted: deletions[line.text, default: 0] += 1
      }
    }
    for (line, isMoved) in zip(lines, marks()) where isMoved {
      switch line.kind {
      case .added where deletions[line.text, default: 0] > 0:
        deletions[line.text, default: 0] -= 1
        result[line.file, default: ChangedLineCounts()].additions += 1
      case .deleted where additions[line.text, default: 0] > 0:
        additions[line.text, default: 0] -= 1
        result[line.file, default: ChangedLineCounts()].deletions += 1
      case .added, .deleted: break
      }
    }
    return result
  }

  private func marks() -> [Bool] {
    var marker = BlockMarker(lines)
    marker.mark()
    return marker.workLeft < 0 ? [] : marker.marks
  }
}

extension MovedLines {
  /// Marks the lines of blocks that also occur as blocks of the other kind.
  private struct BlockMarker {
    private let lines: [Line]
    /// The indices of each text among the deleted lines.
    private var deleted: [Int: [Int]] = [:]
    /// The indices of each text among the added lines.
    private var added: [Int: [Int]] = [:]
    private(set) var marks: [Bool]
    /// Indices on the other side where the block continues to match.
    private var partners: [Int] = []
    /// The number of lines of the current block.
    private var length = 0
    /// The remaining number of line comparisons; below 0 when there were too many.
    private(set) var workLeft = 20_000_000

    init(_ lines: [Line]) {
      self.lines = lines
      marks = [Bool](repeating: false, count: lines.count)
      for (index, line) in lines.enumerated() {
        switch line.kind {
        case .deleted: deleted[line.text, default: []].append(index)
        case .added: added[line.text, default: []].append(index)
        }
      }
    }

    mutating func mark() {
      var index = 0
      while index < lines.count, workLeft >= 0 {
        let line = lines[index]
        let matches = (line.kind == .added ? deleted : added)[line.text] ?? []
        if length > 0, matches.isEmpty || !line.continues {
          let next = restart(index)
          partners = []
          length = 0
          if next < index {
            index = next
            continue
          }
        }
        if matches.isEmpty {
          index += 1
          continue
        }
        advancePartners(to: line)
        if partners.isEmpty {
          let next = length > 0 ? restart(index) : index
          length = 0
          if next < index {
            index = next
            continue
          }
          partners = matches
        }
        length += 1
        marks[index] = true
        index += 1
      }
      if length > 0 { _ = endBlock(lines.count) }
    }

    /// Ends the block before `end` and returns the index at which to continue: after a discarded
    /// block, another match may begin at its second line.
    private mutating func restart(_ end: Int) -> Int {
      let isKept = endBlock(end)
      return isKept || length <= 1 ? end : end - (length - 1)
    }

    /// Keeps or removes the marks of the block before `end`; returns whether they were kept.
    private mutating func endBlock(_ end: Int) -> Bool {
      workLeft -= length
      let block = (end - length)..<end
      let alphanumerics = block.reduce(0) { $0 + lines[$1].alphanumerics }
      if alphanumerics >= MovedLines.minimumAlphanumerics { return true }
      for position in block { marks[position] = false }
      return false
    }

    private mutating func advancePartners(to line: Line) {
      workLeft -= partners.count + 1
      partners = partners.compactMap { partner in
        let next = partner + 1
        guard next < lines.count, lines[next].continues, lines[next].text == line.text else {
          return nil
        }
        return next
      }
    }
  }
}

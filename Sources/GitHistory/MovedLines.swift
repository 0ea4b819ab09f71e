import CIModel

/// Finds lines that were deleted in one place and added in another, as `git diff
/// --color-moved=blocks` does.
///
/// A block is a run of deleted or of added lines, one after the other, that is found again as a run
/// of the other kind anywhere in the change; it counts when it has at least 20 letters and digits,
/// so that a lone brace is not taken for moved. The algorithm is that of `mark_color_as_moved` of
/// git's `diff.c`, which compares each of many equal lines with each; where that takes too long, nothing
/// counts as moved.
package struct MovedLines {
  enum Kind {
    case deleted
    case added
  }

  private struct Line {
    /// Lines of the same bytes have the same number.
    var text: Int
    var kind: Kind
    var file: Int
    var alphanumerics: Int
    /// Whether the line before it belongs to the same run.
    var continues: Bool
  }

  private var lines: [Line] = []
  /// By a hash, which differs from run to run, so that nobody can write two lines that have the same.
  private var texts: [Int: Int] = [:]
  private var startsRun = true

  /// Changed lines of a change that are kept.
  package static let mostLines = 1_000_000

  /// `COLOR_MOVED_MIN_ALNUM_COUNT`
  private static let minimumAlphanumerics = 20

  /// Adds the next line of a hunk: first all that were deleted, then all that were added.
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

  /// How many lines of each file were moved, by the file's number.
  func movedLines() -> [Int: ChangedLineCounts] {
    var result: [Int: ChangedLineCounts] = [:]
    // Git colours every copy; one that was deleted once is moved once.
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
  /// Marks the lines of blocks that are found again as blocks of the other kind.
  private struct BlockMarker {
    private let lines: [Line]
    /// The places of each text among the deleted lines.
    private var deleted: [Int: [Int]] = [:]
    /// The places of each text among the added lines.
    private var added: [Int: [Int]] = [:]
    private(set) var marks: [Bool]
    /// Positions on the other side that go on matching the block.
    private var partners: [Int] = []
    /// Lines of the block so far.
    private var length = 0
    /// Lines that may still be compared; below 0 when they were too many.
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

    /// Ends the block before `end` and returns where to go on: where it was not kept, another match may
    /// begin at its second line.
    private mutating func restart(_ end: Int) -> Int {
      let isKept = endBlock(end)
      return isKept || length <= 1 ? end : end - (length - 1)
    }

    /// Keeps or takes back the marks of the block before `end`; returns whether it was kept.
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

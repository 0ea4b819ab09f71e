import SourceCode

/// The differences between two versions of a source, without comments, blank lines and indentation.
struct SourceEdits {
  struct Edit: Hashable {
    /// The range in the old text in bytes. If lines were only added, it is the range between their
    /// neighbours.
    var old: Range<Int>
    /// The range in the new text in bytes.
    var new: Range<Int>
    /// 1-based lines of the old text: the changed ones, or the one before the addition.
    var oldLines: ClosedRange<Int>
    /// 1-based lines of the new text: the changed ones, or the one before the deletion.
    var newLines: ClosedRange<Int>
  }

  private(set) var edits: [Edit] = []
  /// The 1-based old number of each line of the new text that is unchanged.
  private(set) var oldLineNumbers: [Int: Int] = [:]

  /// If there are more lines than this between the first and the last difference, they are one
  /// edit.
  private static let largest = 3_000

  init(_ old: SwiftText, _ new: SwiftText) {
    let before = old.lines
    let after = new.lines
    var start = 0
    while start < min(before.count, after.count), before[start] == after[start] { start += 1 }
    var ends = (before.count, after.count)
    while ends.0 > start, ends.1 > start, before[ends.0 - 1] == after[ends.1 - 1] {
      ends = (ends.0 - 1, ends.1 - 1)
    }
    var hunks: [Hunk] = []
    if start < ends.0 || start < ends.1 {
      hunks = SourceEdits.hunks(before, start..<ends.0, after, start..<ends.1)
    }
    edits = hunks.map { SourceEdits.edit($0, (old, before), (new, after)) }
    var (left, right) = (0, 0)
    for hunk in hunks + [(before.count..<before.count, after.count..<after.count)] {
      while right < hunk.new.lowerBound, left < hunk.old.lowerBound {
        oldLineNumbers[after[right].number] = before[left].number
        (left, right) = (left + 1, right + 1)
      }
      (left, right) = (hunk.old.upperBound, hunk.new.upperBound)
    }
  }

  private typealias Hunk = (old: Range<Int>, new: Range<Int>)

  private static func hunks(
    _ before: [SwiftText.Line], _ old: Range<Int>, _ after: [SwiftText.Line], _ new: Range<Int>
  ) -> [Hunk] {
    guard !old.isEmpty, !new.isEmpty, old.count + new.count <= largest else { return [(old, new)] }
    let difference = after[new].difference(from: before[old])
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var hunks: [Hunk] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      let first = (left, right)
      while removed.contains(left) { left += 1 }
      while inserted.contains(right) { right += 1 }
      if (left, right) != first {
        hunks.append(
          (
            (old.lowerBound + first.0)..<(old.lowerBound + left),
            (new.lowerBound + first.1)..<(new.lowerBound + right)
          ))
      } else {
        left += 1
        right += 1
      }
    }
    return hunks
  }

  private static func edit(
    _ hunk: Hunk, _ old: (SwiftText, [SwiftText.Line]), _ new: (SwiftText, [SwiftText.Line])
  ) -> Edit {
    var oldBytes = bytes(hunk.old, old)
    var newBytes = bytes(hunk.new, new)
    let oldLines = lines(hunk.old, old.1)
    let newLines = lines(hunk.new, new.1)
    if !hunk.old.isEmpty, !hunk.new.isEmpty {
      // Only the differing bytes count, because a function can be on one line with its declaration.
      let (a, b) = (old.0.bytes, new.0.bytes)
      while let x = oldBytes.first, let y = newBytes.first, a[x] == b[y] {
        oldBytes = (x + 1)..<oldBytes.upperBound
        newBytes = (y + 1)..<newBytes.upperBound
      }
      while let x = oldBytes.last, let y = newBytes.last, a[x] == b[y] {
        oldBytes = oldBytes.lowerBound..<x
        newBytes = newBytes.lowerBound..<y
      }
    }
    return Edit(old: oldBytes, new: newBytes, oldLines: oldLines, newLines: newLines)
  }

  private static func bytes(
    _ range: Range<Int>, _ text: (SwiftText, [SwiftText.Line])
  ) -> Range<Int> {
    let lines = text.1
    if range.isEmpty {
      let start = range.lowerBound > 0 ? lines[range.lowerBound - 1].range.upperBound : 0
      let end =
        range.lowerBound < lines.count
        ? lines[range.lowerBound].range.lowerBound : text.0.bytes.count
      return start..<max(start, end)
    }
    return lines[range.lowerBound].range.lowerBound..<lines[range.upperBound - 1].range.upperBound
  }

  private static func lines(_ range: Range<Int>, _ lines: [SwiftText.Line]) -> ClosedRange<Int> {
    if range.isEmpty {
      let line = range.lowerBound > 0 ? lines[range.lowerBound - 1].number : 1
      return line...line
    }
    return lines[range.lowerBound].number...lines[range.upperBound - 1].number
  }
}

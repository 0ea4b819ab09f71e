import CIModel

/// The difference of two texts by lines: common lines, and lines of only one of them.
struct LineDifference: Equatable {
  /// A line whose middle differs from its counterpart; common parts are in `start` and `end`.
  struct Line: Equatable {
    var start: Substring = ""
    var middle: Substring = ""
    var end: Substring = ""

    /// Truncates each part, with `…` in place of the text further away from the difference.
    ///
    /// - Parameter count: The maximum number of characters of each part.
    func clipped(to count: Int) -> (start: String, middle: String, end: String) {
      func cut(_ text: Substring) -> String {
        let kept = text.prefix(count)
        return kept.endIndex < text.endIndex ? kept + "…" : String(kept)
      }
      let kept = start.suffix(count)
      let isCut = kept.startIndex > start.startIndex
      return (isCut ? "…" + kept : String(kept), cut(middle), cut(end))
    }
  }

  enum Row: Equatable {
    case both(Line)
    case left(Line)
    case right(Line)
    /// The number of lines that are left out here.
    case gap(Int)
  }

  /// All rows, without gaps.
  private var all: [Row] = []
  /// The 1-based number of the first line of the left text that differs.
  private(set) var firstLine = 1

  /// The maximum number of lines between the first and the last difference that are compared with
  /// each other.
  private static let mostCompared = 1_000

  init(_ left: String, _ right: String) {
    let (old, new) = (Self.lines(left), Self.lines(right))
    let shorter = min(old.count, new.count)
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.reversed(), new.reversed()).prefix(shorter - start).prefix { $0 == $1 }.count
    firstLine = start + 1
    all = old[..<start].map { .both(Line(end: $0)) }
    compare(old[start..<(old.count - end)], new[start..<(new.count - end)])
    all += old[(old.count - end)...].map { .both(Line(end: $0)) }
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }

  private mutating func compare(_ old: ArraySlice<Substring>, _ new: ArraySlice<Substring>) {
    guard old.count + new.count <= Self.mostCompared else { return replace(old, new) }
    var (removed, inserted) = (Set<Int>(), Set<Int>())
    for change in Array(new).difference(from: Array(old)) {
      switch change {
      case .remove(let offset, _, _): removed.insert(old.startIndex + offset)
      case .insert(let offset, _, _): inserted.insert(new.startIndex + offset)
      }
    }
    var (left, right) = (old.startIndex, new.startIndex)
    while left < old.endIndex || right < new.endIndex {
      let (firstLeft, firstRight) = (left, right)
      while left < old.endIndex, removed.contains(left) { left += 1 }
      while right < new.endIndex, inserted.contains(right) { right += 1 }
      replace(old[firstLeft..<left], new[firstRight..<right])
      guard left < old.endIndex, right < new.endIndex else { continue }
      all.append(.both(Line(end: old[left])))
      left += 1
      right += 1
    }
  }

  /// Replaces lines by others: lines at the same position are compared with each other.
  private mutating func replace(_ old: ArraySlice<Substring>, _ new: ArraySlice<Substring>) {
    let pairs = zip(old, new).map { Self.marked($0, $1) }
    all += pairs.map { .left($0.left) } + old.dropFirst(pairs.count).map { .left(Line(middle: $0)) }
    all +=
      pairs.map { .right($0.right) } + new.dropFirst(pairs.count).map { .right(Line(middle: $0)) }
  }

  /// Compares two lines. It never steps backwards through characters, which is quadratic in a run
  /// of flag emoji.
  ///
  /// - Returns: The lines, with the differing parts in their middles.
  static func marked(_ left: Substring, _ right: Substring) -> (left: Line, right: Line) {
    let (old, new) = (Array(left), Array(right))
    let shorter = min(old.count, new.count)
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.reversed(), new.reversed()).prefix(shorter - start)
      .prefix { $0 == $1 }.count
    func line(_ text: Substring, _ count: Int) -> Line {
      let first = text.index(text.startIndex, offsetBy: start)
      let last = text.index(first, offsetBy: count - start - end)
      return Line(start: text[..<first], middle: text[first..<last], end: text[last...])
    }
    return (line(left, old.count), line(right, new.count))
  }

  // MARK: - Shown rows

  /// The differing rows, with the rows around them.
  ///
  /// - Parameters:
  ///   - around: The number of common lines before and after a difference.
  ///   - most: The maximum number of rows.
  func rows(around: Int, most: Int) -> [Row] {
    var isNear = Array(repeating: false, count: all.count)
    for index in all.indices where !all[index].isKept {
      for near in max(0, index - around)...min(all.count - 1, index + around) {
        isNear[near] = true
      }
    }
    var shown: [Row] = []
    var hidden = 0
    for (row, isNear) in zip(all, isNear) {
      guard isNear, shown.count < most else {
        hidden += 1
        continue
      }
      if hidden > 0 { shown.append(.gap(hidden)) }
      hidden = 0
      shown.append(row)
    }
    if hidden > 0 { shown.append(.gap(hidden)) }
    return shown
  }
}

extension LineDifference.Row {
  fileprivate var isKept: Bool { if case .both = self { true } else { false } }
}

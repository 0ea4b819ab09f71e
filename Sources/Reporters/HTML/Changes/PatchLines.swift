import CIModel

/// The lines of a file around the changed ones, in order.
struct PatchLines {
  enum Line: Equatable {
    /// - Parameter number: The line number in the new version, as for `added`.
    case kept(number: Int)
    case added(number: Int, text: String)
    /// - Parameter number: The line number in the old version.
    case deleted(number: Int, text: String)
    /// Lines that are omitted.
    case gap
  }

  private(set) var lines: [Line] = []

  private static let around = 3

  /// - Parameter count: The number of lines of the new version; 0 when they cannot be shown.
  init(_ file: ReportDiff.File, count: Int) {
    var (old, new) = (1, 1)
    // Other line numbers are impossible.
    let possible = 1..<(1 << 40)
    var added = file.added.filter { possible.contains($0.line) }[...]
    var deleted = file.deleted.filter { possible.contains($0.line) }[...]
    if added.isEmpty, deleted.isEmpty { return }
    while !added.isEmpty || !deleted.isEmpty {
      // Between two changes, both versions have the same lines.
      let toAdded = added.first.map { $0.line - new } ?? .max
      let toDeleted = deleted.first.map { $0.line - old } ?? .max
      let kept = max(0, min(toAdded, toDeleted))
      keep(new, kept, isFirst: lines.isEmpty, count)
      old += kept
      new += kept
      while let line = deleted.first, line.line <= old {
        lines.append(.deleted(number: line.line, text: line.text))
        deleted.removeFirst()
        old = line.line + 1
      }
      while let line = added.first, line.line <= new {
        lines.append(.added(number: line.line, text: line.text))
        added.removeFirst()
        new = line.line + 1
      }
    }
    for number in new..<max(new, min(new + Self.around, count + 1)) {
      lines.append(.kept(number: number))
    }
  }

  /// Adds the lines between two changes that are close to either.
  private mutating func keep(_ first: Int, _ kept: Int, isFirst: Bool, _ count: Int) {
    guard kept > 0 else { return }
    let last = first + kept - 1
    let end = isFirst ? first - 1 : min(last, first + Self.around - 1)
    let start = max(end + 1, last - Self.around + 1)
    guard count >= last else {
      if !isFirst { lines.append(.gap) }
      return
    }
    for number in first..<(end + 1) { lines.append(.kept(number: number)) }
    if start > end + 1 { lines.append(.gap) }
    for number in start..<(last + 1) { lines.append(.kept(number: number)) }
  }
}

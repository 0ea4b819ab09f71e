internal import CIModel

/// The difference of two texts: the lines between the common beginning and the common end.
struct LineDifference {
  private let removed: ArraySlice<Substring>
  private let added: ArraySlice<Substring>
  private static let mostLines = 10

  init(_ old: String, _ new: String) {
    var old = old.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var new = new.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = old.first, line == new.first {
      old.removeFirst()
      new.removeFirst()
    }
    while let line = old.last, line == new.last {
      old.removeLast()
      new.removeLast()
    }
    (removed, added) = (old, new)
  }

  /// At most ten lines of each side; the old text is untrusted.
  var text: String {
    shown(removed, "-") + shown(added, "+")
  }

  private func shown(_ lines: ArraySlice<Substring>, _ mark: String) -> String {
    var start = lines.isEmpty ? "" : "@@ line \(lines.startIndex + 1)\n"
    start += lines.prefix(Self.mostLines)
      .map { "\(mark) \(VisibleText.shown(String($0.prefix(200))))\n" }.joined()
    if lines.count > Self.mostLines {
      start += "\(mark) … \(counted(lines.count - Self.mostLines, "more line"))\n"
    }
    return start
  }
}

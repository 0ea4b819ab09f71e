/// The parts of a source that no build has: behind `#if false`, or a condition that comes to it.
///
/// What depends on a platform or a flag may be built somewhere, and counts as active.
package struct InactiveCode: Sendable {
  /// Offsets in the text, ascending; they do not overlap.
  package private(set) var ranges: [Range<Int>] = []

  /// A condition around the current line.
  private struct Level {
    /// Whether a branch before the current one is sure to be the one that is built.
    var isTaken: Bool
    var isActive: Bool
    /// Of the code around it.
    var isOuterActive: Bool
  }

  /// - Parameter oldestCompiler: See `BuildCondition`.
  package init(_ text: SwiftText, oldestCompiler: [Int] = [5]) {
    guard text.bytes.contains(UInt8(ascii: "#")) else { return }
    var levels: [Level] = []
    var start: Int?
    let lineStarts = text.lineStarts
    var line = 0
    for hash in text.bytes.indices where text.bytes[hash] == UInt8(ascii: "#") {
      while line < lineStarts.count, lineStarts[line] <= hash { line += 1 }
      let end = line < lineStarts.count ? lineStarts[line] : text.bytes.count
      guard let directive = Self.directive(text, hash..<end, oldestCompiler) else { continue }
      switch directive.name {
      case "if":
        let outer = levels.last?.isActive ?? true
        levels.append(
          Level(
            isTaken: directive.value == true, isActive: outer && directive.value != false,
            isOuterActive: outer))
      case "elseif", "else":
        guard var level = levels.popLast() else { continue }
        let value = directive.name == "else" ? true : directive.value
        level.isActive = level.isOuterActive && !level.isTaken && value != false
        level.isTaken = level.isTaken || value == true
        levels.append(level)
      default: _ = levels.popLast()
      }
      let isActive = levels.last?.isActive ?? true
      if isActive, let from = start {
        ranges.append(from..<hash)
        start = nil
      } else if !isActive, start == nil {
        start = directive.end
      }
    }
    if let start, start < text.bytes.count { ranges.append(start..<text.bytes.count) }
  }

  package func contains(_ offset: Int) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = low + (high - low) / 2
      if ranges[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(offset)
  }

  // MARK: Directives

  private struct Directive {
    var name: String
    /// What its condition comes to.
    var value: Bool?
    /// Where it ends; a line break within parentheses does not end it.
    var end: Int
  }

  /// Lines of a condition longer than this are not read.
  private static let longestCondition = 4_096

  /// `#if`, `#elseif`, `#else` or `#endif`, anywhere in a line.
  ///
  /// - Parameter line: From the `#` on.
  private static func directive(
    _ text: SwiftText, _ line: Range<Int>, _ oldestCompiler: [Int]
  ) -> Directive? {
    func isBlank(_ offset: Int) -> Bool {
      text.kinds[offset] == .comment || SwiftText.isWhiteSpace(text.bytes[offset])
    }
    let hash = line.lowerBound
    guard text.kinds[hash] == .code else { return nil }
    let word = text.bytes[(hash + 1)..<line.upperBound].prefix { SwiftText.isWord($0) }
    let name = String(decoding: word, as: UTF8.self)
    guard ["if", "elseif", "else", "endif"].contains(name) else { return nil }
    var end = word.endIndex
    var nesting = 0
    let last = min(text.bytes.count, max(line.upperBound, end + longestCondition))
    while end < last, end < line.upperBound || nesting > 0 {
      if text.kinds[end] == .code {
        // The next directive ends a condition that is not closed.
        if text.bytes[end] == UInt8(ascii: "#") { break }
        if text.bytes[end] == UInt8(ascii: "\r"), nesting == 0 { break }
        if text.bytes[end] == UInt8(ascii: "(") { nesting += 1 }
        if text.bytes[end] == UInt8(ascii: ")") { nesting -= 1 }
      }
      end += 1
    }
    var condition = BuildCondition(
      (word.endIndex..<end).filter { !isBlank($0) }.map { text.bytes[$0] },
      oldestCompiler: oldestCompiler)
    return Directive(name: name, value: condition.value(), end: end)
  }
}

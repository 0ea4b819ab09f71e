/// Expands the `{a,b}` groups of a glob; a character after a `\` is literal.
///
/// The limits are 256 alternatives, a nesting depth of 16 and 1 MB in total. A group beyond a limit
/// and an unbalanced brace are literal. The time is linear in the length of the pattern and in
/// these limits, because the pattern may be untrusted.
package struct BraceExpansion {
  /// The expanded patterns, in the order in which they are written.
  package let alternatives: [[UInt8]]

  private static let most = 256
  private static let deepest = 16
  private static let largest = 1 << 20

  /// - Parameter pattern: The glob in UTF-8.
  package init(_ pattern: [UInt8]) {
    var expander = Expander(pattern)
    alternatives = expander.expand(0..<pattern.count)
  }

  private struct Expander {
    private let pattern: [UInt8]
    /// For the offset of each closed opening brace: the offsets of its commas and of its closing
    /// brace.
    private var cuts: [Int: [Int]] = [:]
    /// The expansion of each group by the offset of its opening brace; `nil` when the group is
    /// literal. The cache is needed because the groups inside a literal group are expanded again.
    private var groups: [Int: [[UInt8]]?] = [:]
    /// The number of bytes produced so far.
    private var work = 0

    init(_ pattern: [UInt8]) {
      self.pattern = pattern
      var open: [(start: Int, commas: [Int])] = []
      var isEscaped = false
      for (index, byte) in pattern.enumerated() {
        if isEscaped || byte == UInt8(ascii: "\\") {
          isEscaped.toggle()
          continue
        }
        switch byte {
        case UInt8(ascii: "{"): open.append((index, []))
        case UInt8(ascii: ",") where !open.isEmpty: open[open.count - 1].commas.append(index)
        case UInt8(ascii: "}"):
          if let group = open.popLast(), open.count < BraceExpansion.deepest {
            cuts[group.start] = group.commas + [index]
          }
        default: break
        }
      }
    }

    mutating func expand(_ range: Range<Int>) -> [[UInt8]] {
      var results: [[UInt8]] = [[]]
      var index = range.lowerBound
      while index < range.upperBound {
        if let cuts = cuts[index], let end = cuts.last, let choices = choices(cuts, behind: index),
          results.count * choices.count <= BraceExpansion.most,
          mayTake(results, choices, before: range.upperBound - end)
        {
          results = results.flatMap { prefix in choices.map { prefix + $0 } }
          index = end + 1
          continue
        }
        for position in results.indices { results[position].append(pattern[index]) }
        index += 1
      }
      return results
    }

    /// Whether combining each result with each choice, each followed by `rest` more bytes, stays
    /// within the byte limit.
    private mutating func mayTake(
      _ results: [[UInt8]], _ choices: [[UInt8]], before rest: Int
    ) -> Bool {
      let size = { (texts: [[UInt8]]) in texts.reduce(0) { $0 + $1.count } }
      let bytes =
        size(results) * choices.count + size(choices) * results.count
        + results.count * choices.count * rest
      guard work + bytes <= BraceExpansion.largest else { return false }
      work += bytes
      return true
    }

    /// The alternatives of a group; `nil` when there are too many.
    private mutating func choices(_ cuts: [Int], behind open: Int) -> [[UInt8]]? {
      if let known = groups[open] { return known }
      let found = makeChoices(cuts, behind: open)
      groups.updateValue(found, forKey: open)
      return found
    }

    private mutating func makeChoices(_ cuts: [Int], behind open: Int) -> [[UInt8]]? {
      guard cuts.count <= BraceExpansion.most else { return nil }
      var choices: [[UInt8]] = []
      var start = open + 1
      for cut in cuts {
        choices += expand(start..<cut)
        if choices.count > BraceExpansion.most { return nil }
        start = cut + 1
      }
      return choices
    }
  }
}

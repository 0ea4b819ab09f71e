/// Expands the `{a,b}` groups of a glob; what follows a `\` stands for itself.
///
/// At most 256 alternatives, 16 groups inside of each other and 1 MB altogether: beyond that, and for
/// an unbalanced brace, the text stands for itself. The time is linear in the length and in these
/// bounds, since a stranger may have written the glob.
package struct BraceExpansion {
  /// Without braces, in the order in which they are written.
  package let alternatives: [[UInt8]]

  private static let most = 256
  private static let deepest = 16
  private static let largest = 1 << 20

  /// - Parameter pattern: UTF-8.
  package init(_ pattern: [UInt8]) {
    var expander = Expander(pattern)
    alternatives = expander.expand(0..<pattern.count)
  }

  private struct Expander {
    private let pattern: [UInt8]
    /// For each opening brace that is closed: where its commas are and, last, its closing brace.
    private var cuts: [Int: [Int]] = [:]
    /// What each group stands for, by its opening brace, `nil` when for itself: a group inside of one
    /// that stands for itself is met again, and so is one inside of that.
    private var groups: [Int: [[UInt8]]?] = [:]
    /// How many bytes were put together.
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

    /// Whether each of the results with each of the choices, and with so many bytes behind them, keeps
    /// the bound.
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

    /// `nil` when there are too many.
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

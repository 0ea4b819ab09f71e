/// Expands the `{a,b}` groups of a glob.
///
/// At most 256 alternatives and 16 groups inside of each other: beyond that, and for an unbalanced
/// brace, the text stands for itself. The time is linear in the length and the number of
/// alternatives, since a stranger may have written the glob.
package struct BraceExpansion {
  private let pattern: [UInt8]
  /// For each opening brace that is closed: where its commas are and, last, its closing brace.
  private var cuts: [Int: [Int]] = [:]

  private static let most = 256
  private static let deepest = 16

  /// - Parameter pattern: UTF-8.
  package init(_ pattern: [UInt8]) {
    self.pattern = pattern
    var open: [(start: Int, commas: [Int])] = []
    for (index, byte) in pattern.enumerated() {
      switch byte {
      case UInt8(ascii: "{"): open.append((index, []))
      case UInt8(ascii: ",") where !open.isEmpty: open[open.count - 1].commas.append(index)
      case UInt8(ascii: "}"):
        if let group = open.popLast(), open.count < Self.deepest {
          cuts[group.start] = group.commas + [index]
        }
      default: break
      }
    }
  }

  /// Without braces, in the order in which they are written.
  package var alternatives: [[UInt8]] { expand(0..<pattern.count) }

  private func expand(_ range: Range<Int>) -> [[UInt8]] {
    var results: [[UInt8]] = [[]]
    var index = range.lowerBound
    while index < range.upperBound {
      if let cuts = cuts[index], let choices = choices(cuts, behind: index),
        results.count * choices.count <= Self.most, let end = cuts.last
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

  /// `nil` when there are too many.
  private func choices(_ cuts: [Int], behind open: Int) -> [[UInt8]]? {
    guard cuts.count <= Self.most else { return nil }
    var choices: [[UInt8]] = []
    var start = open + 1
    for cut in cuts {
      choices += expand(start..<cut)
      if choices.count > Self.most { return nil }
      start = cut + 1
    }
    return choices
  }
}

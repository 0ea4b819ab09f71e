import TestSupport

/// A random history as a `git fast-import` stream: branches, merges of two and three parents,
/// several roots, and dates of which many are equal and, in every second
/// history, some run backwards.
struct SeededHistory {
  /// Branches `c0`, `c1`, …, one for each commit.
  let count: Int
  let stream: String
  /// Some dates run backwards. git's own `rev-list` then lists commits that both sides reach
  /// (its `limit_list` gives up after a few commits), so it is no oracle for them.
  let isSkewed: Bool
  /// By commit.
  let parents: [[Int]]

  init(seed: UInt64, count: Int = 40) {
    var random = SeededRandom(seed: seed)
    var stream = ""
    var date = 1_700_000_000
    var allParents: [[Int]] = []
    isSkewed = seed.isMultiple(of: 2)
    for index in 0..<count {
      let runsBackwards = isSkewed && Int.random(in: 0..<4, using: &random) == 0
      date += runsBackwards ? -900 : Int.random(in: 0...2, using: &random) * 60
      var parents: [Int] = []
      if index > 0, Int.random(in: 0..<20, using: &random) > 0 {
        let wanted = [1, 1, 1, 2, 2, 3].randomElement(using: &random) ?? 1
        for _ in 0..<wanted {
          let parent = Int.random(in: max(0, index - 8)..<index, using: &random)
          if !parents.contains(parent) { parents.append(parent) }
        }
      }
      allParents.append(parents)
      stream += "commit refs/heads/c\(index)\nmark :\(index + 1)\n"
      stream += "committer A <a@example.com> \(date) +0000\ndata 2\nc\n"
      for (position, parent) in parents.enumerated() {
        stream += "\(position == 0 ? "from" : "merge") :\(parent + 1)\n"
      }
      for _ in 0..<2 {
        let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in
          "line \(Int.random(in: 0...3, using: &random))\n"
        }.joined()
        stream += "M 100644 inline f\(Int.random(in: 0...9, using: &random))\n"
        stream += "data \(text.utf8.count)\n\(text)\n"
      }
    }
    self.count = count
    self.stream = stream
    self.parents = allParents
  }

  /// The commit itself and everything that it reaches.
  func reachable(from commit: Int) -> Set<Int> {
    parents[commit].reduce(into: [commit]) { $0.formUnion(reachable(from: $1)) }
  }
}

/// A deleted file that an added file may originate from.
struct RenameCandidate {
  var source: Int
  var destination: Int
  var score: Int
  var hasName: Bool
  /// The original order, for a stable sort.
  var order = 0

  func comes(before other: RenameCandidate) -> Bool {
    if score != other.score { return score > other.score }
    if hasName != other.hasName { return hasName }
    return order < other.order
  }
}

/// The four best candidates of an added file, in the slots in which git stores them: for equal
/// candidates, the order of the slots decides (`record_if_better`).
struct BestCandidates {
  private(set) var candidates: [(source: Int, score: Int, hasName: Bool)] = []
  private var worst = 0
  private static let count = 4

  init() { candidates.reserveCapacity(BestCandidates.count) }

  mutating func add(score: Int, source: Int, hasName: () -> Bool) {
    if candidates.count < BestCandidates.count {
      candidates.append((source, score, hasName()))
      if candidates.count == BestCandidates.count { findWorst() }
      return
    }
    let last = candidates[worst]
    guard score >= last.score else { return }
    let name = hasName()
    if score == last.score, !(name && !last.hasName) { return }
    candidates[worst] = (source, score, name)
    findWorst()
  }

  private mutating func findWorst() {
    worst = 0
    for index in candidates.indices.dropFirst() {
      let (one, two) = (candidates[index], candidates[worst])
      if one.score < two.score || (one.score == two.score && !one.hasName && two.hasName) {
        worst = index
      }
    }
  }
}

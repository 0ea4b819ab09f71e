/// Marks of a commit in the search for common ancestors of two histories.
struct Paint: OptionSet {
  let rawValue: UInt8

  /// Reachable from the first tip.
  static let first = Paint(rawValue: 1)
  /// Reachable from one of the other tips.
  static let second = Paint(rawValue: 2)
  static let both: Paint = [.first, .second]
  /// Reachable from a common ancestor, and therefore not a best one.
  static let stale = Paint(rawValue: 4)
  /// Found as a common ancestor.
  static let result = Paint(rawValue: 8)
}

extension CommitGraph {
  struct MergeBases {
    /// Every best common ancestor; the first is the one that git uses.
    var all: [ObjectID]
    /// Whether the walk reached a commit with hidden parents (shallow clone) that only one of the
    /// two histories contains. Hidden commits may then include a better merge base, or commits of
    /// the change; beyond a commit that both contain they cannot.
    var metBoundary: Bool
  }

  /// The maximum number of commits that only the change has.
  static let mostOwn = 30_000
  /// The maximum number of parents of these commits together.
  static let mostParents = 120_000

  /// The best common ancestors of two commits, as `git merge-base --all` finds them in a repository
  /// without generation numbers; empty when the known history has none.
  ///
  /// The algorithm is that of git's `commit-reach.c` (`merge_bases_many`, `remove_redundant`), down
  /// to the order in which commits of the same date are visited, so that of several merge bases
  /// the same one comes first.
  ///
  /// - Parameter right: The change, which may have at most `mostOwn` commits of its own.
  mutating func mergeBases(_ left: ObjectID, _ right: ObjectID) throws(GitError) -> MergeBases {
    let one = try position(of: left)
    let two = try position(of: right)
    if one == two { return MergeBases(all: [left], metBoundary: false) }
    let painting = try paintDown(one, [two], change: .second)
    let found = sortedByDate(painting.results.filter { !painting.paint[$0].contains(.stale) })
    let best = found.count > 1 ? sortedByDate(try removingRedundant(found)) : found
    let metBoundary = painting.paint.indices.contains { position in
      nodes[position].isBoundary
        && [.first, .second].contains(painting.paint[position].intersection(.both))
    }
    return MergeBases(all: best.map { nodes[$0].id }, metBoundary: metBoundary)
  }

  /// Commits that are reachable from the head and not from the base, oldest first: parents before
  /// children, and otherwise by committer date and id.
  ///
  /// - Parameter base: The base; `nil` returns every commit of the head.
  mutating func ownCommits(head: ObjectID, base: ObjectID?) throws(GitError) -> [ObjectID] {
    let tip = try position(of: head)
    var others: [Int] = []
    if let base { others.append(try position(of: base)) }
    if others == [tip] { return [] }
    let painting = try paintDown(tip, others, change: .first, settlesSkew: true)
    return try oldestFirst(
      painting.paint.indices.filter { painting.paint[$0].intersection(.both) == .first }
    ).map { nodes[$0].id }
  }

  /// The given commits that are reachable from the head through first parents only (`git log
  /// --first-parent`), oldest first.
  mutating func firstParents(
    of head: ObjectID, among own: [ObjectID]
  ) throws(GitError) -> [ObjectID] {
    let own = Set(own)
    var way: [ObjectID] = []
    var next: ObjectID? = head
    while let id = next, own.contains(id) {
      way.append(id)
      let position = try position(of: id)
      next = try parents(of: position).first.map { nodes[$0].id }
    }
    return way.reversed()
  }

  struct Painting {
    /// The marks by index in `nodes`; empty for a commit that the walk did not reach.
    var paint: [Paint]
    /// Common ancestors, newest first.
    var results: [Int]
  }

  /// Counts the commits of a change, whose number may be chosen by an attacker.
  private struct OwnCommits {
    private var count = 0
    private var parents = 0

    mutating func add(_ commit: Node) throws(GitError) {
      count += 1
      parents += commit.parentIDs.count
      if count > mostOwn || parents > mostParents {
        throw .tooLarge(
          operation: "read the commits",
          message:
            "the change has more than \(mostOwn) of them, or they have more than \(mostParents) "
            + "parents; squash some, or split it")
      }
    }
  }

  /// Marks commits that are reachable from `one` and from `twos`, newest first, until every
  /// remaining commit is known to be reachable from a common ancestor.
  ///
  /// - Parameters:
  /// - change: The side whose commits may come from a stranger.
  /// - settlesSkew: Continues to a day before the oldest commit that only `one` reaches, so that
  ///   clock differences of less than a day do not make a common commit look like one of the
  ///   change.
  private mutating func paintDown(
    _ one: Int, _ twos: [Int], change: Paint? = nil, settlesSkew: Bool = false
  ) throws(GitError) -> Painting {
    var paint = [Paint](repeating: [], count: nodes.count)
    var queued = [Int](repeating: 0, count: nodes.count)
    var interesting = 0
    var queue = CommitQueue()
    var results: [Int] = []
    var oldestOwn = Int64.max
    var own = OwnCommits()

    paint[one] = .first
    for two in twos { paint[two].insert(.second) }
    for tip in [one] + twos {
      queue.add(tip, date: nodes[tip].date)
      queued[tip] += 1
      interesting += 1
    }
    while let nextDate = queue.nextDate {
      if interesting == 0 {
        guard settlesSkew, oldestOwn != .max, nextDate >= oldestOwn - 86_400 else { break }
      }
      guard let position = queue.next() else { break }
      queued[position] -= 1
      if !paint[position].contains(.stale) { interesting -= 1 }
      var flags = paint[position].intersection([.first, .second, .stale])
      if flags == .first { oldestOwn = min(oldestOwn, nodes[position].date) }
      if flags == change {
        try own.add(nodes[position])
      }
      if flags == .both {
        if !paint[position].contains(.result) {
          paint[position].insert(.result)
          results.append(position)
        }
        flags.insert(.stale)
      }
      for parent in try parents(of: position) {
        while paint.count < nodes.count {
          paint.append([])
          queued.append(0)
        }
        if paint[parent].isSuperset(of: flags) { continue }
        if flags.contains(.stale), !paint[parent].contains(.stale) {
          interesting -= queued[parent]
        }
        paint[parent].formUnion(flags)
        queue.add(parent, date: nodes[parent].date)
        queued[parent] += 1
        if !paint[parent].contains(.stale) { interesting += 1 }
      }
    }
    return Painting(paint: paint, results: results)
  }

  /// Removes candidates that another one reaches; keeps their order.
  private mutating func removingRedundant(_ candidates: [Int]) throws(GitError) -> [Int] {
    var redundant = Set<Int>()
    for candidate in candidates where !redundant.contains(candidate) {
      let others = candidates.filter { $0 != candidate && !redundant.contains($0) }
      if others.isEmpty { break }
      let paint = try paintDown(candidate, others).paint
      if paint[candidate].contains(.second) { redundant.insert(candidate) }
      for other in others where paint[other].contains(.first) { redundant.insert(other) }
    }
    return candidates.filter { !redundant.contains($0) }
  }

  /// Sorted by date, newest first; commits of the same date keep their order.
  private func sortedByDate(_ positions: [Int]) -> [Int] {
    positions.enumerated().sorted { left, right in
      let dates = (nodes[left.element].date, nodes[right.element].date)
      return dates.0 != dates.1 ? dates.0 > dates.1 : left.offset < right.offset
    }.map(\.element)
  }

  private mutating func oldestFirst(_ positions: [Int]) throws(GitError) -> [Int] {
    let own = Set(positions)
    var missingParents: [Int: Int] = [:]
    var children: [Int: [Int]] = [:]
    for position in positions {
      let parents = Set(try self.parents(of: position)).intersection(own)
      missingParents[position] = parents.count
      for parent in parents { children[parent, default: []].append(position) }
    }
    // Ids break ties, so that the result does not depend on the order of the walk.
    let byID = positions.sorted { nodes[$0].id < nodes[$1].id }
    var rank: [Int: Int] = [:]
    for (index, position) in byID.enumerated() { rank[position] = index }
    var ready = CommitQueue()
    // Dates are never negative, so negating them puts the oldest first.
    for position in byID where missingParents[position] == 0 {
      ready.add(position, date: -nodes[position].date, order: rank[position])
    }
    var ordered: [Int] = []
    while let commit = ready.next() {
      ordered.append(commit)
      for child in children[commit] ?? [] {
        missingParents[child, default: 0] -= 1
        if missingParents[child] == 0 {
          ready.add(child, date: -nodes[child].date, order: rank[child])
        }
      }
    }
    return ordered
  }
}

/// What a change of CODEOWNERS takes from a group that is to be asked for every entry.
struct GuardedOwners {
  private let file: Codeowners
  private let entries: [OwnerLists.Meaning]
  private let oldEntries: [OwnerLists.Meaning]?
  /// Whether a list of owners names the group.
  private let namesGroup: [Bool]
  private let isGroup: (String) -> Bool

  /// - Parameter old: `nil` for a new file.
  init(_ file: Codeowners, was old: Codeowners?, isGroup: @escaping (String) -> Bool) {
    var lists = OwnerLists()
    self.file = file
    self.isGroup = isGroup
    oldEntries = old.map { lists.meanings(of: $0) }
    entries = lists.meanings(of: file)
    namesGroup = lists.all.map { $0.contains(where: isGroup) }
  }

  /// - Parameter added: the numbers of added lines, 1-based.
  /// - Returns: In the order of lines; without one what is gone.
  func problems(added: Set<Int>, group: String) -> [(line: Int?, text: String)] {
    let unnamed = "does not name \(group)"
    let headings: [(line: Int?, text: String)] = file.headings.filter { heading in
      added.contains(heading.line) && !heading.isPattern && !heading.owners.isEmpty
        && !heading.owners.contains(where: isGroup)
    }.map { ($0.line, unnamed) }
    let known = oldEntries.map { Set($0) }
    let required = requiredApprovals
    let overriding = overridingEntries
    let changed = zip(file.entries, entries).enumerated().compactMap {
      index, pair -> (line: Int?, text: String)? in
      let (entry, meaning) = pair
      if overriding.contains(index) {
        return (entry.line, "now comes behind lines of \(group) and overrides them")
      }
      let isNew = added.contains(entry.line) || known.map { !$0.contains(meaning) } ?? false
      guard isNew else { return nil }
      if !namesGroup[meaning.owners] { return (entry.line, unnamed) }
      guard meaning.approvals < required[meaning.pattern] ?? 0 else { return nil }
      return (
        entry.line,
        meaning.approvals == 0
          ? "needs no approval any more, since its section is optional"
          : "needs fewer approvals than before"
      )
    }
    return headings + changed + goneEntries(of: group)
  }

  private func isGuarded(_ meaning: OwnerLists.Meaning) -> Bool {
    namesGroup[meaning.owners] && meaning.approvals > 0
  }

  /// By pattern, of entries that the group was asked for; the last one counts.
  private var requiredApprovals: [[UInt8]: Int] {
    (oldEntries ?? []).filter(isGuarded).reduce(into: [:]) { $0[$1.pattern] = $1.approvals }
  }

  /// Patterns that the group was asked for and that are not there any more: an earlier line takes over.
  private func goneEntries(of group: String) -> [(line: Int?, text: String)] {
    var seen = Set(entries.map(\.pattern))
    return (oldEntries ?? []).filter { isGuarded($0) && seen.insert($0.pattern).inserted }.map {
      (nil, "does not name \(group) for `\(String(decoding: $0.pattern, as: UTF8.self))` any more")
    }
  }

  /// Kept entries of others that stand behind one of the group now and did not before: the last one that
  /// matches counts.
  private var overridingEntries: Set<Int> {
    guard let oldEntries else { return [] }
    var places: [OwnerLists.Meaning: [Int]] = [:]
    for (index, meaning) in oldEntries.enumerated() { places[meaning, default: []].append(index) }
    var following = entries.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    var last = -1
    var result: Set<Int> = []
    for (index, meaning) in entries.enumerated() {
      guard let old = places[meaning], let first = old.first else { continue }
      // Of an entry that is there several times the last one counts, so they are paired from the end.
      let place = old.dropLast(max(0, following[meaning, default: 1] - 1)).last ?? first
      following[meaning, default: 1] -= 1
      if isGuarded(meaning) {
        last = max(last, place)
      } else if place < last {
        result.insert(index)
      }
    }
    return result
  }
}

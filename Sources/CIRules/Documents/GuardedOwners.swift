/// Checks which entries a change of CODEOWNERS takes from a group that has to be asked for every
/// entry.
struct GuardedOwners {
  private typealias Key = OwnerLists.Meaning.Key

  private let file: Codeowners
  private let entries: [OwnerLists.Meaning]
  private let oldEntries: [OwnerLists.Meaning]?
  /// Whether each list of owners names the group.
  private let namesGroup: [Bool]
  private let isGroup: (String) -> Bool

  /// - Parameter old: The file before the change; `nil` for a new file.
  init(_ file: Codeowners, was old: Codeowners?, isGroup: @escaping (String) -> Bool) {
    var lists = OwnerLists()
    self.file = file
    self.isGroup = isGroup
    let before = old.map { lists.meanings(of: $0) }
    entries = lists.meanings(of: file)
    oldEntries = before.map { [entries] in Self.renamed($0, as: entries) }
    namesGroup = lists.all.map { $0.contains(where: isGroup) }
  }

  /// The old entries with the new name of a section, if exactly one is renamed.
  private static func renamed(
    _ old: [OwnerLists.Meaning], as new: [OwnerLists.Meaning]
  ) -> [OwnerLists.Meaning] {
    let before = Set(old.map(\.key.section))
    let now = Set(new.map(\.key.section))
    let gone = before.subtracting(now)
    let come = now.subtracting(before)
    guard gone.count == 1, come.count == 1, let name = come.first else { return old }
    return old.map { meaning in
      guard gone.contains(meaning.key.section) else { return meaning }
      var meaning = meaning
      meaning.key.section = name
      return meaning
    }
  }

  /// - Parameter added: Numbers of the added lines, 1-based.
  /// - Returns: Problems of headings and entries, each in the order of lines, then removed entries
  ///   without a line.
  func problems(added: Set<Int>, group: String) -> [(line: Int?, text: String)] {
    let unnamed = "does not name \(group)"
    let headings: [(line: Int?, text: String)] = file.headings.filter { heading in
      added.contains(heading.line) && !heading.isPattern && !heading.owners.isEmpty
        && !heading.owners.contains(where: isGroup)
    }.map { ($0.line, unnamed) }
    let known = oldEntries.map { Set($0) }
    let knownAnywhere = oldEntries.map { Set($0.map(\.anywhere)) }
    let required = requiredApprovals
    let overriding = overridingEntries
    let changed = zip(file.entries, entries).enumerated().compactMap {
      index, pair -> (line: Int?, text: String)? in
      let (entry, meaning) = pair
      if overriding.contains(index) {
        return (entry.line, "now comes after lines of \(group) and overrides them")
      }
      let isAdded = added.contains(entry.line)
      if !namesGroup[meaning.owners] {
        let isNew = isAdded || knownAnywhere.map { !$0.contains(meaning.anywhere) } ?? false
        return isNew ? (entry.line, unnamed) : nil
      }
      guard isAdded || known.map({ !$0.contains(meaning) }) ?? false,
        meaning.approvals < required[meaning.key] ?? 0
      else { return nil }
      return (
        entry.line,
        meaning.approvals == 0
          ? "no longer needs an approval, because its section is optional"
          : "needs fewer approvals than before"
      )
    }
    return headings + changed + goneEntries(of: group)
  }

  private func isGuarded(_ meaning: OwnerLists.Meaning) -> Bool {
    namesGroup[meaning.owners] && meaning.approvals > 0
  }

  /// The approvals that each entry of the group needs at least: those of the old entry with its
  /// key, of which the last one counts, or those of an old entry that moves to its section. If
  /// several entries with one pattern move, the highest number is compared with the highest.
  private var requiredApprovals: [Key: Int] {
    let before = Self.approvals(of: (oldEntries ?? []).filter(isGuarded))
    let now = Self.approvals(of: entries.filter { namesGroup[$0.owners] })
    let gone = Self.byPattern(before.filter { now[$0.key] == nil })
    let come = Self.byPattern(now.filter { before[$0.key] == nil })
    var required = before
    for (pattern, keys) in come {
      for (key, old) in zip(keys, gone[pattern] ?? []) { required[key] = before[old] }
    }
    return required
  }

  private static func approvals(of entries: [OwnerLists.Meaning]) -> [Key: Int] {
    entries.reduce(into: [:]) { $0[$1.key] = $1.approvals }
  }

  /// The keys of each pattern, the one with the most approvals first.
  private static func byPattern(_ approvals: [Key: Int]) -> [[UInt8]: [Key]] {
    Dictionary(
      grouping: approvals.sorted { ($0.value, $1.key.section) > ($1.value, $0.key.section) }
    ) {
      $0.key.pattern
    }.mapValues { $0.map(\.key) }
  }

  /// Patterns that needed the group and no longer do, because another line takes over. A pattern
  /// that moves to another section may leave its old one.
  private func goneEntries(of group: String) -> [(line: Int?, text: String)] {
    var last: [Key: OwnerLists.Meaning] = [:]
    for meaning in entries { last[meaning.key] = meaning }
    var oldLast: [Key: OwnerLists.Meaning] = [:]
    for meaning in oldEntries ?? [] { oldLast[meaning.key] = meaning }
    // A new entry counts only at the end of a section, as a later line of other owners could
    // override it.
    var gained: [[UInt8]: Int] = [:]
    var overridden: Set<Int> = []
    var counted: Set<Key> = []
    for meaning in entries.reversed() {
      if !isGuarded(meaning) { overridden.insert(meaning.key.section) }
      guard !overridden.contains(meaning.key.section), counted.insert(meaning.key).inserted,
        !(oldLast[meaning.key].map(isGuarded) ?? false)
      else { continue }
      gained[meaning.key.pattern, default: 0] += 1
    }
    let known = Set(oldEntries ?? [])
    var seen: Set<Key> = []
    return (oldEntries ?? []).compactMap { old in
      guard oldLast[old.key].map(isGuarded) ?? false, seen.insert(old.key).inserted else {
        return nil
      }
      // If the change adds the line that takes over, that line is a finding of its own.
      if let now = last[old.key], isGuarded(now) || !known.contains(now) { return nil }
      if let count = gained[old.key.pattern], count > 0 {
        gained[old.key.pattern] = count - 1
        return nil
      }
      let pattern = String(decoding: old.key.pattern, as: UTF8.self)
      return (nil, "no longer names \(group) for `\(pattern)`")
    }
  }

  /// Indices of kept entries of other owners that now follow an entry of the group and did not
  /// before. The last entry of a section that matches counts.
  private var overridingEntries: Set<Int> {
    guard let oldEntries else { return [] }
    var places: [OwnerLists.Meaning: [Int]] = [:]
    for (index, meaning) in oldEntries.enumerated() { places[meaning, default: []].append(index) }
    let knownAnywhere = Set(oldEntries.map(\.anywhere))
    var following = entries.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    // By section, the last old position of the group's entries up to here; `Int.max` if one came
    // from elsewhere.
    var last: [Int: Int] = [:]
    var result: Set<Int> = []
    for (index, meaning) in entries.enumerated() {
      guard knownAnywhere.contains(meaning.anywhere) else { continue }
      let section = meaning.key.section
      var place = Int.max
      if let old = places[meaning], let first = old.first {
        // Of repeated entries the last one counts, so they are paired from the end.
        place = old.dropLast(max(0, following[meaning, default: 1] - 1)).last ?? first
        following[meaning, default: 1] -= 1
      }
      if isGuarded(meaning) {
        last[section] = max(last[section] ?? -1, place)
      } else if let before = last[section], place < before || place == .max {
        result.insert(index)
      }
    }
    return result
  }
}

extension OwnerLists.Meaning {
  /// The same meaning without its section.
  fileprivate var anywhere: Self {
    var meaning = self
    meaning.key.section = 0
    return meaning
  }
}

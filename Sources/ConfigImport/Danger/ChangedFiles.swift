/// The changed files that an expression of a Dangerfile selects: `git.modified_files` and filters
/// of it.
struct ChangedFiles: Hashable {
  enum Status: String, Hashable, CaseIterable {
    case added
    case deleted
    case modified
  }

  enum Filter: Hashable {
    case glob(String)
    /// A regular expression that matches somewhere in the path.
    case pattern(String)
  }

  var statuses: Set<Status>
  var hasAllStatuses: Bool { statuses.count == Status.allCases.count }
  var filter: Filter?

  /// The files restricted by a further filter; `nil` when two filters cannot be combined.
  func filtered(_ filter: Filter) -> ChangedFiles? {
    guard self.filter == nil || self.filter == filter else { return nil }
    return ChangedFiles(statuses: statuses, filter: filter)
  }

  /// The union of both; `nil` when their filters differ.
  func union(_ other: ChangedFiles) -> ChangedFiles? {
    guard filter == other.filter else { return nil }
    return ChangedFiles(statuses: statuses.union(other.statuses), filter: filter)
  }

  /// The condition that such a file exists.
  var exist: ConditionText {
    switch filter {
    case .pattern(let pattern):
      return ConditionText(
        text: "files() =~ \(ConditionText.quoted(pattern))", isAtom: false,
        differences: hasAllStatuses ? [] : ["every kind of change to such a file counts"])
    case .glob, nil:
      let glob = ConditionText.quoted(glob)
      if hasAllStatuses { return .atom("changed(\(glob))") }
      let calls = statuses.sorted { $0.rawValue < $1.rawValue }.map {
        ConditionText.atom("\($0.rawValue)(\(glob))")
      }
      return calls.dropFirst().reduce(calls.first ?? .atom("changed(\(glob))")) {
        $0.joined("||", $1)
      }
    }
  }

  /// The expression for the number of these files.
  var count: (text: String, differences: Set<String>) {
    let differences: Set<String> =
      hasAllStatuses ? [] : ["every kind of change to a file counts"]
    switch filter {
    case .pattern(let pattern):
      return ("count(matching(files(), \(ConditionText.quoted(pattern))))", differences)
    case .glob(let glob): return ("count(files(\(ConditionText.quoted(glob))))", differences)
    case nil: return ("count(files())", differences)
    }
  }

  private var glob: String {
    if case .glob(let glob) = filter { glob } else { "**" }
  }
}

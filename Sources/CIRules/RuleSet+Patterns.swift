package import CIModel

extension RuleSet {
  /// Keys that select the files of a rule; if such a pattern matches no file, the rule checks
  /// nothing.
  private static let choosing: Set = ["files", "paths", "sources", "tests", "when"]

  /// Globs for which the rules need to know whether a file of the head matches.
  package func soughtGlobs(for changes: ChangeSet) -> Set<RepositoryPath> {
    Set(
      (rules.flatMap { $0.soughtGlobs(for: changes) } + chosenGlobs.map(\.glob)).map {
        RepositoryPath($0)
      })
  }

  /// The globs that rules search for and that no file of a change matches, and those that only a
  /// folder matches. Only for a made-up change, whose repository has no other files.
  package func searchedGlobs(
    in facts: Facts
  ) -> (unmatched: Set<RepositoryPath>, folders: Set<RepositoryPath>) {
    guard let changes = facts.changes else { return ([], []) }
    let paths =
      changes.files.filter { $0.status != .deleted && !$0.isNewLink }.map(\.path)
      + facts.contents.filter { $0.value.new != nil }.map(\.key.text)
    let sought = rules.flatMap { $0.soughtGlobs(for: changes) }.map { RepositoryPath($0) }
    func unmatched(_ glob: (String) -> PathGlob) -> Set<RepositoryPath> {
      Set(sought).filter { text in
        let glob = glob(text.text)
        return !paths.contains { glob.matches($0) }
      }
    }
    let open = unmatched(PathGlob.choosingFiles)
    return (open, unmatched { PathGlob($0) }.subtracting(open))
  }

  /// The globs by which the configuration selects files, except those that begin with a wildcard.
  private var chosenGlobs: [(rule: String, key: String, glob: String)] {
    settings.flatMap { settings, type in
      // Reports are written by the run and not committed.
      let isReader = !type.init(settings: settings).reportGlobs.isEmpty
      let keys = type.descriptor.parameters.filter { parameter in
        Self.choosing.contains(parameter.name) && parameter.kind == .list(.glob) && !isReader
      }.map(\.name)
      let lists = [("paths", settings.paths)] + keys.map { ($0, settings.texts($0) ?? []) }
      return lists.flatMap { key, globs in
        globs.filter { !"*?[{".contains($0.first ?? "*") }.map { (settings.id, key, $0) }
      }
    }
  }

  /// A note for each pattern that matches neither a file of the head nor one of the change.
  func unmatchedPatterns(in facts: Facts) -> [String] {
    if facts.unmatchedGlobs.isEmpty { return [] }
    var seen: Set<String> = []
    return chosenGlobs.filter {
      facts.unmatchedGlobs.contains(RepositoryPath($0.glob))
    }.compactMap { entry in
      let selection = FileSelection([entry.glob])
      if facts.changes?.files.contains(where: { selection.contains($0) }) ?? true { return nil }
      let note =
        "Rule '\(entry.rule)': `\(entry.glob)` of '\(entry.key)' matches no file of the "
        + "repository."
      return seen.insert(note).inserted ? note : nil
    }
  }
}

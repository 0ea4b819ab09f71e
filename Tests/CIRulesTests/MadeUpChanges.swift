import CIModel
import CIRules

/// Settings of one rule against a change.
func messages(
  _ settings: RuleSettings, _ files: [FileChange], there: [String] = []
) -> [String] {
  var facts = makeFacts(files)
  facts.contents = Dictionary(
    uniqueKeysWithValues: there.map { (RepositoryPath($0), FileContents(new: [])) })
  return RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    .map(\.message)
}

extension FileChange {
  static func moved(
    _ from: String, _ to: String, similarity: Int = 100, lines: Int = 0
  ) -> FileChange {
    FileChange(
      .renamed, to, oldPath: from, similarity: similarity, additions: lines, deletions: lines)
  }

  static func gone(_ path: String) -> FileChange {
    FileChange(.deleted, path, deletions: 9, mode: nil)
  }
}

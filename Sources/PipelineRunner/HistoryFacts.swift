import CIModel
import CIRules
import GitHistory

/// What the git history says of the change, or why it says nothing.
struct HistoryFacts: Sendable {
  var changes: ChangeSet?
  var addedLines: [AddedLine] = []
  /// Why there is no change set.
  var error: GitError?

  /// Reads the change between the merge base and the head.
  static func read(
    _ request: BaseRequest, from directory: String, rules: RuleSet
  ) -> HistoryFacts {
    var facts = HistoryFacts()
    do throws(GitError) {
      let repository = try GitRepository.open(containing: directory)
      let resolved = try repository.resolveBase(request)
      let changes = try repository.changeSet(resolved)
      facts.changes = changes
      facts.addedLines = try repository.addedLines(in: changes, where: rules.needsAddedLines)
    } catch {
      facts.error = error
    }
    return facts
  }
}

import CIModel
import CIRules
import GitHistory

/// What the git history says of the change, or why it says nothing.
struct HistoryFacts: Sendable {
  var changes: ChangeSet?
  var addedLines: [AddedLine] = []
  /// The clone is shallow, and a deeper one might hold a newer merge base.
  var isBoundedByShallowClone = false
  /// Why there is no change set.
  var error: GitError?

  /// Reads the change between the merge base and the head.
  static func read(
    _ request: BaseRequest, from directory: String, environment: [String: String], rules: RuleSet
  ) -> HistoryFacts {
    var facts = HistoryFacts()
    do throws(GitError) {
      let repository = try GitRepository.open(
        containing: directory, environment: environment)
      let resolved = try repository.resolveBase(request)
      let changes = try repository.changeSet(resolved)
      facts.changes = changes
      facts.isBoundedByShallowClone = resolved.isBoundedByShallowClone
      facts.addedLines = try repository.addedLines(in: changes, where: rules.needsAddedLines)
    } catch {
      facts.error = error
    }
    return facts
  }
}

import CIModel
import CIRules
import GitHistory

/// What the git history says of the change, or why it says nothing.
struct HistoryFacts: Sendable {
  var changes: ChangeSet?
  var addedLines: [AddedLine] = []
  var deletedLines: [DeletedLine] = []
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
      var comparison = try repository.comparison(repository.resolveBase(request))
      try comparison.fill(rules.details)
      facts.changes = comparison.changes
      facts.addedLines = try comparison.addedLines(where: rules.needsAddedLines)
      facts.deletedLines = try comparison.deletedLines(where: rules.needsDeletedLines)
    } catch {
      facts.error = error
    }
    return facts
  }
}

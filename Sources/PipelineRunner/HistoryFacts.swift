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

  /// Reads the change that was asked for.
  static func read(
    _ request: BaseRequest, with reader: HistoryReader, rules: RuleSet
  ) -> HistoryFacts {
    var facts = HistoryFacts()
    do throws(GitError) {
      let comparison = try reader.comparison(request, details: rules.details)
      facts.changes = comparison.changes
      facts.addedLines = try comparison.addedLines(where: rules.needsAddedLines)
      facts.deletedLines = try comparison.deletedLines(where: rules.needsDeletedLines)
    } catch {
      facts.error = error
    }
    return facts
  }
}

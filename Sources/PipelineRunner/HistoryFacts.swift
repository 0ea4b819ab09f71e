import CIModel
import CIRules
import GitHistory

/// What the git history says of the change, or why it says nothing.
struct HistoryFacts: Sendable {
  var changes: ChangeSet?
  var addedText: [AddedText] = []
  var deletedLines: [DeletedLine] = []
  var contents: [String: FileContents] = [:]
  /// Why there is no change set.
  var error: GitError?

  /// Reads the change that was asked for.
  static func read(
    _ request: BaseRequest, with reader: HistoryReader, rules: RuleSet
  ) -> HistoryFacts {
    var facts = HistoryFacts()
    do throws(GitError) {
      let comparison = try reader.comparison(request, details: rules.details)
      let changes = comparison.changes
      facts.changes = changes
      facts.addedText = try comparison.addedText(
        where: rules.needsAddedLines, mayConcern: rules.mayConcern)
      facts.deletedLines = try comparison.deletedLines(where: rules.needsDeletedLines)
      facts.contents = try comparison.contents(of: rules.neededContents(for: changes))
    } catch {
      facts.error = error
    }
    return facts
  }

  /// What rules judge of it.
  var facts: Facts {
    var facts = Facts()
    facts.changes = changes
    facts.deletedLines = deletedLines
    facts.addedText = addedText
    facts.contents = contents
    return facts
  }
}

import CIModel
import CIRules
import GitHistory

/// What coverage wants to know of the changed lines.
struct LineQuestion: Hashable, Sendable {
  /// On a person's machine the files as they lie there were built; in CI a commit was.
  var includesWorkTree: Bool
  var ignoresWhitespace: Bool
}

/// What the git history says of the change, or why it says nothing.
struct HistoryFacts: Sendable {
  var changes: ChangeSet?
  var addedText: [AddedText] = []
  var hiddenText: [AddedText] = []
  var passingText: [AddedText] = []
  var passingFiles: [PassingFile] = []
  var earlierCommits: [Commit] = []
  var generatedFiles: Set<RepositoryPath> = []
  var twins: [RepositoryPath: RepositoryPath] = [:]
  var unseenTexts: [UnseenText] = []
  var deletedLines: [DeletedLine] = []
  var contents: [RepositoryPath: FileContents] = [:]
  var unmatchedGlobs: Set<RepositoryPath> = []
  var unsearchedGlobs: Set<RepositoryPath> = []
  /// Lists of the base; `nil` where the checkout is trusted.
  var policyFiles: [RepositoryPath: [UInt8]]?
  /// The tests that both versions of the changed files declare; `nil` when that was not asked for.
  var declaredTests: TestBaseline?
  /// For the coverage of the change; `nil` when nobody asked.
  var lineChanges: [LineChange]?
  /// What the change is compared with, such as `origin/main`.
  var baseName: String?
  /// The change ends at another commit than the one that is checked out.
  var headIsElsewhere = false
  /// Files of the checkout that differ from the last commit, so that no rule looks at them; read only
  /// for a run at a desk.
  var uncommitted: [String] = []
  /// Why there is no change set.
  var error: GitError?

  /// Reads the change that was asked for.
  static func read(
    _ request: BaseRequest, with reader: HistoryReader, rules: RuleSet,
    coverage: LineQuestion? = nil, countsTests: Bool = false, policy: PolicySource
  ) -> HistoryFacts {
    var facts = HistoryFacts()
    do throws(GitError) {
      let comparison = try reader.comparison(request, details: rules.details)
      let changes = comparison.changes
      facts.changes = changes
      facts.addedText = try comparison.addedText(
        where: rules.needsAddedLines, mayConcern: rules.mayConcern)
      facts.hiddenText = try comparison.hiddenText(
        where: rules.needsHiddenText, mayConcern: rules.mayConcernHidden)
      if let mayConcern = rules.mayConcernPassing {
        facts.passingText = try comparison.passingText(mayConcern: mayConcern)
      }
      if let limit = rules.passingSizeLimit {
        facts.passingFiles = try comparison.passingFiles(largerThan: limit)
      }
      facts.earlierCommits = comparison.earlierCommits(
        limit: rules.earlierCommitCount(for: changes))
      if rules.details.contains(.generatedFiles) {
        facts.generatedFiles = try comparison.generatedFiles()
      }
      facts.twins = try comparison.twins(where: rules.needsTwin)
      facts.unseenTexts = try comparison.unseenTexts()
      facts.deletedLines = try comparison.deletedLines(
        where: rules.needsDeletedLines, leaving: rules.needsKeptLines)
      let sought = rules.soughtGlobs(for: changes)
      if let unmatched = try comparison.unmatched(sought) {
        facts.unmatchedGlobs = unmatched
      } else {
        facts.unsearchedGlobs = sought
      }
      let lists = rules.policyFiles
      let tests = countsTests ? DeclaredTests.files(in: changes) : []
      facts.contents = try comparison.contents(
        of: rules.neededContents(for: changes).union(lists).union(tests))
      if countsTests { facts.declaredTests = DeclaredTests.baseline(changes, facts.contents) }
      if policy.commit != nil {
        facts.policyFiles = lists.reduce(into: [:]) { $0[$1] = try? policy.read($1.text) }
      }
      if let coverage, !request.isStaged { try facts.readLines(request, reader, coverage) }
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
    facts.hiddenText = hiddenText
    facts.passingText = passingText
    facts.passingFiles = passingFiles
    facts.earlierCommits = earlierCommits
    facts.generatedFiles = generatedFiles
    facts.twins = twins
    facts.unseenTexts = unseenTexts
    facts.contents = contents
    facts.unmatchedGlobs = unmatchedGlobs
    facts.unsearchedGlobs = unsearchedGlobs
    facts.policyFiles = policyFiles
    return facts
  }

  /// Reads the changed lines as coverage needs them.
  private mutating func readLines(
    _ request: BaseRequest, _ reader: HistoryReader, _ coverage: LineQuestion
  ) throws(GitError) {
    let isElsewhere: Bool
    let range: ResolvedBase
    (range, lineChanges, isElsewhere) = try reader.read(request) {
      repository throws(GitError) -> (ResolvedBase, [LineChange], Bool) in
      let range = try repository.resolveBase(request)
      let lines = try repository.lineChanges(
        LineChangeRequest(
          range, includesWorkTree: coverage.includesWorkTree && request.head == nil,
          ignoresWhitespace: coverage.ignoresWhitespace), where: { _ in true })
      return (range, lines, try repository.isElsewhere(range))
    }
    baseName = range.baseName
    headIsElsewhere = request.head != nil && isElsewhere
  }
}

package import CIModel
package import CIRules
import FileSystem
package import GitHistory

/// How to determine the changed lines for coverage.
package struct LineQuestion: Hashable, Sendable {
  /// Whether uncommitted lines count: on a developer's machine the working tree was built, in CI a
  /// commit.
  package var includesWorkTree: Bool
  package var ignoresWhitespace: Bool

  package init(includesWorkTree: Bool, ignoresWhitespace: Bool) {
    self.includesWorkTree = includesWorkTree
    self.ignoresWhitespace = ignoresWhitespace
  }
}

/// The facts of a change from the git history, or why they could not be read.
package struct HistoryFacts: Sendable {
  /// The facts that rules judge.
  package var facts = Facts()
  /// The tests that both versions of the change declare; `nil` when not requested.
  package var declaredTests: TestBaseline?
  /// The changed lines for coverage; `nil` when they were not requested.
  package var lineChanges: [LineChange]?
  /// The name of the base, such as `origin/main`.
  package var baseName: String?
  /// Whether the change ends at a commit other than the one that is checked out.
  package var headIsElsewhere = false
  /// Files of the checkout that differ from the last commit and are not judged by the rules; read
  /// only for local runs.
  package var uncommitted: [String] = []
  /// The files that land elsewhere, because the base has moved them: `old.swift as new.swift`.
  private var landings: [String] = []
  /// Whether a rule would read a file if it were committed.
  private var readsFile: @Sendable (FileChange) -> Bool = { _ in true }

  package init(
    facts: Facts = Facts(), declaredTests: TestBaseline? = nil, lineChanges: [LineChange]? = nil,
    baseName: String? = nil, headIsElsewhere: Bool = false, uncommitted: [String] = []
  ) {
    self.facts = facts
    self.declaredTests = declaredTests
    self.lineChanges = lineChanges
    self.baseName = baseName
    self.headIsElsewhere = headIsElsewhere
    self.uncommitted = uncommitted
  }

  /// Reads the requested change.
  package static func read(
    _ request: BaseRequest, with reader: HistoryReader, rules: RuleSet,
    coverage: LineQuestion? = nil, countsTests: Bool = false, policy: PolicySource
  ) -> HistoryFacts {
    var history = HistoryFacts()
    do throws(GitError) {
      let comparison = try reader.comparison(request, details: rules.details)
      history.facts.changes = comparison.changes
      history.landings = comparison.landings.map { "\($0.from) as \($0.to)" }
      history.readsFile = { rules.reads($0) }
      try history.facts.read(comparison, for: rules)
      let lists = rules.policyFiles
      let changes = comparison.changes
      let tests = countsTests ? DeclaredTests.neededContents(for: changes) : []
      var contents = try comparison.contents(
        of: rules.neededContents(for: changes).union(lists).union(tests))
      let named = try comparison.files(
        named: rules.neededNames(for: changes), except: Set(contents.keys))
      history.facts.isMissingNames = named == nil
      contents.merge(named ?? [:]) { known, _ in known }
      let testFolders = countsTests ? DeclaredTests.neededFolders(for: changes, contents) : []
      let folders = rules.neededFolders(for: changes, contents).union(testFolders)
      let sources = try comparison.sources(below: folders, except: Set(contents.keys))
      contents.merge(sources) { known, _ in known }
      history.facts.contents = contents
      if countsTests {
        history.declaredTests = DeclaredTests.baseline(changes, contents, folders: testFolders)
      }
      if policy.commit != nil {
        history.facts.policyFiles = lists.reduce(into: [:]) { $0[$1] = try? policy.read($1.text) }
      }
      if let coverage, !request.isStaged { try history.readLines(request, reader, coverage) }
    } catch {
      history.facts.historyProblem = Facts.HistoryProblem(error)
    }
    return history
  }

  /// Notes about the change for the report, each a sentence.
  package var notes: [String] {
    var notes = [facts.changes?.mergeBaseNote].compactMap { $0 }
    if !landings.isEmpty {
      notes.append(
        "The base has moved files since the change began, and the rules check those of the change "
          + "where they land: \(shortList(landings)).")
    }
    let unjudged = uncommitted.filter { readsFile(FileChange(.modified, $0)) }
    if !unjudged.isEmpty {
      let names = shortList(unjudged.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
      notes.append(
        "The rules checked commits, without \(counted(unjudged.count, "uncommitted file")): "
          + "\(names). Commit \(unjudged.count == 1 ? "it" : "them"), or see "
          + "the result for the next commit with `git add` and "
          + "`devtool check --only rules --staged`.")
    }
    return notes
  }

  /// Lists the files that the rules leave out because they are not committed. On the base branch
  /// itself there is nothing to judge.
  ///
  /// - Parameters:
  ///   - branch: The branch that is checked out; `nil` for a detached head.
  ///   - made: Patterns of files that devtool writes, relative to `directory`.
  package mutating func readUncommitted(
    in directory: String, environment: [String: String], base request: BaseRequest,
    branch: String?, except made: [String]
  ) {
    guard let changes = facts.changes else { return }
    let repository = try? GitRepository.open(containing: directory, environment: environment)
    if changes.files.isEmpty, changes.commits.isEmpty, let branch, let repository,
      let base = try? repository.resolveBase(request).baseName,
      base == branch || base.hasSuffix("/\(branch)")
    {
      return
    }
    let folder = repository?.workTree.flatMap { directory.path(below: $0) }
    let prefix = folder.map { PathGlob.escaped($0) + "/" } ?? ""
    let made = made.map { PathGlob(prefix + $0) }
    uncommitted = ChangeSet.uncommittedFiles(in: directory, environment: environment)
      .map(\.path).filter { path in !made.contains { $0.matches(path) } }
  }

  /// Reads the changed lines for coverage.
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

extension Facts {
  /// Reads the facts that the rules need, apart from file contents.
  fileprivate mutating func read(_ comparison: Comparison, for rules: RuleSet) throws(GitError) {
    var room = TextRoom()
    addedText = try comparison.addedText(
      &room, where: rules.needsAddedLines, mayConcern: rules.mayConcern)
    hiddenText = try comparison.hiddenText(
      &room, where: rules.needsHiddenText, mayConcern: rules.mayConcernHidden)
    if let mayConcern = rules.mayConcernPassing {
      passingText = try comparison.passingText(mayConcern: mayConcern)
    }
    if let limit = rules.passingSizeLimit {
      passingFiles = try comparison.passingFiles(largerThan: limit)
    }
    earlierCommits = comparison.earlierCommits(
      limit: rules.earlierCommitCount(for: comparison.changes))
    if let ids = rules.revertedIDs(in: comparison.changes) {
      revertedCommits = comparison.quotableCommits(named: ids)
    }
    if rules.details.contains(.generatedFiles) {
      generatedFiles = try comparison.generatedFiles()
    }
    twins = try comparison.twins(where: rules.needsTwin)
    var roomForDeleted = TextRoom(for: .deletions)
    deletedLines = try comparison.deletedLines(
      &roomForDeleted, where: rules.needsDeletedLines, leaving: rules.needsKeptLines,
      mayConcern: rules.mayConcernDeleted)
    unseenTexts =
      try comparison.unseenTexts() + comparison.uncounted + room.unread + roomForDeleted.unread
    let sought = rules.soughtGlobs(for: comparison.changes)
    if let search = try comparison.search(for: sought) {
      unmatchedGlobs = search.unmatched
      linkedGlobs = search.linked
      folderGlobs = search.folders
    } else {
      unsearchedGlobs = sought
    }
  }
}

extension Facts.HistoryProblem {
  init(_ error: GitError) {
    let isWithoutRepository = if case .notARepository = error { true } else { false }
    self.init(error.description, help: error.help, isWithoutRepository: isWithoutRepository)
  }
}

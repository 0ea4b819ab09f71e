/// Everything that is known once the steps have run and the history has been read; what rules and
/// policies judge.
package struct Facts: Hashable, Sendable {
  /// A step with a matrix is there once for each cell.
  package var steps: [StepResult] = []
  /// For each step with a matrix the cell that ended worst, with the id of the step: what conditions
  /// ask for.
  package var matrixSteps: [StepResult] = []
  package var tests: [TestCase] = []
  package var counts = TestCounts()
  package var crashes: [Crash] = []
  package var diagnostics: [Diagnostic] = []
  package var runtimeWarnings: [RuntimeWarning] = []
  /// What was seen of the steps that ran here; none of an earlier run.
  package var observations: [StepObservation] = []
  /// `nil` when the steps that would have told did not run.
  package var coverage: Coverage?
  /// What `tests.minimum: base` compares with; `nil` where nothing asks for it or it cannot be had.
  package var testBaseline: TestBaseline?
  /// What `no-drop` and `ratchet` compare it with.
  package var coverageReferences = CoverageReferences()
  /// `nil` when there is no provable merge base or nothing asked for one.
  package var changes: ChangeSet?
  /// Why there is no change set, where one was asked for.
  package var historyProblem: HistoryProblem?
  /// `nil` when the run is for no pull request, as far as anybody told.
  package var pullRequest: PullRequest?
  /// The deleted lines of the files that a rule asked for; sorted by the files' new paths and by line.
  package var deletedLines: [DeletedLine] = []
  /// The added lines of the files that a rule asked for, sorted by path.
  package var addedText: [AddedText] = []
  /// The same of files that git takes for binary, for rules that guard: a NUL, UTF-16 or an attribute
  /// makes any file so. Where a file can be read in more than one way (with its NULs and without, as
  /// UTF-8 and as UTF-16), there is a text for each that `addedText` does not hold.
  package var hiddenText: [AddedText] = []
  /// Lines that a commit of the change added and a later one took back, for rules that ask for them.
  package var passingText: [AddedText] = []
  /// The newest commits of the merge base's history without their bodies, the newest first: what the
  /// repository itself does. Fewer where a clone does not hold them, none where no rule asks.
  package var earlierCommits: [Commit] = []
  /// Changed files that the base's `.gitattributes` calls generated or vendored; none where no rule
  /// asks.
  package var generatedFiles: Set<RepositoryPath> = []
  /// Versions of files that the head does not have, and larger than a rule wants them.
  package var passingFiles: [PassingFile] = []
  /// For new files that a rule asked for: another path of the head that is the same on disks that do
  /// not tell upper from lower case.
  package var twins: [RepositoryPath: RepositoryPath] = [:]
  /// What makes git check out another text than the one that rules judge, where the change is not
  /// trusted and the base does not have it.
  package var unseenTexts: [UnseenText] = []
  /// Files that a rule asked for, by their path at the head.
  package var contents: [RepositoryPath: FileContents] = [:]
  /// Globs that a rule asked for and that match no file at the head.
  package var unmatchedGlobs: Set<RepositoryPath> = []
  /// Of these, globs with something below a link or a submodule that the head has: whether it is there
  /// cannot be seen.
  package var linkedGlobs: Set<RepositoryPath> = []
  /// Globs of which it was not found out, since there are too many files.
  package var unsearchedGlobs: Set<RepositoryPath> = []
  /// Files that say what people have agreed on, of the base that is trusted in place of the change;
  /// `nil` where the checkout is trusted.
  package var policyFiles: [RepositoryPath: [UInt8]]?
  /// What other tools reported, as far as a rule asked for it; sorted by path.
  package var reports: [ReportFile] = []
  /// What they reported of the base, as the job kept it; sorted by path.
  package var baseReports: [ReportFile] = []
  package var surroundings = Surroundings()
  /// Every step of the pipeline, whether it ran or not; conditions may ask for their results.
  package var stepIDs: [String] = []

  package init() {}

  /// Why the git history says nothing of the change.
  package struct HistoryProblem: Hashable, Sendable {
    /// A lowercase fragment.
    package var message: String
    /// What to do about it, a sentence.
    package var help: String
    /// There is no git repository at all, so that nothing is missing.
    package var isWithoutRepository: Bool

    package init(_ message: String, help: String, isWithoutRepository: Bool) {
      self.message = message
      self.help = help
      self.isWithoutRepository = isWithoutRepository
    }
  }
}

extension Facts {
  /// What a run found.
  ///
  /// - Parameter history: What the git history says of the change, where it was asked.
  package init(_ record: RunRecord, history: Facts = Facts()) {
    self = history
    changes = record.changes
    pullRequest = record.pullRequest
    steps = record.steps
    tests = record.tests
    counts = record.counts
    crashes = record.crashes
    diagnostics = record.diagnostics
    runtimeWarnings = record.runtimeWarnings
    coverage = record.coverage
  }

  /// What a log says.
  package init(_ log: LogFacts) {
    tests = log.tests
    counts = log.counts
    crashes = log.crashes
    diagnostics = log.diagnostics
    runtimeWarnings = log.runtimeWarnings
  }
}

extension Facts {
  /// Whether the change, and all that it says of itself, is judged as a stranger's.
  package var distrustsChange: Bool { policyFiles != nil }

  /// A file that says what people have agreed on: the base's where the change is not trusted, else
  /// the head's.
  package func policyFile(_ path: RepositoryPath) -> [UInt8]? {
    if let policyFiles { return policyFiles[path] }
    return contents[path]?.new
  }

  /// `addedText` as single lines, sorted by path and line.
  package var addedLines: [AddedLine] {
    get { addedText.flatMap(\.lines) }
    set {
      var byPath: [RepositoryPath: [AddedLine]] = [:]
      for line in newValue { byPath[RepositoryPath(line.path), default: []].append(line) }
      addedText = byPath.sorted { $0.key < $1.key }.map { path, lines in
        AddedText(path: path.text, lines: lines.sorted { $0.line < $1.line })
      }
    }
  }
}

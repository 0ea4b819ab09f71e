/// All facts from the steps and the git history; the input of rules and policies.
package struct Facts: Hashable, Sendable {
  /// The results of the steps; a step with a matrix has one entry for each cell.
  package var steps: [StepResult] = []
  /// For each step with a matrix, the cell with the worst result under the id of the step;
  /// conditions use it.
  package var matrixSteps: [StepResult] = []
  package var tests: [TestCase] = []
  package var counts = TestCounts()
  package var crashes: [Crash] = []
  package var diagnostics: [Diagnostic] = []
  package var runtimeWarnings: [RuntimeWarning] = []
  /// Observations of the steps that ran in this run, none from an earlier run.
  package var observations: [StepObservation] = []
  /// The measured coverage; `nil` when the steps that measure it did not run.
  package var coverage: Coverage?
  /// The reference of `tests.minimum: base`; `nil` when nothing needs it or it is not available.
  package var testBaseline: TestBaseline?
  /// The references of `no-drop` and `ratchet`.
  package var coverageReferences = CoverageReferences()
  /// The change set; `nil` when there is no provable merge base or nothing needs it.
  package var changes: ChangeSet?
  /// Why there is no change set although one was requested.
  package var historyProblem: HistoryProblem?
  /// The pull request; `nil` when no source reports one.
  package var pullRequest: PullRequest?
  /// The deleted lines of the files that a rule requested, sorted by the files' new paths and by
  /// line.
  package var deletedLines: [DeletedLine] = []
  /// The added lines of the files that a rule requested, sorted by path.
  package var addedText: [AddedText] = []
  /// The added lines of files that git treats as binary, for rules that guard: a NUL, UTF-16 or an
  /// attribute makes any file binary. If a file can be decoded in more than one way (with and
  /// without its NULs, as UTF-8 and as UTF-16), there is one text for each way that `addedText`
  /// does not contain.
  package var hiddenText: [AddedText] = []
  /// Lines that one commit of the change added and a later one removed, for rules that request
  /// them.
  package var passingText: [AddedText] = []
  /// The newest commits before the merge base without their bodies, newest first, as examples of
  /// the repository's conventions. Fewer if a clone does not contain them, none if no rule requests
  /// them.
  package var earlierCommits: [Commit] = []
  /// Commits of the base that a revert of the change may quote: its newest ones, and those that
  /// messages of the change name. Empty when the checkout is trusted or no rule requests them.
  package var revertedCommits: [Commit] = []
  /// Changed files that the base's `.gitattributes` marks as generated or vendored; empty when no
  /// rule requests them.
  package var generatedFiles: Set<RepositoryPath> = []
  /// File versions in commits of the change that the head does not have and that exceed a rule's
  /// size limit.
  package var passingFiles: [PassingFile] = []
  /// For new files that a rule requested: another path of the head that is equal on
  /// case-insensitive file systems.
  package var twins: [RepositoryPath: RepositoryPath] = [:]
  /// Attributes, pointers and links that make git check out text that the rules do not see, when
  /// the change is not trusted and the base does not have them.
  package var unseenTexts: [UnseenText] = []
  /// Files that a rule requested, by their path at the head.
  package var contents: [RepositoryPath: FileContents] = [:]
  /// Whether the head has too many files to find all with a requested name.
  package var isMissingNames = false
  /// Requested globs that match no file at the head.
  package var unmatchedGlobs: Set<RepositoryPath> = []
  /// Requested globs without wildcards that name a folder at the head.
  package var folderGlobs: Set<RepositoryPath> = []
  /// Unmatched globs with a match that may be below a link or a submodule of the head, where files
  /// are not visible.
  package var linkedGlobs: Set<RepositoryPath> = []
  /// Globs that were not searched because there are too many files.
  package var unsearchedGlobs: Set<RepositoryPath> = []
  /// Policy files of the trusted base, which are used instead of those of the change; `nil` when
  /// the checkout is trusted.
  package var policyFiles: [RepositoryPath: [UInt8]]?
  /// Reports of other tools that a rule requested, sorted by path.
  package var reports: [ReportFile] = []
  /// Reports of other tools about the base, as kept by the CI job; sorted by path.
  package var baseReports: [ReportFile] = []
  package var surroundings = Surroundings()
  /// Whether the checkout was known to be exactly its commit.
  package var isUnmodified = false
  /// The ids of all steps of the pipeline, whether they ran or not; conditions may refer to their
  /// results.
  package var stepIDs: [String] = []

  package init() {}

  /// Why the git history provides no change set.
  package struct HistoryProblem: Hashable, Sendable {
    /// A lowercase fragment.
    package var message: String
    /// How to solve the problem, a sentence.
    package var help: String
    /// Whether there is no git repository at all; nothing is missing then.
    package var isWithoutRepository: Bool

    package init(_ message: String, help: String, isWithoutRepository: Bool) {
      self.message = message
      self.help = help
      self.isWithoutRepository = isWithoutRepository
    }
  }
}

extension Facts {
  /// The facts of a run.
  ///
  /// - Parameter history: The facts from the git history, if it was read.
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
    isUnmodified = record.checkout?.isModified == false
  }

  /// The facts of a log.
  package init(_ log: LogFacts) {
    tests = log.tests
    counts = log.counts
    crashes = log.crashes
    diagnostics = log.diagnostics
    runtimeWarnings = log.runtimeWarnings
  }
}

extension Facts {
  /// Whether the change and all its descriptions are treated as untrusted.
  package var distrustsChange: Bool { policyFiles != nil }

  /// A policy file: that of the base when the change is not trusted, else that of the head.
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

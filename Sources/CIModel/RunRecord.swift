/// A run of the pipeline: the input of reporters and the content of
/// `.devtool/runs/<id>/record.json`.
package struct RunRecord: Codable, Hashable, Sendable {
  package static let schemaName = "devtool.run/1"

  package var schema = RunRecord.schemaName
  /// The id, sortable by time: `20261120T233118.042Z-4711`.
  package var id: String
  package var devtoolVersion: String
  package var startedAt: Timestamp
  package var durationSeconds: Double
  package var verdict: Verdict
  /// The exit status that the run ended with; `nil` while it runs.
  @NullCoded package var exitCode: Int?
  package var environment: Environment
  package var config: Config
  /// The run of the base in the history; `nil` on the base branch, and when the history has none.
  package var base: BaseRun?
  /// The name in the package manifest; `nil` when there is no manifest, or the name is computed.
  package var packageName: String?
  /// The state of the checkout; `nil` outside of a repository, and when no step built or tested
  /// anything.
  package var checkout: Checkout?
  package var steps: [StepResult] = []
  /// The oldest of the running steps.
  package private(set) var runningStep: String?
  /// The running steps, oldest first; `nil` when there are none.
  package var runningSteps: [String]? {
    didSet { runningStep = runningSteps?.first }
  }
  /// The id of the run whose results were judged, if this run executed no step; `nil` when the run
  /// judged its own results.
  package var judgedRun: String?
  /// The sequence of dependent steps that took the longest, in order; `nil` when it has fewer than
  /// two.
  package var criticalPath: [String]?
  package var counts = TestCounts()
  package var tests: [TestCase] = []
  /// The tests that `--affected` selected and left out, by step; `nil` when it was not used.
  package var choices: [TestChoice]?
  package var slow: [SlowTest] = []
  package var crashes: [Crash] = []
  package var diagnostics: [Diagnostic] = []
  package var runtimeWarnings: [RuntimeWarning] = []
  @NullCoded package var changes: ChangeSet?
  /// The pull request; `nil` when no source reports one.
  @NullCoded package var pullRequest: PullRequest?
  @NullCoded package var coverage: Coverage?
  /// Sorted, worst first.
  package var findings: [Finding] = []
  /// The requirements for tests and warnings; `nil` when there are none. `coverage` has its own.
  package var requirements: [Requirement]?
  /// Remarks for the reader that are not findings: each a sentence.
  package var notes: [String] = []
  package var reports: [WrittenReport] = []

  package init(
    id: String, devtoolVersion: String, startedAt: Timestamp, environment: Environment,
    config: Config
  ) {
    self.id = id
    self.devtoolVersion = devtoolVersion
    self.startedAt = startedAt
    self.durationSeconds = 0
    self.verdict = .unknown
    self.environment = environment
    self.config = config
  }

  /// A sentence for a run that is still running or was killed; `nil` when it ended.
  package var noteOfNoEnd: String? {
    guard verdict == .unknown else { return nil }
    let running = runningSteps.map { steps in
      " while \(steps.count == 1 ? "step" : "steps") \(steps.joined(separator: ", ")) ran"
    }
    return "This run has not finished: it is still running, or devtool was killed\(running ?? "")."
      + " These are its results so far."
  }

  package enum Verdict: String, Codable, Hashable, Sendable {
    case passed
    case failed
    /// The run was ended by Ctrl-C or a termination signal.
    case cancelled
    /// The run is still running, or was killed.
    case unknown
  }

  package struct Environment: Codable, Hashable, Sendable {
    /// `linux` or `macos`.
    package var os: String
    /// `x86_64` or `arm64`.
    package var architecture: String
    /// The number of processors that the run may use.
    package var cpus: Int
    /// The version as the toolchain prints it: `6.3.1`; `nil` when the run did not query it.
    @NullCoded package var swiftVersion: String?
    /// The CI service, such as `github`; `nil` on a person's machine.
    @NullCoded package var ci: String?
    /// Links to the web pages of the CI service; `nil` when they are not known.
    package var links: ServiceLinks?

    package init(os: String, architecture: String, cpus: Int, swiftVersion: String?, ci: String?) {
      self.os = os
      self.architecture = architecture
      self.cpus = cpus
      self.swiftVersion = swiftVersion
      self.ci = ci
    }
  }

  /// The state of the checkout when the run began.
  package struct Checkout: Codable, Hashable, Sendable {
    /// The full object id of the newest commit.
    package var commit: String
    /// The branch without `refs/heads/`; `nil` when no branch is checked out and the CI service
    /// names none.
    package var branch: String?
    /// The first line of the commit's message.
    package var subject: String
    /// The name of the author of the commit.
    package var author: String
    /// Whether any file, staged or not, tracked or new, differed from the commit. Then the tested
    /// state is not a commit.
    package var isModified: Bool

    package init(
      commit: String, branch: String? = nil, subject: String, author: String, isModified: Bool
    ) {
      self.commit = commit
      self.branch = branch
      self.subject = subject
      self.author = author
      self.isModified = isModified
    }
  }

  package struct Config: Codable, Hashable, Sendable {
    /// Relative to the repository root; `nil` when the run used the default pipeline.
    @NullCoded package var path: String?

    package init(path: String?) {
      self.path = path
    }
  }

  package struct WrittenReport: Codable, Hashable, Sendable {
    package var format: String
    /// The path of the report; `nil` when it was written to standard output.
    @NullCoded package var path: String?

    package init(format: String, path: String?) {
      self.format = format
      self.path = path
    }
  }
}

/// The result of one step of the pipeline.
package struct StepResult: Codable, Hashable, Sendable {
  /// The maximum number of up-to-date steps that are listed individually; more are only counted.
  package static let listedUpToDate = 20

  package var id: String
  /// The action's key in `.ci.yml`: `swift-build`, `run`, …
  package var action: String
  package var status: Status
  package var attempts: Int
  package var durationSeconds: Double
  /// The full log, relative to the repository root; `nil` when the step passed without output, or
  /// never started.
  @NullCoded package var logPath: String?
  /// The exit status of the step's command; `nil` when it did not exit by itself.
  @NullCoded package var exitCode: Int?
  /// Why the status is not `passed`: a lowercase fragment such as `exit status 2` or `needs build`.
  @NullCoded package var reason: String?
  /// The shell command that runs the step by hand; `nil` when the step never started.
  package var command: String?
  /// The step's outputs for later steps, by name, without secrets; `nil` when there are none.
  package var outputs: [String: String]?
  /// The files that match `artifacts`, relative to the root of the pipeline; `nil` when there are
  /// none.
  package var artifacts: [String]?
  /// The start of the step in seconds since the start of the run; `nil` when it never started.
  package var startSeconds: Double?
  /// Whether the step was skipped because an earlier result is still valid; `nil` when it ran.
  package var isUpToDate: Bool?
  /// The shard of the tests that the step ran, when other machines ran the others; `nil` when it
  /// ran all.
  package var shard: StepShard?
  /// Summary of the step's tests; `nil` when it ran none, or its test runner reports no summary.
  package var suite: SuiteResult?
  /// Remarks on the reuse of the build folder: each a sentence without a full stop; `nil` when
  /// there are none.
  package var cache: [String]?
  /// The last lines of output of a failed step, at most ten; `nil` when it did not fail, printed
  /// nothing, or its action reports more details.
  package var lastLines: [String]?
  /// Sizes in bytes of the programs and dynamic libraries of a release build, by name; `nil` for
  /// other steps.
  package var products: [String: Int]?
  /// Whether the step built in a folder with an earlier build, so that unchanged files were not
  /// compiled and their warnings not printed; `nil` when everything was compiled, or this is not
  /// known.
  package var isIncremental: Bool?
  /// Whether the step failed because an input is missing, such as a tool or a built product: exit
  /// status 69 if nothing else failed. `nil` otherwise.
  package var missesInput: Bool?

  /// Whether the step failed because an input is missing.
  package var lacksInput: Bool { status == .failed && missesInput == true }

  // Not synthesized: synthesized code visits every optional, and a record may have thousands of
  // steps.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(action, forKey: .action)
    try container.encode(status, forKey: .status)
    try container.encode(attempts, forKey: .attempts)
    try container.encode(durationSeconds, forKey: .durationSeconds)
    try container.encode(_logPath, forKey: .logPath)
    try container.encode(_exitCode, forKey: .exitCode)
    try container.encode(_reason, forKey: .reason)
    if let command { try container.encode(command, forKey: .command) }
    if let outputs { try container.encode(outputs, forKey: .outputs) }
    if let artifacts { try container.encode(artifacts, forKey: .artifacts) }
    if let startSeconds { try container.encode(startSeconds, forKey: .startSeconds) }
    if let isUpToDate { try container.encode(isUpToDate, forKey: .isUpToDate) }
    if let shard { try container.encode(shard, forKey: .shard) }
    if let suite { try container.encode(suite, forKey: .suite) }
    if let cache { try container.encode(cache, forKey: .cache) }
    if let lastLines { try container.encode(lastLines, forKey: .lastLines) }
    if let products { try container.encode(products, forKey: .products) }
    if let isIncremental { try container.encode(isIncremental, forKey: .isIncremental) }
    if let missesInput { try container.encode(missesInput, forKey: .missesInput) }
  }

  package init(
    id: String, action: String, status: Status, attempts: Int = 0, durationSeconds: Double = 0,
    logPath: String? = nil, exitCode: Int? = nil, reason: String? = nil, command: String? = nil
  ) {
    self.id = id
    self.action = action
    self.status = status
    self.attempts = attempts
    self.durationSeconds = durationSeconds
    self.logPath = logPath
    self.exitCode = exitCode
    self.reason = reason
    self.command = command
  }

  package enum Status: String, Codable, Hashable, Sendable, CaseIterable {
    case passed
    case failed
    /// It failed and `allow-failure` accepts that.
    case warned
    /// A condition or the command line excluded it.
    case skipped
    /// A step that it depends on did not pass.
    case blocked
    case cancelled
    case timedOut = "timed-out"
  }
}

/// The part of a step's tests that one of several machines ran.
package struct StepShard: Codable, Hashable, Sendable {
  /// 1-based.
  package var index: Int
  package var count: Int
  /// A digest of how the tests were split; machines with the same value split them equally.
  package var split: String
  /// Whether some tests of the step were left out on every machine, by `--filter` or `--failed`;
  /// `nil` means no.
  package var isNarrowed: Bool?

  package init(index: Int, count: Int, split: String, isNarrowed: Bool? = nil) {
    self.index = index
    self.count = count
    self.split = split
    self.isNarrowed = isNarrowed
  }

  package var text: String { "\(index)/\(count)" }
}

extension StepResult.Status {
  /// The order of severity; higher is worse. A cell that ran ranks above one that was skipped.
  package var gravity: Int {
    switch self {
    case .skipped: 0
    case .passed: 1
    case .warned: 2
    case .blocked: 3
    case .cancelled: 4
    case .timedOut: 5
    case .failed: 6
    }
  }
}

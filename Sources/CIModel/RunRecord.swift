/// A run of the pipeline: what reporters show and what `.devtool/runs/<id>/record.json` holds.
package struct RunRecord: Codable, Hashable, Sendable {
  package static let schemaName = "devtool.run/1"

  package var schema = RunRecord.schemaName
  /// Sortable by time: `20261120T233118.042Z-4711`.
  package var id: String
  package var devtoolVersion: String
  package var startedAt: Timestamp
  package var durationSeconds: Double
  package var verdict: Verdict
  /// The exit status that the run ended with; `nil` while it runs.
  @NullCoded package var exitCode: Int?
  package var environment: Environment
  package var config: Config
  /// What the history has of the branch that the change goes to; `nil` on that branch, and where it has nothing.
  package var base: BaseRun?
  /// The name that the package gives itself; `nil` where there is no manifest, or the name is computed.
  package var packageName: String?
  /// `nil` outside of a repository, and where no step built or tested anything.
  package var checkout: Checkout?
  package var steps: [StepResult] = []
  /// The oldest of the steps that are under way.
  package private(set) var runningStep: String?
  /// The steps that are under way, the oldest first; `nil` when none is.
  package var runningSteps: [String]? {
    didSet { runningStep = runningSteps?.first }
  }
  /// The run whose results were judged, when this one ran no step and judged those; `nil` when they are
  /// its own.
  package var judgedRun: String?
  /// The steps that one after the other took the longest, the first one first; `nil` when no two did.
  package var criticalPath: [String]?
  package var counts = TestCounts()
  package var tests: [TestCase] = []
  /// Which tests `--affected` left out, by step; `nil` when that was not asked for.
  package var choices: [TestChoice]?
  package var slow: [SlowTest] = []
  package var crashes: [Crash] = []
  package var diagnostics: [Diagnostic] = []
  package var runtimeWarnings: [RuntimeWarning] = []
  @NullCoded package var changes: ChangeSet?
  /// `nil` when the run was for no pull request, as far as anybody told.
  @NullCoded package var pullRequest: PullRequest?
  @NullCoded package var coverage: Coverage?
  /// Sorted, the worst first.
  package var findings: [Finding] = []
  /// The numbers that are asked of tests and warnings; `nil` when none are. Coverage has its own.
  package var requirements: [Requirement]?
  /// What the reader should know that is no finding: each a sentence.
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

  /// What to say of a run that goes on, or was killed; `nil` when it ended.
  package var noteOfNoEnd: String? {
    guard verdict == .unknown else { return nil }
    let running = runningSteps.map { steps in
      " while \(steps.count == 1 ? "step" : "steps") \(steps.joined(separator: ", ")) ran"
    }
    return "This run has no end: it is still going on, or devtool was killed\(running ?? "")."
      + " Here is what was known."
  }

  package enum Verdict: String, Codable, Hashable, Sendable {
    case passed
    case failed
    /// Ctrl-C or a termination signal ended the run.
    case cancelled
    /// The run is under way, or was killed.
    case unknown
  }

  package struct Environment: Codable, Hashable, Sendable {
    /// `linux` or `macos`.
    package var os: String
    /// `x86_64` or `arm64`.
    package var architecture: String
    /// The number of processors the run may use.
    package var cpus: Int
    /// As the toolchain prints it: `6.3.1`; `nil` when the run did not ask for one.
    @NullCoded package var swiftVersion: String?
    /// The CI service, such as `github`; `nil` on a person's machine.
    @NullCoded package var ci: String?
    /// Where the service shows the run; `nil` where that is not known.
    package var links: ServiceLinks?

    package init(os: String, architecture: String, cpus: Int, swiftVersion: String?, ci: String?) {
      self.os = os
      self.architecture = architecture
      self.cpus = cpus
      self.swiftVersion = swiftVersion
      self.ci = ci
    }
  }

  /// What was checked out when the run began.
  package struct Checkout: Codable, Hashable, Sendable {
    /// The full object id of the newest commit.
    package var commit: String
    /// Without `refs/heads/`; `nil` when no branch is checked out and the CI service names none.
    package var branch: String?
    /// The first line of the commit's message.
    package var subject: String
    /// The name of who wrote the commit.
    package var author: String
    /// Whether files differed from the commit, staged or not, new ones among them: what was tested is no
    /// commit then.
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
    /// `nil` when it went to standard output.
    @NullCoded package var path: String?

    package init(format: String, path: String?) {
      self.format = format
      self.path = path
    }
  }
}

/// How one step of the pipeline ended.
package struct StepResult: Codable, Hashable, Sendable {
  /// So many steps that had nothing to do are listed one by one; more are only counted.
  package static let listedUpToDate = 20

  package var id: String
  /// The action's key in `.ci.yml`: `swift-build`, `run`, …
  package var action: String
  package var status: Status
  package var attempts: Int
  package var durationSeconds: Double
  /// The full log, relative to the repository root; `nil` when the step passed and printed nothing, or
  /// never started.
  @NullCoded package var logPath: String?
  /// The exit status of the step's command; `nil` when it never ended by itself.
  @NullCoded package var exitCode: Int?
  /// Why it is not `passed`: a lowercase fragment such as `exit status 2` or `needs build`.
  @NullCoded package var reason: String?
  /// The command to paste into a shell to run the step by hand; `nil` when it never started.
  package var command: String?
  /// What it left for later steps, by name, without secrets; `nil` when it left nothing.
  package var outputs: [String: String]?
  /// The files that `artifacts` names, relative to the root of the pipeline; `nil` when it names none.
  package var artifacts: [String]?
  /// When it began, in seconds since the run did; `nil` when it never started.
  package var startSeconds: Double?
  /// It did not run, because the result of an earlier run is what it would be; `nil` when it ran.
  package var isUpToDate: Bool?
  /// The part of its tests that it ran, when others ran on other machines; `nil` when it ran all.
  package var shard: StepShard?
  /// What its tests are as a whole; `nil` when it ran none, or what ran them does not tell.
  package var suite: SuiteResult?
  /// What became of the build folder that it could have found: each a sentence without a full stop;
  /// `nil` when there is nothing to say.
  package var cache: [String]?
  /// What its command printed last before it failed, at most ten lines; `nil` when it did not fail,
  /// printed nothing, or its action tells more.
  package var lastLines: [String]?
  /// Bytes of the programs and dynamic libraries of a release build, by name; `nil` for other steps.
  package var products: [String: Int]?
  /// It built in a folder that held an earlier build, so that files that had not changed were not compiled and their
  /// warnings not printed; `nil` where everything was compiled, or that is not known.
  package var isIncremental: Bool?
  /// It failed because something that it needs is missing, such as a tool or a built product: exit
  /// status 69 when nothing else failed; `nil` otherwise.
  package var missesInput: Bool?

  /// Whether it failed for lack of something that it needs.
  package var lacksInput: Bool { status == .failed && missesInput == true }

  // Not synthesized: that asks for every optional, and a record may have thousands of steps.
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
    /// It failed and `allow-failure` forgives it.
    case warned
    /// A condition or the command line left it out.
    case skipped
    /// A step that it needs did not pass.
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
  /// A mark of how the tests were dealt out: machines with the same one dealt them out alike.
  package var split: String
  /// Some of the tests that the step is for were left out on every machine, by `--filter` or
  /// `--failed`; `nil` is no.
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
  /// The worst is the highest; a cell that ran says more than one that was skipped.
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

package import CIModel
package import Expressions

/// What `.ci.yml` says, checked and with every default filled in.
package struct Pipeline: Hashable, Sendable {
  /// Variables for every step, in the order in which they were written.
  package var environment: [EnvironmentVariable] = []
  /// Files of variables for every step.
  package var dotenv: [DotenvSource] = []
  /// Variables whose values must not be shown.
  package var secrets: [Secret] = []
  /// How many bytes of results are kept; `nil` is the runner's default.
  package var cacheSize: Int?
  /// A server that keeps results, too.
  package var remoteCache: RemoteCache?
  /// How many steps run at once; `nil` is one for each processor.
  package var jobs: Int?
  /// Start nothing more after the first failure.
  package var failFast = false
  /// How long steps that are ended early get between the signals; `nil` is the launcher's default.
  package var interruptGrace: Duration?
  package var terminateGrace: Duration?
  /// In the order in which they were written.
  package var steps: [PipelineStep] = []
  /// Whether nobody wrote the steps down: they are the standard ones.
  package var hasStandardSteps = false
  package var tests = TestPolicy()
  package var warnings = WarningPolicy()
  package var coverage = CoveragePolicy()
  /// Sorted by id. Default rules are among them only when the file names them.
  package var rules: [RuleSettings] = []
  /// What holds for all rules, those by default included.
  package var ruleConditions = RuleConditions()
  /// Examples of the rules together; those of one rule are in its settings.
  package var ruleCases: [RuleCase] = []
  /// Whether the file has a `rules` section, so that a missing merge base is an error.
  package var asksForRules = false
  package var reports: [ReportRequest] = []

  package init() {}

  /// Every id that is written under `steps:`, once, in order.
  package var stepGroups: [String] {
    var seen: Set<String> = []
    var groups: [String] = []
    groups.reserveCapacity(steps.count)
    // By index, since a loop over the steps copies each of them. Only cells share a group.
    for index in steps.indices
    where steps[index].cell == nil || seen.insert(steps[index].group).inserted {
      groups.append(steps[index].group)
    }
    return groups
  }
}

package struct EnvironmentVariable: Hashable, Sendable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A file with variables.
package struct DotenvSource: Hashable, Sendable {
  /// Relative to the folder of `.ci.yml`.
  package var path: String
  /// Whether the file need not exist.
  package var isOptional: Bool

  package init(_ path: String, isOptional: Bool = false) {
    self.path = path
    self.isOptional = isOptional
  }
}

/// A variable whose value is masked wherever it is printed or written.
package struct Secret: Hashable, Sendable {
  package var name: String
  /// The value goes into a file, and the variable holds its path.
  package var isFile: Bool

  package init(_ name: String, isFile: Bool = false) {
    self.name = name
    self.isFile = isFile
  }
}

/// The files that a step makes for others to look at.
package struct Artifacts: Hashable, Sendable {
  /// Relative to the repository root.
  package var globs: [String]
  package var condition: StepCondition
  /// Those of them that a CI service can read, by the name of their format (`junit`), sorted by it.
  package var reports: [ReportRequest] = []
  /// How long a CI service keeps them; `nil` is the service's default.
  package var expiry: Duration?

  package init(_ globs: [String], _ condition: StepCondition = .success) {
    self.globs = globs
    self.condition = condition
  }
}

/// One entry under `steps:`, or one cell of its matrix.
package struct PipelineStep: Hashable, Sendable {
  package var id: String
  /// The id as it is written; the cells of a matrix have it in common.
  package var group: String
  /// The step's combination of values; `nil` when it has no matrix.
  package var cell: MatrixCell?
  package var action: StepAction
  /// Ids of the steps that must pass first, written or implied (`swift-test` needs `swift-build`).
  package var needs: [String] = []
  package var environment: [EnvironmentVariable] = []
  package var dotenv: [DotenvSource] = []
  /// The secrets that are meant for this step.
  package var secrets: [String] = []
  package var artifacts: Artifacts?
  /// Patterns of the files that the step depends on; `nil` when it does not say, and always runs.
  package var inputs: [String]?
  /// Patterns of the files that it makes.
  package var outputs: [String]?
  /// Relative to the repository root; `nil` is the root itself.
  package var directory: String?
  package var shell = Shell.bash
  /// For the whole step, retries included.
  package var timeout: Duration?
  /// How long the step may print nothing.
  package var idleTimeout: Duration?
  package var condition = StepCondition.success
  /// `if` and `changed`: the step is skipped unless all of them hold.
  package var guards: [Condition] = []
  package var retry = RetryPolicy()
  /// Behind all others, because of its condition; `needs` names them all.
  package var runsLast = false
  /// Steps with a lock in common never run at the same time.
  package var locks: [String] = []
  /// The step has the terminal and standard input; nothing runs beside it.
  package var isInteractive = false
  /// Background processes may outlive the step, until the end of the run.
  package var detaches = false
  /// Which failures are forgiven.
  package var allowFailure = AllowFailure.never

  package init(id: String, action: StepAction) {
    self.id = id
    self.group = id
    self.action = action
  }
}

/// A server that keeps results for every machine.
package struct RemoteCache: Hashable, Sendable {
  /// May hold `${env.NAME}`.
  package var url: String
  /// The variable that holds what the server wants to see in `Authorization`.
  package var token: String?
  package var mode = Mode.automatic

  package enum Mode: String, Hashable, Sendable, CaseIterable {
    /// CI writes, except for pull requests; everybody reads.
    case automatic = "auto"
    case read
    /// Everybody writes, except for pull requests.
    case readWrite = "read-write"
  }

  package init(url: String) {
    self.url = url
  }
}

/// How `run:` scripts are interpreted.
package enum Shell: Hashable, Sendable {
  /// `bash -euo pipefail -c`.
  case bash
  /// `sh -eu -c`.
  case sh
  /// The words of a command that takes the script as its last argument.
  case command([String])
}

/// After what a step runs.
package enum StepCondition: String, Hashable, Sendable, CaseIterable {
  /// Everything that it needs passed.
  case success
  /// Everything that it needs has ended, and something of it failed.
  case failure
  /// Everything that it needs has ended, however.
  case always
}

package enum AllowFailure: Hashable, Sendable {
  case never
  case always
  /// Only when the step's command exits with one of these.
  case exitStatuses([Int])
}

/// One entry under `reports:` or one `--report`.
package struct ReportRequest: Hashable, Sendable {
  package var format: String
  /// Relative to the repository root; `nil` is standard output.
  package var path: String?

  package init(format: String, path: String? = nil) {
    self.format = format
    self.path = path
  }

  /// One of several files: `out/coverage-2.xml`; the first has the name that was asked for.
  package func part(_ number: Int) -> ReportRequest {
    guard number > 1, let path else { return self }
    let name = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    guard let dot = path[name...].lastIndex(of: "."), dot > name else {
      return ReportRequest(format: format, path: "\(path)-\(number)")
    }
    return ReportRequest(format: format, path: "\(path[..<dot])-\(number)\(path[dot...])")
  }
}

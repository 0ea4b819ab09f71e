package import CIModel
package import Expressions

/// The content of `.ci.yml`, checked and with every default filled in.
package struct Pipeline: Hashable, Sendable {
  /// Variables for every step, in the order in which they were written.
  package var environment: [EnvironmentVariable] = []
  /// Files of variables for every step.
  package var dotenv: [DotenvSource] = []
  /// Variables whose values must not be shown.
  package var secrets: [Secret] = []
  /// Maximum size of the stored results in bytes; `nil` is the runner's default.
  package var cacheSize: Int?
  /// A server that also stores results.
  package var remoteCache: RemoteCache?
  /// Maximum number of steps to run at once; `nil` is one for each processor.
  package var jobs: Int?
  /// Whether no further step starts after the first failure.
  package var failFast = false
  /// The time between the signals that end a step early; `nil` is the launcher's default.
  package var interruptGrace: Duration?
  package var terminateGrace: Duration?
  /// In the order in which they were written.
  package var steps: [PipelineStep] = []
  /// Whether the file lists no steps, so that they are the standard ones.
  package var hasStandardSteps = false
  package var tests = TestPolicy()
  package var warnings = WarningPolicy()
  package var coverage = CoveragePolicy()
  /// Sorted by id; contains default rules only when the file names them.
  package var rules: [RuleSettings] = []
  /// Conditions for all rules, including the default rules.
  package var ruleConditions = RuleConditions()
  /// Examples for all rules; the examples of a single rule are in its settings.
  package var ruleCases: [RuleCase] = []
  /// Whether the file has a `rules` section, so that a missing merge base is an error.
  package var asksForRules = false
  package var reports: [ReportRequest] = []

  package init() {}

  /// All ids written under `steps:`, in order and without duplicates.
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
  /// Whether the file may be missing.
  package var isOptional: Bool

  package init(_ path: String, isOptional: Bool = false) {
    self.path = path
    self.isOptional = isOptional
  }
}

/// A variable whose value is masked wherever it is printed or written.
package struct Secret: Hashable, Sendable {
  package var name: String
  /// Whether the value is written to a file, whose path becomes the value of the variable.
  package var isFile: Bool

  package init(_ name: String, isFile: Bool = false) {
    self.name = name
    self.isFile = isFile
  }
}

/// The output files of a step that are kept for users and CI services.
package struct Artifacts: Hashable, Sendable {
  /// Relative to the repository root.
  package var globs: [String]
  package var condition: StepCondition
  /// Artifacts that a CI service can read, with the name of their format (`junit`), sorted by
  /// format.
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
  /// The id as written; all cells of a matrix share it.
  package var group: String
  /// The step's combination of values; `nil` when it has no matrix.
  package var cell: MatrixCell?
  package var action: StepAction
  /// Ids of the steps that must pass first, written or implied (`swift-test` needs `swift-build`).
  package var needs: [String] = []
  package var environment: [EnvironmentVariable] = []
  package var dotenv: [DotenvSource] = []
  /// The secrets that this step receives.
  package var secrets: [String] = []
  package var artifacts: Artifacts?
  /// Globs of the files that the step depends on; `nil` when it names none, and always runs.
  package var inputs: [String]?
  /// Globs of the files that it produces.
  package var outputs: [String]?
  /// Relative to the repository root; `nil` is the root itself.
  package var directory: String?
  package var shell = Shell.bash
  /// Time limit of the whole step, including retries.
  package var timeout: Duration?
  /// How long the step may print nothing.
  package var idleTimeout: Duration?
  package var condition = StepCondition.success
  /// `if` and `changed`: the step is skipped unless all of them hold.
  package var guards: [Condition] = []
  package var retry = RetryPolicy()
  /// Whether it runs after all others because of its condition; `needs` then contains them all.
  package var runsLast = false
  /// Steps that share a lock never run at the same time.
  package var locks: [String] = []
  /// Whether the step gets the terminal and standard input; no other step runs at the same time.
  package var isInteractive = false
  /// Whether background processes may outlive the step, until the end of the run.
  package var detaches = false
  /// The failures that count as warnings.
  package var allowFailure = AllowFailure.never

  package init(id: String, action: StepAction) {
    self.id = id
    self.group = id
    self.action = action
  }
}

/// A server that stores results for all machines.
package struct RemoteCache: Hashable, Sendable {
  /// The address; may contain `${env.NAME}`.
  package var url: String
  /// The environment variable with the value of the `Authorization` header.
  package var token: String?
  package var mode = Mode.automatic

  package enum Mode: String, Hashable, Sendable, CaseIterable {
    /// CI writes, except for pull requests; everyone reads.
    case automatic = "auto"
    case read
    /// Everyone writes, except for pull requests.
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

/// The outcome of the needed steps after which a step runs.
package enum StepCondition: String, Hashable, Sendable, CaseIterable {
  /// All needed steps passed.
  case success
  /// All needed steps have ended, and at least one failed.
  case failure
  /// All needed steps have ended, with any outcome.
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

  /// Patterns of the files of the report, relative to the repository root: a page may be a folder.
  package var globs: [String] {
    path.map(PathGlob.escaped).map { [$0, "\($0)/**"] } ?? []
  }

  /// The request for one of several files: `out/coverage-2.xml`; number 1 has the requested name.
  package func part(_ number: Int) -> ReportRequest {
    guard number > 1, let path else { return self }
    let name = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    guard let dot = path[name...].lastIndex(of: "."), dot > name else {
      return ReportRequest(format: format, path: "\(path)-\(number)")
    }
    return ReportRequest(format: format, path: "\(path[..<dot])-\(number)\(path[dot...])")
  }
}

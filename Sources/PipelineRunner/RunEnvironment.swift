package import CIModel
import FileSystem
package import PipelineConfig
package import ProcessExecution
package import RuleExecution
package import SwiftPackage

/// The environment of a run: process launchers, toolchain, variables and folders.
package struct RunEnvironment: Sendable {
  package var launcher: ProcessLauncher
  /// Launches the processes that may still run after a cancellation, such as cleanup steps; only a
  /// second cancellation request ends them.
  package var cleanupLauncher: ProcessLauncher
  package var cancellation: Cancellation
  /// `nil` when nothing in the plan needs it, or when it was not found.
  package var toolchain: Toolchain?
  /// For steps: the variables devtool was started with, plus those of the `dotenv` files.
  package var variables: [String: String]
  /// For git and the programs of rules: the variables devtool was started with, without any that a
  /// change could set.
  package var ownVariables: [String: String]
  /// The source of the files that decide about the change, such as the configuration.
  package var policy: PolicySource
  /// Where `.ci.yml` or `Package.swift` is and where steps run; absolute.
  package var root: String
  /// Paths in the record are relative to it; absolute.
  package var repositoryRoot: String
  /// The facts that conditions can query besides the change and the pull request.
  package var surroundings = Surroundings()
  /// Whether a CI service started the run, which then builds a commit without uncommitted changes.
  package var isCI = false
  /// Whether the run is for a pull request, which anybody may have sent.
  package var isPullRequest = false

  package init(
    launcher: ProcessLauncher, cleanupLauncher: ProcessLauncher? = nil,
    cancellation: Cancellation, variables: [String: String],
    ownVariables: [String: String]? = nil, root: String, repositoryRoot: String,
    policy: PolicySource? = nil
  ) {
    self.launcher = launcher
    self.cleanupLauncher = cleanupLauncher ?? launcher
    self.cancellation = cancellation
    self.variables = variables
    self.ownVariables = ownVariables ?? variables
    self.policy =
      policy
      ?? .checkout(repositoryRoot: repositoryRoot, environment: ownVariables ?? variables)
    self.root = root
    self.repositoryRoot = repositoryRoot
  }

  /// The kind of machine, which separates cached results: `linux x86_64`.
  var machine: String { "\(surroundings.os) \(surroundings.architecture)" }

  /// The folder where git runs: the top of the checkout when a trusted commit is used, else the
  /// folder where the pipeline runs.
  package var gitFolder: String { policy.commit == nil ? root : repositoryRoot }

  /// Remembers the quarantine, ratchet and baseline files as the job made them, so that no step can
  /// change them.
  package mutating func keepJobFiles(of pipeline: Pipeline) {
    let paths = [
      pipeline.tests.quarantine, pipeline.coverage.ratchet?.file,
      pipeline.coverage.noDrop?.baseline,
    ]
    policy.keepJobFiles(paths.compactMap { $0.map { "\(root)/\($0)" } })
  }

  /// Makes a path that is absolute or relative to a folder relative to the repository root.
  /// - Parameter prefix: The folder relative to the repository root, with a trailing `/`.
  func pathInRepository(_ path: String, prefix: String) -> String {
    path.hasPrefix("/") ? path.relative(to: repositoryRoot) : prefix + path
  }

  /// The path of a folder relative to the repository root, with a trailing `/`; or empty.
  func prefix(of folder: String) -> String {
    folder.path(below: repositoryRoot).map { $0 + "/" } ?? ""
  }
}

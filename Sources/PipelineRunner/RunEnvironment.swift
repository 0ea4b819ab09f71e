package import CIModel
import FileSystem
package import PipelineConfig
package import ProcessExecution
package import RuleExecution
package import SwiftPackage

/// Where a run takes place: what starts its processes, what these find, and where its files lie.
package struct RunEnvironment: Sendable {
  package var launcher: ProcessLauncher
  /// Starts what still runs after a cancellation; only a second request ends that.
  package var cleanupLauncher: ProcessLauncher
  package var cancellation: Cancellation
  /// `nil` when nothing in the plan needs it, or when it was not found.
  package var toolchain: Toolchain?
  /// For steps: the variables devtool was started with, and what the files of `dotenv` add.
  package var variables: [String: String]
  /// For git and for programs of rules: the variables devtool was started with, which nothing that a
  /// change can write may steer.
  package var ownVariables: [String: String]
  /// Where the files come from that decide.
  package var policy: PolicySource
  /// Where `.ci.yml` or `Package.swift` is and where steps run; absolute.
  package var root: String
  /// Paths in the record are relative to it; absolute.
  package var repositoryRoot: String
  /// What conditions may ask beside the change and the pull request.
  package var surroundings = Surroundings()
  /// Whether a CI service started the run: what is built there is a commit.
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

  /// What tells results of one kind of machine from those of another: `linux x86_64`.
  var machine: String { "\(surroundings.os) \(surroundings.architecture)" }

  /// Where git is asked: the top of the checkout that the trusted commit belongs to, else where the
  /// pipeline runs.
  package var gitFolder: String { policy.commit == nil ? root : repositoryRoot }

  /// Remembers what the job made of the files that decide about tests and coverage, so that no step can
  /// change them.
  package mutating func keepJobFiles(of pipeline: Pipeline) {
    let paths = [
      pipeline.tests.quarantine, pipeline.coverage.ratchet?.file,
      pipeline.coverage.noDrop?.baseline,
    ]
    policy.keepJobFiles(paths.compactMap { $0.map { "\(root)/\($0)" } })
  }

  /// A path relative to the repository root, of one that is absolute or relative to a folder.
  /// - Parameter prefix: Of that folder.
  func pathInRepository(_ path: String, prefix: String) -> String {
    path.hasPrefix("/") ? path.relative(to: repositoryRoot) : prefix + path
  }

  /// A folder relative to the repository root, with a `/` behind it; empty when it is that root.
  func prefix(of folder: String) -> String {
    folder.path(below: repositoryRoot).map { $0 + "/" } ?? ""
  }
}

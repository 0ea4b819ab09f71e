package import CIModel
package import GitHistory
package import LocalState
package import ProcessExecution
package import RuleExecution
package import RunEvents
package import RunStorage
import SecretMasking
package import StepCache
package import SwiftPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a run needs from outside.
package struct RunContext: Sendable {
  package var launcher: ProcessLauncher
  /// Starts what still runs after a cancellation; it heeds the second request only.
  package var cleanupLauncher: ProcessLauncher
  package var cancellation: Cancellation
  package var toolchain: Toolchain?
  /// The environment devtool was started with, and what the files of `dotenv` add: for steps.
  package var environment: [String: String]
  /// The environment devtool was started with: for git and for programs of rules, which nothing that a
  /// change can write may steer.
  package let ownEnvironment: [String: String]
  /// Where the files come from that decide.
  package var policy: PolicySource
  /// Where `.ci.yml` or `Package.swift` is and where steps run; absolute.
  package var root: String
  /// Paths in the record are relative to it; absolute.
  package var repositoryRoot: String
  package var directory: RunDirectory
  /// Where runs and results are kept, and what is believed of them.
  package var state: StateFolder
  package var observer: RunObserver
  /// Whether a CI service started the run: what is built there is a commit.
  package var isCI = false
  /// Whether the pipeline is the default one, whose steps were not asked for.
  package var isDefaultPipeline: Bool
  /// When the run began: seconds and nanoseconds since 1970.
  package let startedAt: (seconds: Int, nanoseconds: Int)
  /// What conditions may ask beside the change and the pull request.
  package var surroundings = Surroundings()
  /// Notes what takes how long; `nil` when that was not asked for.
  package var trace: TraceRecorder?
  /// How the output of steps that run at once is kept apart.
  package var output = OutputMode.grouped
  /// What to do with the results of earlier runs.
  package var cacheMode = CacheMode.readWrite
  /// Both ends of the change that the run is about; `nil` where none were given.
  package var base: BaseRequest?
  /// Whether build folders are kept for later runs; else they are only used.
  package var savesBuilds = false
  /// Whether the run is for a pull request, which anybody may have sent.
  package var isPullRequest = false
  /// Hides what is secret in everything that is shown or written; `nil` when nothing is.
  var mask: SecretMask? { knownSecrets.mask }
  /// Shared by the steps of the run.
  let knownSecrets = KnownSecrets()
  /// Every variable that the pipeline calls a secret.
  var secretNames: Set<String> = []
  /// Secrets that only the steps get that name them.
  var reservedSecrets: Set<String> = []
  /// When the builds of the run began.
  let buildStarts = BuildStarts()
  /// What is written down for later runs.
  package let bookkeeping = Bookkeeping()
  /// What the steps that have ended left for later ones.
  var outputs = StepOutputs()
  /// Where steps write it.
  let outputFiles: OutputFiles

  package init(
    launcher: ProcessLauncher, cleanupLauncher: ProcessLauncher? = nil,
    cancellation: Cancellation, toolchain: Toolchain?,
    environment: [String: String], ownEnvironment: [String: String]? = nil, root: String,
    repositoryRoot: String, directory: RunDirectory, state: StateFolder? = nil,
    observer: RunObserver, policy: PolicySource? = nil, isDefaultPipeline: Bool
  ) {
    self.launcher = launcher
    self.cleanupLauncher = cleanupLauncher ?? launcher
    self.cancellation = cancellation
    self.toolchain = toolchain
    self.environment = environment
    self.ownEnvironment = ownEnvironment ?? environment
    self.policy =
      policy
      ?? .checkout(repositoryRoot: repositoryRoot, environment: ownEnvironment ?? environment)
    self.root = root
    self.repositoryRoot = repositoryRoot
    self.directory = directory
    self.state = state ?? StateFolder(root: root, key: nil)
    outputFiles = OutputFiles(in: directory)
    self.observer = observer
    self.isDefaultPipeline = isDefaultPipeline
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    startedAt = (Int(now.tv_sec), Int(now.tv_nsec))
  }

  /// Where git is asked: the top of the checkout that the trusted commit belongs to, else where the
  /// pipeline runs.
  package var gitFolder: String { policy.commit == nil ? root : repositoryRoot }

  /// A path relative to the repository root, of one that is absolute or relative to a folder.
  /// - Parameter prefix: Of that folder.
  func pathInRepository(_ path: String, prefix: String) -> String {
    guard path.hasPrefix("/") else { return prefix + path }
    return path.hasPrefix(repositoryRoot + "/")
      ? String(path.dropFirst(repositoryRoot.count + 1)) : path
  }

  /// A folder relative to the repository root, with a `/` behind it; empty when it is that root.
  func prefix(of folder: String) -> String {
    guard folder.hasPrefix(repositoryRoot + "/") else { return "" }
    return String(folder.dropFirst(repositoryRoot.count + 1)) + "/"
  }
}

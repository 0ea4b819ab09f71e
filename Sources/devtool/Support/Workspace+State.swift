import CIModel
import CIServices
import FileSystem
import GitHistory
import LocalState
import PipelineConfig
import PipelineRunner
import ProcessExecution
import RunStorage
import TerminalUI
import TestExecution

extension Workspace {
  /// The variable that `currentEnvironment` leaves out: only a devtool that is a child may get it.
  static var stateKeyVariable: [String: String] {
    OwnEnvironment.cacheKey.map { [OwnEnvironment.cacheKeyVariable: $0] } ?? [:]
  }

  /// A file from the command line.
  ///
  /// - Parameter path: Relative to the working directory.
  func file(_ path: String) -> CheckoutFile {
    CheckoutFile(Workspace.absolute(path), root: root, checkout: repositoryRoot)
  }

  /// Opens `.devtool`, before anything below it is read or written.
  ///
  /// - Parameters:
  ///   - environment: The environment of devtool.
  ///   - makesKey: Whether the command will keep something there.
  /// - Throws: `CommandFailure` if it is a link, tracked by git or owned by somebody else.
  func openState(
    _ environment: [String: String], makesKey: Bool = false
  ) throws(CommandFailure) -> StateFolder {
    let environment = environment.merging(Workspace.stateKeyVariable) { $1 }
    do throws(StateFolder.Refusal) {
      return try StateFolder.open(
        root: root, repositoryRoot: repositoryRoot, environment: environment,
        isCI: CIEnvironment.detect(environment).name != nil, makesKey: makesKey)
    } catch {
      throw CommandFailure(.missingInput, error.description, help: error.help)
    }
  }

  /// The facts about this machine and CI job that conditions can use.
  func surroundings(_ ci: CIEnvironment, _ environment: [String: String]) -> Surroundings {
    var surroundings = Surroundings(
      service: ci.name, event: ci.event(environment), os: Surroundings.currentOS,
      architecture: Surroundings.currentArchitecture,
      branch: ci.headBranch ?? GitRepository.checkedOutBranch(in: repositoryRoot),
      environment: environment)
    surroundings.now = Timestamp(secondsSinceEpoch: secondsSince1970())
    return surroundings
  }

  /// Opens the quarantine file that `.ci.yml` names.
  static func quarantine<Value>(
    _ config: ConfigOptions, _ body: (QuarantineFile) throws -> Value
  ) throws -> Value {
    let found = try find(config: config.config)
    do {
      return try body(
        QuarantineFile(
          found.loadPipeline().tests, root: found.root,
          checkout: found.repositoryRoot, on: .now(),
          refusal: ReadablePath(root: found.repositoryRoot).refusal))
    } catch let problem as QuarantineFile.Problem {
      throw CommandFailure(problem.exitCode, problem.message, help: problem.help)
    }
  }
}

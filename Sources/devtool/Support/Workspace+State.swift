import CIModel
import CIServices
import FileSystem
import LocalState
import PipelineRunner
import ProcessExecution
import TerminalUI

extension Workspace {
  /// What `currentEnvironment` leaves out, since no child may get it but devtool itself.
  static var stateKeyVariable: [String: String] {
    OwnEnvironment.cacheKey.map { [OwnEnvironment.cacheKeyVariable: $0] } ?? [:]
  }

  /// A file that a person named on the command line.
  ///
  /// - Parameter path: Relative to the working directory.
  func file(_ path: String) -> CheckoutFile {
    CheckoutFile(Workspace.absolute(path), root: root, checkout: repositoryRoot)
  }

  /// Opens `.devtool`, before anything below it is read or written.
  ///
  /// - Parameters:
  ///   - environment: What devtool was started with.
  ///   - makesKey: Whether something is going to be kept there.
  /// - Throws: `CommandFailure` when it is not ours: a link, tracked by git, somebody else's.
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
}

import CIModel
import FileSystem
package import GitHistory
package import LocalState
import RunStorage

/// The package that tests are recorded or chosen for: where it lies, how it was built and run, and which
/// part of the history is its own.
package struct ByTestScope: Sendable {
  /// Of the record in the history: the package and how it was built.
  package var name: String
  /// The compiler and the machine; a record of another one is not used.
  package var toolchain: String
  /// What the step says as far as the results of its tests depend on it.
  package var configuration: String
  package var runID: String
  /// When the run began, as ISO 8601.
  package var measuredAt: String
  /// Absolute.
  package var packageRoot: String
  /// Paths are relative to it; absolute.
  package var repositoryRoot: String
  /// For git.
  package var variables: [String: String]
  package var state: StateFolder
  /// Both ends of the change that tests are chosen by.
  package var base: BaseRequest
  /// Globs of files that no test reads.
  package var unread: [String]

  package init(
    name: String, toolchain: String, configuration: String, runID: String, measuredAt: String,
    packageRoot: String, repositoryRoot: String, variables: [String: String], state: StateFolder,
    base: BaseRequest, unread: [String]
  ) {
    self.name = name
    self.toolchain = toolchain
    self.configuration = configuration
    self.runID = runID
    self.measuredAt = measuredAt
    self.packageRoot = packageRoot
    self.repositoryRoot = repositoryRoot
    self.variables = variables
    self.state = state
    self.base = base
    self.unread = unread
  }

  /// `nil` when the history is not ours, and none can be begun.
  var history: TestLinesHistory? {
    state.ownsHistory(claims: true) ? TestLinesHistory(path: state.historyPath) : nil
  }

  /// Of the package, relative to the repository root, with a `/` behind it; empty when it is that root.
  var prefix: String { packageRoot.path(below: repositoryRoot).map { $0 + "/" } ?? "" }

  var origin: TestLines.Origin {
    TestLines.Origin(
      runID: runID, measuredAt: measuredAt, toolchain: toolchain, configuration: configuration)
  }
}

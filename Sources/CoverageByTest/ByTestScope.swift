import CIModel
import FileSystem
package import GitHistory
package import LocalState
import RunStorage

/// The package whose tests are recorded or selected: its location, its build and test settings, and
/// the name of its record in the history.
package struct ByTestScope: Sendable {
  /// The name of the record in the history: the package and its build settings.
  package var name: String
  /// The compiler and the machine; a record with other ones is not used.
  package var toolchain: String
  /// The settings of the step that affect the results of its tests.
  package var configuration: String
  package var runID: String
  /// The start of the run in ISO 8601.
  package var measuredAt: String
  /// The absolute root of the package.
  package var packageRoot: String
  /// The absolute root of the repository; paths are relative to it.
  package var repositoryRoot: String
  /// The environment variables for git.
  package var variables: [String: String]
  package var state: StateFolder
  /// The base and head by which tests are selected.
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

  /// The history of recorded lines; `nil` when it has no valid seal of this devtool, and none can
  /// be created.
  var history: TestLinesHistory? {
    state.ownsHistory(claims: true) ? TestLinesHistory(path: state.historyPath) : nil
  }

  /// The path of the package relative to the repository root with a trailing `/`; empty at the
  /// root.
  var prefix: String { packageRoot.path(below: repositoryRoot).map { $0 + "/" } ?? "" }

  var origin: TestLines.Origin {
    TestLines.Origin(
      runID: runID, measuredAt: measuredAt, toolchain: toolchain, configuration: configuration)
  }
}

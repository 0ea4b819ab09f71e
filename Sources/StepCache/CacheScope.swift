package import LocalState
package import ProcessExecution
package import SwiftPackage

/// The run that uses the caches.
package struct CacheScope: Sendable {
  /// The absolute path of the folder that contains `.ci.yml` or `Package.swift`.
  package var root: String
  /// The absolute path of the top of the checkout.
  package var repositoryRoot: String
  /// The folder that results are stored in, and the key that seals them.
  package var state: StateFolder
  package var mode: CacheMode
  /// The id of the run, which is stored with its results.
  package var runID: String
  /// The operating system and the architecture: `linux x86_64`.
  package var machine: String
  package var toolchain: Toolchain?
  /// The environment that devtool was started with, plus the variables of `dotenv` files.
  package var environment: [String: String]
  package var cancellation: Cancellation
  /// Whether build folders are stored for later runs; otherwise they are only restored.
  package var savesBuilds: Bool

  package init(
    root: String, repositoryRoot: String, state: StateFolder, mode: CacheMode, runID: String,
    machine: String, toolchain: Toolchain?, environment: [String: String],
    cancellation: Cancellation, savesBuilds: Bool
  ) {
    self.root = root
    self.repositoryRoot = repositoryRoot
    self.state = state
    self.mode = mode
    self.runID = runID
    self.machine = machine
    self.toolchain = toolchain
    self.environment = environment
    self.cancellation = cancellation
    self.savesBuilds = savesBuilds
  }
}

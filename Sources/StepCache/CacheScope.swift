package import LocalState
package import ProcessExecution
package import SwiftPackage

/// What the caches know of the run that uses them.
package struct CacheScope: Sendable {
  /// Where `.ci.yml` or `Package.swift` is; absolute.
  package var root: String
  /// The top of the checkout; absolute.
  package var repositoryRoot: String
  /// Where results are kept, and what proves that they are our own.
  package var state: StateFolder
  package var mode: CacheMode
  /// Names the run in what it keeps.
  package var runID: String
  /// The operating system and the architecture: `linux x86_64`.
  package var machine: String
  package var toolchain: Toolchain?
  /// The environment devtool was started with, and what the files of `dotenv` add.
  package var environment: [String: String]
  package var cancellation: Cancellation
  /// Whether build folders are kept for later runs; else they are only used.
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

package import CIModel
import FileSystem
package import LogParsing
package import ProcessExecution

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The external dependencies of a test run.
package struct TestExecutionContext: Sendable {
  package var launcher: ProcessLauncher
  /// Launches processes that must run after a cancellation; `nil` launches none then.
  package var cleanupLauncher: ProcessLauncher?
  /// The complete environment of the processes.
  package var environment: [String: String]
  /// The absolute path of the package root, in which the tests run as under `swift test`.
  package var directory: String
  /// An absolute path; paths in results are made relative to it.
  package var repositoryRoot: String
  /// The absolute path of an existing folder for event streams.
  package var scratchDirectory: String
  /// The absolute path of an existing folder for `.profraw` files; `nil` measures no coverage.
  package var profileDirectory: String?
  /// The version of the event stream: `0` or, from Swift 6.3 on, `6.3`.
  package var eventStreamVersion: String
  package var customWarnings: [WarningPolicy.Custom]
  /// When the step's time limit is reached.
  package var deadline: SuspendingClock.Instant?
  /// Receives all output of the test processes as it arrives.
  package var onOutput: @Sendable (UnsafeRawBufferPointer) -> Void
  /// Receives the start and end of tests, and fatal errors; calls come from several threads.
  package var onEvent: @Sendable (LogEvent) -> Void
  /// Receivers of notes, of the progress of trials and of attachments, and the origin of times.
  package var aside = Aside()
  /// The grace periods between the signals that end a process whose test hangs; `nil` uses those of
  /// the launcher.
  package var grace: Grace?
  /// Is called around every launch of the product.
  package var hook = TestLaunchHook.none

  package struct Aside: Sendable {
    /// Receives a line for the reader while the tests run, such as a note about a slow test.
    package var onNote: @Sendable (String) -> Void = { _ in }
    /// Is called when a finished test runs again to find out why it failed, and when that run ends.
    package var onTrial: @Sendable (_ id: String, _ isStart: Bool) -> Void = { _, _ in }
    /// Stores the attachments of tests; `nil` stores none.
    package var attachments: AttachmentKeeper?
    /// When the step began, which the times of the tests are relative to; `nil` uses the start of
    /// the test run.
    package var stepStartedAt: SuspendingClock.Instant?
  }

  /// The same as `aside.onNote`.
  package var onNote: @Sendable (String) -> Void {
    get { aside.onNote }
    set { aside.onNote = newValue }
  }

  /// The same as `aside.attachments`.
  package var attachments: AttachmentKeeper? {
    get { aside.attachments }
    set { aside.attachments = newValue }
  }

  package init(
    launcher: ProcessLauncher, environment: [String: String], directory: String,
    repositoryRoot: String, scratchDirectory: String, profileDirectory: String?,
    eventStreamVersion: String, customWarnings: [WarningPolicy.Custom],
    deadline: SuspendingClock.Instant?,
    onOutput: @escaping @Sendable (UnsafeRawBufferPointer) -> Void,
    onEvent: @escaping @Sendable (LogEvent) -> Void
  ) {
    self.launcher = launcher
    self.environment = environment
    self.directory = directory
    self.repositoryRoot = repositoryRoot
    self.scratchDirectory = scratchDirectory
    self.profileDirectory = profileDirectory
    self.eventStreamVersion = eventStreamVersion
    self.customWarnings = customWarnings
    self.deadline = deadline
    self.onOutput = onOutput
    self.onEvent = onEvent
  }

  /// The event stream version that a toolchain of this version writes.
  package static func eventStreamVersion(toolchain version: String) -> String {
    let parts = version.split(separator: ".").prefix(2).map { Int($0) ?? 0 }
    guard parts.count == 2 else { return "0" }
    return (parts[0], parts[1]) >= (6, 3) ? "6.3" : "0"
  }

  /// Whether a process wrote the profile of this name; `true` when no coverage is measured.
  func hasProfile(named name: String) -> Bool {
    guard let profileDirectory else { return true }
    return folderContents(profileDirectory).contains { file in
      file.hasPrefix("\(name)-")
        && FileStatus("\(profileDirectory)/\(file)").map { $0.size > 0 } ?? false
    }
  }

  var remainingTime: Duration? {
    deadline.map { max(.zero, $0 - SuspendingClock.now) }
  }

  /// The environment of a test process. Like SwiftPM, it switches colours off.
  /// - Parameter worker: The index of the worker, from 0; tests can derive a port from it.
  func testEnvironment(profileName: String, worker: Int) -> [String: String] {
    var environment = environment
    environment["NO_COLOR"] = "1"
    environment["DEVTOOL_WORKER"] = "\(worker)"
    // If an instrumented parent passed it on, the child would not create its own files.
    environment["__LLVM_PROFILE_RT_INIT_ONCE"] = nil
    if let profileDirectory {
      // One file per process, because tests may start the package's own executables.
      environment["LLVM_PROFILE_FILE"] = "\(profileDirectory)/\(profileName)-%p.profraw"
    } else if environment["LLVM_PROFILE_FILE"] == nil {
      // A product built for coverage would write into the checkout.
      environment["LLVM_PROFILE_FILE"] = "/dev/null"
    }
    return environment
  }
}

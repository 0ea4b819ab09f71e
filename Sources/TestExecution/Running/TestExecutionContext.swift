package import CIModel
import FileSystem
package import LogParsing
package import ProcessExecution

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a test run needs from outside.
package struct TestExecutionContext: Sendable {
  package var launcher: ProcessLauncher
  /// Starts what has to run although the run was cancelled; `nil` starts nothing then.
  package var cleanupLauncher: ProcessLauncher?
  /// Complete.
  package var environment: [String: String]
  /// The package root, in which the tests run as under `swift test`; absolute.
  package var directory: String
  /// Paths in results are made relative to it; absolute.
  package var repositoryRoot: String
  /// An existing folder for event streams; absolute.
  package var scratchDirectory: String
  /// An existing folder for `.profraw` files; `nil` measures no coverage.
  package var profileDirectory: String?
  /// `0` or, from Swift 6.3 on, `6.3`.
  package var eventStreamVersion: String
  package var customWarnings: [WarningPolicy.Custom]
  /// When the step's time is up.
  package var deadline: SuspendingClock.Instant?
  /// Everything that the test processes print, as it arrives.
  package var onOutput: @Sendable (UnsafeRawBufferPointer) -> Void
  /// Tests that start and end, and what kills a process; calls come from several threads.
  package var onEvent: @Sendable (LogEvent) -> Void
  /// Where the progress of trials goes, where attachments are kept, and where time begins.
  package var aside = Aside()
  /// Between the signals that end a process whose test hangs; `nil` takes the launcher's own.
  package var grace: Grace?
  /// Comes between us and every start of the product.
  package var hook = TestLaunchHook.none

  package struct Aside: Sendable {
    /// What the reader should know while the tests run, such as a test that takes long: a line.
    package var onNote: @Sendable (String) -> Void = { _ in }
    /// A test that has its result starts to run again, to see why it failed, or has done so.
    package var onTrial: @Sendable (_ id: String, _ isStart: Bool) -> Void = { _, _ in }
    /// Takes what tests attach; `nil` keeps none of it.
    package var attachments: AttachmentKeeper?
    /// When the step began, which the times of the tests count from; `nil` takes the start of the test run.
    package var stepStartedAt: SuspendingClock.Instant?
  }

  /// As in `aside`.
  package var onNote: @Sendable (String) -> Void {
    get { aside.onNote }
    set { aside.onNote = newValue }
  }

  /// As in `aside`.
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

  /// Whether a process wrote the profile of this name; `true` when none is wanted.
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

  /// The environment of a test process. SwiftPM, too, switches colours off.
  /// - Parameter worker: Which of the workers it is, from 0; tests can choose a port by it.
  func testEnvironment(profileName: String, worker: Int) -> [String: String] {
    var environment = environment
    environment["NO_COLOR"] = "1"
    environment["DEVTOOL_WORKER"] = "\(worker)"
    // Handed on by an instrumented parent, it would keep the child from making its own files.
    environment["__LLVM_PROFILE_RT_INIT_ONCE"] = nil
    if let profileDirectory {
      // One file a process: tests may start the package's own executables.
      environment["LLVM_PROFILE_FILE"] = "\(profileDirectory)/\(profileName)-%p.profraw"
    } else if environment["LLVM_PROFILE_FILE"] == nil {
      // A product that was built for coverage would write into the checkout.
      environment["LLVM_PROFILE_FILE"] = "/dev/null"
    }
    return environment
  }
}

import CIModel
import FileSystem
import LogParsing
import ProcessExecution
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs one process of the test product from start to end.
struct TestProcess {
  /// The result of one process.
  struct Ending: Sendable {
    /// The facts of its console output.
    var facts: LogFacts
    /// The facts of its event stream; `nil` for XCTest.
    var stream: LogFacts?
    var termination: Termination
    /// Why it was asked to end; `nil` when it was not.
    var stopReason: RunningJob.StopReason?
    /// The XCTest that ended last, if XCTest printed nothing more after it; the printed name.
    var lastEnded: String?
    /// The class of XCTest that had started, and none of its tests; the printed name.
    var startingClass: String?
    /// Remarks of the launcher: each a sentence.
    var notices: [String]
    /// Why the result is incomplete: each a lowercase fragment.
    var problems: [String] = []
    /// Where the process hung when it was ended because of a test.
    var hang: Hang?
    /// The output of its only test, for Swift Testing; empty when it ran several tests.
    var ownOutput = ""
    /// Whether it wrote its coverage profile, or none was requested.
    var wroteProfile = true
    /// The end of the output, for a process that did not exit with 0.
    var lastOutput: [UInt8] = []
    /// The number of attachments that were dropped without being listed, because there were too
    /// many.
    var attachmentsLeftOut = 0

    init(facts: LogFacts, termination: Termination, notices: [String]) {
      self.facts = facts
      self.termination = termination
      self.notices = notices
    }
  }

  /// The activity of a process when a test exceeded its time limit.
  struct Hang: Hashable, Sendable {
    /// A lowercase fragment that describes the problem.
    var what = ""
    /// One stack for each thread with a frame in the package, the main thread's first.
    var stacks: [Stack] = []
    /// The text that is shown instead when there is no stack.
    var reason = ""
    /// Whether the process wrote its coverage profile before it was ended.
    var wroteProfile = false
    /// The stacks of all threads as the debugger printed them.
    var log = ""

    struct Stack: Hashable, Sendable {
      /// One line per frame, the innermost first.
      var lines: [String]
      /// The file of the first frame in the package, relative to the repository root.
      var file: String?
      /// 1-based.
      var line: Int?

      /// - Parameter function: The function of a test: `testAdd`, `add()`.
      func leads(to function: String) -> Bool {
        let name = "." + function.prefix { $0 != "(" } + "("
        return lines.contains { $0.contains(name) }
      }
    }

    /// Creates the issue of a test. A stack that does not lead to the test is used only if no other
    /// test was running.
    func issue(of function: String?, isAlone: Bool) -> TestIssue {
      let own = function.flatMap { name in stacks.first { $0.leads(to: name) } }
      if let stack = own ?? (isAlone ? stacks.first : nil) {
        return TestIssue(
          "\(what), in\n" + stack.lines.map { "  \($0)" }.joined(separator: "\n"), file: stack.file,
          line: stack.line, severity: .error)
      }
      let rest =
        !stacks.isEmpty
        ? "; it is waiting, and no thread is running it" : reason.isEmpty ? "" : ", in\n  \(reason)"
      return TestIssue(what + rest, file: nil, line: nil, severity: .error)
    }
  }

  /// How long output is gathered: small tests print two lines per millisecond, and reading each at
  /// once would cost as much as the tests.
  private static let gatheringTime = Duration.milliseconds(5)

  let product: TestProduct
  let context: TestExecutionContext
  let relay: OutputRelay
  let classes: XCTestClasses
  /// Called when a test has ended, with its outcome and its duration.
  let onTestEnded: @Sendable (_ id: String, TestOutcome, _ seconds: Double?) -> Void

  /// Runs the tests of a job; blocks until the process has ended.
  func run(_ running: RunningJob) throws(TestExecutionError) -> Ending {
    // A test that hangs does not report its end.
    defer {
      if running.job.isTrial {
        for test in running.job.tests { context.aside.onTrial(test.id.text, false) }
      }
    }
    switch running.job.framework {
    case .swiftTesting:
      return try runSwiftTesting(running)
    case .xctest, .other:
      var ending = try runXCTest(running)
      keepSnapshots(&ending.facts.tests, running, &ending.attachmentsLeftOut)
      return ending
    }
  }

  // MARK: Attachments

  /// The keeper of attachments; `nil` for processes whose results are not shown.
  private func keeper(_ running: RunningJob) -> AttachmentKeeper? {
    switch running.job.purpose {
    case .run, .narrow, .retry, .alone: context.attachments
    case .list, .company, .coverage: nil
    }
  }

  private func keepSnapshots(_ tests: inout [TestCase], _ running: RunningJob, _ leftOut: inout Int)
  {
    guard let keeper = keeper(running) else { return }
    let files = SnapshotFiles(
      checkout: context.repositoryRoot, temporaryFolder: context.environment["TMPDIR"],
      keeper: keeper)
    leftOut += files.keep(for: &tests)
  }

  /// The receiver of test events: those of a trial are not part of the run's own tests.
  private func teller(_ running: RunningJob) -> @Sendable (LogEvent) -> Void {
    guard running.job.isTrial else { return context.onEvent }
    return { [onTrial = context.aside.onTrial] event in
      switch event {
      case .testStarted(let id, _): onTrial(id, true)
      case .testEnded(let id, _, _, _, _): onTrial(id, false)
      default: break
      }
    }
  }

  // MARK: XCTest

  private func runXCTest(_ running: RunningJob) throws(TestExecutionError) -> Ending {
    let tests = running.job.tests
    let list = running.job.isWhole ? [] : [classes.argument(for: tests)]
    let ids = Dictionary(
      tests.map { ($0.id.printedByXCTest, $0.id.text) }, uniquingKeysWith: { first, _ in first })
    let tell = teller(running)
    let onTestEnded = onTestEnded
    var startingClass: String?
    var ending = try launch(running, arguments: list) { event, line in
      switch event {
      // While a test runs, the line is its output.
      case .suiteStarted(let name, .xctest) where running.isIdle: startingClass = name
      case .suiteEnded: startingClass = nil
      case .testStarted(let name, .xctest):
        startingClass = nil
        guard let id = ids[name] else { return }
        running.started(id, at: XCTestClock.start(line), seenAt: SuspendingClock.now)
        tell(.testStarted(name: id, .xctest))
      case .testEnded(let name, .xctest, let outcome, let seconds, _):
        guard let id = ids[name] else { return }
        running.ended(id, after: seconds)
        tell(.testEnded(name: id, .xctest, outcome, seconds: seconds))
        onTestEnded(id, outcome, seconds)
      case .fatalError:
        tell(event)
      default:
        break
      }
    }
    ending.startingClass = startingClass
    return ending
  }

  // MARK: Swift Testing

  /// - Parameter attachments: The folder that attachments are written to.
  private func arguments(
    _ running: RunningJob, stream: String, attachments: String?
  ) -> [String] {
    var arguments = [
      "--testing-library", "swift-testing", "--event-stream-output-path", stream,
      "--event-stream-version", context.eventStreamVersion,
    ]
    if running.job.width == 1 {
      arguments.append("--no-parallel")
    } else if context.eventStreamVersion != "0" {
      arguments += ["--experimental-maximum-parallelization-width", "\(running.job.width)"]
    }
    if let attachments {
      arguments += ["--attachments-path", attachments]
      // The name of the option before Swift 6.2; other versions ignore it.
      if context.eventStreamVersion == "0" {
        arguments += ["--experimental-attachments-path", attachments]
      }
    }
    if !running.job.isWhole {
      for pattern in SwiftTestingFilter.patterns(for: running.job.tests.map(\.id)) {
        arguments += ["--filter", pattern]
      }
    }
    return arguments
  }

  private func runSwiftTesting(_ running: RunningJob) throws(TestExecutionError) -> Ending {
    let stream = "\(context.scratchDirectory)/swift-testing-\(running.number).jsonl"
    var intake: AttachmentIntake?
    var notice: String?
    if let keeper = keeper(running) {
      do throws(FileError) {
        intake = try AttachmentIntake(
          "\(context.scratchDirectory)/attachments-\(running.number)", keeper)
      } catch {
        notice =
          "Attachments of tests are not kept: their folder could not be created, "
          + "\(error.reason)."
      }
    }
    let arguments = arguments(running, stream: stream, attachments: intake?.folder)
    let tell = teller(running)
    let onTestEnded = onTestEnded
    let planned = Set(running.job.tests.map(\.id.text))
    // Only this version limits concurrent tests to the width; older ones start all tests at once.
    let width = context.eventStreamVersion == "0" ? nil : running.job.width
    let tail = EventStreamTail(
      path: stream, root: context.repositoryRoot, width: width,
      processorSeconds: { running.control.pid.flatMap(processorSeconds(ofProcess:)) },
      onAttached: { [intake] in intake?.take($0) },
      onChange: { change in
        guard planned.contains(change.id) else { return }
        if change.outcome == .unfinished {
          running.started(change.id, at: StreamClock.instant(change.instant))
          tell(.testStarted(name: change.id, .swiftTesting))
        } else {
          running.ended(change.id, at: StreamClock.instant(change.instant))
          tell(
            .testEnded(
              name: change.id, .swiftTesting, change.outcome, seconds: change.durationSeconds))
          onTestEnded(change.id, change.outcome, change.durationSeconds)
        }
      })
    let isOver = Flag()
    startThread {
      while !isOver.value {
        tail.poll()
        usleep(20_000)
      }
    }
    defer { isOver.set() }
    var ending = try launch(
      running, arguments: arguments, onEnd: tail.poll
    ) { event, _ in
      if case .fatalError = event { tell(event) }
    }
    var (facts, problem) = tail.finish()
    ending.attachmentsLeftOut = intake?.finish(&facts) ?? 0
    ending.notices += notice.map { [$0] } ?? []
    keepSnapshots(&facts.tests, running, &ending.attachmentsLeftOut)
    ending.stream = facts
    if let problem { ending.problems.append(problem) }
    return ending
  }

  // MARK: Both frameworks

  private func invocation(
    _ running: RunningJob, _ arguments: [String], profile name: String
  ) -> Invocation {
    var invocation = Invocation(
      product.executables[running.job.executable], arguments, directory: context.directory,
      environment: context.testEnvironment(
        // A library has its own profile, which must not overwrite that of the program.
        profileName: product.hasLibraries ? name + "-%m" : name, worker: running.worker),
      timeout: context.remainingTime)
    invocation.control = running.control
    invocation.gathersOutput = TestProcess.gatheringTime
    // A single pipe keeps the order of lines, which shows what a test printed while it ran alone.
    // In a Swift Testing process with a single test, only that test writes to standard output.
    if running.job.framework == .swiftTesting, running.job.tests.count == 1 {
      invocation.output = .separate
    }
    return invocation
  }

  private func launch(
    _ running: RunningJob, arguments: [String], onEnd: () -> Void = {},
    _ onEvent: (LogEvent, LogLine) -> Void
  ) throws(TestExecutionError) -> Ending {
    let launch = TestLaunch(
      number: running.number, framework: running.job.framework,
      tests: running.job.tests.map(\.id.text), purpose: running.job.purpose)
    let invocation = context.hook.prepare(
      invocation(running, arguments, profile: launch.name), launch)
    var reader = LogReader(
      options: LogReader.Options(
        root: context.repositoryRoot, customWarnings: context.customWarnings,
        plannedXCTests: running.job.framework == .xctest
          ? Set(running.job.tests.map(\.id.printedByXCTest)) : nil))
    // One feed per stream: neither may split a line of the other.
    var output = relay.feed()
    var errors = relay.feed()
    var ownOutput = OwnOutput()
    var last = OutputEnd()
    func readOutput(_ lines: UnsafeRawBufferPointer) {
      ownOutput.add(lines)
      last.add(lines)
      reader.read(lines, onEvent)
    }
    func readErrors(_ lines: UnsafeRawBufferPointer) {
      last.add(lines)
      reader.read(lines) { event, line in
        if case .unrecognized = event { ownOutput.add(line) }
        onEvent(event, line)
      }
    }
    var notices: [String] = []
    do throws(LaunchError) {
      let termination = try context.launcher.run(invocation) { stream, bytes in
        switch stream {
        case .notice: notices.append(String(decoding: bytes, as: UTF8.self))
        case .standardOutput:
          running.printed()
          output.pass(bytes, readOutput)
        case .standardError:
          running.printed()
          errors.pass(bytes, readErrors)
        }
      }
      output.finish(readOutput)
      errors.finish(readErrors)
      let lastEnded = reader.lastEndedXCTest
      var ending = Ending(facts: reader.finish(), termination: termination, notices: notices)
      // All test times are known now.
      onEnd()
      // The observer may remove the profiles.
      ending.wroteProfile = context.hasProfile(named: launch.name)
      context.hook.observe(launch, running.finish(), termination)
      ending.lastEnded = lastEnded
      ending.take(running, ownOutput, last)
      return ending
    } catch {
      throw .launch(error)
    }
  }
}

extension TestProcess.Ending {
  /// Adds the observations made while the process ran.
  fileprivate mutating func take(_ running: RunningJob, _ own: OwnOutput, _ last: OutputEnd) {
    stopReason = running.stopReason
    hang = running.hang
    ownOutput = running.job.tests.count == 1 ? own.text : ""
    if termination != .exited(0) { lastOutput = last.bytes }
  }

  /// Whether the process ended regularly, so that no test has to run again.
  var ranToItsEnd: Bool { termination == .exited(0) && stopReason == nil }

  /// The sign of a crash that can explain why a signal ended the process, though its test had ended
  /// before: another thread crashed, or standard error was read first.
  var survivedCrash: SurvivedCrash? {
    guard let signal = termination.signalName, facts.crashes.isEmpty,
      let survived = facts.survivedCrash, survived.crash.signal ?? signal == signal
    else { return nil }
    return survived
  }

  /// The crash of the process according to its output, attributed to `test`; `nil` when no test was
  /// running.
  func crash(of test: String?) -> Crash {
    var crash =
      facts.crashes.last ?? survivedCrash?.crash
      ?? Crash(
        reason: test == nil
          ? "the test process was killed"
          : "the test process \(termination.predicate) while this test ran")
    crash.test = test
    crash.signal = crash.signal ?? termination.signalName
    return crash
  }
}

/// A flag that can only be set.
private final class Flag: Sendable {
  private let state = Mutex(false)
  var value: Bool { state.withLock { $0 } }
  func set() { state.withLock { $0 = true } }
}

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

/// One start of the test product, from its first byte to how it ended.
struct TestProcess {
  /// What one process did.
  struct Ending: Sendable {
    /// What its console output says.
    var facts: LogFacts
    /// What its event stream says; `nil` for XCTest.
    var stream: LogFacts?
    var termination: Termination
    /// Why it was asked to end; `nil` when it was not.
    var stopReason: RunningJob.StopReason?
    /// The XCTest that ended last, when XCTest printed nothing more after it; as printed.
    var lastEnded: String?
    /// What the launcher has to say of it: each a sentence.
    var notices: [String]
    /// What keeps the result from being whole: each a lowercase fragment.
    var problems: [String] = []
    /// Where the process was when it was ended for a test that hung.
    var hang: Hang?
    /// What its only test printed, for Swift Testing; empty when it was started for several.
    var ownOutput = ""
    /// It came to write its coverage profile, or none was wanted.
    var wroteProfile = true
    /// The end of what a process printed that did not end well.
    var lastOutput: [UInt8] = []
    /// Attachments of which nothing is noted, since there were too many.
    var attachmentsLeftOut = 0

    init(facts: LogFacts, termination: Termination, notices: [String]) {
      self.facts = facts
      self.termination = termination
      self.notices = notices
    }
  }

  /// What the tests of a process were doing when the time of one was up.
  struct Hang: Hashable, Sendable {
    /// What is wrong: a lowercase fragment.
    var what = ""
    /// One for each thread with a frame in the package, the main thread's first.
    var stacks: [Stack] = []
    /// What is said where there is none.
    var reason = ""
    /// The process wrote its coverage profile before it was ended.
    var wroteProfile = false
    /// The stacks of all threads as the debugger printed them.
    var log = ""

    struct Stack: Hashable, Sendable {
      /// A frame each, the innermost first.
      var lines: [String]
      /// The first frame in the package; relative to the repository root.
      var file: String?
      /// 1-based.
      var line: Int?

      /// - Parameter function: of a test: `testAdd`, `add()`.
      func leads(to function: String) -> Bool {
        let name = "." + function.prefix { $0 != "(" } + "("
        return lines.contains { $0.contains(name) }
      }
    }

    /// What is said of a test. A stack that does not lead to it belongs to it only when no other test
    /// was running.
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

  /// Small tests print two lines a millisecond, and read one by one they would cost as much as they
  /// take.
  private static let gatheringTime = Duration.milliseconds(5)

  let product: TestProduct
  let context: TestExecutionContext
  let relay: OutputRelay
  let classes: XCTestClasses
  /// Called when a test has ended, with its outcome.
  let onTestEnded: @Sendable (_ id: String, TestOutcome, _ seconds: Double?) -> Void

  /// Runs the tests of a job; blocks until the process has ended.
  func run(_ running: RunningJob) throws(TestExecutionError) -> Ending {
    // One that hangs does not say that it has ended.
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

  /// Where attachments go; `nil` where nobody will see them.
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

  /// Who hears of the tests while they run: a trial is no part of the run's own tests.
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
    return try launch(running, arguments: list) { event, line in
      switch event {
      case .testStarted(let name, .xctest):
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
  }

  // MARK: Swift Testing

  /// - Parameter attachments: A folder to write them to.
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
      // The name before Swift 6.2; others are passed over.
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
    // Only then are there so many slots; older ones start as many tests as there are.
    let width = context.eventStreamVersion == "0" ? nil : running.job.width
    let tail = EventStreamTail(
      path: stream, root: context.repositoryRoot, width: width,
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

  // MARK: Both

  private func invocation(
    _ running: RunningJob, _ arguments: [String], profile name: String
  ) -> Invocation {
    var invocation = Invocation(
      product.executables[running.job.executable], arguments, directory: context.directory,
      environment: context.testEnvironment(
        // A library has a profile of its own, which must not go over that of the program.
        profileName: product.hasLibraries ? name + "-%m" : name, worker: running.worker),
      timeout: context.remainingTime)
    invocation.control = running.control
    invocation.gathersOutput = TestProcess.gatheringTime
    // One pipe keeps the order, which tells what a test printed while it alone ran. A single test of
    // Swift Testing has standard output for itself: what it prints there is its own whatever it says.
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
    // A feed for each stream: neither may cut a line of the other in two.
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
      // All that is known of when the tests ran.
      onEnd()
      // Who observes may take the profiles away.
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
  /// Takes over what was seen of it while it ran.
  fileprivate mutating func take(_ running: RunningJob, _ own: OwnOutput, _ last: OutputEnd) {
    stopReason = running.stopReason
    hang = running.hang
    ownOutput = running.job.tests.count == 1 ? own.text : ""
    if termination != .exited(0) { lastOutput = last.bytes }
  }

  /// Nothing is known yet that would have to run again.
  var ranToItsEnd: Bool { termination == .exited(0) && stopReason == nil }

  /// The death of the process as its output describes it, charged to `test`; `nil` when no test
  /// was running.
  func crash(of test: String?) -> Crash {
    var crash =
      facts.crashes.last
      ?? Crash(
        reason: test == nil
          ? "the test process was killed"
          : "the test process \(termination.predicate) while this test ran")
    crash.test = test
    crash.signal = crash.signal ?? termination.signalName
    return crash
  }
}

/// Something that becomes true once.
private final class Flag: Sendable {
  private let state = Mutex(false)
  var value: Bool { state.withLock { $0 } }
  func set() { state.withLock { $0 = true } }
}

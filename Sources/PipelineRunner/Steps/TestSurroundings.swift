import CIModel
import FileSystem
import PipelineConfig
import ProcessExecution
import TestExecution

/// The surroundings of a step's tests (time zone, locale, temporary files, home, network), and the
/// effects of the tests on them, such as files left behind.
struct TestSurroundings {
  /// The complete environment of every test process.
  let environment: [String: String]
  /// Notes for the user, each a sentence.
  private(set) var notes: [String] = []
  private let room: TestRoom
  private let timeline = TestTimeline()
  private let network: NetworkAccess
  private let leftovers: LeftoverWatch?

  /// Why the requested surroundings are not possible.
  enum Failure: Error, Hashable {
    case storage(FileError)
    /// The kernel cannot block the network for the tests, so a run would prove nothing.
    case cannotDenyNetwork(reason: String)

    /// A lowercase fragment.
    var reason: String {
      switch self {
      case .storage(let error): error.description
      case .cannotDenyNetwork(let reason): "`network: deny` cannot be enforced here: \(reason)"
      }
    }
  }

  init(
    _ options: SwiftTestOptions, _ policy: TestPolicy, pipeline: Pipeline, _ session: StepSession,
    sandbox: NetworkSandbox = .live
  ) throws(Failure) {
    var network = options.network
    if let mode = network.watchMode, let unavailable = sandbox.check(mode) {
      if mode == .deny { throw .cannotDenyNetwork(reason: unavailable.reason) }
      notes.append("Network use is not monitored: \(unavailable.reason).")
      network = .allow
    }
    self.network = network
    do throws(FileError) {
      room = try TestRoom(environment: session.environment)
    } catch {
      throw .storage(error)
    }
    let chosen = Set((pipeline.environment + session.step.environment).map(\.name))
    let isClean = options.cleanRoom ?? false
    environment = room.environment(session.environment, chosen: chosen, isClean: isClean)
    let home = environment["HOME"] == room.home ? room.home : nil
    leftovers =
      policy.leftovers == .ignore
      ? nil
      : LeftoverWatch(
        checkout: session.run.environment.repositoryRoot, privateHome: home,
        home: environment["HOME"],
        environment: session.environment)
  }

  /// Watches the network use of every test process.
  var hook: TestLaunchHook {
    let timeline = timeline
    let mode = network.watchMode
    let watches = WatchTable()
    return TestLaunchHook(
      prepare: { invocation, launch in
        guard let mode, launch.purpose != .list else { return invocation }
        var invocation = invocation
        let watch = NetworkWatch(mode)
        invocation.network = watch
        watches.set(watch, for: launch.number)
        return invocation
      },
      observe: { launch, spans, _ in
        timeline.add(
          TestTimeline.Process(
            launch: launch, spans: spans,
            attempts: watches.take(launch.number)?.attempts ?? []))
      })
  }

  /// Attributes network use and leftover files to tests; under `network: deny`, a test that tried
  /// to use the network fails.
  /// - Parameter runAlone: Runs tests one at a time, for network attempts that several tests could
  ///   have made.
  /// - Returns: Observations for the policies.
  func conclude(
    _ tests: inout TestExecutionResult,
    runAlone: (Set<String>) throws(TestExecutionError) -> Void
  ) throws(TestExecutionError) -> [StepObservation] {
    var charges = NetworkCharges(timeline.processes)
    if !tests.wasCancelled, !tests.timedOut {
      let known = timeline.processes.count
      let suspects = charges.suspects
      if !suspects.isEmpty {
        try runAlone(suspects)
        charges.narrow(NetworkCharges(Array(timeline.processes.dropFirst(known))))
      }
      let others = charges.companions.subtracting(suspects)
      if !others.isEmpty {
        try runAlone(others)
        charges.narrow(NetworkCharges(Array(timeline.processes.dropFirst(known))))
      }
    }
    if network == .deny { charges.fail(&tests.tests) }
    var seen = charges.uses(isDenied: network == .deny).map(StepObservation.network)
    if !tests.wasCancelled, let files = leftovers?.leftovers(timeline) {
      seen.append(.leftovers(files))
    }
    return seen
  }
}

extension NetworkAccess {
  /// `nil` when the network is not watched.
  fileprivate var watchMode: NetworkWatch.Mode? {
    switch self {
    case .allow: nil
    case .report: .report
    case .deny: .deny
    }
  }
}

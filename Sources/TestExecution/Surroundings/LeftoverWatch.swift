package import CIModel
import FileSystem

/// Sees which files appear or change in the checkout and in the home folder while the tests run.
package struct LeftoverWatch {
  private let checkout: String
  private let home: String?
  private let isHomePrivate: Bool
  private let environment: [String: String]
  private let checkoutBefore: FileSnapshot?
  private let homeBefore: FileSnapshot

  /// Most findings of one step; more are counted.
  private static let mostFindings = 20

  /// - Parameters:
  ///   - checkout: The root of the repository, absolute.
  ///   - privateHome: The empty home of a clean room; `nil` when the tests have the real one.
  ///   - home: The home that the tests have.
  ///   - environment: Where `GIT_DIR` and its like would be.
  package init(checkout: String, privateHome: String?, home: String?, environment: [String: String])
  {
    self.checkout = checkout
    self.environment = environment
    let home = privateHome ?? home.flatMap { LeftoverWatch.tells($0, checkout) ? $0 : nil }
    self.home = home
    isHomePrivate = privateHome != nil
    checkoutBefore = FileSnapshot.checkout(checkout, environment: environment)
    homeBefore =
      isHomePrivate ? FileSnapshot() : home.map(FileSnapshot.home) ?? FileSnapshot()
  }

  /// A home that is the checkout is seen there already, and in a folder of temporary files things
  /// come and go.
  private static func tells(_ home: String, _ checkout: String) -> Bool {
    home.hasPrefix("/") && home != checkout && !["/", "/tmp", "/tmp/", "/var/tmp"].contains(home)
  }

  /// One finding for each file, named after the test that did it where that can be told.
  package func findings(_ timeline: TestTimeline, level: TestPolicy.Level) -> [Finding] {
    guard let severity = level.severity else { return [] }
    var leftovers: [(change: FileSnapshot.Change, place: String, isInCheckout: Bool)] = []
    if let checkoutBefore,
      let after = FileSnapshot.checkout(checkout, environment: environment)
    {
      leftovers += FileSnapshot.changes(from: checkoutBefore, to: after)
        .map { ($0, "the checkout", true) }
    }
    if let home {
      let after = isHomePrivate ? FileSnapshot.tree(home) : FileSnapshot.home(home)
      leftovers += FileSnapshot.changes(from: homeBefore, to: after)
        .map { ($0, isHomePrivate ? "its private HOME" : "HOME", false) }
    }
    let clock = ClockPair()
    var findings = leftovers.prefix(LeftoverWatch.mostFindings).map { leftover in
      finding(
        leftover.change, place: leftover.place, isInCheckout: leftover.isInCheckout, timeline,
        clock, severity)
    }
    let more = leftovers.count - findings.count
    if more > 0 {
      findings.append(
        Finding(
          severity, LeftoverWatch.id, "\(counted(more, "more file")) appeared or changed"))
    }
    return findings
  }

  private static let id = "tests.leftovers"

  private func finding(
    _ change: FileSnapshot.Change, place: String, isInCheckout: Bool, _ timeline: TestTimeline,
    _ clock: ClockPair, _ severity: Severity
  ) -> Finding {
    let file = "'\(change.path)'"
    let verb: (done: String, happened: String) =
      switch change.kind {
      case .added: ("left \(file) in \(place)", "\(file) appeared in \(place)")
      case .changed: ("changed \(file) in \(place)", "\(file) changed in \(place)")
      case .deleted: ("deleted \(file) from \(place)", "\(file) disappeared from \(place)")
      }
    let location = isInCheckout ? SourceLocation(change.path) : nil
    func finding(_ severity: Severity, _ message: String, help: String? = nil) -> Finding {
      Finding(severity, LeftoverWatch.id, message, at: location, help: help)
    }
    let help = "Write below the folder that TMPDIR names, or clean up after the test."
    guard let nanoseconds = change.nanoseconds else {
      return finding(severity, "\(verb.happened) while the tests ran", help: help)
    }
    // The kernel's time of a file may be up to 10 ms old, and a test's start is seen a little after
    // it happened.
    let moment = clock.suspending(nanoseconds)
    let tests = timeline.tests(
      from: moment - .milliseconds(10), to: moment + .milliseconds(40))
    switch tests.count {
    case 0:
      // Another step, or somebody at the keyboard.
      return finding(.note, "\(verb.happened) while no test ran")
    case 1:
      return finding(severity, "\(tests[0]) \(verb.done)", help: help)
    default:
      return finding(
        severity, "\(verb.happened) while \(namesText(tests)) ran", help: help)
    }
  }
}

/// One moment on the two clocks, to find times of files among those of tests.
private struct ClockPair {
  private let suspendingNow = SuspendingClock.now
  private let secondsNow: Int64
  private let nanosecondsNow: Int64

  init() {
    let now = FileTime.now
    secondsNow = Int64(now.seconds)
    nanosecondsNow = Int64(now.nanoseconds)
  }

  /// - Parameter nanoseconds: Since 1970.
  func suspending(_ nanoseconds: Int64) -> SuspendingClock.Instant {
    let now = secondsNow &* 1_000_000_000 &+ nanosecondsNow
    return suspendingNow - .nanoseconds(now &- nanoseconds)
  }
}

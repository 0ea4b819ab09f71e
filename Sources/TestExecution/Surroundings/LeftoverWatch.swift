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

  /// More files of one step are only counted.
  private static let mostFiles = 20

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

  /// What appeared, changed or went since this began, and the tests that ran then; `nil` for nothing.
  package func leftovers(_ timeline: TestTimeline) -> Leftovers? {
    var changes: [(change: FileSnapshot.Change, place: Leftovers.Place)] = []
    if let checkoutBefore,
      let after = FileSnapshot.checkout(checkout, environment: environment)
    {
      changes += FileSnapshot.changes(from: checkoutBefore, to: after).map { ($0, .checkout) }
    }
    if let home {
      let after = isHomePrivate ? FileSnapshot.tree(home) : FileSnapshot.home(home)
      changes += FileSnapshot.changes(from: homeBefore, to: after)
        .map { ($0, isHomePrivate ? .privateHome : .home) }
    }
    if changes.isEmpty { return nil }
    let clock = ClockPair()
    let files = changes.prefix(LeftoverWatch.mostFiles).map { change, place in
      Leftovers.File(
        change.path, change.kind, in: place,
        tests: change.nanoseconds.map { tests(at: clock.suspending($0), timeline) })
    }
    return Leftovers(files, others: changes.count - files.count)
  }

  /// The kernel's time of a file may be up to 10 ms old, and a test's start is seen a little after it
  /// happened.
  private func tests(at moment: SuspendingClock.Instant, _ timeline: TestTimeline) -> [String] {
    timeline.tests(from: moment - .milliseconds(10), to: moment + .milliseconds(40))
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

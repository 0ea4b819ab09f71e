package import CIModel
import FileSystem

/// Detects files that appear or change in the checkout and in the home folder while the tests run.
package struct LeftoverWatch {
  private let checkout: String
  private let home: String?
  private let isHomePrivate: Bool
  private let environment: [String: String]
  private let outputs: [Int32]
  private let checkoutBefore: FileSnapshot?
  private let homeBefore: FileSnapshot

  /// The maximum number of files that are listed for a step; more are only counted.
  private static let mostFiles = 20

  /// - Parameters:
  ///   - checkout: The absolute path of the repository root.
  ///   - privateHome: The empty home of a clean room; `nil` when the tests use the real one.
  ///   - home: The home of the tests.
  ///   - environment: The environment, with variables such as `GIT_DIR`.
  ///   - outputs: Descriptors of files that devtool itself writes while the tests run.
  package init(
    checkout: String, privateHome: String?, home: String?, environment: [String: String],
    outputs: [Int32] = [1, 2]
  ) {
    self.checkout = checkout
    self.environment = environment
    self.outputs = outputs
    let home = privateHome ?? home.flatMap { LeftoverWatch.tells($0, checkout) ? $0 : nil }
    self.home = home
    isHomePrivate = privateHome != nil
    checkoutBefore = FileSnapshot.checkout(checkout, environment: environment)
    homeBefore =
      isHomePrivate ? FileSnapshot() : home.map(FileSnapshot.home) ?? FileSnapshot()
  }

  /// Whether a home is worth watching. The checkout is watched already, and files in temporary
  /// folders come and go.
  private static func tells(_ home: String, _ checkout: String) -> Bool {
    home.hasPrefix("/") && home != checkout && !["/", "/tmp", "/tmp/", "/var/tmp"].contains(home)
  }

  /// Returns the files that appeared, changed or disappeared since the start, and the tests that
  /// ran then; `nil` when there are none.
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
    let outputs = outputs.compactMap { FileStatus(descriptor: $0) }
    changes.removeAll { change, place in
      let folder = place == .checkout ? checkout : home ?? checkout
      let status = FileStatus("\(folder)/\(change.path)")
      return status.map { status in outputs.contains { $0.isSameFile(as: status) } } ?? false
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

  /// Returns the tests around a moment: the kernel's time of a file may be up to 10 ms old, and a
  /// test's start is observed shortly after it happened.
  private func tests(at moment: SuspendingClock.Instant, _ timeline: TestTimeline) -> [String] {
    timeline.tests(from: moment - .milliseconds(10), to: moment + .milliseconds(40))
  }
}

/// The same moment on two clocks, to convert file times to test times.
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

/// Limits how many failed tests run alone, and for how long.
///
/// A suite in which everything fails must not run twice, so the first trials decide. Each test that
/// passes alone indicates interference and allows more trials.
struct TrialBudget {
  /// The number of trials that are allowed although no test passes alone.
  static let firstTries = 10
  /// The minimum time for trials; otherwise a quarter of the time that the tests have taken.
  private static let leastTime = Duration.seconds(30)

  private var tries = TrialBudget.firstTries
  private let deadline: SuspendingClock.Instant

  init(now: SuspendingClock.Instant, startedAt: SuspendingClock.Instant) {
    deadline = now + max(TrialBudget.leastTime, (now - startedAt) / 4)
  }

  func isSpent(at now: SuspendingClock.Instant) -> Bool { tries == 0 || hasNoTime(at: now) }
  func hasNoTime(at now: SuspendingClock.Instant) -> Bool { now >= deadline }
  /// Whether there is time for a trial of this expected duration.
  func hasTime(for time: Duration, at now: SuspendingClock.Instant) -> Bool {
    now + time < deadline
  }

  /// How long a trial may run before it is ended.
  func timeLeft(at now: SuspendingClock.Instant) -> Duration { max(.seconds(1), deadline - now) }

  /// How long a test that hung among others may run alone: a minute, or three times its usual
  /// duration.
  ///
  /// - Parameter expected: The duration in seconds in earlier runs; `nil` when it is unknown.
  static func hangLimit(expected: Double?) -> Duration {
    max(.seconds(60), .seconds(3 * min(expected ?? 0, 86_400)))
  }

  mutating func noteTry() { tries -= 1 }
  mutating func notePass() { tries += TrialBudget.firstTries }
}

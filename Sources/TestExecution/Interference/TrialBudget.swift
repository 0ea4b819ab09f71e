/// How many failed tests are tried alone, and for how long.
///
/// A suite in which everything fails must not run twice: the first tries decide. Each test that passes
/// alone shows that there is interference, and allows more tries.
struct TrialBudget {
  /// So many tests are tried although none passes alone.
  static let firstTries = 10
  /// Trials may take a quarter of the time that the tests have taken, and at least so long.
  private static let leastTime = Duration.seconds(30)

  private var tries = TrialBudget.firstTries
  private let deadline: SuspendingClock.Instant

  init(now: SuspendingClock.Instant, startedAt: SuspendingClock.Instant) {
    deadline = now + max(TrialBudget.leastTime, (now - startedAt) / 4)
  }

  func isSpent(at now: SuspendingClock.Instant) -> Bool { tries == 0 || hasNoTime(at: now) }
  func hasNoTime(at now: SuspendingClock.Instant) -> Bool { now >= deadline }
  /// Whether there is time for a trial that is expected to take so long.
  func hasTime(for time: Duration, at now: SuspendingClock.Instant) -> Bool {
    now + time < deadline
  }

  /// How long a trial may go on before it is ended.
  func timeLeft(at now: SuspendingClock.Instant) -> Duration { max(.seconds(1), deadline - now) }

  /// How long a test that hung among others may take alone: a minute, or three times what it usually takes.
  ///
  /// - Parameter expected: In seconds, from earlier runs; `nil` when none is known.
  static func hangLimit(expected: Double?) -> Duration {
    max(.seconds(60), .seconds(3 * min(expected ?? 0, 86_400)))
  }

  mutating func noteTry() { tries -= 1 }
  mutating func notePass() { tries += TrialBudget.firstTries }
}

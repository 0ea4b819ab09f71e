import CIModel
import RunEvents

/// The progress of the steps of a plan.
struct RunProgress {
  private var schedule: Schedule
  /// Results of the steps that have ended, in the order in which they ended.
  private(set) var results: [StepResult] = []
  /// The ids of the running steps, in the order in which they started.
  private(set) var running: [String] = []
  private(set) var hasFailed = false
  private let failsFast: Bool
  private let origin = SuspendingClock.now
  /// Start of each step in seconds since the first step could start, by its index in the plan.
  private var starts: [Int: Double] = [:]

  /// - Parameter failsFast: Whether no further step starts after the first failure.
  init(_ schedule: Schedule, failsFast: Bool) {
    self.schedule = schedule
    self.failsFast = failsFast
  }

  mutating func next(isCancelled: Bool) -> Schedule.Move {
    if isCancelled { schedule.stop() }
    return schedule.next()
  }

  mutating func start(_ index: Int, _ id: String) {
    starts[index] = (SuspendingClock.now - origin).seconds
    running.append(id)
  }

  /// Records the end of a step; returns its execution with the start time.
  mutating func end(_ index: Int, _ execution: StepExecution) -> StepExecution {
    var execution = execution
    if execution.result.attempts > 0 { execution.result.startSeconds = starts[index] }
    results.append(execution.result)
    if let place = running.firstIndex(of: execution.result.id) { running.remove(at: place) }
    let satisfiesNeeds = execution.result.status.satisfiesNeeds
    hasFailed = hasFailed || !satisfiesNeeds
    schedule.end(index, satisfiesNeeds: satisfiesNeeds)
    if hasFailed, failsFast { schedule.stop() }
    return execution
  }

  /// Records a step that does not run.
  mutating func settle(_ result: StepResult, _ settlement: Schedule.Settlement) {
    results.append(result)
    hasFailed = hasFailed || !settlement.satisfiesNeeds
  }
}

/// Up-to-date steps since the last report; many of them are reported as a count.
struct UpToDateSteps {
  private var count = 0
  private var first: [StepResult] = []

  mutating func add(_ result: StepResult) {
    count += 1
    if count <= StepResult.listedUpToDate { first.append(result) }
  }

  /// Reports the collected steps and starts over.
  mutating func tell(_ observer: RunObserver) {
    if count > StepResult.listedUpToDate {
      observer.onEvent(.upToDate(count: count))
    } else {
      for result in first { observer.onEvent(.stepEnded(result)) }
    }
    self = UpToDateSteps()
  }
}

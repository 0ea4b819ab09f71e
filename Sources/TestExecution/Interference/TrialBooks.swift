import CIModel

/// The state of the search for interference between tests.
struct TrialBooks {
  /// The processes of the round, with the times of their tests.
  var timeline: [EndedProcess] = []
  /// Processes that died while several tests ran.
  var deaths: [SharedDeath] = []
  /// The results of the tests in the current trial, by id.
  var outcomes: [String: TestCase] = [:]
  /// Ids of tests whose failures have been examined.
  var examined: Set<String> = []
  /// Sets of tests that made others fail in the same process.
  var knownCulprits: [[PlannedTest]] = []
  /// The time limit of the processes in the current trial.
  var limit: Duration?
  /// The time limit of a test that hung, in a trial; `nil` when the examined test did not hang.
  var hangLimit: Duration?
  /// Whether a process of the trial was ended because it reached `limit`.
  var isCut = false
  /// Whether the run resumes after enough failures had stopped it, because other tests caused some
  /// of them.
  var wasResumed = false
}

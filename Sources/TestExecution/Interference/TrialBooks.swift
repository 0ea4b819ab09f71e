import CIModel

/// What a run notes to tell interference from failures of the test itself.
struct TrialBooks {
  /// When each test of the round ran.
  var timeline: [EndedProcess] = []
  /// Processes that died while several tests ran.
  var deaths: [SharedDeath] = []
  /// What became of the tests of the trials that are under way, by id.
  var outcomes: [String: TestCase] = [:]
  /// Tests whose failures have been looked into.
  var examined: Set<String> = []
  /// Tests that made others fail in the same process.
  var knownCulprits: [[PlannedTest]] = []
  /// How long the processes of the trial that is under way may run.
  var limit: Duration?
  /// How long a test that hung may take in a trial; `nil` when the test under examination did not hang.
  var hangLimit: Duration?
  /// A process of the trial was ended because it reached `limit`.
  var isCut = false
  /// Enough failures had stopped the run, until others turned out to have made them.
  var wasResumed = false
}

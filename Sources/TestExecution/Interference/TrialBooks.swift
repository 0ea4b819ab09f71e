import CIModel

/// What a run notes to tell interference from failures of the test itself.
struct TrialBooks {
  /// When each test of the round ran.
  var timeline: [EndedProcess] = []
  /// Tests among which a process died, though each of them may pass alone.
  var deaths: [SharedDeath] = []
  /// What became of the tests of the trials that are under way, by id.
  var outcomes: [String: TestCase] = [:]
  /// Tests whose failures have been looked into.
  var examined: Set<String> = []
  /// Tests that made others fail in the same process.
  var knownCulprits: [[PlannedTest]] = []
  /// Enough failures had stopped the run, until others turned out to have made them.
  var wasResumed = false
}

import CIModel
import PipelineConfig
import RunHistory
import RunStorage
import TestSupport
import Testing

@testable import PipelineRunner

/// What the history keeps of a run that joins shards and results of other tools.
@Suite struct JoinedSuiteTests {
  private func record(_ steps: [(id: String, action: String)], _ tests: [String]) -> RunRecord {
    var record = RunRecord.sample(.failed, id: RunDirectory.newID().id)
    record.steps = steps.map { StepResult(id: $0.id, action: $0.action, status: .failed) }
    for index in record.steps.indices { record.steps[index].suite = SuiteResult(targets: []) }
    record.tests = tests.map { name in
      var test = TestCase(
        name: name, id: name, framework: .other, function: name, outcome: .failed)
      // JUnit knows names alone.
      if name.hasPrefix("ios.") { test.id = nil }
      if steps.count > 1 { test.step = String(name.prefix { $0 != "." }) }
      return test
    }
    record.checkout = .init(
      commit: "c2", branch: "topic", subject: "", author: "", isModified: false)
    return record
  }

  private func pipeline() throws -> Pipeline {
    try ConfigReader(fileName: ".ci.yml", rules: []).read(
      Array("steps: { test: { swift-test: {} } }\n".utf8))
  }

  @Test func eachStepHasItsTests() throws {
    let both = record([("test", "swift-test"), ("ios", "import")], ["test.a", "ios.b", "ios.c"])
    let suites = try HistoryRun.Suite.joined(both, pipeline())
    #expect(suites.map(\.scope) == [". debug coverage", "import ios"])
    #expect(suites.map { $0.tests.map(\.id) } == [["test.a"], ["ios.b", "ios.c"]])
    // Later shards are not split by the times of a part.
    var part = both
    part.steps[0].suite?.isPart = true
    #expect(
      try HistoryRun.Suite.joined(part, pipeline()).map(\.scope)
        == [". debug coverage sharded", "import ios"])
    let one = record([("ios", "import")], ["b"])
    #expect(try HistoryRun.Suite.joined(one, pipeline()).map(\.tests.count) == [1])
    let other = record([("gone", "swift-test")], ["a"])
    #expect(try HistoryRun.Suite.joined(other, pipeline()).isEmpty)
  }

  /// As `check` does it.
  @Test func joinedRunsAreCompared() throws {
    let scratch = try ScratchDirectory()
    let store = HistoryStore(path: scratch.path + "/history.sqlite")
    let steps = [("test", "swift-test"), ("ios", "import")]
    var base = record(steps, ["test.a", "ios.b", "ios.c"])
    base.checkout?.branch = "main"
    base.tests[1].outcome = .passed
    #expect(store.add(base, try HistoryRun.Suite.joined(base, pipeline())) == [])
    var later = record(steps, ["test.a", "ios.b", "ios.new"])
    let scopes = try HistoryRun.Suite.joined(later, pipeline()).map(\.scope)
    store.tell(&later, scopes, since: nil)
    #expect(later.base?.branch == "main")
    #expect(later.tests.map { $0.earlier?.isNewFailure } == [false, true, true])
    #expect(later.tests[1].earlier?.outcomes == [.passed])
    #expect(later.base?.tests?.newlyFailing?.first == ["ios.b", "ios.new"])
  }
}

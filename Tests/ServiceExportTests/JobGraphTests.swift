import CIModel
import PipelineConfig
import Testing

@testable import ServiceExport

struct JobGraphTests {
  private static func graph(
    _ text: String, _ options: JobGraph.Options = .init(shards: 3)
  ) throws -> JobGraph {
    let reader = ConfigReader(fileName: ".ci.yml", rules: [])
    return try JobGraph(reader.read(Array(text.utf8)), options)
  }

  private func problem(_ change: (inout JobGraph) -> Void) throws -> JobGraph.Problem? {
    var graph = try Self.graph(Examples.full)
    change(&graph)
    do throws(JobGraph.Problem) {
      try graph.check()
      return nil
    } catch {
      #expect(!error.description.isEmpty && !error.description.hasSuffix("."))
      return error
    }
  }

  @Test func refusesWhatCannotRun() throws {
    #expect(try problem { _ in } == nil)
    #expect(
      try problem { $0.jobs[1].needs.append("biuld") }
        == .unknownNeed(job: "test", need: "biuld"))
    #expect(try problem { $0.jobs[2].name = "build" } == .duplicate(job: "build"))
    #expect(try problem { $0.jobs[0].needs = ["build"] } == .cycle(["build"]))
    #expect(
      try problem { $0.jobs[0].needs = ["verdict"] }
        == .cycle(["build", "verdict"]))
    #expect(
      try problem { $0.jobs[0].outputs = [] } == .missingArtifact(job: "test", .build))
    #expect(
      try problem { $0.jobs[1].needs = [] } == .missingArtifact(job: "test", .build))
    #expect(
      try problem { graph in
        for index in graph.jobs.indices { graph.jobs[index].outputs.removeAll { $0 == .runs } }
      } == .missingArtifact(job: "verdict", .runs))
    #expect(try problem { $0.jobs[1].shards = 0 } == .badShardCount(job: "test", 0))
    #expect(try problem { $0.jobs[1].shards = 201 } == .badShardCount(job: "test", 201))
  }

  @Test(arguments: [
    ("steps: {}", ["check"]),
    ("steps: { docs: make }", ["check"]),
    ("steps: { test: { swift-test: {} } }", ["build", "test", "rules", "verdict"]),
    (Examples.typical, ["build", "test", "steps", "rules", "verdict"]),
    (
      Examples.full,
      ["build", "test", "steps", "built-steps", "rules", "verdict", "after"]
    ),
  ])
  func dividesSteps(text: String, jobs: [String]) throws {
    #expect(try Self.graph(text).jobs.map(\.name) == jobs)
  }

  @Test func eachStepRunsOnce() throws {
    let graph = try Self.graph(Examples.full)
    func check(_ name: String) -> String? {
      let line = graph.jobs.first { $0.name == name }?.script.first {
        $0.hasPrefix("devtool check")
      }
      return line?.replacing(" || status=$?", with: "")
    }
    #expect(check("build") == "devtool check --only generate --only build --skip warnings")
    #expect(check("test") == "devtool check --only test --shard \"$SHARD/3\"")
    #expect(check("steps") == "devtool check --only lint --only 'odd[on=a b,after=lint]'")
    #expect(check("built-steps") == "devtool check --only docs --only 'odd[on=c,after=build]'")
    #expect(check("rules") == "devtool check --only rules")
    #expect(check("after") == "devtool check --only deploy")
    let verdict = try #require(graph.jobs.first { $0.name == "verdict" })
    #expect(
      verdict.script.contains {
        $0.hasPrefix(
          "devtool merge devtool-runs/build devtool-runs/shard-*/ devtool-runs/steps "
            + "devtool-runs/built-steps devtool-runs/rules --report ")
      }, "\(verdict.script)")
    #expect(
      graph.omissions == [
        "Step rescue is omitted: a job cannot see how the steps of other jobs ended (`when: failure`)."
      ])
    #expect(graph.jobs[0].script.contains { $0.hasPrefix("find App/.build Core/.build -type f ") })
    #expect(graph.jobs.filter(\.needsHistory).map(\.name) == ["built-steps", "rules", "verdict"])
  }

  /// Tests that no step builds are built once for all shards, as they want to be built.
  @Test(arguments: [
    ("test: { swift-test: {} }", "--only test --no-run --skip warnings"),
    (
      "build: { swift-build: { tests: false } }, test: { swift-test: {} }",
      "--only build --only test --no-run --skip warnings"
    ),
    (
      "build: { swift-build: {} }, test: { swift-test: { configuration: release } }",
      "--only test --no-run --skip warnings"
    ),
    (
      "build: { swift-build: {} }, test: { swift-test: {} }, fast: { swift-test: { configuration: release } }",
      "--only build --only fast --no-run --skip warnings"
    ),
    ("warnings: make, build: { swift-build: {} }, test: { swift-test: {} }", "--only build"),
  ])
  func buildsWhatNoStepBuilds(steps: String, options: String) throws {
    let graph = try Self.graph("steps: { \(steps) }")
    #expect(graph.jobs[0].script.contains("devtool check \(options) || status=$?"))
    #expect(graph.jobs.first { $0.name == "test" }?.needs == ["build"])
  }

  @Test func refusesTwoBuildsInOneFolder() {
    #expect(throws: JobGraph.Problem.sameBuildFolder("test", "races")) {
      try Self.graph(
        "steps: { test: { swift-test: {} }, races: { swift-test: { sanitize: thread } } }")
    }
  }

  @Test(arguments: [
    "steps: { build: { swift-build: {}, dir: \"$(id)\" }, test: { swift-test: {} } }",
    """
    steps:
      odd:
        matrix: { include: [{ on: "$(id)", after: test }, { on: b, after: lint }] }
        run: make
        needs: ${matrix.after}
      lint: make lint
      test: { swift-test: {} }
    """,
  ])
  func refusesNamesThatMeanSomething(text: String) throws {
    let error = try #require(throws: JobGraph.Problem.self) { try Self.graph(text) }
    guard case .unsafeName = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test(arguments: [
    ("main", "main"), ("swift:6.3", "swift:6.3"), ("6.3", "'6.3'"), ("", "''"), ("no", "'no'"),
    ("a: b", "'a: b'"), ("a #b", "'a #b'"), ("it's", "it's"), ("'a", "'''a'"), ("- a", "'- a'"),
    ("a ", "'a '"), ("${{ x }}", "${{ x }}"), ("ü\u{7}", "\"\\U000000fc\\U00000007\""),
    ("~", "'~'"), ("Null", "'Null'"),
  ])
  func quotesWhatYAMLReadsOtherwise(text: String, scalar: String) {
    #expect(YAMLText.scalar(text) == scalar)
  }
}

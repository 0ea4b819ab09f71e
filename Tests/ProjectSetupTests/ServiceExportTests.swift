import TestSupport
import Testing

@testable import ProjectSetup

@Suite struct ServiceExportTests {
  private typealias Step = SharedJobs.Step

  private static func step(
    _ id: String, _ needs: [String] = [], isTest: Bool = false, keepsBuild: Bool = false
  ) -> SharedJobs.Step {
    SharedJobs.Step(id: id, needs: needs, isTest: isTest, keepsBuild: keepsBuild)
  }

  private static let pipelines: [(name: String, steps: [SharedJobs.Step])] = [
    ("small", [step("test", isTest: true)]),
    (
      "typical",
      [step("build", keepsBuild: true), step("test", ["build"], isTest: true), step("lint")]
    ),
    (
      "full",
      [
        step("generate"), step("build", ["generate"], keepsBuild: true),
        step("test", ["build"], isTest: true), step("test", ["build"], isTest: true),
        step("slow-tests", ["test"], isTest: true), step("lint"), step("docs", ["generate"]),
        step("pack", ["docs", "slow-tests"]), step("publish", ["pack"]),
      ]
    ),
  ]

  private func export(
    _ steps: [SharedJobs.Step], to service: SetupService, shards: Int = 3, comments: Bool = false,
    template: String? = nil
  ) throws -> String {
    let directory = try ScratchDirectory()
    if let template {
      try directory.write(
        template, to: ".devtool-templates/services/\(service.rawValue)/shards.yml")
    }
    var request = SetupRequest(parts: [], release: "https://example.com/v1", tool: "devtool")
    request.comments = comments
    return try ProjectSetup.export(
      SharedJobs(steps, shards: shards), to: service, request,
      ProjectFacts(root: directory.path),
      TemplateFolder(named: nil, root: directory.path))
  }

  @Test(arguments: SetupService.allCases) func printsEachService(service: SetupService) throws {
    for (name, steps) in Self.pipelines {
      let text = try export(
        steps, to: service, shards: name == "full" ? 12 : 3,
        comments: name == "full" && service.canComment)
      expectGolden(text, "shards-\(service.rawValue)-\(name).yml")
      let jobs = try JobGraph(text, of: service).jobs
      // The verdict waits for all others, as far as a failure of one does not keep it from starting.
      let verdict = try #require(jobs.first { $0.name == "verdict" })
      if service != .circleci {
        #expect(Set(verdict.needs) == Set(jobs.map(\.name)).subtracting(["after", "verdict"]))
      }
    }
  }

  @Test func dealsOutTheSteps() throws {
    let jobs = try SharedJobs(Self.pipelines[2].steps, shards: 3)
    #expect(jobs.build == ["generate", "build"])
    #expect(jobs.tests == ["test", "slow-tests"])
    #expect(jobs.others == ["lint", "docs"])
    #expect(jobs.after == ["pack", "publish"])
    // Another job could not go on with the build.
    let alone = try SharedJobs(
      [Self.step("build"), Self.step("test", ["build"], isTest: true)], shards: 3)
    #expect(alone.build.isEmpty)
    #expect(throws: SetupError.nothingToShare) { try SharedJobs([Self.step("lint")], shards: 3) }
  }

  @Test(arguments: [
    ("needs: build\n", "needs: bild\n", JobGraph.Problem.unknownNeed(job: "test", need: "bild")),
    ("  build:\n    name", "  build:\n    needs: verdict\n    name", nil),
    ("pattern: shard-*", "pattern: shards-*", .missingArtifact(job: "verdict", name: "shards-*")),
    ("      - test\n", "", .missingArtifact(job: "verdict", name: "shard-*")),
    ("jobs:\n", "jobs: {}\nlost:\n", .noJobs),
  ])
  func refusesBrokenGraphs(old: String, new: String, problem: JobGraph.Problem?) throws {
    let text = try export(Self.pipelines[1].steps, to: .github)
    #expect(text.contains(old))
    let broken = text.replacing(old, with: new, maxReplacements: 1)
    let expected = problem ?? .cycle(["build", "test", "verdict"])
    #expect(throws: expected) { try JobGraph(broken, of: .github).check() }
    #expect(
      throws: SetupError.graph(name: "services/github/shards.yml", expected.words)
    ) {
      try export(Self.pipelines[1].steps, to: .github, template: broken)
    }
  }

  @Test(arguments: [
    (SetupService.gitlab, "needs: [build]", "needs: [bild]"),
    (.buildkite, "- step: test", "- step: tests"),
    (.circleci, "requires: [build]", "requires: [bild]"),
    (.circleci, "\n  build:\n", "\n  bild:\n"),
  ])
  func refusesUnknownNeedsEverywhere(service: SetupService, old: String, new: String) throws {
    let text = try export(Self.pipelines[1].steps, to: service)
    #expect(text.contains(old))
    #expect(throws: JobGraph.Problem.self) {
      try JobGraph(text.replacing(old, with: new, maxReplacements: 1), of: service).check()
    }
  }
}

import Foundation
import PipelineConfig
import ServiceExport
import TestSupport
import Testing

/// The jobs of `devtool export`, run one after the other as a service would run them: each in a new clone at the
/// same place, with what other jobs handed over.
@Suite(.blocking) struct ExportedJobsTests {
  private static let config = """
    version: 1
    steps:
      build: { swift-build: { tests: true } }
      test: { swift-test: { coverage: true, workers: 1 } }
    coverage: { minimum: 10 }

    """

  /// A service with a machine that is new for each job.
  private struct Service {
    let scratch: ScratchDirectory
    let origin: ScratchRepository
    let tool: BuiltTool
    let graph: JobGraph

    var checkout: String { scratch.path + "/work" }
    private var artifacts: String { scratch.path + "/artifacts" }

    init(_ config: String = ExportedJobsTests.config, shards: Int = 3) throws {
      scratch = try ScratchDirectory()
      origin = try ScratchRepository()
      var tool = try BuiltTool()
      // Each machine has a key of its own.
      (tool.environment["CI"], tool.environment["GITHUB_ACTIONS"]) = ("true", "true")
      tool.environment["HOME"] = scratch.path + "/home"
      let folder = URL(fileURLWithPath: tool.path).deletingLastPathComponent().path
      tool.environment["PATH"] = folder + ":" + (tool.environment["PATH"] ?? "")
      self.tool = tool
      let pipeline = try ConfigReader(fileName: ".ci.yml", rules: [])
        .read(Array(config.utf8))
      graph = try JobGraph(pipeline, .init(shards: shards))
      for name in ["home", "artifacts"] {
        try FileManager.default.createDirectory(
          atPath: "\(scratch.path)/\(name)", withIntermediateDirectories: true)
      }
    }

    /// Runs a job, and keeps what it makes.
    @discardableResult
    func run(_ name: String, shard: Int? = nil, base: String? = nil) throws -> CommandResult {
      let job = try #require(graph.jobs.first { $0.name == name })
      try? FileManager.default.removeItem(atPath: checkout)
      try origin.git("clone", "-q", origin.path, checkout)
      // As GitLab and CircleCI do: everything that was made by the jobs whose artifacts are taken.
      let makers = graph.jobs.filter { made in
        job.needs.contains(made.name) && made.outputs.contains(where: job.inputs.contains)
      }
      for path in Set(makers.flatMap(\.outputs).map(\.path))
      where FileManager.default.fileExists(atPath: "\(artifacts)/\(path)") {
        try origin.shell("cp -R '\(artifacts)/\(path)' '\(checkout)/'")
      }
      let number = shard.map { ["SHARD=\($0)"] } ?? []
      var tool = tool
      if let base { tool.environment["GITHUB_BASE_REF"] = base }
      let result = try tool.shell(
        (["set -e"] + number + job.script).joined(separator: "\n"), in: checkout)
      for output in job.outputs
      where FileManager.default.fileExists(atPath: "\(checkout)/\(output.path)") {
        try origin.shell("cp -R '\(checkout)/\(output.path)' '\(artifacts)/'")
      }
      return result
    }

    func shell(_ script: String) throws {
      try origin.shell("cd '\(artifacts)/devtool-runs' && \(script)")
    }

    func record() throws -> [String: Any] {
      let report = try tool.run(
        "report", "devtool-reports/devtool-bundle.tar", "--format", "json", in: checkout)
      return try jsonObject(report.standardOutput)
    }

    /// Ids and outcomes of the tests, and the coverage.
    func outcome() throws -> [String] {
      let record = try record()
      let tests = try #require(record["tests"] as? [[String: Any]])
      let coverage = try #require(record["coverage"] as? [String: Any])
      let totals = try #require(coverage["totals"] as? [String: Any])
      let lines = try #require(totals["lines"] as? [String: Any])
      return tests.map { "\($0["id"] ?? "") \($0["outcome"] ?? "")" }.sorted()
        + ["\(record["verdict"] ?? "") \(lines["covered"] ?? "")/\(lines["count"] ?? "")"]
    }
  }

  @Test func theyComeToTheVerdictOfOneRun() throws {
    let service = try Service()
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Sharded").path
    try service.origin.shell("cp -R '\(fixture)'/. .")
    let crashing = """
      import XCTest

      final class CrashTests: XCTestCase {
        func testCrashes() { fatalError("on purpose") }
      }

      """
    let legacy = "Tests/KitTests/LegacyTests.swift"
    let flaky = try String(contentsOfFile: "\(fixture)/\(legacy)", encoding: .utf8)
      .replacing("XCTFail(\"the first time\")", with: "_ = 1")
    try service.origin.commit(
      "kit: begin",
      [
        ".ci.yml": Self.config, "Tests/KitTests/CrashTests.swift": crashing, legacy: flaky,
        ".gitignore": ".build\n.devtool\n",
      ])
    try service.origin.git("add", ".")
    try service.origin.git("commit", "-q", "--amend", "--no-edit")

    let build = try service.run("build")
    #expect(build.status == 0, "\(build.standardOutput)\(build.standardError)")
    let shards = try (1...3).map { try service.run("test", shard: $0) }
    #expect(shards.map(\.status).sorted() == [0, 0, 1], "\(shards.map(\.standardOutput))")
    let rules = try service.run("rules")
    #expect(rules.status == 0, "\(rules.standardOutput)\(rules.standardError)")
    let verdict = try service.run("verdict")
    #expect(verdict.status == 1, "\(verdict.standardOutput)\(verdict.standardError)")
    let merged = try service.outcome()
    #expect(merged.contains("KitTests.CrashTests/testCrashes crashed"))
    #expect(merged.count == 13)
    // What was handed over is no change of the checkout.
    let built = try service.record()["checkout"] as? [String: Any]
    #expect(built?["isModified"] as? Bool == false, "\(built ?? [:])")

    try service.shell("mv shard-2 ../kept")
    let missing = try service.run("verdict")
    #expect(missing.status == 1)
    #expect(missing.standardOutput.contains("shard 2/3 of step test did not report"))
    try service.shell("mv ../kept shard-2 && cp -R shard-2 shard-4")
    let twice = try service.run("verdict")
    #expect(twice.status == 69)
    #expect(twice.standardError.contains("shard 2/3 of step test is included more than once"))

    try service.shell("rm -r shard-4")
    try service.run("verdict")
    let whole = try service.tool.run(
      "check", "--only", "test", "--report", "json=devtool-reports/record.json", "--quiet",
      in: service.checkout)
    #expect(whole.status == 1)
    #expect(try service.outcome() == merged)

    // What that run took is what the next one is planned by.
    let plan = try service.tool.run(
      "plan", "--target", "1ms", "--max", "3", "--format", "json", in: service.checkout)
    let planned = try jsonObject(plan.standardOutput)
    #expect((planned["tests"] as? Int ?? 0) >= 11)
    #expect((planned["seconds"] as? [Double])?.count == planned["shards"] as? Int)
  }

  /// What rules, other steps and the build found is part of the verdict, and so is a job that left nothing.
  @Test func whatAnyJobFindsIsInTheVerdict() throws {
    let config = """
      version: 1
      steps:
        test: { swift-test: { coverage: false } }
        style: { run: echo "not tidy"; exit 1 }
      warnings: { compiler: { max: 0 } }
      rules:
        custom: [{ id: no-print, level: error, added-lines: "print\\\\(", paths: ["Sources/**"] }]

      """
    let service = try Service(config, shards: 1)
    var files = StartingPackage.withLibrary.files
    (files[".ci.yml"], files[".gitignore"]) = (config, ".build\n.devtool\n")
    try service.origin.commit("kit: begin", files)
    try service.origin.git("checkout", "-q", "-b", "topic")
    let source = "public func two() -> Int {\n  let unused = 1\n  print(2)\n  return 2\n}\n"
    try service.origin.commit("kit: prints", ["Sources/One/A.swift": source])

    #expect(try service.run("build").status == 0)
    #expect(try service.run("test", shard: 1).status == 0)
    #expect(try service.run("steps").status == 1)
    let rules = try service.run("rules", base: "main")
    #expect(rules.status == 1, "\(rules.standardOutput)\(rules.standardError)")
    let verdict = try service.run("verdict", base: "main")
    #expect(verdict.status == 1, "\(verdict.standardError)")
    var record = try service.record()
    #expect(
      try Self.findings(record) == ["no-print", "warnings.compiler"], "\(verdict.standardOutput)")
    #expect(try Self.steps(record) == ["test passed", "style failed"])
    #expect((record["tests"] as? [Any])?.count == 1)

    try service.origin.commit(
      "kit: breaks", ["Sources/One/A.swift": "public let two: Int = \"\"\n"])
    try service.shell("rm -r * ../devtool-build.tar.gz")
    #expect(try service.run("build").status == 1)
    #expect(try service.run("verdict", base: "main").status == 1)
    record = try service.record()
    #expect(try Self.steps(record) == ["test failed"])
    let diagnostics = try #require(record["diagnostics"] as? [[String: Any]])
    #expect(diagnostics.contains { $0["severity"] as? String == "error" })
    let findings = try #require(record["findings"] as? [[String: Any]])
    let missing = try #require(findings.first { $0["ruleID"] as? String == "merge" })
    for name in ["shard-*/", "steps", "rules"] {
      #expect(
        (missing["message"] as? String)?.contains("devtool-runs/\(name) contains no run record")
          == true)
    }
  }

  private static func findings(_ record: [String: Any]) throws -> [String] {
    try #require(record["findings"] as? [[String: Any]]).compactMap { $0["ruleID"] as? String }
      .sorted()
  }

  private static func steps(_ record: [String: Any]) throws -> [String] {
    try #require(record["steps"] as? [[String: Any]]).map {
      "\($0["id"] ?? "") \($0["status"] ?? "")"
    }
  }

  @Test func aStaleFileIsFound() throws {
    let scratch = try ScratchPipeline(Self.config)
    for service in ["github", "gitlab", "buildkite", "circleci"] {
      let written = try scratch.devtool("export", service, "--shards", "4")
      #expect(written.status == 0, "\(written.standardError)")
      #expect(
        written.standardOutput.hasPrefix("# Written by `devtool export \(service) --shards 4`"))
      let kept = try scratch.devtool("export", service, "--shards", "4", "--output", "out.yml")
      #expect(kept.status == 0 && kept.standardOutput.isEmpty)
      let windows = try scratch.folder.read("out.yml").replacing("\n", with: "\r\n")
      try scratch.folder.write(windows, to: "out.yml")
      let fresh = try scratch.devtool("export", service, "--shards", "4", "--check", "out.yml")
      #expect(fresh.status == 0 && fresh.standardError.isEmpty)
      let stale = try scratch.devtool("export", service, "--check", "out.yml")
      #expect(stale.status == 1)
      #expect(
        stale.standardError.contains(
          "help: Write it again: devtool export \(service) --shards 2 --output out.yml"))
    }
    let missing = try scratch.devtool("export", "github", "--check", "none.yml")
    #expect(missing.status == 69)
    for bad in [
      ["export", "jenkins"], ["export", "github", "--shards", "0"],
      ["export", "github", "--branch", "a b"], ["export", "circleci", "--comment"],
      ["plan", "--target", "soon"], ["plan", "--max", "0"],
    ] {
      #expect(try scratch.tool.start(bad, in: scratch.path).finish().status == 64, "\(bad)")
    }
  }

  @Test func writesASecondWorkflowForForks() throws {
    let scratch = try ScratchPipeline(Self.config)
    let command = ["export", "github", "--comment"]
    func devtool(_ arguments: String...) throws -> CommandResult {
      try scratch.tool.start(command + arguments, in: scratch.path).finish()
    }
    #expect(try devtool().standardError.contains("devtool-comment.yml"))
    #expect(try devtool("--output", "flows/ci.yml").status == 0)
    #expect(try scratch.folder.read("flows/devtool-comment.yml").contains("workflow_run"))
    #expect(try devtool("--check", "flows/ci.yml").status == 0)
    try scratch.folder.write("on: push\n", to: "flows/devtool-comment.yml")
    let stale = try devtool("--check", "flows/ci.yml")
    #expect(stale.status == 1)
    #expect(stale.standardError.contains("flows/devtool-comment.yml is out of date"))
  }

  @Test func thePlanIsMadeOfRecordedTimes() throws {
    let scratch = try ScratchPipeline(Self.config)
    let none = try scratch.devtool("plan")
    #expect(
      none.standardOutput == "shard 1/1  0.000 s\nno run has recorded times; run `devtool check`\n"
    )
    #expect(try scratch.devtool("plan", "--format", "github").standardOutput == "[1]\n")
    let gitlab = try scratch.devtool("plan", "--format", "gitlab").standardOutput
    #expect(gitlab.hasPrefix("# Written by `devtool export gitlab --shards 1`"))
    let json = try jsonObject(scratch.devtool("plan", "--format", "json").standardOutput)
    #expect(json["shards"] as? Int == 1)
  }

  /// `devtool export SERVICE --shards 3 --release https://example.com/devtool` in each folder writes them.
  @Test(arguments: ["swift-nio", "swiftlang-soundness", "vapor-ci"])
  func theExamplesAreUpToDate(example: String) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../docs/examples/\(example)").standardized.path
    for service in ["github", "gitlab", "buildkite", "circleci"] {
      let result = try BuiltTool().run(
        "export", service, "--shards", "3", "--release", "https://example.com/devtool",
        "--check", "\(service).yml", in: folder)
      #expect(result.status == 0, "\(result.standardError)")
    }
  }
}

import CIModel
import PipelineConfig

extension Pipeline {
  /// What `everything.yml` says.
  static let everything: Pipeline = {
    var pipeline = Pipeline()
    pipeline.environment = [
      EnvironmentVariable("LC_ALL", "C.UTF-8"), EnvironmentVariable("EMPTY", ""),
    ]
    pipeline.cacheSize = 5 << 30
    var remote = RemoteCache(url: "${env.CACHE_URL}/kit")
    remote.token = "CACHE_TOKEN"
    remote.mode = .read
    pipeline.remoteCache = remote
    // What is sent to a server is nobody's business.
    pipeline.secrets = [Secret("CACHE_TOKEN")]
    pipeline.steps = Pipeline.allSteps
    for index in pipeline.steps.indices where pipeline.steps[index].timeout == nil {
      pipeline.steps[index].timeout = .seconds(900)
    }
    pipeline.tests = TestPolicy(slowWarnSeconds: 0.5, slowFailSeconds: 10)
    var ignored = WarningPolicy.Limit()
    ignored.isIgnored = true
    pipeline.warnings = WarningPolicy(
      limits: [
        "compiler": .init(max: 0),
        "auto-layout": .init(max: 3, level: .warning, allow: ["LegacyView", "Sources/Old/**"]),
        "cgcontext": .init(level: .error),
        "main-thread-checker": ignored,
        "swiftui-state": .init(allow: ["one"]),
      ],
      custom: [
        .init(id: "leak", pattern: "LEAK: (.+)", limit: .init(max: 2, level: .note)),
        .init(id: "retry", pattern: #"retry \d+"#, limit: .init(level: .warning)),
      ])
    pipeline.coverage = CoveragePolicy(
      minimumHundredths: 8025, metric: .llvm, ignore: ["**/*.generated.swift"])
    pipeline.coverage.fileMinimum = 5000
    pipeline.coverage.targetMinimum = 6000
    pipeline.coverage.functionMinimum = 7000
    pipeline.coverage.regionMinimum = 7150
    pipeline.coverage.patch.minimum = 9000
    pipeline.coverage.patch.ignoresWhitespace = true
    pipeline.coverage.patch.ignoresComments = true
    pipeline.coverage.patch.missesPartialLines = true
    pipeline.coverage.patch.noData = .error
    pipeline.coverage.noDrop = .init(baseline: "ci/base.json", tolerance: 50)
    pipeline.coverage.ratchet = .init(file: "ci/floor.json", slack: 200)
    pipeline.coverage.components = [
      .init(name: "Core", paths: ["Sources/Core/**"], minimum: 9500, patch: 10_000)
    ]
    pipeline.rules = Pipeline.allRules
    pipeline.asksForRules = true
    pipeline.reports = [
      ReportRequest(format: "terminal"), ReportRequest(format: "junit", path: "out/junit.xml"),
      ReportRequest(format: "markdown", path: "report.md"), ReportRequest(format: "json"),
    ]
    return pipeline
  }()

  private static let allSteps: [PipelineStep] = {
    var build = SwiftBuildOptions()
    build.product = "Tool"
    build.target = "Library"
    build.arguments = ["-Xswiftc", "-DCI"]
    var cache = BuildCacheOptions()
    cache.key = ["Package.resolved", "Dockerfile"]
    cache.store = false
    build.cache = cache
    var release = SwiftBuildOptions()
    release.tests = false
    release.configuration = .release
    release.buildSystem = .native
    var test = SwiftTestOptions()
    test.coverage = false
    test.arguments = ["-v"]
    test.cache = BuildCacheOptions()
    var bench = SwiftTestOptions()
    bench.configuration = .release
    bench.buildSystem = .swiftbuild
    var lint = LintOptions()
    lint.strict = true
    lint.paths = ["Sources", "Tests"]
    return [
      step("resolve", .exec(ExecOptions(["swift", "package", "resolve", ""]))) {
        $0.timeout = .seconds(5400)
      },
      step("build", .swiftBuild(build)) {
        $0.needs = ["resolve"]
        $0.environment = [EnvironmentVariable("CI_LEVEL", "2")]
      },
      step("release", .swiftBuild(release)) { $0.needs = ["resolve", "test"] },
      step("test", .swiftTest(test)) { $0.needs = ["build"] },
      step("bench", .swiftTest(bench)) { $0.needs = ["test", "release"] },
      step("lint", .lint(lint)) { $0.allowFailure = .always },
      step("docs", .run(ScriptOptions("make docs\n"))) {
        $0.directory = "Examples/Demo"
        $0.shell = .command(["python3", "-c"])
        $0.allowFailure = .exitStatuses([2, 255])
        $0.timeout = .milliseconds(500)
      },
      step("plain", .run(ScriptOptions("make plain"))) { _ in },
      step("loud", .run(ScriptOptions("make"))) { $0.shell = .bash },
      step("one", .run(ScriptOptions("make"))) { $0.allowFailure = .exitStatuses([3]) },
      step("ask", .run(ScriptOptions("read answer"))) {
        $0.isInteractive = true
        $0.detaches = true
        var artifacts = Artifacts(["out/**"], .failure)
        artifacts.reports = [
          ReportRequest(format: "junit", path: "out/junit.xml"),
          ReportRequest(format: "sarif", path: "out/a.sarif"),
        ]
        artifacts.expiry = .seconds(7 * 86_400)
        $0.artifacts = artifacts
      },
    ]
  }()

  private static func step(
    _ id: String, _ action: StepAction, _ change: (inout PipelineStep) -> Void
  ) -> PipelineStep {
    var step = PipelineStep(id: id, action: action)
    step.shell = .sh
    change(&step)
    return step
  }

  private static let allRules: [RuleSettings] = {
    var changelog = RuleSettings(id: "changelog")
    changelog.isIgnored = true
    return [
      changelog,
      RuleSettings(
        id: "commits",
        values: [
          "subject-max": .integer(72), "forbid": .list([.text("fixup"), .text("merge")]),
          "require-body": .boolean(true), "subject-pattern": .text("^[A-Z]"),
        ]),
      RuleSettings(
        id: "no-print", rule: "added-lines", level: .warning, paths: ["Sources/**"],
        exclude: ["Sources/Old/**"], message: "Use the logger.",
        values: ["added-lines": .text(#"\bprint\("#)]),
      RuleSettings(
        id: "pr-size", paths: ["Sources/**"], exclude: ["**/*.snap"], message: "Too big.",
        values: ["warn": .integer(400), "fail": .integer(1000)]),
    ]
  }()
}

import CIModel
import Foundation
import PipelineConfig
import TestSupport
import Testing

@Suite struct RightFileTests {
  @Test func minimal() throws {
    var expected = Pipeline()
    expected.steps = [PipelineStep(id: "build", action: .run(ScriptOptions("make")))]
    #expect(try read("steps: { build: make }") == expected)
  }

  @Test(arguments: ["", "\n", "# nothing yet\n", "---\n", "~", "version: 1", "\u{FEFF}", "{}"])
  func withoutStepsTheStandardStepsRun(text: String) throws {
    #expect(try read(text) == .standard(lints: false))
    #expect(try read(text, lints: true) == .standard(lints: true))
  }

  @Test func policiesAloneKeepTheStandardSteps() throws {
    var expected = Pipeline.standard(lints: true)
    expected.coverage.minimumHundredths = 8000
    expected.steps[0].timeout = .seconds(60)
    expected.steps[1].timeout = .seconds(60)
    expected.steps[2].timeout = .seconds(60)
    let text = "defaults: { timeout: 1m }\ncoverage: { minimum: 80 }\n"
    #expect(try read(text, lints: true) == expected)
  }

  @Test func interferenceAndSerialTests() throws {
    let text = "tests: { interference: error, serial: 'tag:port' }"
    var expected = Pipeline.standard(lints: false)
    expected.tests.interference = .fail
    expected.tests.serial = ["tag:port"]
    #expect(try read(text) == expected)
    let listed = try read("tests: { serial: [A, B/c] }")
    #expect(listed.tests.serial == ["A", "B/c"])
    let ignored = try read("tests: { interference: ignore }")
    #expect(ignored.tests.interference == .ignore)
    let plain = try read("tests: {}")
    #expect(plain.tests.interference == .warn)
  }

  @Test func tenLines() throws {
    var expected = Pipeline()
    expected.steps = [
      PipelineStep(
        id: "lint", action: .run(ScriptOptions("swift format lint --strict -r Sources"))),
      PipelineStep(id: "build", action: .swiftBuild(SwiftBuildOptions())),
      PipelineStep(id: "test", action: .swiftTest(SwiftTestOptions())),
    ]
    expected.steps[2].needs = ["build"]
    expected.coverage.minimumHundredths = 8050
    expected.warnings.limits = ["compiler": .init(max: 0)]
    expected.rules = [
      RuleSettings(
        id: "changelog", level: .warning,
        values: ["require": .list([.text("CHANGELOG.md")]), "when": .list([.text("Sources/**")])])
    ]
    expected.asksForRules = true
    expected.reports = [
      ReportRequest(format: "terminal"), ReportRequest(format: "junit", path: "out/junit.xml"),
    ]
    let text = """
      version: 1
      steps:
        lint: swift format lint --strict -r Sources   # a bare string is a shell step
        build: { swift-build: { tests: true } }
        test: { swift-test: { coverage: true, workers: auto } }
      warnings: { compiler: { max: 0 } }
      coverage: { minimum: 80.5 }
      rules:
        changelog: { level: warn, when: [Sources/**], require: CHANGELOG.md }
      reports: [terminal, { junit: out/junit.xml }]
      """
    #expect(try read(text) == expected)
  }

  @Test func everythingThatIsAvailable() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Right/everything.yml")
    let text = try String(contentsOf: file, encoding: .utf8)
    let actual = try read(text)
    let expected = Pipeline.everything
    #expect(actual.environment == expected.environment)
    #expect(actual.steps.map(\.id) == expected.steps.map(\.id))
    for (step, expectedStep) in zip(actual.steps, expected.steps) {
      #expect(step == expectedStep)
    }
    #expect(actual.tests == expected.tests)
    #expect(actual.warnings == expected.warnings)
    #expect(actual.coverage == expected.coverage)
    #expect(actual.rules == expected.rules)
    #expect(actual.reports == expected.reports)
    #expect(actual == expected)
  }

  // MARK: Language

  @Test(arguments: [
    "1.10", "010", "2024-01-01", "12:30", "0o17", "1_000", ".inf", "yes", "no", "NO", "on",
    "off", "y", "~x", ".nan", "0x1F", "+1", "1e3", "null-like",
  ])
  func scalarsAreText(text: String) throws {
    #expect(
      try read("env: { A: \(text) }").environment == [EnvironmentVariable("A", text)])
  }

  /// Ids are nobody's keywords.
  @Test(arguments: ["constructor", "prototype", "true", "1", "null-x", "a.b", "a-b_c", "On"])
  func idsAreText(id: String) throws {
    #expect(try read("steps: { \(id): make }").steps.map(\.id) == [id])
  }

  @Test func tenThousandSteps() throws {
    let lines = (0..<10_000).map { "  s\($0): { run: make, needs: s\(max(0, $0 - 1)) }\n" }
    let steps = try read("steps:\n  s0: make\n" + lines.dropFirst().joined()).steps
    #expect(steps.count == 10_000)
    #expect(steps.last?.needs == ["s9998"])
  }

  @Test func quotesMakeNoDifference() throws {
    let text = """
      "version": '1'
      steps: { build: { swift-build: { tests: "false" }, timeout: '1h30m' } }
      """
    let step = try #require(try read(text).steps.first)
    var options = SwiftBuildOptions()
    options.tests = false
    #expect(step.action == .swiftBuild(options))
    #expect(step.timeout == .seconds(5400))
  }

  @Test(arguments: ["swift-build:", "swift-build: ~", "swift-build: {}", "swift-build: null"])
  func actionsWithoutOptions(text: String) throws {
    let step = try #require(try read("steps:\n  build:\n    \(text)\n").steps.first)
    #expect(step.action == .swiftBuild(SwiftBuildOptions()))
  }

  /// The key and the option of SwiftPM say the same; a test runs what its builds have built.
  @Test(arguments: [
    ("{ build-system: swiftbuild }", "{}", BuildSystem.swiftbuild, BuildSystem.swiftbuild),
    ("{ arguments: [--build-system, swiftbuild] }", "{}", .swiftbuild, .swiftbuild),
    ("{ arguments: [--build-system=native] }", "{}", .native, .native),
    ("{ build-system: native }", "{ build-system: swiftbuild }", .native, .swiftbuild),
    (
      "{ build-system: native }", "{ arguments: [--build-system=swiftbuild] }", .native, .swiftbuild
    ),
    ("{}", "{ build-system: swiftbuild }", nil, .swiftbuild),
    ("{ build-system: swiftbuild, tests: false }", "{}", .swiftbuild, nil),
    ("{ build-system: swiftbuild }", "{ sanitize: thread }", .swiftbuild, nil),
    ("{ arguments: [--build-system, xcode] }", "{}", nil, nil),
    ("{ arguments: [--build-system] }", "{}", nil, nil),
  ])
  func buildSystems(build: String, test: String, ofBuild: BuildSystem?, ofTest: BuildSystem?) throws
  {
    let steps = try read(
      "steps: { build: { swift-build: \(build) }, test: { swift-test: \(test) } }"
    ).steps
    guard case .swiftBuild(let built) = steps[0].action,
      case .swiftTest(let tested) = steps[1].action
    else { return #expect(Bool(false)) }
    #expect(built.buildSystem == ofBuild)
    #expect(tested.buildSystem == ofTest)
  }

  /// Builds that do not agree leave it to the toolchain.
  @Test func buildSystemsOfTwoBuilds() throws {
    let steps = try read(
      """
      steps:
        build: { matrix: { s: [native, swiftbuild] }, swift-build: { build-system: "${matrix.s}" } }
        test: { swift-test: {} }
      """
    ).steps
    guard case .swiftTest(let options) = steps[2].action else { return #expect(Bool(false)) }
    #expect(steps[2].needs.count == 2)
    #expect(options.buildSystem == nil)
  }

  @Test func blockScriptsKeepTheirLines() throws {
    let text = "steps:\n  a:\n    run: |\n      make\n      make test\n  b: >-\n    make\n    all\n"
    let steps = try read(text).steps
    #expect(
      steps.map(\.action) == [
        .run(ScriptOptions("make\nmake test\n")), .run(ScriptOptions("make all")),
      ])
  }

  @Test func mergeKeysAndAliases() throws {
    let text = """
      x-slow: &slow { timeout: 10m, dir: Demo }
      x-env: &env { LC_ALL: C }
      steps:
        a: { <<: *slow, run: make, timeout: 1m }
        b: { <<: [*slow], run: make, env: *env }
      """
    let steps = try read(text).steps
    #expect(steps.map(\.timeout) == [.seconds(60), .seconds(600)])
    #expect(steps.map(\.directory) == ["Demo", "Demo"])
    #expect(steps.map(\.environment) == [[], [EnvironmentVariable("LC_ALL", "C")]])
  }

  @Test(
    arguments: [
      ("slow: 500ms", 0.5, nil), ("slow: never", nil, nil), ("slow: { warn: 2s, fail: 1m }", 2, 60),
      ("slow: { fail: 500ms }", 0.5, 0.5), ("slow: { fail: 10s }", 1, 10),
      ("slow: { warn: never, fail: 10s }", nil, 10), ("slow: { fail: never }", 1, nil),
      ("slow: { warn: 1s500ms }", 1.5, nil),
    ] as [(String, Double?, Double?)])
  func slowTests(text: String, warn: Double?, fail: Double?) throws {
    #expect(
      try read("tests: { \(text) }").tests
        == TestPolicy(slowWarnSeconds: warn, slowFailSeconds: fail))
  }

  @Test func amountsOfTests() throws {
    var policy = TestPolicy()
    policy.minimum = .count(100)
    policy.mostSkipped = 0
    policy.empty = .fail
    policy.totalSeconds = 600
    policy.assertions = .warn
    #expect(
      try read(
        "tests: { minimum: 100, skipped: { max: 0 }, empty: error, total: 10m, assertions: warn }"
      ).tests == policy)
    #expect(try read("tests: { minimum: base }").tests.minimum == .base)
    #expect(try read("tests: {}").tests == TestPolicy())
  }

  @Test(
    arguments: [
      ("changelog:", nil, false), ("changelog: {}", nil, false),
      ("changelog: warn", .warning, false),
      ("changelog: fail", .error, false), ("changelog: ignore", nil, true),
      ("changelog: { level: note }", .note, false), ("changelog: { level: ignore }", nil, true),
    ] as [(String, Severity?, Bool)])
  func ruleLevels(text: String, level: Severity?, isIgnored: Bool) throws {
    let pipeline = try read("rules:\n  \(text)\n")
    var expected = RuleSettings(id: "changelog", level: level)
    expected.isIgnored = isIgnored
    #expect(pipeline.rules == [expected])
    #expect(pipeline.asksForRules)
  }
}

/// Reads a file with the sample rules, and shows the problems when there are some.
func read(_ text: String, lints: Bool = false) throws -> Pipeline {
  let reader = ConfigReader(
    fileName: ".ci.yml", rules: RuleDescriptor.samples,
    files: FileAccess(read: { _ in [] }, list: { _ in ["ci/more.yml"] }))
  do throws(ConfigError) {
    return try reader.read(Array(text.utf8), lints: lints)
  } catch {
    Issue.record("\(error.rendered(color: false))")
    throw error
  }
}

import Expressions
import PipelineConfig
import Testing

@Suite struct MatrixTests {
  @Test func everyCombinationIsAStep() throws {
    let steps = try read(
      """
      steps:
        build:
          matrix:
            config: [debug, release]
            sanitizer: [none, thread]
            exclude: [{ config: release, sanitizer: thread }]
            include: [{ sanitizer: address, config: release }]
          run: make ${matrix.config} $HOME ${HOME} "${matrix.sanitizer}"
      """
    ).steps
    #expect(
      steps.map(\.id) == [
        "build[config=debug,sanitizer=none]", "build[config=debug,sanitizer=thread]",
        "build[config=release,sanitizer=none]", "build[config=release,sanitizer=address]",
      ])
    #expect(steps.allSatisfy { $0.group == "build" })
    #expect(steps[3].cell?["sanitizer"] == "address")
    #expect(steps[1].action == .run(ScriptOptions(#"make debug $HOME ${HOME} "thread""#)))
    #expect(
      steps[1].cell?.values.map(\.variable) == [
        "DEVTOOL_MATRIX_CONFIG", "DEVTOOL_MATRIX_SANITIZER",
      ])
  }

  /// The file holds no other brace, before or behind the reference.
  @Test func aFileInBlockStyle() throws {
    let steps = try read(
      "steps:\n  a:\n    matrix:\n      os:\n        - linux\n    run: make ${matrix.os}\n"
    ).steps
    #expect(steps.map(\.action) == [.run(ScriptOptions("make linux"))])
  }

  /// Nothing is replaced in a step without a matrix, however the reference is written.
  @Test(arguments: [
    "${matrix.x}", #""\x24{matrix.x}""#, #""$\x7bmatrix.x}""#, "\"$\\\n          {matrix.x}\"",
    "'${matrix.x}'",
  ])
  func referencesNeedAMatrix(text: String) throws {
    let yaml = "steps:\n  a:\n    run: make\n    timeout: \(text)\n"
    let error = #expect(throws: ConfigError.self) {
      try ConfigReader(fileName: ".ci.yml", rules: []).read(Array(yaml.utf8))
    }
    #expect(error?.problems.map(\.message).contains("step 'a' has no matrix") == true)
  }

  /// A value takes the type of the key that it stands for.
  @Test func valuesHaveTheTypeOfTheirKey() throws {
    let steps = try read(
      """
      steps:
        build:
          matrix: { configuration: [debug, release], limit: [5m], tests: ["true"] }
          swift-build: { configuration: "${matrix.configuration}", tests: "${matrix.tests}" }
          timeout: ${matrix.limit}
          dir: Examples/${matrix.configuration}
      """
    ).steps
    var release = SwiftBuildOptions()
    release.configuration = .release
    #expect(steps.map(\.action) == [.swiftBuild(SwiftBuildOptions()), .swiftBuild(release)])
    #expect(steps.map(\.timeout) == [.seconds(300), .seconds(300)])
    #expect(steps.map(\.directory) == ["Examples/debug", "Examples/release"])
  }

  @Test func aListOfCellsIsAMatrix() throws {
    let steps = try read(
      "steps: { a: { matrix: { include: [{ x: 1, y: 2 }, { y: 3, x: 4 }] }, run: make } }"
    ).steps
    #expect(steps.map(\.id) == ["a[x=1,y=2]", "a[x=4,y=3]"])
  }

  @Test(arguments: [
    ("build", ["build[c=d,s=n]", "build[c=d,s=t]", "build[c=r,s=n]"]),
    ("{ step: build, matrix: { c: d } }", ["build[c=d,s=n]", "build[c=d,s=t]"]),
    ("{ step: build, matrix: { s: n, c: r } }", ["build[c=r,s=n]"]),
    ("'build[s=t]'", ["build[c=d,s=t]"]),
    ("'build[c=d,s=t]'", ["build[c=d,s=t]"]),
    ("['build[c=d]', 'build[s=n]']", ["build[c=d,s=n]", "build[c=d,s=t]", "build[c=r,s=n]"]),
    ("{ step: other, matrix: { c: d }, optional: true }", []),
  ])
  func needsChooseCells(needs: String, expected: [String]) throws {
    let pipeline = try read(
      """
      steps:
        build: { matrix: { c: [d, r], s: [n, t], exclude: [{ c: r, s: t }] }, run: make }
        test: { needs: \(needs), run: make }
      """)
    #expect(pipeline.steps.last?.needs == expected)
  }

  /// Each cell of one needs its cell of the other.
  @Test func cellsNeedTheirOwn() throws {
    let steps = try read(
      """
      steps:
        build: { matrix: { c: [d, r] }, run: make }
        test: { matrix: { c: [d, r] }, needs: "build[c=${matrix.c}]", run: make }
      """
    ).steps
    #expect(steps.map(\.needs) == [[], [], ["build[c=d]"], ["build[c=r]"]])
  }

  @Test func conditionsAreKept() throws {
    let steps = try read(
      """
      steps:
        build: { matrix: { c: [d, r] }, run: make, if: matrix.c == "d" }
        docs: { run: make, changed: [Sources/**, a"b], if: branch == "main" }
        end: { run: make, when: always, if: steps.build.status == "failed" }
      """
    ).steps
    #expect(
      steps.map { $0.guards.map(\.text) } == [
        [#"matrix.c == "d""#], [#"matrix.c == "d""#],
        [#"branch == "main""#, #"changed("Sources/**", "a\"b")"#],
        [#"steps.build.status == "failed""#],
      ])
  }
}

@Suite struct StepSelectorTests {
  @Test(arguments: [
    ("build", "build", []),
    ("build[a=b]", "build", ["a=b"]),
    ("build[a=b, c = d]", "build", ["a=b", "c=d"]),
    ("build[a=b=c]", "build", ["a=b=c"]),
    ("build[a]", "build[a]", []),
    ("build[]", "build[]", []),
    ("build]", "build]", []),
  ])
  func reads(text: String, step: String, values: [String]) {
    let selector = StepSelector(text)
    #expect(selector.step == step)
    #expect(selector.values.map { "\($0.axis)=\($0.text)" } == values)
  }
}

import Foundation
import TestSupport
import Testing

/// `if`, `changed` and `matrix` as a user of the built tool meets them.
@Suite(.blocking) struct ConditionsAndMatrixTests {
  @Test func everyCellRunsWithItsValues() throws {
    let scratch = try ScratchPipeline(
      """
      steps:
        build:
          matrix: { config: [debug, release], swift-version: ["6.2"] }
          run: echo "${matrix.config} $DEVTOOL_MATRIX_CONFIG $DEVTOOL_MATRIX_SWIFT_VERSION $DEVTOOL_STEP"
        slash: { matrix: { path: [a/b, 'a b'] }, run: 'echo "$DEVTOOL_MATRIX_PATH"' }
        only-debug:
          needs: { step: build, matrix: { config: debug } }
          exec: [echo, done]
      """)
    let result = try scratch.devtool("check", "--jobs", "1")
    #expect(result.status == 0)
    #expect(
      try scratch.statuses() == [
        "build[config=debug,swift-version=6.2]: passed",
        "build[config=release,swift-version=6.2]: passed", "slash[path=a/b]: passed",
        "slash[path=a b]: passed", "only-debug: passed",
      ])
    // Values that are no file names do not leave the folder of the logs, and do not meet.
    let steps = try #require(try scratch.record()["steps"] as? [[String: Any]])
    let logs = steps.compactMap { $0["logPath"] as? String }
    #expect(Set(logs).count == 5)
    #expect(logs[1].contains("/logs/build-config-release-swift-version-6.2-"))
    #expect(
      try scratch.folder.read(logs[1]).hasSuffix(
        "\nrelease release 6.2 build[config=release,swift-version=6.2]\n"))
    #expect(try scratch.folder.read(logs[2]).hasSuffix("\na/b\n"))
    #expect(try scratch.folder.read(logs[3]).hasSuffix("\na b\n"))
  }

  @Test(arguments: [
    (
      ["--only", "build[config=debug]"],
      ["build[config=debug,arch=a]", "build[config=debug,arch=b]"]
    ),
    (["--only", "build[arch=b, config=debug]"], ["build[config=debug,arch=b]"]),
    (["test"], ["build[config=debug,arch=a]", "build[config=debug,arch=b]", "test"]),
    (
      ["build", "--skip", "build[arch=b]"],
      ["build[config=debug,arch=a]", "build[config=release,arch=a]"]
    ),
  ])
  func cellsAreSelectedByName(arguments: [String], expected: [String]) throws {
    let scratch = try ScratchPipeline(
      """
      steps:
        build: { matrix: { config: [debug, release], arch: [a, b] }, run: 'true' }
        test: { needs: "build[config=debug]", run: 'true' }
      """)
    let result = try scratch.tool.start(["check"] + arguments, in: scratch.path).finish()
    #expect(result.status == 0)
    let passed = try scratch.statuses().filter { $0.hasSuffix(": passed") }
    #expect(passed == expected.map { "\($0): passed" })
  }

  @Test func anUnknownCellIsAWrongCommandLine() throws {
    let scratch = try ScratchPipeline("steps: { b: { matrix: { c: [d, r] }, run: 'true' } }")
    let result = try scratch.devtool("check", "--only", "b[c=x]")
    #expect(result.status == 64)
    #expect(
      result.standardError == """
        devtool: error: there is no step and no check called 'b[c=x]'
          help: Did you mean 'b[c=d]'?

        """)
  }

  @Test func aListNamesAStepWithAMatrixOnce() throws {
    let scratch = try ScratchPipeline(
      """
      steps:
        build: { matrix: { c: [d, r] }, run: make }
        test: { needs: build, run: make test, if: ci }
        one: { needs: "build[c=d]", run: make one }
        end: { when: always, run: make end }
      """)
    let list = try scratch.devtool("check", "--list")
    #expect(
      list.standardOutput == """
        build[c=d]  run
        build[c=r]  run
        test        run  needs build
        one         run  needs build[c=d]
        end         run  after all others

        """)
    let dryRun = try scratch.devtool("check", "--dry-run", "--only", "test")
    #expect(dryRun.standardOutput.hasPrefix("test  run  needs build"))
    #expect(dryRun.standardOutput.contains("\n  if ci\n  $ bash"))
  }

  /// A step that a condition leaves out says why, and blocks nobody.
  @Test func conditionsLeaveStepsOut() throws {
    let scratch = try ScratchPipeline(
      """
      steps:
        build: { run: 'exit 3', allow-failure: true }
        deploy: { run: 'touch deployed', if: ci && branch == "main" }
        after: { run: 'true', needs: deploy }
        warned: { run: 'true', needs: build, if: steps.build.status == "warned" }
        rescue: { run: 'true', when: always, if: steps.build.exit > 3 }
      """)
    let result = try scratch.devtool("check")
    #expect(result.status == 0)
    #expect(
      try scratch.statuses() == [
        "build: warned", "deploy: skipped", "after: passed", "warned: passed", "rescue: skipped",
      ])
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/deployed"))
    #expect(
      result.standardError.contains(#"deploy  ci && branch == "main" is false: ci is false"#))
    #expect(result.standardOutput.contains(#"steps.build.exit > 3 is false"#))
  }

  /// On a person's machine what is not committed counts, too; in CI the commits do.
  @Test func changedLooksAtTheChange() throws {
    let repository = try ScratchRepository()
    try repository.shell(
      """
      mkdir Sources docs; echo a > Sources/a; echo d > docs/d
      cat > .ci.yml <<'END'
      steps:
        sources: { run: 'true', changed: [Sources/**] }
        docs: { run: 'true', changed: docs/** }
        both: { run: 'true', if: 'changed("docs/**") && changed("Sources/**")' }
      END
      git add -A; git commit -qm one; git branch -M main; git checkout -qb work
      echo b >> docs/d; git commit -qam two; echo c > Sources/new
      """)
    let tool = try BuiltTool()
    let local = try tool.run("check", "--base", "main", in: repository.path)
    #expect(local.status == 0)
    #expect(try Self.statuses(repository.path) == ["passed", "passed", "passed"])
    let ci = try tool.run(
      "check", "--base", "main", in: repository.path, environment: ["CI": "true"])
    #expect(ci.status == 0)
    #expect(try Self.statuses(repository.path) == ["skipped", "passed", "skipped"])
    #expect(
      ci.standardError.contains(
        "sources  changed(\"Sources/**\") is false: none of 1 changed file"))
  }

  private static func statuses(_ path: String) throws -> [String] {
    let steps = try #require(try ScratchPipeline.record(in: path)["steps"] as? [[String: Any]])
    return steps.compactMap { $0["status"] as? String }
  }
}

import Foundation
import TestSupport
import Testing

/// What is judged where no test runs, on a package that is played: four tests, of which `M.A/two`
/// fails the first time.
@Suite(.blocking) struct JudgedRunTests {
  private static let config = """
    steps: { test: { swift-test: { workers: 1, coverage: false } } }
    tests: { minimum: MINIMUM }

    """

  private func package(minimum: String = "4") throws -> PlayedPackage {
    try PlayedPackage(Self.config.replacing("MINIMUM", with: minimum))
  }

  private func write(_ package: PlayedPackage, minimum: String) throws {
    try package.scratch.folder.write(
      Self.config.replacing("MINIMUM", with: minimum), to: ".ci.yml")
  }

  @Test(arguments: ["tests", "coverage", "warnings"])
  func nothingIsNeverGreen(check: String) throws {
    let package = try package()
    let result = try package.check(stopsIn: "", "--only", check).finish()
    #expect(result.status == 69)
    #expect(
      result.standardError.contains("no finished run here has results for \(check)"),
      "\(result.standardError)")
    #expect(result.standardError.contains("Run `devtool check` first."))
    #expect(!package.scratch.folder.exists(".devtool/runs"))
  }

  @Test func theLastRunIsJudged() throws {
    let package = try package()
    #expect(try package.check(stopsIn: "").finish().status == 1)
    let ran = try #require(try package.scratch.runs().last)
    let failed = try package.check(stopsIn: "", "--only", "tests").finish()
    #expect(failed.status == 1)
    #expect(failed.standardOutput.contains("step test failed in run \(ran): 1 test failed"))
    #expect(failed.standardOutput.contains("`devtool check --only test` runs the step 'test'."))
    let record = try package.scratch.record()
    #expect(record["judgedRun"] as? String == ran)
    #expect((record["steps"] as? [Any])?.isEmpty == true)
    #expect(try package.outcomes().count == 4)

    #expect(try package.check(stopsIn: "").finish().status == 0)
    #expect(try package.check(stopsIn: "", "--only", "tests").finish().status == 0)
    // The file that is there now decides, and judged runs are not judged again.
    try write(package, minimum: "5")
    let fewer = try package.check(stopsIn: "", "--only", "tests").finish()
    #expect(fewer.status == 1)
    #expect(fewer.standardOutput.contains("4 tests ran, minimum is 5"))
    #expect(try package.check(stopsIn: "", "--only", "warnings").finish().status == 0)
    let coverage = try package.check(stopsIn: "", "--only", "coverage").finish()
    #expect(coverage.status == 69)
    #expect(coverage.standardError.contains("measured no coverage"), "\(coverage.standardError)")
  }

  @Test func aPartOfTheTestsProvesNoNumber() throws {
    let package = try package()
    let part = try package.check(stopsIn: "", "--filter", "M.B").finish()
    #expect(part.status == 0, "\(part.standardOutput)")
    #expect(
      part.standardOutput.contains("not checked, because only a part of the tests was requested"))
    try write(package, minimum: "base")
    let alone = try package.check(stopsIn: "").finish()
    #expect(alone.status != 0)
    #expect(alone.standardOutput.contains("no merge base"), "\(alone.standardOutput)")
  }

  /// Without a stored run of the merge base its sources decide, with one the run does.
  @Test func theBaseSaysHowManyTestsThereAre() throws {
    let package = try package(minimum: "base")
    let folder = package.scratch.folder
    func git(_ script: String) throws {
      let result = try run("bash", ["-ec", script], in: package.scratch.path)
      #expect(result.status == 0, "\(result.standardError)")
    }
    let tests = "class A: XCTestCase {\n  func testOne() { one() }\n  func testTwo() { two() }\n}\n"
    try folder.write(".devtool\nsecond\nenvironments\n", to: ".gitignore")
    try folder.write(tests, to: "Tests/M/A.swift")
    try git(
      """
      export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
      git init -q -b main && git config user.name A && git config user.email a@b.org
      git add -A && git commit -qm 'Begin' && git checkout -q -b topic
      """)
    try folder.write(
      tests.replacing("  func testTwo() { two() }\n", with: ""), to: "Tests/M/A.swift")
    try git("git commit -qam 'Take one away'")
    #expect(try package.check(stopsIn: "", "--base", "main").finish().status == 1)
    let fewer = try package.check(stopsIn: "", "--base", "main").finish()
    #expect(fewer.status == 1)
    #expect(
      fewer.standardOutput.contains(
        "the sources that the change affects declare 1 test, 2 at the merge base"),
      "\(fewer.standardOutput)")
    #expect(
      fewer.standardOutput.contains("Tests/M/A.swift: warning: 1 test was removed: A.testTwo"))

    try git("git checkout -q main")
    #expect(try package.check(stopsIn: "", "--base", "main").finish().status == 0)
    try git("git checkout -q topic")
    let known = try package.check(stopsIn: "", "--base", "main").finish()
    #expect(known.status == 0, "\(known.standardOutput)")
  }

  /// Without a stored run, tests count where a build contains them.
  @Test(arguments: [
    ("mkdir Attic; git mv Tests/M/A.swift Attic/A.swift.txt", "affects declare 0 tests, 2"),
    ("echo 'class Base {}' > Tests/M/Base.swift", "affects declare 0 tests, 2"),
    (
      "sed 's/testTarget/target/' Package.swift > Package@swift-6.swift",
      "Package@swift-6.swift test target 'M' is no longer built"
    ),
  ])
  func testsThatNoBuildContainsDoNotCount(script: String, expected: String) throws {
    let package = try package(minimum: "base")
    let folder = package.scratch.folder
    try folder.write(".devtool\nsecond\nenvironments\n", to: ".gitignore")
    try folder.write(
      "let package = Package(name: \"p\", targets: [.testTarget(name: \"M\")])\n",
      to: "Package.swift")
    try folder.write("class Base: XCTestCase {}\n", to: "Tests/M/Base.swift")
    try folder.write(
      "class A: Base {\n  func testOne() { one() }\n  func testTwo() { two() }\n}\n",
      to: "Tests/M/A.swift")
    let result = try run(
      "bash",
      [
        "-ec",
        """
        export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
        git init -q -b main && git config user.name A && git config user.email a@b.org
        git add -A && git commit -qm 'Begin' && git checkout -q -b topic
        \(script)
        git add -A && git commit -qm 'Hide them'
        """,
      ], in: package.scratch.path)
    #expect(result.status == 0, "\(result.standardError)")
    let ended = try package.check(stopsIn: "", "--base", "main").finish()
    #expect(ended.status == 1)
    #expect(
      ended.standardOutput.replacing("\n    ", with: " ").contains(expected),
      "\(ended.standardOutput)")
  }

  @Test(arguments: [["--skip", "test"], ["--skip", "test", "--skip", "rules"]])
  func whatWasLeftOutIsSaid(arguments: [String]) throws {
    let package = try package()
    try package.scratch.folder.write(
      Self.config.replacing("MINIMUM", with: "4").replacing("false", with: "true")
        + "coverage: { minimum: 80 }\n", to: ".ci.yml")
    let result = try package.check(stopsIn: "", arguments).finish()
    #expect(result.status == 0)
    #expect(
      result.standardOutput.contains(
        "`coverage` and `tests` of .ci.yml were not checked: step test did not run."),
      "\(result.standardOutput)")
  }

  /// Three tests of the class are known; a run of them notes how many its targets hold.
  @Test func aTargetWithoutTestsIsAWarning() throws {
    let package = try package(minimum: "1")
    let swift = try package.scratch.folder.read("bin/swift")
    try package.scratch.folder.write(
      swift.replacing(
        "]}]}'",
        with:
          "]}, {\"name\": \"N\", \"c99name\": \"N\", \"type\": \"test\", \"path\": \"Tests/N\", "
          + "\"sources\": [\"N.swift\"]}]}'"), to: "bin/swift")
    _ = try package.check(stopsIn: "").finish()
    let empty = try package.check(stopsIn: "").finish()
    #expect(empty.status == 0, "\(empty.standardOutput)")
    #expect(empty.standardOutput.contains("Tests/N: warning: test target N has no test"))
    try package.scratch.folder.write("tests: { empty: fail }\n", to: ".ci.yml")
    #expect(try package.check(stopsIn: "", "--only", "tests").finish().status == 1)
  }
}

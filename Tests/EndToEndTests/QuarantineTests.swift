import Foundation
import TestSupport
import Testing

/// `devtool quarantine`, from the empty repository to the run that heeds the file.
@Suite(.blocking) struct QuarantineTests {
  private static let config = "tests: { quarantine: ci/quarantine.txt }\n"
  private let file = "ci/quarantine.txt"

  private func scratch(_ config: String = Self.config + "steps: { s: 'true' }\n") throws
    -> ScratchPipeline
  {
    try ScratchPipeline(config)
  }

  @Test func editsTheFile() throws {
    let scratch = try scratch()
    let added = try scratch.devtool(
      "quarantine", "add", "M.A/one", "M.f(n:)", "--reason", "late server", "--until", "2999-12-31")
    #expect(added.status == 0, "\(added.standardError)")
    let text = try scratch.folder.read(file)
    let lines = text.split(separator: "\n")
    #expect(
      added.standardOutput == lines.enumerated().map { "\(file):\($0 + 1): \($1)\n" }.joined())
    #expect(lines.allSatisfy { $0.hasSuffix(", until 2999-12-31: late server") })

    try scratch.folder.write(text + "\n# old\nM.B/old # until 2020-01-01: x\n", to: file)
    let shown = try scratch.devtool("quarantine", "list", "--format", "plain").standardOutput
    #expect(shown.contains("QUARANTINED  3 tests\n"))
    #expect(shown.contains("M.B/old  expired on 2020-01-01  x\n"), "\(shown)")
    let document = try jsonObject(
      scratch.devtool("quarantine", "list", "--format", "json").standardOutput)
    let tests = try #require(document["quarantine"] as? [[String: Any]])
    #expect(tests.map { $0["test"] as? String } == ["M.A/one", "M.f(n:)", "M.B/old"])
    #expect(tests.map { $0["isKnown"] is NSNull } == [true, true, true])

    let dry = try scratch.devtool("quarantine", "expire", "--dry-run")
    #expect(dry.standardOutput.hasPrefix("\(file): would remove 1 line\n"))
    #expect(try scratch.folder.read(file).hasSuffix("x\n"))
    #expect(
      try scratch.devtool("quarantine", "expire").standardOutput
        == "\(file): removed 1 line\n  M.B/old # until 2020-01-01: x\n")
    #expect(try scratch.folder.read(file) == text + "\n")
    #expect(try scratch.devtool("quarantine", "remove", "M.f(n:)").status == 0)
    #expect(try scratch.folder.read(file) == "\(lines[0])\n\n")
  }

  @Test(
    arguments: [
      (
        ["add", "M.A/one", "--reason", "r"], 64,
        "'M.A/one' is already on line 1 of ci/quarantine.txt"
      ),
      (["add", "n", "--reason", "r", "--days", "-1"], 64, "--days"),
      (
        ["add", "n", "--reason", "r", "--until", "2020-01-01"], 64, "--until takes a day not before"
      ),
      (["add", "n"], 64, "--reason"), (["remove", "M.A/on"], 64, "Did you mean 'M.A/one'?"),
      (["list", "--format", "junit"], 64, "junit"), (["lits"], 64, "lits"),
    ] as [([String], Int32, String)])
  func whatIsWrongIsNamed(arguments: [String], status: Int32, message: String) throws {
    let scratch = try scratch()
    try scratch.folder.write("M.A/one # late\n", to: file)
    let result = try scratch.tool.start(["quarantine"] + arguments, in: scratch.path).finish()
    #expect(result.status == status)
    #expect(result.standardError.contains(message), "\(result.standardError)")
    #expect(try scratch.folder.read(file) == "M.A/one # late\n")
  }

  @Test(
    arguments: [
      ("steps: { s: 'true' }\n", ":", 78, "sets no quarantine file"),
      (config, ":", 69, "the file 'ci/quarantine.txt' does not exist"),
      (
        config, "ln -s /etc/passwd ci/quarantine.txt", 69,
        "a link that points outside the repository"
      ),
      (config, "mkfifo ci/quarantine.txt", 69, "not a file"),
      (config, "truncate -s 5M ci/quarantine.txt", 69, "larger than 4 MiB"),
    ] as [(String, String, Int32, String)])
  func aFileThatCannotBeReadIsNamed(
    config: String, setUp: String, status: Int32, message: String
  ) throws {
    let scratch = try scratch(config)
    let result = try scratch.tool.shell(
      "git init -q . && mkdir ci && \(setUp) && \"$DEVTOOL_PATH\" quarantine expire",
      in: scratch.path)
    #expect(result.status == status)
    #expect(result.standardError.contains(message), "\(result.standardError)")
  }

  @Test func aRunAndTheListKnowEachOther() throws {
    let package = try PlayedPackage("\(Self.config)steps: { test: { swift-test: {} } }\n")
    let environment = package.environment(stopsIn: "never").mapValues(Optional.some)
    let scratch = package.scratch
    try scratch.folder.write("M.A/two # 2020-01-01, until 2020-02-01: late\n", to: file)
    let run = try scratch.devtool("check", environment: environment)
    #expect(
      run.standardOutput.contains("the quarantine of M.A/two ended on 2020-02-01"),
      "\(run.standardOutput)\(run.standardError)")

    let added = try scratch.devtool("quarantine", "add", "M.A/on", "M.B/three", "--reason", "r")
    #expect(added.status == 0)
    #expect(
      added.standardError
        == "devtool: warning: the newest run has no test 'M.A/on'; did you mean 'M.A/one'?\n")
    let document = try jsonObject(
      scratch.devtool("quarantine", "list", "--format", "json").standardOutput)
    let tests = try #require(document["quarantine"] as? [[String: Any]])
    #expect(tests.map { $0["isKnown"] as? Bool } == [true, false, true])
    #expect(tests.map { ($0["outcomes"] as? [String])?.count } == [1, 0, 1])
  }
}

import CIModel
import Foundation
import TestSupport
import Testing

@Suite struct HistoryTests {
  private static let pipeline = """
    steps:
      warn:
        run: 'echo "$PWD/a.swift:1:1: warning: careful"'
    """

  @Test func runsAreShownAndCarriedToAnotherCheckout() throws {
    let scratch = try ScratchPipeline(Self.pipeline)
    try scratch.folder.write("let a = 1\n", to: "a.swift")
    let empty = try scratch.devtool("history", "warnings")
    #expect(empty.status == 0)
    #expect(empty.standardOutput.hasPrefix("No run is in the history."))
    for _ in 0..<2 { #expect(try scratch.devtool("check").status == 0) }

    let shown = try scratch.devtool("history", "warnings", "--format", "plain")
    #expect(shown.standardOutput.contains("WARNINGS  1 in 2 runs\n"))
    #expect(shown.standardOutput.contains(" a.swift: warning: careful\n"))
    #expect(try scratch.devtool("history", "flaky").standardOutput.hasPrefix("No test is known"))

    let lines = try scratch.devtool("history", "export").standardOutput
    #expect(lines.split(separator: "\n").count == 2)
    #expect(
      try scratch.devtool("history", "export", "--runs", "1").standardOutput
        == lines.split(separator: "\n").suffix(1).map { "\($0)\n" }.joined())

    let other = try ScratchPipeline(Self.pipeline)
    let added = try other.devtool("history", "import", "-", input: lines + lines)
    #expect(added.standardOutput == "2 runs added, 2 known already\n")
    #expect(try other.devtool("history", "export").standardOutput == lines)
  }

  @Test(arguments: [
    (["import", "lines.jsonl"], 69, "lines.jsonl:2: this line is no run of a history"),
    (["import", "missing.jsonl"], 69, "missing.jsonl"),
    (["slow", "--format", "junit"], 64, "junit"), (["tests", "--runs", "0"], 64, "--runs"),
  ])
  func whatIsWrongIsNamed(arguments: [String], status: Int32, message: String) throws {
    let scratch = try ScratchPipeline(Self.pipeline)
    #expect(try scratch.devtool("check").status == 0)
    let line = try scratch.devtool("history", "export").standardOutput
    try scratch.folder.write(line + "{}\n", to: "lines.jsonl")
    let result = try scratch.tool.start(["history"] + arguments, in: scratch.path).finish()
    #expect(result.status == status)
    #expect(result.standardError.contains(message), "\(result.standardError)")
  }
}

import TestSupport
import Testing

@Suite struct ExportCommandTests {
  @Test func printsAndChecksAConfiguration() throws {
    let scratch = try ScratchPipeline(
      """
      steps:
        build: { swift-build: { cache: true } }
        test: { swift-test: {} }
        docs: { needs: test, run: "true" }
      """)
    try scratch.folder.write("// swift-tools-version: 6.0\n", to: "Package.swift")
    let printed = try scratch.devtool("export", "github", "--shards", "2")
    #expect(printed.status == 0, "\(printed.standardError)")
    #expect(printed.standardOutput.contains("run: devtool check build --skip rules\n"))
    #expect(printed.standardOutput.contains("shard: [1, 2]\n"))
    #expect(printed.standardOutput.contains("run: devtool check --only docs --skip rules\n"))

    try scratch.folder.write(printed.standardOutput, to: "ci.yml")
    let same = try scratch.devtool("export", "github", "--shards", "2", "--check", "ci.yml")
    #expect(same.status == 0)
    #expect(same.standardOutput.isEmpty)
    let stale = try scratch.devtool("export", "github", "--check", "ci.yml")
    #expect(stale.status == 1)
    #expect(stale.standardError.contains("ci.yml is not what `devtool export github` prints now"))
  }

  @Test(arguments: [
    (["travis"], "{ swift-test: {} }", 64, "travis"),
    (["github", "--shards", "0"], "{ swift-test: {} }", 64, "--shards"),
    (["buildkite", "--comment"], "{ swift-test: {} }", 64, "--comment is for github and gitlab"),
    (["github", "--check", "none.yml"], "{ swift-test: {} }", 69, "none.yml"),
    (["github"], "{ run: \"true\" }", 69, "no step of the pipeline is a swift-test"),
  ])
  func whatIsWrongIsNamed(
    arguments: [String], step: String, status: Int32, message: String
  ) throws {
    let scratch = try ScratchPipeline("steps: { test: \(step) }")
    try scratch.folder.write("// swift-tools-version: 6.0\n", to: "Package.swift")
    let result = try scratch.tool.start(["export"] + arguments, in: scratch.path).finish()
    #expect(result.status == status, "\(result.standardError)")
    #expect(result.standardError.contains(message), "\(result.standardError)")
  }
}

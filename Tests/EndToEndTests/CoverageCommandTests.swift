import CIModel
import Foundation
import TestSupport
import Testing

/// `devtool coverage` on data that was measured elsewhere.
@Suite(.blocking) struct CoverageCommandTests {
  private static let config = """
    version: 1
    coverage:
      minimum: 50
      patch: 75
      ratchet: .ci/floor.json
      ignore: ["**/*.generated.swift"]

    """

  /// `topic` changes lines 2 and 3 of the source; all of its lines but one ran.
  private func change() throws -> ScratchChange {
    let change = try ScratchChange(
      CoverageCommandTests.config,
      files: ["Sources/A.swift": "let a = 1\nlet b = 2\nlet c = 3\n"])
    try write(change, "Sources/A.swift", [1, 1, 0])
    return change
  }

  private func write(_ change: ScratchChange, _ file: String, _ counts: [Int]) throws {
    let lines = counts.enumerated().map { "DA:\($0 + 1),\($1)\n" }.joined()
    try change.clone.directory.write(
      "SF:\(file)\n\(lines)end_of_record\n", to: ".git/coverage.lcov")
  }

  @Test func judgesTheChange() throws {
    let change = try change()
    let result = try change.devtool("coverage", "--lcov", ".git/coverage.lcov")
    #expect(result.status == 1)
    #expect(result.standardOutput.contains("Sources/A.swift"))
    #expect(result.standardOutput.contains("✗ coverage.patch: 50.00%, 75% required"))
    #expect(result.standardOutput.contains("✓ coverage.minimum: 66.66%, 50% required"))
    #expect(result.standardError.contains("the ratchet file .ci/floor.json does not exist yet"))
    #expect(result.standardError.contains("`**/*.generated.swift` matches no measured file"))
    let json = try jsonObject(
      change.devtool("coverage", "--lcov", ".git/coverage.lcov", "--format", "json").standardOutput)
    #expect(json["schema"] as? String == "devtool.coverage/1")
    let patch = try #require(json["patch"] as? [String: Any])
    #expect(patch["base"] as? String == "origin/main")
    let file = try #require((patch["files"] as? [[String: Any]])?.first)
    #expect(file["uncoveredLines"] as? [[Int]] == [[3, 3]])
  }

  @Test func keepsFloors() throws {
    let change = try change()
    let data = ["--lcov", ".git/coverage.lcov"]
    func run(_ arguments: String...) throws -> CommandResult {
      try change.tool.start(["coverage"] + data + arguments, in: change.path).finish()
    }
    let first = try run("--update-ratchet")
    #expect(first.status == 0)
    #expect(first.standardOutput == ".ci/floor.json: total 66.66% (1 line uncovered)\n")
    #expect(try run("--update-ratchet").standardOutput == ".ci/floor.json: no floor rises\n")
    try write(change, "Sources/A.swift", [1, 0, 0])
    let refused = try run("--update-ratchet")
    #expect(refused.status == 1)
    #expect(refused.standardError.contains("these floors would fall: total"))
    #expect(try run().standardError.contains("the floor is 66.66 % or 1 lines"))
    #expect(try run("--update-ratchet", "--allow-lower").status == 64)
    #expect(try run("--allow-lower", "--reason", "x").status == 64)
    #expect(try run("--update-ratchet", "--allow-lower", "--reason", "moved").status == 0)
    let file = try jsonObject(change.clone.directory.read(".ci/floor.json"))
    #expect((file["lowered"] as? [[String: Any]])?.first?["reason"] as? String == "moved")
    // A file that is damaged is never replaced.
    try change.clone.directory.write("{", to: ".ci/floor.json")
    #expect(try run("--update-ratchet").status == 69)
    #expect(try change.clone.directory.read(".ci/floor.json") == "{")
  }

  @Test func nothingInCommonIsNoPass() throws {
    let change = try change()
    try write(change, "Code/Other.swift", [1, 1, 1])
    let result = try change.devtool(
      "coverage", "--lcov", ".git/coverage.lcov", "--base", "origin/main")
    #expect(result.status == 69)
    #expect(result.standardError.contains("have no source file in common"))
    #expect(try change.devtool("coverage", "--lcov", ".git/coverage.lcov").status == 1)
  }

  @Test func linesBeyondTheFileAreNoPass() throws {
    let change = try change()
    try write(change, "Sources/A.swift", [1, 1, 1, 1])
    let result = try change.devtool("coverage", "--lcov", ".git/coverage.lcov")
    #expect(result.status == 1)
    #expect(result.standardError.contains("it has lines beyond the end of Sources/A.swift"))
  }

  @Test func saysWhichFileHasNoData() throws {
    let change = try ScratchChange(
      "version: 1\ncoverage: { patch: { minimum: 1, no-data: error } }\n",
      files: [
        "Sources/A.swift": "let a = 1\nlet b = 2\n", "Sources/B.swift": "func b() {\n  a()\n}\n",
      ])
    try write(change, "Sources/A.swift", [1, 1])
    let result = try change.devtool("coverage", "--lcov", ".git/coverage.lcov")
    #expect(result.status == 1)
    #expect(result.standardError.contains("devtool: Sources/B.swift"), "\(result.standardError)")
    #expect(result.standardError.contains("error: no coverage data for 3 changed lines"))
  }

  @Test func wantsAMergeBase() throws {
    let change = try ScratchChange(
      CoverageCommandTests.config, files: ["Sources/A.swift": "let a = 1\nlet b = 2\n"],
      cloneArguments: ["--depth", "1", "--no-single-branch"])
    try write(change, "Sources/A.swift", [1, 1])
    let result = try change.devtool("coverage", "--lcov", ".git/coverage.lcov")
    #expect(result.status == 69)
    #expect(result.standardError.contains("git fetch --unshallow"))
  }

  @Test(arguments: [
    (["--lcov", "no.lcov"], 69, "no.lcov: No such file or directory"),
    (["--lcov", ".ci.yml"], 69, "expected a record that begins with SF:"),
    (["--cobertura", ".ci.yml"], 69, "expected a <coverage> element"),
    (["--llvm-json", ".ci.yml"], 69, "not a complete output of llvm-cov export"),
    (["--profdata", "a.profdata"], 64, "--profdata and --object require each other"),
    (["--lcov", "a", "--run", "b"], 64, "--run shows a stored run"),
    (["--metric", "lines"], 64, "--metric must be distinct or llvm"),
    (["--format", "lcovv"], 64, "unknown format"),
  ])
  func explainsWhatIsWrong(arguments: [String], status: Int, message: String) throws {
    let pipeline = try ScratchPipeline("version: 1\n")
    let result = try pipeline.tool.start(["coverage"] + arguments, in: pipeline.path).finish()
    #expect(result.status == status)
    #expect(result.standardError.contains(message), "\(result.standardError)")
  }

  @Test func readsDataAnywhere() throws {
    let folder = try ScratchDirectory()
    try folder.write("SF:a.swift\nDA:1,1\nend_of_record\n", to: "x.lcov")
    let result = try BuiltTool().run("coverage", "--lcov", "x.lcov", in: folder.path)
    #expect(result.status == 0, "\(result.standardError)")
    #expect(result.standardOutput.contains("100.00%  1 of 1"))
  }

  /// The temporary folder is common to all users: what lies there under a name that can be foreseen is
  /// another one's.
  @Test(arguments: ["mkdir $N", "ln -s ../victim $N"])
  func usesNoFolderThatSomebodyElseMade(plant: String) throws {
    let folder = try ScratchDirectory()
    let result = try BuiltTool().shell(
      """
      mkdir tmp victim; touch object a.profdata
      N=tmp/devtool-coverage-$$; \(plant); touch $N/mine; echo $$ > pid
      TMPDIR=$PWD/tmp exec "$DEVTOOL_PATH" coverage --profdata a.profdata --object object
      """, in: folder.path)
    #expect(result.status == 69, "\(result.standardError)")
    #expect(result.standardError.contains("profiles can be read"), "\(result.standardError)")
    let process = try folder.read("pid").trimmingCharacters(in: .whitespacesAndNewlines)
    // Foundation leaves one of its own.
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/tmp")
      .filter { $0.hasPrefix("devtool") }
    #expect(names == ["devtool-coverage-\(process)"])
    let planted = "\(folder.path)/tmp/devtool-coverage-\(process)"
    #expect(try FileManager.default.contentsOfDirectory(atPath: planted) == ["mine"])
  }
}

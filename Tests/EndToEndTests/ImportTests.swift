import Foundation
import TestSupport
import Testing

/// `devtool import`: results of other tools as runs, and what becomes of them.
@Suite(.blocking) struct ImportTests {
  private static let passing = "<testsuite tests='1'><testcase classname='K' name='a'/></testsuite>"
  private static let failing = """
    <testsuite tests='1' failures='1'><testcase classname='K' name='b'>
    <failure message='no hunter2-hunter2'/></testcase></testsuite>
    """

  @Test(arguments: [
    (["--junit", "pass.xml"], 0, "1 passed"),
    (["--junit", "pass.xml", "fail.xml"], 1, "1 failed, 1 passed"),
    (["--junit", "fail.xml", "--log", "ok.log"], 1, "1 failed"),
    (["--junit", "pass.xml", "--log", "bad.log"], 1, "Failed"),
    (["--log", "ok.log"], 0, "Passed"), (["--log", "empty.log"], 69, "the input contains no test"),
    (["--junit", "none.xml"], 69, "the input contains no test"),
    (["--lcov", "a.info"], 0, "50.0"), (["--cobertura", "a.xml"], 0, "50.0"),
    (["--lcov", "a.info", "--junit", "none.xml"], 69, "the input contains no test"),
    (["--lcov", "gone.info", "--junit", "pass.xml"], 69, "coverage was not read: "),
    (["--junit", "ok.log"], 69, "not valid JSON"), (["--junit", "gone.xml"], 69, "gone.xml"),
    (["--log", "gone.log"], 69, "gone.log"), (["--lcov", "gone.info"], 69, "gone.info"),
    (["--junit", "pass.xml", "--log", "void"], 69, "void is empty"),
    (["--events", "void", "--junit", "pass.xml"], 69, "void is empty"),
    ([], 64, "name what to import"), (["--junit", "pass.xml", "--name", "a/b"], 64, "--name"),
  ])
  func endsByTheVerdict(arguments: [String], status: Int, words: String) throws {
    let scratch = try ScratchDirectory()
    for (name, text) in [
      ("pass.xml", Self.passing), ("fail.xml", Self.failing), ("none.xml", "<testsuites/>"),
      ("ok.log", "Build complete! (1.00s)\n"), ("empty.log", "hello\n"), ("void", ""),
      ("bad.log", "\(scratch.path)/A.swift:1:1: error: cannot find 'x' in scope\n"),
      (
        "a.info",
        "SF:\(scratch.path)/Sources/A/A.swift\nDA:1,1\nDA:2,0\nLF:2\nLH:1\nend_of_record\n"
      ),
      (
        "a.xml",
        """
        <coverage><packages><package name="A"><classes>
        <class name="A" filename="\(scratch.path)/Sources/A/A.swift">
        <lines><line number="1" hits="1"/><line number="2" hits="0"/></lines></class>
        </classes></package></packages></coverage>
        """
      ),
      ("Sources/A/A.swift", "let a = 1\nlet b = 2\n"),
    ] { try scratch.write(text, to: name) }
    let tool = try BuiltTool()
    let result = try tool.start(["import"] + arguments, in: scratch.path).finish()
    let text = result.standardOutput + result.standardError
    #expect(result.status == status, "\(text)")
    #expect(text.contains(words), "\(text)")
    let runs = (try? ScratchPipeline.runs(in: scratch.path)) ?? []
    let isStored = status < 64 || ["the input", "coverage"].contains { words.hasPrefix($0) }
    #expect(runs.count == (isStored ? 1 : 0))
    guard isStored else { return }
    let report = try tool.run("report", "--format", "json", in: scratch.path)
    let record = try jsonObject(report.standardOutput)
    #expect(record["verdict"] as? String == (status == 0 ? "passed" : "failed"))
  }

  @Test func joinsOneVerdictAndOnePage() throws {
    let scratch = try ScratchPipeline("secrets: [TOKEN]\nsteps: { a: 'true' }")
    try scratch.folder.write(Self.passing, to: "pass.xml")
    try scratch.folder.write(Self.failing, to: "fail.xml")
    try scratch.folder.write("Build complete! (1.00s)\nhunter2-hunter2\n", to: "build.log")
    let token = ["TOKEN": "hunter2-hunter2"]
    let good = try scratch.devtool(
      "import", "--junit", "pass.xml", "--log", "build.log", "--name", "ios", "-o", "ios.tar",
      environment: token)
    #expect(good.status == 0, "\(good.standardError)")
    let bad = try scratch.devtool(
      "import", "--junit", "fail.xml", "--name", "android", "-o", "android.tar",
      environment: token)
    #expect(bad.status == 1)
    for name in ["ios.tar", "android.tar"] {
      let bytes = try Data(contentsOf: scratch.folder.url.appendingPathComponent(name))
      #expect(bytes.range(of: Data("hunter2".utf8)) == nil)
    }
    let merged = try scratch.devtool(
      "merge", "ios.tar", "android.tar", "--report", "html=out", "--report", "junit=out/j.xml",
      environment: [
        "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "\(scratch.path)/summary.md",
      ])
    #expect(merged.status == 1, "\(merged.standardError)")
    #expect(merged.standardOutput.hasPrefix("::error "))
    #expect(try scratch.folder.read("summary.md").contains("## ❌ Failed"))
    let record = try scratch.record()
    #expect((record["tests"] as? [Any])?.count == 2)
    #expect(try scratch.statuses() == ["ios: passed", "android: failed"])
    #expect(try scratch.folder.read("out/logs/ios.txt").contains("Build complete!"))
    #expect(try scratch.folder.read("out/j.xml").contains("name=\"b\""))
    let same = try scratch.devtool("merge", "ios.tar", "ios.tar")
    #expect(same.status == 69)
    #expect(same.standardError.contains("are both named ios"))
  }
}

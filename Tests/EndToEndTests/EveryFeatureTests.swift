import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One pipeline with every key of the language; `swift` is played.
@Suite(.blocking) struct EveryFeatureTests {
  private let package: PlayedPackage
  private var scratch: ScratchPipeline { package.scratch }

  init() throws {
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/EveryFeature/ci.yml")
    package = try PlayedPackage(try String(contentsOf: fixture, encoding: .utf8))
    let folder = package.scratch.folder
    try folder.write(
      "steps: { included: { run: echo included, needs: bare } }\n", to: "ci/more.yml")
    try folder.write("FROM_DOTENV=dotenv\n", to: ".env.ci")
    try folder.write("OWN=own\n", to: ".env.step")
    try folder.write("letters\n", to: "Sources/a.txt")
    try folder.write(".devtool/\nout/\nproducts/\nbin/\npid\nstatus\nreached\n", to: ".gitignore")
    let git = { (arguments: [String]) in
      try run(
        "git", ["-c", "user.name=A", "-c", "user.email=a@example.com"] + arguments,
        in: folder.path,
        environment: ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"])
    }
    for arguments in [
      ["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "Begin"],
      ["checkout", "-q", "-b", "work"],
    ] { #expect(try git(arguments).status == 0) }
    try folder.write("more letters\n", to: "Sources/a.txt")
    #expect(try git(["commit", "-q", "-a", "-m", "Change"]).status == 0)
  }

  private func check(_ arguments: String...) throws -> CommandResult {
    try scratch.tool.start(
      ["check"] + arguments, in: scratch.path,
      environment: [
        "PATH": "\(scratch.path)/bin:/usr/bin:/bin", "PLAYED_ROOT": scratch.path,
        "PLAYED_PHASE": "", "PLAYED_SLEEP": package.sleep, "OUTSIDE": "outside",
        "CHAT_TOKEN": "s3cret-token", "SIGNING_KEY": "s3cret-key",
      ], input: "yes please\n"
    ).finish()
  }

  @Test func doesEverythingAtOnce() throws {
    let result = try check()
    #expect(result.status == 0, "\(result.standardOutput)")
    let steps = try #require(try scratch.record()["steps"] as? [[String: Any]])
    var statuses: [String: String] = [:]
    for step in steps { statuses[step["id"] as? String ?? "?"] = step["status"] as? String }
    let others = [
      "soft": "warned", "softer": "warned", "slow": "warned", "silent": "warned",
      "on-nothing": "skipped", "on-ci": "skipped", "rescue": "skipped",
    ]
    let ids = [
      "bare", "exec", "posix", "python", "build", "test", "format", "prepare",
      "cell[config=debug,sanitizer=none]", "cell[config=debug,sanitizer=thread]",
      "cell[config=release,sanitizer=none]", "cell[config=bench,sanitizer=none]", "one-cell",
      "locked-a", "locked-b", "on-change", "on-nothing", "on-branch", "on-ci", "on-output",
      "version", "soft", "softer", "slow", "silent", "after-soft", "tell", "hidden", "own-file",
      "generate", "verdict", "server", "client", "ask", "rescue", "report", "included",
    ]
    #expect(Set(statuses.keys) == Set(ids))
    for id in ids { #expect(statuses[id] == others[id] ?? "passed", "\(id)") }
    try expectOutputs()
    try expectReasons(steps)
    try expectFiles(result)
    try expectUpToDate()
  }

  /// What each step printed, as its log ends.
  private func expectOutputs() throws {
    let outputs = [
      "bare": "bare dotenv outside-base", "exec": "outside-base $HOME a  b", "posix": "sh 3",
      "python": "from python", "one-cell": "got debug", "locked-a": "level 2",
      "on-branch": "work", "tell": "token ***", "hidden": "token none", "own-file": "own",
      "ask": "answer yes please", "included": "included", "generate": "generated",
      "cell[config=debug,sanitizer=thread]": "thread",
    ]
    for (step, output) in outputs {
      let log = try scratch.log(step)
      #expect(log.hasSuffix("\n\(output)\n"), "\(step): \(log)")
    }
  }

  private func expectReasons(_ steps: [[String: Any]]) throws {
    func step(_ id: String) throws -> [String: Any] {
      try #require(steps.first { $0["id"] as? String == id })
    }
    #expect(try step("version")["attempts"] as? Int == 2)
    #expect(try step("version")["outputs"] as? [String: String] == ["attempt": "2"])
    #expect(try step("slow")["reason"] as? String == "timed out after 300 ms")
    #expect(try step("silent")["reason"] as? String == "printed nothing for 300 ms")
    #expect(try step("on-ci")["reason"] as? String == "ci is false")
    #expect(
      try step("test")["artifacts"] as? [String] == ["out/made.txt", "out/step.xml"])
    // The played test fails once and passes when it runs again.
    #expect(
      try package.outcomes() == [
        "M.A/one passed", "M.A/two passed", "M.B/three passed", "M.free() passed",
      ])
  }

  private func expectFiles(_ result: CommandResult) throws {
    #expect(try scratch.folder.read("status") == "passed\n")
    #expect(try scratch.folder.read("out/upper.txt") == "MORE LETTERS\n")
    #expect(scratch.folder.exists("out/junit.xml"))
    let report = try scratch.folder.read("out/report.json")
    for text in [report, result.standardError, result.standardOutput] {
      #expect(!text.contains("s3cret"))
    }
    // The server is gone with the run, and so is the file with the key.
    let pid = try #require(Int32(scratch.folder.read("pid").dropLast()))
    #expect(kill(pid, 0) != 0)
    let runs = try #require(try scratch.runs().last)
    #expect(!scratch.folder.exists(".devtool/runs/\(runs)/secrets"))
  }

  /// The second time what has not changed does not run.
  private func expectUpToDate() throws {
    #expect(try check("generate", "verdict").status == 0)
    let steps = try #require(try scratch.record()["steps"] as? [[String: Any]])
    let skipped = steps.filter { $0["isUpToDate"] as? Bool == true }
    #expect(Set(skipped.compactMap { $0["id"] as? String }) == ["generate", "verdict"])
  }
}

import Foundation
import TestSupport
import Testing

@testable import PipelineRunner
@testable import StepCache

/// Results on a real server, nginx with `dav_methods PUT`, from one checkout to another.
@Suite(
  .blocking,
  .enabled(if: NginxServer.executable != nil, "\(NginxServer.reasonToSkip)"))
struct RemoteCacheTests {
  private static func config(_ url: String, _ more: String = "") -> String {
    """
    cache: { remote: { url: "\(url)"\(more) } }
    steps:
      make:
        run: |
          echo run >> runs; mkdir -p out; cat in > out/all; echo '#!/bin/sh' > out/tool
          chmod +x out/tool; echo "said so"; echo "words=two  words" >> "$DEVTOOL_OUTPUT"
        inputs: [in]
        outputs: [out/**]
      use: { needs: make, env: { W: "${steps.make.outputs.words}" }, run: 'echo "$W" > words' }

    """
  }

  private func checkout(_ config: String) throws -> ScratchPipeline {
    let scratch = try ScratchPipeline(config)
    try scratch.folder.write("input\n", to: "in")
    return scratch
  }

  private static let ci: [String: String?] = ["CI": "true"]

  @Test func anotherMachineUsesWhatOneMade() throws {
    let server = try NginxServer()
    let first = try checkout(Self.config(server.url))
    let made = try first.devtool("check", environment: Self.ci)
    #expect(made.status == 0, "\(made.standardError)")
    #expect(server.names("ac").count == 1)
    // Two files, what it printed and what it left.
    #expect(server.names("cas").count == 4)

    let second = try checkout(Self.config(server.url))
    let used = try second.devtool("check")
    #expect(used.status == 0, "\(used.standardError)")
    #expect(!second.folder.exists("runs"))
    #expect(try second.folder.read("out/all") == "input\n")
    #expect(FileManager.default.isExecutableFile(atPath: second.path + "/out/tool"))
    #expect(try second.folder.read("words") == "two  words\n")
    #expect(used.standardError.contains("said so"))
    let steps = try #require(try second.record()["steps"] as? [[String: Any]])
    #expect(steps[0]["isUpToDate"] as? Bool == true)

    // Its own store has it now.
    server.forget()
    try second.folder.remove("out")
    #expect(try second.devtool("check").status == 0)
    #expect(!second.folder.exists("runs"))
  }

  /// Contents that are gone or damaged behind a result that names them.
  @Test(arguments: ["rm cas/*", "for f in cas/*; do echo x >> $f; done", "rm -r cas; echo x > cas"])
  func aResultThatIsNotWholeIsNoResult(damage: String) throws {
    let server = try NginxServer()
    let first = try checkout(Self.config(server.url))
    #expect(try first.devtool("check", environment: Self.ci).status == 0)
    _ = try run("bash", ["-c", damage], in: server.files)
    let second = try checkout(Self.config(server.url))
    let result = try second.devtool("check")
    #expect(result.status == 0, "\(result.standardError)")
    #expect(try second.folder.read("runs") == "run\n")
    #expect(try second.folder.read("out/all") == "input\n")
  }

  @Test(
    arguments: [
      (["CI": "true"], [], "", true), ([:], [], "", false), ([:], [], ", mode: read-write", true),
      (["CI": "true"], [], ", mode: read", false), (["CI": "true"], ["--cache", "ro"], "", false),
      (
        [
          "CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request",
          "GITHUB_BASE_REF": "main",
        ], [], ", mode: read-write", false
      ),
    ] as [([String: String?], [String], String, Bool)])
  func whoWrites(
    environment: [String: String?], arguments: [String], mode: String, writes: Bool
  ) throws {
    let server = try NginxServer()
    let scratch = try checkout(Self.config(server.url, mode))
    let result = try scratch.tool.start(
      ["check", "--skip", "rules"] + arguments, in: scratch.path, environment: environment
    ).finish()
    #expect(result.status == 0, "\(result.standardError)")
    #expect(server.names("ac").isEmpty != writes)
    #expect(server.accessLog.contains("GET /ac/"))
  }

  /// What opens the server is shown nowhere, and no step gets it.
  @Test func theTokenStaysSecret() throws {
    let server = try NginxServer(authorization: "Bearer open-sesame-7")
    let config =
      Self.config("${env.CACHE_URL}", ", token: CACHE_TOKEN")
      + "  spy: 'echo \"token=${CACHE_TOKEN:-none} $(printf open-%s-7 sesame)\"'\n"
    let scratch = try checkout(config)
    let environment: [String: String?] = [
      "CI": "true", "CACHE_URL": server.url + "/", "CACHE_TOKEN": "open-sesame-7",
    ]
    let result = try scratch.devtool("check", environment: environment)
    #expect(result.status == 0, "\(result.standardError)")
    #expect(server.names("ac").count == 1)
    #expect(try scratch.log("spy").contains("token=none ***"))
    let found = try run(
      "grep", ["-rl", "open-sesame-7", ".devtool"], in: scratch.path)
    #expect(found.standardOutput == "")
    #expect(!(result.standardError + result.standardOutput).contains("open-sesame-7"))

    let wrong = try checkout(config)
    let refused = try wrong.devtool(
      "check", environment: environment.merging(["CACHE_TOKEN": "other-value"]) { $1 })
    #expect(refused.status == 0)
    let notes = try #require(try wrong.record()["notes"] as? [String])
    #expect(
      notes.contains { $0.hasSuffix("HTTP 401; it does not accept the value of CACHE_TOKEN.") })
    #expect(try wrong.folder.read("runs") == "run\n")
  }

  /// A machine that has never seen the package, at the same path.
  @Test func aBuildFolderComesFromTheServer() throws {
    let server = try NginxServer()
    let scratch = try ScratchDirectory()
    let tool = try BuiltTool()
    let files = [
      "Package.swift":
        "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: \"kit\", targets: [.executableTarget(name: \"kit\")])\n",
      "Sources/kit/main.swift": "print(seven())\n",
      "Sources/kit/Seven.swift": "func seven() -> Int { 7 }\n",
      ".ci.yml": """
      cache: { remote: \(server.url)/cache }
      steps: { build: { swift-build: { tests: false, cache: true } } }
      """,
    ]
    func check() throws -> (messages: [String], log: String) {
      for (path, text) in files { try scratch.write(text, to: "work/\(path)") }
      let result = try tool.start(
        ["check", "--skip", "rules"], in: scratch.path + "/work", environment: Self.ci
      ).finish(within: 300)
      #expect(result.status == 0, "\(result.standardError)")
      let record = try ScratchPipeline.record(in: scratch.path + "/work")
      let steps = try #require(record["steps"] as? [[String: Any]])
      let log = try scratch.read("work/" + (steps[0]["logPath"] as? String ?? ""))
      #expect(
        try tool.shell(".build/debug/kit", in: scratch.path + "/work").standardOutput == "7\n")
      try scratch.remove("work")
      return (steps[0]["cache"] as? [String] ?? [], log)
    }
    let first = try check()
    #expect(first.log.contains("Compiling kit"))
    #expect(
      first.messages.last?.hasPrefix(".build is kept, also on 127.0.0.1:\(server.port): ") == true)
    let second = try check()
    #expect(!second.log.contains("Compiling"))
    #expect(
      second.messages.first?.hasPrefix(".build was restored from 127.0.0.1:\(server.port) as run ")
        == true)

    // A part of it is gone: the build is a clean one, and keeps it anew.
    let largest = try #require(
      try run("bash", ["-c", "ls -S cache/cas | head -1"], in: server.files).standardOutput
        .split(separator: "\n").first)
    try FileManager.default.removeItem(atPath: "\(server.files)/cache/cas/\(largest)")
    let third = try check()
    #expect(third.log.contains("Compiling kit"))
    #expect(third.messages.first == "the .build on 127.0.0.1:\(server.port) is incomplete")
    #expect(!(try check().log.contains("Compiling")))
  }
}

/// Servers that are no help; the run is what it would be without one.
@Suite(.blocking) struct BadRemoteCacheTests {
  private func check(
    _ url: String, environment: [String: String?] = ["CI": "true"]
  ) throws -> (status: Int, notes: [String], screen: String) {
    let scratch = try ScratchPipeline(
      """
      cache: { remote: "\(url)" }
      steps:
        one: { run: 'echo one > one', inputs: in, outputs: one }
        two: { run: 'echo two > two', inputs: in, outputs: two, needs: one }

      """)
    try scratch.folder.write("x", to: "in")
    let result = try scratch.devtool("check", "--skip", "rules", environment: environment)
    #expect(try scratch.folder.read("two") == "two\n")
    let notes = try #require(try scratch.record()["notes"] as? [String])
    return (result.status, notes.filter { $0.contains("remote cache") }, result.standardError)
  }

  @Test func oneThatIsGone() throws {
    let port = try LoopbackServer.closedPort()
    let result = try check("http://127.0.0.1:\(port)")
    #expect(result.status == 0)
    #expect(result.notes.count == 1)
    #expect(
      result.notes.first?.hasPrefix("The remote cache at 127.0.0.1:\(port) is no longer used: ")
        == true)
    #expect(result.screen.contains("  The remote cache at 127.0.0.1:"))
  }

  @Test func oneThatNeverAnswers() throws {
    let server = try LoopbackServer { _ in .silence }
    let result = try check(server.url)
    #expect(result.status == 0)
    #expect(result.notes.count == 1)
    #expect((1...2).contains(server.requests.count))
  }

  @Test func oneWithAFullDisk() throws {
    let server = try LoopbackServer { request in
      .answer(status: request.method == "PUT" ? 507 : 404)
    }
    let result = try check(server.url)
    #expect(result.status == 0)
    #expect(
      result.notes == [
        "The remote cache at 127.0.0.1:\(server.port) accepts no results (HTTP 507; its disk is "
          + "full); the run continues without storing them there."
      ])
    #expect(server.requests.count { $0.method == "PUT" } == 1)
  }

  @Test func oneThatLies() throws {
    let server = try LoopbackServer { request in
      guard request.path.hasPrefix("/ac/") else {
        return .answer(status: 200, body: Array("evil".utf8))
      }
      var result = ActionResult()
      result.sign(as: "devtool.step/1", String(request.path.dropFirst(4)), run: "r")
      result.files = [
        ActionResult.File(
          path: "one",
          digest: ActionResult.Digest(hash: String(repeating: "0", count: 64), size: 4))
      ]
      return .answer(status: 200, body: result.bytes)
    }
    let result = try check(server.url, environment: [:])
    #expect(result.status == 0)
    #expect(
      result.notes == [
        "The remote cache at 127.0.0.1:\(server.port) sent contents that do not match their "
          + "digest, which are ignored."
      ])
  }

  @Test func oneThatBreaksOff() throws {
    let server = try LoopbackServer { _ in .half([UInt8](repeating: 0, count: 1_000)) }
    let result = try check(server.url)
    #expect(result.status == 0)
    #expect(result.notes.count == 1)
  }

  @Test func anAddressThatIsNotSet() throws {
    let result = try check("${env.NO_SUCH_ADDRESS}")
    #expect(result.status == 0)
    #expect(
      result.notes == ["The remote cache is not used: NO_SUCH_ADDRESS of its `url` is not set."])
    let other = try check("${env.ADDRESS}", environment: ["ADDRESS": "ftp://x"])
    #expect(other.notes.first?.contains("does not begin with http:// or https://") == true)
  }
}

import FileSystem
import Foundation
import TestSupport
import Testing

@testable import PipelineRunner
@testable import StepCache

/// A server of results that wants a step to pass, or a file to be written.
@Suite(.blocking) struct RemoteCacheAttackTests {
  /// A step that fails unless somebody else's result is believed, and the files that an answer may name.
  private static func config(_ url: String, outputs: String) -> String {
    """
    cache: { remote: "\(url)" }
    steps: { lint: { run: "exit 1", inputs: [a], outputs: \(outputs) } }

    """
  }

  /// What a server says of an action.
  struct Answer: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var outputs = "[]"
    var files: [String] = []
    /// Whether it is marked as ours, for this action.
    var isSigned = true
    /// Of each file, instead of the real one.
    var size: Int64?
    /// What the content is instead of `evil`.
    var body: [UInt8]?
    /// The whole answer instead of all this.
    var bytes: [UInt8]?
    var prepare = "true"
    /// Fails when something was written.
    var holds = "true"
    /// 0 where the answer is a right one.
    var status = 1

    func result(_ key: String) -> [UInt8] {
      if let bytes { return bytes }
      var result = ActionResult()
      if isSigned { result.sign(as: "devtool.step/1", key, run: "r") }
      result.files = files.map { path in
        ActionResult.File(
          path: path,
          digest: ActionResult.Digest(
            hash: SHA256.hex(Array("evil".utf8)), size: size ?? 4), isExecutable: true)
      }
      return result.bytes
    }
  }

  /// Beside the checkout, where other tests have theirs.
  private static let outside = "../devtool-\(UUID().uuidString)"

  private static let answers: [Answer] = [
    Answer(testDescription: "a right result", outputs: "[out/x]", files: ["out/x"], status: 0),
    Answer(testDescription: "an empty one", bytes: []),
    Answer(testDescription: "zeros", bytes: [10, 0]),
    Answer(testDescription: "one without our mark", isSigned: false),
    Answer(
      testDescription: "files without our mark", outputs: "[out/x]", files: ["out/x"],
      isSigned: false),
    Answer(
      testDescription: "that of another action",
      bytes: {
        var result = ActionResult()
        result.sign(as: "devtool.step/1", String(repeating: "0", count: 64), run: "r")
        return result.bytes
      }()),
    Answer(
      testDescription: "a hook of git", outputs: "[\"**\"]", files: [".git/hooks/pre-push"],
      holds: "test ! -e .git/hooks/pre-push"),
    Answer(
      testDescription: "a hook, in capitals", outputs: "[\"**\"]", files: [".GIT/hooks/pre-push"],
      holds: "test ! -e .GIT"),
    Answer(
      testDescription: "a hook of a submodule", outputs: "[\"**\"]", files: ["x/.git/config"],
      holds: "test ! -e x"),
    Answer(
      testDescription: ".ci.yml, which no output is", outputs: "[out/**]",
      files: ["out/x", ".ci.yml"], holds: "grep -q remote .ci.yml; test ! -e out"),
    Answer(
      testDescription: "a source", outputs: "[out/**]", files: ["out/x", "Sources/A.swift"],
      holds: "test ! -e Sources"),
    Answer(
      testDescription: "the lock", outputs: "[\"**\"]", files: [".devtool/lock/x"],
      holds: "test ! -d .devtool/lock"),
    Answer(
      testDescription: "out of the checkout", outputs: "[\"**\"]", files: [outside],
      holds: "test ! -e \(outside)"),
    Answer(
      testDescription: "through a folder that is a link", outputs: "[out/x]", files: ["out/x"],
      prepare: "mkdir -p inside; ln -s inside out", holds: "test ! -e inside/x"),
    Answer(
      testDescription: "through a deeper link", outputs: "[a/b/out/x]", files: ["a/b/out/x"],
      prepare: "rm -f a; mkdir -p a/b inside; ln -s ../../inside a/b/out; echo > in",
      holds: "test ! -e inside/x"),
    Answer(
      testDescription: "a pattern without a file", outputs: "[out/x, out/y]", files: ["out/x"],
      holds: "test ! -e out/x"),
    Answer(
      testDescription: "an endless content", outputs: "[out/x]", files: ["out/x"], size: 1,
      body: [UInt8](repeating: 65, count: 20 << 20), holds: "test ! -e out/x"),
    Answer(
      testDescription: "a content of another size", outputs: "[out/x]", files: ["out/x"], size: 5,
      holds: "test ! -e out/y"),
    Answer(
      testDescription: "more than is kept at all", outputs: "[out/x]", files: ["out/x"],
      size: 1 << 62, holds: "test ! -e out/x"),
    Answer(
      testDescription: "sizes whose sum is no number", outputs: "[out/*]",
      files: ["out/x", "out/y", "out/z"], size: Int64.max, holds: "test ! -e out"),
    Answer(
      testDescription: "another content", outputs: "[out/x]", files: ["out/x"],
      body: Array("eviL".utf8), holds: "test ! -e out/x"),
  ]

  @Test(arguments: answers) func holds(_ answer: Answer) throws {
    let server = try LoopbackServer { request in
      if request.method != "GET" { return .answer(status: 404) }
      if request.path.hasPrefix("/ac/") {
        return .answer(status: 200, body: answer.result(String(request.path.dropFirst(4))))
      }
      return .answer(status: 200, body: answer.body ?? Array("evil".utf8))
    }
    let scratch = try ScratchPipeline(Self.config(server.url, outputs: answer.outputs))
    let prepared = try scratch.tool.shell(
      "echo x > a; git init -q .; rm -rf .git/hooks/pre-push; \(answer.prepare)", in: scratch.path)
    #expect(prepared.status == 0, "\(prepared.standardError)")
    let result = try scratch.devtool("check", "--skip", "rules")
    // The size of a content only bounds it, and the hash is what counts.
    let isRight = answer.status == 0 || answer.testDescription == "a content of another size"
    #expect(result.status == (isRight ? 0 : 1), "\(result.standardError)")
    let held = try scratch.tool.shell("set -e; \(answer.holds)", in: scratch.path)
    #expect(held.status == 0, "\(answer.holds): \(held.standardError)")
    #expect(server.requests.contains { $0.path.hasPrefix("/ac/") })
    // Nothing of an endless content stays.
    let kept = try scratch.tool.shell(
      "find .devtool/cache -size +1000k | wc -l", in: scratch.path)
    #expect(kept.standardOutput.contains("0"))
  }
}

import ArgumentParser
import CIRules
import Foundation
import PipelineConfig
import TestSupport
import Testing

@testable import devtool

/// Every `devtool …` line in the blocks of the README and of docs.
@Suite(.longRunning) struct DocumentedCommandTests {
  @Test(arguments: DocumentedCommand.all)
  func isUnderstood(command: DocumentedCommand) {
    do {
      _ = try Devtool.command(command.words)
    } catch {
      Issue.record("\(command.place): \(Devtool.message(for: error))")
    }
  }

  @Test func areThere() {
    #expect(DocumentedCommand.all.count >= 90)
    #expect(DocumentedCommand.all.count { $0.isRunnable } >= 85)
  }

  /// A sample with steps is a whole `.ci.yml`, but for the lists of steps of other services.
  @Test func samplesAreRight() {
    let reader = ConfigReader(fileName: ".ci.yml", rules: RuleRegistry.descriptors)
    var count = 0
    for page in DocumentedCommand.pages {
      for block in page.text.components(separatedBy: "```yaml\n").dropFirst() {
        let sample = block.components(separatedBy: "\n```")[0]
        guard "\n\(sample)".contains("\nsteps:"), !sample.contains("steps:\n  - ") else { continue }
        count += 1
        do {
          _ = try reader.read(Array(sample.utf8))
        } catch {
          Issue.record("\(page.name): \(error)\n\(sample)")
        }
      }
    }
    #expect(count >= 20)
  }

  /// Each works in a package with a change, and a run, and the files that the pages name.
  @Test func endWell() throws {
    let project = try DocumentedProject()
    var seen: Set<[String]> = []
    for command in DocumentedCommand.all
    where command.isRunnable && seen.insert(command.runnableWords).inserted {
      let result = try project.run(command.runnableWords)
      // What it shows is that a shard is missing.
      let isMissing = command.words == ["merge", "shard-1", "shard-3"]
      #expect(
        result.status == (isMissing ? 69 : 0),
        "\(command.place): \(result.standardError)\(result.standardOutput.suffix(500))")
    }
  }
}

/// A command line of the documentation.
struct DocumentedCommand: CustomTestStringConvertible {
  /// `docs/tests.md:90`.
  var place: String
  /// Without the name of the program.
  var words: [String]

  var testDescription: String { "\(place) \(words.joined(separator: " "))" }

  /// Whether it ends by itself: `--watch` does not, and the profile of `coverage --profdata` is nobody's.
  var isRunnable: Bool { !words.contains("--watch") && !words.contains("--profdata") }

  /// The words as they are run: nothing is sent, no browser opens, and what a page calls by a name of its own is
  /// called by one that is there.
  var runnableWords: [String] {
    // Any two runs serve where a page compares some, and any log where a program writes one.
    var words = words.map { Self.replacements[$0] ?? $0 }.filter { $0 != "--open" }
    for index in words.indices.dropLast() {
      switch words[index] {
      case "--filter", "tests": words[index + 1] = "OneTests"
      case "--who": words[index + 1] = "Sources/One/A.swift:1"
      case "--pr-json": words[index + 1] = "request.json"
      case "--": return words[...index] + ["true"]
      // There are three.
      case "shard-2" where words[index + 1] != "shard-3": words.insert("shard-3", at: index + 1)
      default: break
      }
    }
    if words.first == "comment" {
      words += words.contains("--request") ? [] : ["--request", "12"]
      words += words.contains("--repository") ? [] : ["--repository", "apple/swift-nio"]
      words += words.contains("--dry-run") ? [] : ["--dry-run"]
    }
    // A shell would do that.
    return words.map { $0.replacing("**/TEST-*", with: "test/TEST-A") }
  }

  private static let replacements = [
    "NEW": "last", "OLD": "last", "BRANCH": "last",
    "origin/$(jq -r .baseRefName /tmp/pr.json)": "main",
  ]

  static let all = pages.flatMap { commands(of: $0.text, in: $0.name) }

  /// The README and the pages of docs.
  static let pages: [(name: String, text: String)] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let pages = (try? FileManager.default.subpathsOfDirectory(atPath: root.path + "/docs")) ?? []
    return (["README.md"] + pages.filter { $0.hasSuffix(".md") }.sorted().map { "docs/" + $0 })
      .map { name in
        let file = root.appendingPathComponent(name)
        return (name, (try? String(contentsOf: file, encoding: .utf8)) ?? "")
      }
  }()

  private static func commands(of page: String, in name: String) -> [DocumentedCommand] {
    var commands: [DocumentedCommand] = []
    var isBlock = false
    for (index, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let content = line.drop { $0 == " " }
      if content.hasPrefix("```") {
        isBlock.toggle()
      } else if isBlock {
        let command = content.hasPrefix("$ ") ? content.dropFirst(2) : content
        guard command.hasPrefix("devtool "), let words = words(command.dropFirst(8)) else {
          continue
        }
        commands.append(DocumentedCommand(place: "\(name):\(index + 1)", words: words))
      }
    }
    return commands
  }

  /// The words of a line of a shell, up to a pipe, a redirection or a comment.
  private static func words(_ line: Substring) -> [String]? {
    var words: [String] = []
    var word: String?
    var rest = line
    while let character = rest.popFirst() {
      switch character {
      case " ":
        if let done = word { words.append(done) }
        word = nil
        if rest.hasPrefix("#") || rest.hasPrefix("|") || rest.hasPrefix(">") || rest.hasPrefix("<")
        {
          return words
        }
      case "'", "\"":
        guard let end = rest.firstIndex(of: character) else { return nil }
        word = (word ?? "") + rest[..<end]
        rest = rest[rest.index(after: end)...]
      default: word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}

/// A package with a change, runs that passed, shards of one, and the files that the pages name.
private struct DocumentedProject {
  private let repository: ScratchRepository
  private let tool: BuiltTool

  init() throws {
    repository = try ScratchRepository()
    tool = try BuiltTool()
    var files = ["Sources/One/A.swift": "public func two() -> Int { 2 }\n"]
    files["Package.swift"] = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "One",
        targets: [.target(name: "One"), .testTarget(name: "OneTests", dependencies: ["One"])])
      """
    files["Tests/OneTests/T.swift"] = """
      import XCTest
      @testable import One
      final class OneTests: XCTestCase { func testTwo() { XCTAssertEqual(two(), 2) } }

      """
    files[".ci.yml"] = """
      steps:
        build: { swift-build: {} }
        docs: { run: 'true' }
        test: { swift-test: { coverage: true } }
      tests: { quarantine: quarantine.txt }
      rules:
        custom: [{ id: no-b, forbid: b, examples: [{ title: a, files: [a], expect: passes }] }]
      """
    (files[".gitignore"], files["quarantine.txt"]) = (
      ".build/\n.devtool/\n/out/\n/shard-*\n*.tar\n", ""
    )
    try repository.commit("Begin", files)
    try repository.git("tag", "v1.2.0")
    try repository.git("clone", "-q", "--bare", repository.path, ".devtool/origin")
    try repository.git("remote", "add", "origin", repository.path + "/.devtool/origin")
    try repository.git("fetch", "-q")
    try repository.git("update-ref", "refs/remotes/origin/release", "HEAD")
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("Add a function", ["Sources/One/B.swift": "func three() -> Int { 3 }\n"])
    try repository.git("tag", "v1.3.0")
    for (name, text) in try Self.files(in: repository.path) {
      try repository.directory.write(text, to: name)
    }
    for arguments in [["check", "--by-test"], ["check", "--only", "docs"]] {
      let result = try run(arguments)
      #expect(result.status == 0, "\(result.standardOutput)\(result.standardError)")
    }
    for shard in 1...3 {
      _ = try run(["check", "--only", "test", "--shard", "\(shard)/3"])
      let made = try ScratchPipeline.runs(in: repository.path).max() ?? ""
      try repository.shell("mv .devtool/runs/\(made) shard-\(shard)")
    }
    _ = try run(["bundle", "--output", "devtool-bundle.tar"])
    for name in ["ios", "android", "wasm"] {
      _ = try run(["import", "--events", "events.jsonl", "--name", name, "--output", "\(name).tar"])
    }
  }

  private static func files(in folder: String) throws -> [String: String] {
    let events = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../LogParsingTests/Fixtures/swift63-events-slots.jsonl")
    return [
      "coverage.lcov": "SF:Sources/One/B.swift\nDA:1,1\nend_of_record\n",
      "cobertura.xml":
        "<coverage><packages><package><classes><class filename=\"Sources/One/B.swift\"><lines>"
        + "<line number=\"1\" hits=\"1\"/></lines></class></classes></package></packages></coverage>",
      "export.json":
        #"{"data":[{"files":[{"filename":"\#(folder)/Sources/One/B.swift","segments":[[1,22,1,true,true,false],"#
        + #"[1,27,0,false,false,false]]}],"functions":[{"count":1,"filenames":["\#(folder)/Sources/One/B.swift"],"#
        + #""name":"$s3One5threeSiyF","regions":[[1,22,1,27,1,0,0,0]]}]}],"#
        + #""type":"llvm.coverage.json.export","version":"3.0.1"}"#,
      "swift-test.log":
        "Test Case 'A.testB' started at 2026-11-20 10:00:00.000\nTest Case 'A.testB' passed (0.1 seconds)\n",
      "tests.json": #"{"testNodes":[{"name":"A","nodeType":"Test Suite","children":[]}]}"#,
      "xcodebuild.log": "** TEST SUCCEEDED **\n",
      "app/build/test-results/test/TEST-A.xml":
        "<testsuite tests=\"1\"><testcase classname=\"A\" name=\"b\"/></testsuite>",
      "events.jsonl": try String(contentsOf: events, encoding: .utf8),
      "wasm.info": "SF:Sources/One/B.swift\nDA:1,1\nend_of_record\n",
      "request.json": #"{"number": 12, "title": "Add a function", "baseRefName": "main"}"#,
    ]
  }

  func run(_ words: [String]) throws -> CommandResult {
    // Other tests measure what these commands cover.
    let environment = ["LLVM_PROFILE_FILE": "/dev/null"]
    let folder = words.first == "init" ? try StartingPackage.untested.repository() : repository
    return try tool.start(words, in: folder.path, environment: environment).finish()
  }
}

import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import devtool

/// Every `devtool …` line in the blocks of the README and of docs.
struct DocumentedCommandTests {
  @Test(arguments: DocumentedCommand.all)
  func isUnderstood(command: DocumentedCommand) {
    do {
      _ = try Devtool.parseAsRoot(command.words)
    } catch {
      Issue.record("\(command.place): \(Devtool.message(for: error))")
    }
  }

  @Test func areThere() {
    #expect(DocumentedCommand.all.count >= 90)
    #expect(DocumentedCommand.all.count { $0.isRunnable } >= 45)
  }

  /// What shows something works wherever there are a run, a change and the files that the pages name.
  @Test func endWell() throws {
    let project = try DocumentedProject()
    var seen: Set<[String]> = []
    for command in DocumentedCommand.all
    where command.isRunnable && seen.insert(command.words).inserted {
      let result = try project.run(command.words)
      #expect(
        result.status == 0,
        "\(command.place): \(result.standardError)\(result.standardOutput.prefix(500))")
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

  /// Commands that only show something, or write where they are told to.
  private static let shown: Set<String> = [
    "bundle", "changes", "coverage", "export", "history", "import", "init", "log", "plan",
    "quarantine", "release-notes", "report", "rules", "validate",
  ]

  /// Whether it can run in a project that is made up: nothing is built, sent or shown in a browser.
  var isRunnable: Bool {
    guard let verb = words.first, !words.contains("--open"), !words.contains("--profdata") else {
      return false
    }
    switch verb {
    case "check":
      return words.contains("--dry-run") || words.contains("--list")
        || words.contains { $0.hasPrefix("--graph") || $0 == "--explain" }
        || words == ["check", "--only", "rules"]
    case "comment": return words.contains("--dry-run")
    case "log": return !words.contains("--")
    case "coverage": return words.contains("--lcov") || words.contains("--cobertura")
    default: return Self.shown.contains(verb)
    }
  }

  static let all: [DocumentedCommand] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let pages = (try? FileManager.default.subpathsOfDirectory(atPath: root.path + "/docs")) ?? []
    return (["README.md"] + pages.filter { $0.hasSuffix(".md") }.sorted().map { "docs/" + $0 })
      .flatMap { name -> [DocumentedCommand] in
        let file = root.appendingPathComponent(name)
        return commands(of: (try? String(contentsOf: file, encoding: .utf8)) ?? "", in: name)
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

/// A repository with a change, a run that passed, and the files that the pages name.
private struct DocumentedProject {
  private let repository: ScratchRepository
  private let tool: BuiltTool

  init() throws {
    repository = try ScratchRepository()
    tool = try BuiltTool()
    try repository.commit(
      "Begin",
      [
        ".ci.yml": """
        steps:
          docs: { run: 'true' }
          test: { swift-test: {} }
        tests: { quarantine: quarantine.txt }
        rules:
          custom: [{ id: no-b, forbid: b, examples: [{ title: a, files: [a], expect: passes }] }]
        """,
        ".gitignore": ".devtool/\n", "Package.swift": "// swift-tools-version: 6.0\n",
        "quarantine.txt": "",
      ])
    try repository.git("tag", "v1.2.0")
    try repository.git("update-ref", "refs/remotes/origin/release", "HEAD")
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("Add a file", ["Sources/A.swift": "let a = 1\n"])
    try repository.git("tag", "v1.3.0")
    let events = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../LogParsingTests/Fixtures/swift63-events-slots.jsonl")
    let files = [
      "coverage.lcov": "SF:Sources/A.swift\nDA:1,1\nend_of_record\n",
      "cobertura.xml":
        "<coverage><packages><package><classes><class filename=\"Sources/A.swift\"><lines>"
        + "<line number=\"1\" hits=\"1\"/></lines></class></classes></package></packages></coverage>",
      "swift-test.log":
        "Test Case 'A.testB' started at 2026-11-20 10:00:00.000\nTest Case 'A.testB' passed (0.1 seconds)\n",
      "tests.json": #"{"testNodes":[{"name":"A","nodeType":"Test Suite","children":[]}]}"#,
      "xcodebuild.log": "** TEST SUCCEEDED **\n",
      "app/build/test-results/test/TEST-A.xml":
        "<testsuite tests=\"1\"><testcase classname=\"A\" name=\"b\"/></testsuite>",
      "events.jsonl": try String(contentsOf: events, encoding: .utf8),
      "wasm.info": "SF:Sources/A.swift\nDA:1,1\nend_of_record\n",
    ]
    for (name, text) in files { try repository.directory.write(text, to: name) }
    for _ in 0..<2 { _ = try run(["check", "--only", "docs"]) }
    _ = try run(["bundle", "--output", "devtool-bundle.tar"])
  }

  func run(_ words: [String]) throws -> CommandResult {
    // Any two runs serve where a page compares some.
    var words = words.map { ["NEW", "OLD", "BRANCH"].contains($0) ? "last" : $0 }
    // The shell would do that.
    words = words.map { $0.replacing("**/TEST-*", with: "test/TEST-A") }
    // Other tests measure what these commands cover.
    let environment = ["LLVM_PROFILE_FILE": "/dev/null"]
    let folder = words.first == "init" ? try StartingPackage.untested.repository() : repository
    return try tool.start(words, in: folder.path, environment: environment).finish()
  }
}

import CIModel
import CIRules
import TestSupport
import Testing

/// Custom rules on whole files, on what exists, and on parts of sources.
@Suite struct FileContentRuleTests {
  private func findings(
    _ rule: String, _ values: [String: String], paths: [String] = [], message: String? = nil,
    in facts: Facts
  ) -> [Finding] {
    let settings = RuleSettings(
      id: "own", rule: rule, paths: paths, message: message,
      values: values.mapValues { .text($0) })
    return RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
  }

  private func facts(_ content: String, _ file: FileChange) -> Facts {
    var facts = makeFacts([file])
    facts.contents = [RepositoryPath(file.path): FileContents(new: Array(content.utf8))]
    facts.addedText = [
      AddedText(
        path: file.path,
        lines: content.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
          AddedLine(file.path, line: $0.offset + 1, text: String($0.element))
        })
    ]
    return facts
  }

  private static let source = """
    // print(1)
    /* print(2)
       print(3) */ let a = "print(4)"
    let b = \"\"\"
      print(5)
      \"\"\"; print(6)
    """

  @Test(
    arguments: [
      ("code", "Sources/A.swift", [6]), ("comments", "Sources/A.swift", [1, 2, 3]),
      ("strings", "Sources/A.swift", [3, 5]),
      // Behind a text that does not end on its line, nothing is sure in C.
      ("code", "Sources/a.c", [5, 6]), ("comments", "Sources/a.c", [1, 2, 3, 5, 6]),
      ("code", "a.md", [1, 2, 3, 5, 6]), ("code", "a.rb", [1, 2, 3, 5, 6]),
    ] as [(String, String, [Int])])
  func partsOfSources(part: String, path: String, lines: [Int]) {
    let facts = facts(Self.source, FileChange(.modified, path, additions: 6))
    let found = findings("added-lines", ["added-lines": #"print\("#, "in": part], in: facts)
    #expect(found.compactMap { $0.location?.line } == lines)
    let first = findings("contains", ["contains": #"print\("#, "in": part], in: facts)
    #expect(first.compactMap { $0.location?.line } == Array(lines.prefix(1)))
  }

  /// A compiler takes a comment for a gap, and what ends a line is no part of the code.
  @Test(arguments: [
    (#"\bprint\s*\("#, "code", "print/**/(1)", 1),
    (#"\bprint\s*\("#, "code", "print /* ( */ (1)", 1),
    (#"\bprint\s*\("#, "code", "print // (1)", 0), (#"\bprint\s*\("#, "code", "/* print */ (1)", 0),
    (#"^\s*import\s+Foundation"#, "code", "import/**/Foundation", 1),
    (#"^\s*import\s+Foundation"#, "code", "/**/import Foundation", 1),
    (#"^import UIKit$"#, "code", "import UIKit // x", 1), (#"^import\s"#, "code", "import /* x", 1),
    (#"x //"#, "code", "import x // y", 0), (#"\s+$"#, "code", "let a = 1 // x", 0),
    (#"^\s*$"#, "code", "  // x", 0), (#"fatalError\(\s*\)"#, "code", "fatalError(\"a\")", 0),
    (#"return\s"#, "code", "return \"a\"", 1), (#"=\s*$"#, "code", "let a = \"a\"", 0),
    (#"^\s*// let"#, "comments", "f() // let", 0), (#"// let"#, "comments", "f() // let", 1),
    (#"print\("#, "everything", "print/**/(1)", 0),
    (#"print\s*\(a"#, "code", "print/**/(\"a\")", 0),
  ])
  func commentsAreGaps(pattern: String, part: String, line: String, count: Int) {
    var values = ["added-lines": pattern]
    if part != "everything" { values["in"] = part }
    var facts = facts(line, FileChange(.modified, "A.swift", additions: 1))
    #expect(findings("added-lines", values, in: facts).count == count)
    // Of a file that is not read, or read in another way, all lines count.
    facts.contents = [:]
    if count == 1, line.contains("*/") {
      #expect(findings("added-lines", values, in: facts).count == 1)
    }
  }

  /// What is not sure is no reason to flag for `lacks`, and none to pass.
  @Test(arguments: [("let a = 1 // Ada\n", 0), ("let a = \"Ada\"\n", 1), ("'\n// Ada\n", 1)])
  func whatIsNotSureIsLacking(source: String, count: Int) {
    let facts = facts(source, FileChange(.modified, "A.swift", additions: 2))
    let found = findings("lacks", ["lacks": "Ada", "in": "comments"], in: facts)
    #expect(found.count == count)
    let isUnsure = source.first == "'"
    #expect(found.allSatisfy { $0.message.contains("uncertain") == isUnsure })
  }

  /// Where it is not sure what is code, everything is.
  @Test(arguments: ["let a = \"open\nprint(1)\n", "/* open\nprint(1)\n"])
  func whatCannotBeReadIsCode(source: String) {
    let facts = facts(source, FileChange(.modified, "A.swift", additions: 2))
    let found = findings("added-lines", ["added-lines": #"print\("#, "in": "code"], in: facts)
    #expect(found.compactMap { $0.location?.line } == [2])
  }

  @Test(
    arguments: [
      (FileChange(.added, "a", additions: 1), ["added"]),
      (FileChange(.modified, "a", additions: 1), ["modified"]),
      (FileChange(.typechanged, "a", additions: 1), ["modified", "typechanged"]),
      (FileChange(.renamed, "a", oldPath: "b", additions: 1), ["added", "renamed"]),
    ] as [(FileChange, [String])])
  func statuses(file: FileChange, counted: [String]) {
    var facts = facts("x\n", file)
    facts.unmatchedGlobs = ["LICENSE"]
    for status in ["added", "modified", "deleted", "renamed", "typechanged"] {
      for (rule, value) in [
        ("forbid", "a"), ("added-lines", "x"), ("contains", "x"), ("lacks", "y"),
        ("missing", "LICENSE"),
      ] {
        let found = findings(rule, [rule: value, "status": status], in: facts)
        // What moved is gone where it was, and may leave something behind.
        let isGone = rule == "missing" && status == "deleted" && file.status == .renamed
        #expect(
          found.count == (counted.contains(status) || isGone ? 1 : 0), "\(rule): \(status)")
      }
    }
  }

  /// A file that git takes for binary is looked into all the same.
  @Test func hiddenTextIsFound() {
    var facts = facts("p\0r\0i\0n\0t\0", FileChange(.modified, "A.swift"))
    facts.contents["A.swift"]?.otherReadings = [Array("a\n".utf8), Array("a\nprint\n".utf8)]
    #expect(
      findings("contains", ["contains": "print"], in: facts).map { $0.location?.line } == [2])
  }

  /// A required text in UTF-16 that is none when it is decoded, and the other way round.
  @Test(arguments: [
    ([0xFF, 0xFE], "Copyright", "Copyright", 0), ([0xFF, 0xFE], "Copyright", "\u{6F43}", 1),
    ([0xFE, 0xFF], "C", "Copyright", 1), ([], "Copyright", "\u{6F43}", 0),
  ])
  func requiredTextOfOtherEncodings(mark: [UInt8], plain: String, decoded: String, count: Int) {
    var facts = facts("", FileChange(.modified, "a.xml"))
    facts.contents["a.xml"]?.new = mark + Array(plain.utf8)
    facts.contents["a.xml"]?.otherReadings = [Array(decoded.utf8)]
    let found = findings("lacks", ["lacks": "Copyright"], in: facts)
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.message.hasPrefix("no line matches") })
  }

  /// The header of a file is that which its readers see: editors decode UTF-16 with a mark, compilers
  /// read every other file as it is.
  @Test(arguments: [
    ([0xFF, 0xFE], "Copyright", "int a;", 0), ([0xFF, 0xFE], "int a;", "Copyright", 1),
    ([], "Copyright", "int a;", 1), ([], "int a;", "Copyright", 0),
  ])
  func headersOfOtherEncodings(mark: [UInt8], decoded: String, blanked: String, count: Int) {
    var facts = makeFacts([FileChange(.added, "a.c", isBinary: true, oldMode: nil)])
    facts.hiddenText = [nil, decoded, blanked].map { line in
      var text = AddedText("a.c")
      let bytes = line.map { Array($0.utf8) } ?? mark + [0x61, 0]
      bytes.withUnsafeBytes { text.append($0, number: 1) }
      text.isReadByTools = line != nil
      return text
    }
    let rules = RuleSet(settings: [RuleSettings(id: "licence-header")], includesDefaults: false)
    #expect(rules.findings(in: facts).count == count)
  }

  /// SwiftPM compiles a `Package.swift` in the folder of a target, whatever lies below it.
  @Test(arguments: [
    ("Sources/App", 1), ("Sources/App/Deep", 1), ("Sources/Other", 0), ("Tests/AppTests/Copy", 0),
  ])
  func aManifestInATarget(folder: String, count: Int) {
    let paths = ["\(folder)/Package.swift", "\(folder)/Sources/b.swift"]
    var facts = makeFacts(paths.map { FileChange(.added, $0, additions: 2, oldMode: nil) })
    facts.addedText = [
      AddedText(
        path: paths[0],
        lines: [
          AddedLine(paths[0], line: 1, text: "// swift-tools-version: 6.0"),
          AddedLine(paths[0], line: 2, text: "func copied() {}"),
        ])
    ]
    let manifest = """
      let package = Package(
        name: "a", targets: [
          .target(name: "App"), .target(name: "Core"), .testTarget(name: "AppTests"),
        ])
      """
    facts.contents = ["Package.swift": FileContents(new: Array(manifest.utf8))].byPath
    let rules = RuleSet(settings: [RuleSettings(id: "licence-header")], includesDefaults: false)
    #expect(rules.findings(in: facts).count == count)
  }

  /// A NUL makes a file binary for git, and is a blank for compilers.
  @Test(arguments: [
    ("todo-tickets", "Sources/A.swift", ["a \0", "// TODO later"], 1),
    ("todo-tickets", "Sources/A.dat", ["// TODO later"], 0),
    ("test-waits", "Tests/A.swift", ["sleep(3)"], 1),
    ("test-waits", "Tests/Fixtures/blob", ["sleep(3)"], 0),
    ("test-mocks", "Tests/A.swift", ["import Cuckoo"], 1),
    ("focused-tests", "Tests/A.swift", ["fit(\"a\") {"], 1),
    ("disabled-tests", "Tests/A.swift", ["@Test(.disabled()) func a() {}"], 1),
    ("licence-header", "Sources/A.swift", ["let a = 1"], 1),
    ("licence-header", "Sources/A.CPP", ["int a;"], 1),
    ("licence-header", "Sources/a.asm", ["nop"], 1),
    ("licence-header", "Sources/A.swift", ["// Copyright 2026 Ada", "let a = 1"], 0),
    ("licence-header", "Sources/A.swift", ["// \u{A9}Copyright\u{A9} Ada"], 0),
    ("licence-header", "Sources/A.swift", ["// Copyrighted by Ada"], 0),
    ("licence-header", "Sources/CopyrightView.swift", ["//  CopyrightView.swift"], 1),
  ])
  func sourcesWithNulsAreRead(rule: String, path: String, lines: [String], count: Int) {
    for isReadByTools in [true, false] {
      let file = FileChange(.added, path, isBinary: true, oldMode: nil)
      var facts = makeFacts([file])
      var text = AddedText(
        path: path,
        lines: lines.enumerated().map { AddedLine(path, line: $0 + 1, text: $1) })
      text.isReadByTools = isReadByTools
      facts.hiddenText = [text]
      let rules = RuleSet(settings: [RuleSettings(id: rule)], includesDefaults: false)
      #expect(rules.findings(in: facts).count == (isReadByTools ? count : 0))
      if count > 0 { #expect(rules.needsHiddenText(file)) }
    }
  }

  /// Xcode writes texts in UTF-16.
  @Test(
    arguments: [
      ("a.strings", [0xFF, 0xFE, 0x61, 0], 0), ("a.TXT", [0xFE, 0xFF, 0, 0x61, 0, 0x0A], 0),
      ("a.strings", [0xFF, 0xFE, 0x61, 0, 0x01, 0], 1), ("a.strings", [0xFF, 0xFE, 0, 0xD8], 1),
      ("a.strings", [0x61, 0], 1), ("a.bin", [0xFF, 0xFE, 0x61, 0], 1), ("a.strings", [], 1),
    ] as [(String, [UInt8], Int)])
  func textInUTF16IsNoBinaryFile(path: String, bytes: [UInt8], count: Int) {
    var facts = makeFacts([FileChange(.added, path, isBinary: true, oldMode: nil)])
    facts.contents = [RepositoryPath(path): FileContents(new: bytes)]
    let rules = RuleSet(settings: [RuleSettings(id: "binary-files")], includesDefaults: false)
    #expect(rules.findings(in: facts).count == count)
  }

  @Test(arguments: [([0xFF, 0xFE, 0x62, 0], 0), ([0x7F, 0x45, 0x4C, 0x46, 0], 1)])
  func textInUTF16ThatBecomesAProgram(bytes: [UInt8], count: Int) throws {
    var facts = makeFacts([FileChange(.modified, "a.strings", isBinary: true)])
    facts.contents = ["a.strings": FileContents(old: [0xFF, 0xFE, 0x61, 0], new: bytes)]
    let rules = RuleSet(settings: [RuleSettings(id: "binary-files")], includesDefaults: false)
    let changes = try #require(facts.changes)
    #expect(rules.neededContents(for: changes).contains("a.strings"))
    #expect(rules.findings(in: facts).count == count)
  }

  @Test func aTestForEachSource() {
    var facts = makeFacts([
      FileChange(.added, "Sources/Core/A.swift", additions: 1),
      FileChange(.modified, "Sources/Core/Deep/B.swift", additions: 1),
      FileChange(.modified, "docs/C.swift", additions: 1),
    ])
    facts.unmatchedGlobs = ["Tests/CoreTests/**/BTests.swift"]
    let found = findings(
      "missing", ["missing": "Tests/$1Tests/**/$3Tests.swift"], paths: ["Sources/*/**/*.swift"],
      message: "${default} (${3} of ${1})", in: facts)
    #expect(
      found.map(\.message) == [
        "no file matches `Tests/CoreTests/**/BTests.swift`, which Sources/Core/Deep/B.swift needs "
          + "(B of Core)"
      ])
    let settings = RuleSettings(
      id: "own", rule: "missing", paths: ["Sources/*/**/*.swift"],
      values: ["missing": .text("Tests/$1Tests/**/$3Tests.swift")])
    let rules = RuleSet(settings: [settings], includesDefaults: false)
    #expect(
      facts.changes.map { rules.soughtGlobs(for: $0) }?.sorted() == [
        "Sources/*/**/*.swift", "Tests/CoreTests/**/ATests.swift",
        "Tests/CoreTests/**/BTests.swift",
      ])
  }

  /// A folder stands for no file, unless it is meant.
  @Test func aFolderInPlaceOfAFile() {
    var facts = makeFacts([FileChange(.added, "LICENSE/x", additions: 1)])
    for (glob, path) in [("LICENSE", "LICENSE/x"), ("LICENSE/", ""), ("LICENSE/**", "")] {
      let settings = RuleSettings(id: "own", rule: "missing", values: ["missing": .text(glob)])
      let rules = RuleSet(settings: [settings], includesDefaults: false)
      (facts.unmatchedGlobs, facts.folderGlobs) = rules.searchedGlobs(in: facts)
      #expect(facts.unmatchedGlobs == [])
      #expect(
        rules.findings(in: facts).compactMap { $0.location?.file } == (path.isEmpty ? [] : [path]))
    }
  }

  @Test func whatExistsConcernsTheFilesInScope() {
    let facts = makeFacts([FileChange(.modified, "App/A.swift", additions: 1)])
    #expect(findings("exists", ["exists": "Cartfile"], in: facts).count == 1)
    #expect(findings("exists", ["exists": "Cartfile"], paths: ["Sources"], in: facts) == [])
  }
}

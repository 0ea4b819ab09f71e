import CIModel
import CIRules
import Testing

/// Mistakes that real rule files make, each with the answer of ours.
struct RealRuleFileBugTests {
  private func findings(
    _ id: String, _ values: [String: RuleSettings.Value] = [:], _ files: [FileChange],
    lines: [AddedLine] = [], commits: [Commit] = []
  ) -> [Finding] {
    var facts = makeFacts(files)
    facts.addedLines = lines
    facts.changes?.commits = commits
    return RuleSet(settings: [RuleSettings(id: id, values: values)], includesDefaults: false)
      .findings(in: facts)
  }

  /// SwiftLint, danger, CocoaPods and firebase ask `modified_files` only, so that a new source file
  /// needs no changelog.
  @Test(arguments: [FileChange.Status.added, .modified, .renamed, .typechanged, .deleted])
  func everyKindOfChangeNeedsAnEntry(status: FileChange.Status) {
    let file = FileChange(status, "Sources/A.swift", oldPath: status == .renamed ? "B" : nil)
    #expect(findings("changelog", [:], [file]).count == 1)
  }

  /// Danger knows a renamed file under its old path only.
  @Test func renamesCountUnderBothPaths() {
    let out = FileChange(.renamed, "Other/A.swift", oldPath: "Sources/A.swift", similarity: 100)
    let into = FileChange(.renamed, "Sources/A.swift", oldPath: "Other/A.swift", similarity: 100)
    #expect(findings("changelog", [:], [out]).count == 1)
    #expect(findings("changelog", [:], [into]).count == 1)
    let locked: [String: RuleSettings.Value] = ["files": .text("LICENSE")]
    let moved = FileChange(.renamed, "docs/LICENSE", oldPath: "LICENSE", similarity: 100)
    #expect(findings("protected-files", locked, [moved]).first?.location?.file == "docs/LICENSE")
  }

  /// firebase tests the wrong list for emptiness: no change at all is no finding.
  @Test func anEmptyChangeIsNoFinding() {
    for rule in RuleRegistry.rules {
      let id = rule.descriptor.id
      // Without the key that names them there is nothing to do for these.
      if id == "linter-reports" { continue }
      #expect(findings(id, [:], []) == [], "\(id)")
    }
  }

  /// danger/swift counts created plus modified minus deleted, a Kotlin sample additions minus
  /// deletions, a Facebook file compares a list with a number.
  @Test(arguments: [(2001, 0, true), (0, 2001, true), (1001, 1000, true), (1000, 1000, false)])
  func sizeIsAddedPlusDeleted(added: Int, deleted: Int, isFlagged: Bool) {
    let file = FileChange(.modified, "a", additions: added, deletions: deleted)
    #expect(findings("pr-size", [:], [file]).isEmpty == !isFlagged)
  }

  /// `grep -r fit` finds "profit".
  @Test(arguments: [
    ("profit(1)", false), ("fit(\"a\") {", true), ("// fit(", false), ("a.fit(b)", false),
    ("  fit (\"a\")", true), ("befit(x); fit(x)", false), ("befit(x); fit(\"a\") {", true),
  ])
  func focusedTestsAreWords(line: String, isFlagged: Bool) {
    let found = findings(
      "focused-tests", [:], [FileChange(.modified, "Tests/A.swift", additions: 1)],
      lines: [AddedLine("Tests/A.swift", line: 1, text: line)])
    #expect(found.isEmpty == !isFlagged)
  }

  /// vets-api compares a number with "-", which is how git tells a binary file.
  @Test func binaryFilesAreTold() {
    let file = FileChange(.added, "a.zip", isBinary: true, oldMode: nil)
    #expect(findings("binary-files", [:], [file]).count == 1)
    #expect(findings("pr-size", ["warn": .integer(1)], [file]) == [])
  }

  /// What cameras, scanners and Windows write, and what may run as it is.
  @Test(arguments: [
    ("a/IMG_1.JPG", true), ("a.HEIC", true), ("a.TTF", true), ("a.heif", true), ("a.doc", true),
    ("a.opus", true),
    ("a.PDF", true), ("a.exe", false), ("a.O", false), ("a.key", false),
  ])
  func usualEndings(path: String, isUsual: Bool) {
    let file = FileChange(.added, path, isBinary: true, oldMode: nil)
    #expect(findings("binary-files", [:], [file]).isEmpty == isUsual)
    #expect(findings("binary-files", ["allow": .text("*.jpg")], [file]).count == 1)
    let script = FileChange(.added, path + ".MJS", additions: 1, mode: "100755", oldMode: nil)
    #expect(findings("file-modes", [:], [script]).isEmpty)
    #expect(findings("file-modes", ["executables": .text("*.mjs")], [script]).count == 1)
    let source = FileChange(.added, path + ".swift", additions: 1, mode: "100755", oldMode: nil)
    #expect(findings("file-modes", [:], [source]).count == 1)
  }

  /// A file that moves from where a rule does not look is new for it.
  @Test(arguments: [("Fixtures/a", 1), ("Sources/b", 0)])
  func largeFilesMoveIn(oldPath: String, count: Int) {
    let file = FileChange(.renamed, "Sources/a", oldPath: oldPath, similarity: 100, size: 9 << 20)
    let settings = RuleSettings(id: "large-files", exclude: ["Fixtures/**"])
    let rules = RuleSet(settings: [settings], includesDefaults: false)
    #expect(rules.findings(in: makeFacts([file])).count == count)
  }

  /// Absolute paths on Azure: a place is relative to the repository.
  @Test func placesAreRelative() {
    let found = findings(
      "todo-tickets", [:], [FileChange(.modified, "Sources/A.swift", additions: 1)],
      lines: [AddedLine("Sources/A.swift", line: 7, text: "// TODO: x")])
    #expect(
      found.map(\.location) == [SourceLocation("Sources/A.swift", line: 7, column: 4, endLine: 7)])
  }

  /// danger#802 opens files that are gone: none of ours asks for them, except for the values that go
  /// with the old version.
  @Test func deletedFilesAreNotRead() {
    let changes = ChangeSet(
      base: "b", head: "h", mergeBase: "b",
      files: [FileChange(.deleted, "a.psd", isBinary: true, mode: nil)], commits: [])
    for rule in RuleRegistry.rules where rule.descriptor.id != "protected-keys" {
      let values: [String: RuleSettings.Value] = [
        "files": .text("**"), "expect": .text("**"), "keys": .text("version"),
      ]
      let id = rule.descriptor.id
      let rule = rule.init(settings: RuleSettings(id: id, values: values))
      #expect(!rule.neededContents(for: changes).contains("a.psd"), "\(id)")
    }
  }

  /// A merge of the base is told by its parents; reviewers of many Dangerfiles match subjects.
  @Test func mergesAreToldByTheirParents() {
    let author = Commit.Signature(
      name: "Ada", email: "ada@lovelace.org", date: Timestamp(secondsSinceEpoch: 0))
    func commit(_ subject: String, _ parents: Int) -> Commit {
      Commit(
        id: String(repeating: "c", count: 40), parents: Array(repeating: "p", count: parents),
        subject: subject, author: author, committer: author)
    }
    #expect(findings("merge-commits", [:], [], commits: [commit("Merge two lists", 1)]) == [])
    #expect(findings("merge-commits", [:], [], commits: [commit("Update", 2)]).count == 1)
  }
}

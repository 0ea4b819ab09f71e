import CIModel
import Patterns
import TestSupport
import Testing

@testable import CIRules

/// What a stranger writes costs time and memory in proportion to its size.
///
/// No test looks at a clock: each counts the work or reads something that takes minutes where it is not
/// bounded, and looks at what comes of it.
struct WorkBoundTests {
  private static let token = "ghp" + "_" + "R4nD0mQ7wZ1xC8vB5nM2kL9jH3gF6dS0aPqW"

  private func findings(
    _ settings: RuleSettings, path: String = "a.swift", _ lines: [String]
  ) -> [Finding] {
    var facts = makeFacts([FileChange(.modified, path, additions: lines.count)])
    facts.addedLines = lines.enumerated().map { AddedLine(path, line: $0 + 1, text: $1) }
    return RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
  }

  // MARK: Findings

  private static let evil = RuleSettings(
    id: "evil", rule: "added-lines", level: .error, values: ["added-lines": .text("evil")])

  @Test(arguments: [
    (1, 1, nil as String?), (200, 200, nil), (201, 201, nil),
    (202, 201, "has 2 more findings, which are not listed"),
    (5_000, 201, "has 4800 more findings, which are not listed"),
  ])
  func findingsAreCountedWhereTheyAreMany(lines: Int, listed: Int, surplus: String?) {
    let found = findings(Self.evil, Array(repeating: "evil", count: lines))
    #expect(found.count == listed)
    #expect(found.allSatisfy { $0.severity == .error && $0.ruleID == "evil" })
    let places = found.compactMap { $0.location?.line }
    #expect(places == Array(1...min(lines, surplus == nil ? lines : FindingList.most)))
    #expect(found.first { $0.location == nil }?.message == surplus)
  }

  /// An error is not lost behind notes, and what was bounded stays as it is.
  @Test func eachSeverityHasItsOwnBound() {
    var list = FindingList("x")
    var made = 0
    for number in 0..<1_000 {
      list.add(.note) {
        made += 1
        return Finding(.note, "x", "\(number)")
      }
    }
    list.add(Finding(.error, "x", "last"))
    #expect(made == FindingList.most + 1)
    #expect(list.findings.first == Finding(.error, "x", "last"))
    #expect(list.findings.count == FindingList.most + 2)
    #expect(FindingList.bounded(list.findings, of: "x") == list.findings)
  }

  /// Rules that know nothing of the bound have it, too.
  @Test func everyRuleIsBounded() {
    let files = (0..<300).map { FileChange(.added, "a:\($0)", additions: 1, oldMode: nil) }
    let found = RuleSet(settings: [RuleSettings(id: "file-names")], includesDefaults: false)
      .findings(in: makeFacts(files))
    #expect(found.count == FindingList.most + 1)
    #expect(found.contains { $0.message == "has 100 more findings, which are not listed" })
  }

  /// A rule with several findings for one file makes only those that are listed.
  @Test func namesWithSeveralFaults() {
    let files = (0..<300).map { FileChange(.added, "\($0 % 2 == 0 ? "A" : "a"):\($0 / 2).orig") }
    let settings = RuleSettings(
      id: "file-names",
      values: ["forbid": .text("*.orig"), "max": .integer(3), "pattern": .text("[a-z]+")])
    let facts = makeFacts(files)
    let found = FileNamesRule(settings: settings)
      .findings(
        in: ChangeSet(base: "b", head: "h", mergeBase: "m", files: files, commits: []), facts: facts
      )
    #expect(found.count == FindingList.most + 1)
    #expect(found.last?.message == "has 1300 more findings, which are not listed")
  }

  // MARK: Suppressions

  private func suppressed(_ found: [Finding], _ body: String) -> [Finding] {
    var facts = makeFacts([])
    facts.pullRequest = PullRequest(body: body)
    return Suppressions(facts).applied(to: found, rules: ["evil"])
  }

  /// Whoever is excused in some files is not excused from what nobody sees.
  @Test(arguments: [
    ("Devtool-Ignore: evil:a.swift It is meant.", 1), ("Devtool-Ignore: evil It is meant.", 0),
  ])
  func whatIsNotListedIsNotInAFile(body: String, left: Int) {
    let found = findings(Self.evil, Array(repeating: "evil", count: 300))
    let result = suppressed(found, body)
    #expect(result.count == found.count)
    #expect(result.count { $0.suppressed == nil && $0.severity == .error } == left)
  }

  /// 100 globs at their bounds and 200 findings in one long path.
  @Test func aGlobIsHeldAgainstAPathOnce() {
    let path = String(repeating: "a", count: 200)
    let glob =
      String(repeating: "{a,a}", count: 4) + "*" + String(repeating: "a", count: 97) + "b*c"
    let body =
      Array(repeating: "Devtool-Ignore: evil:\(glob) r", count: 40)
      + ["Devtool-Ignore: evil:\(path) Because."]
    let found = findings(Self.evil, path: path, Array(repeating: "evil", count: 200))
    let result = suppressed(found, body.joined(separator: "\n"))
    #expect(result.prefix(200).allSatisfy { $0.suppressed == "Because. (the pull request)" })
  }

  /// A glob that takes too long excuses nothing, and later ones that do not count as ever.
  @Test func globsTakeSoMuchTimeAndNoMore() {
    let glob = "*" + String(repeating: "a", count: 1_000) + "b*c"
    let found = (0..<200).map { number in
      Finding(
        .error, "evil", "x",
        at: SourceLocation("\(String(repeating: "a", count: 4_000))\(number)"))
    }
    let result = suppressed(
      found,
      "Devtool-Ignore: evil:\(glob) r\nDevtool-Ignore: evil:\(found[7].location?.file ?? "") r")
    #expect(result.prefix(200).count { $0.suppressed != nil } == 0)
    #expect(result.contains { $0.message.contains("takes too long to match against") })
    #expect(
      result.contains {
        $0.severity == .warning && $0.message.contains("is longer than 1024 bytes")
      })
    let small = suppressed(found, "Devtool-Ignore: evil:\(glob) r\nDevtool-Ignore: evil:a*7 r")
    #expect(small.prefix(200).count { $0.suppressed != nil } == 20)
  }

  /// A message that was not searched to its end is not said to lack what is looked for.
  @Test(arguments: [
    (1, "was not checked: matching `a.{9}b` takes too long"), (9_999, "lacks `a.{9}b`"),
  ])
  func patternsThatTakeTooLongOfMessages(work: Int, expected: String) throws {
    let matcher = try Pattern("a.{9}b").matcher()
    matcher.limitWork(to: work)
    #expect(!matcher.occurs(in: String(repeating: "a", count: 99)))
    let problem = MessageProblem.unmatched(matcher, "lacks")
    #expect(problem.text == expected)
    #expect(problem.isPredicate == (work == 1))
  }

  /// Two paths that read alike are two.
  @Test func pathsAreComparedByTheirBytes() {
    let paths = ["e\u{301}", "\u{e9}"]
    let found = paths.enumerated().map { Finding(.error, "evil", "\($0)", at: SourceLocation($1)) }
    let result = suppressed(found, "Devtool-Ignore: evil:\(paths[1]) Because.")
    #expect(result.map { $0.suppressed != nil } == [false, true])
  }

  // MARK: Secrets

  /// Prefixes in the run behind other prefixes: each byte is looked at once, or a few times.
  @Test(arguments: [
    ".eyJ", ".SG.", "-xoxb-", ".glpat-", "-sk-ant-", " eyJ.", "-xoxd-", "+ABSK", "awssecretkey.",
    "AKIA", "AKIA2", "ABIAAKIAASIA", "JQQJ99", "AZDO", "+ABa+ACR+ASt",
    "awssecretkey" + String(repeating: " ", count: 300),
    "-----BEGIN PRIVATE KEY-----\r", "aws secret_key ", "// -----BEGIN PRIVATE KEY----- a b\n",
    "H: " + String(repeating: " ", count: 64) + "-----BEGIN PRIVATE KEY-----A:\n",
    String(repeating: " ", count: 64) + "-----BEGIN PRIVATE KEY-----A:",
  ])
  func prefixesInARunAreReadOnce(text: String) {
    let bytes = Array(String(repeating: text, count: 30_000 / text.utf8.count).utf8)
    let known = bytes.withUnsafeBytes { bytes in SecretScanner().scan(bytes) { _ in true } }
    #expect(known.work > 0)
    #expect(known.work < 12 * bytes.count, "\(known.work) of \(bytes.count)")
  }

  /// Any number of beginnings have the same headers, and one has many blanks behind it.
  @Test func blanksBeforeAKeyAreReadOnce() {
    let header = "H: " + String(repeating: " ", count: 64) + "-----BEGIN PRIVATE " + "KEY-----A:\n"
    let text = String(repeating: header, count: 200) + String(repeating: " \n", count: 20_000) + "x"
    let bytes = Array(text.utf8)
    let known = bytes.withUnsafeBytes { bytes in SecretScanner().scan(bytes) { _ in true } }
    #expect(known.work < 12 * bytes.count, "\(known.work) of \(bytes.count)")
  }

  /// A run that is short enough, in which every rest is a placeholder or has too few characters.
  @Test func restsOfARunAreJudgedOnce() {
    let run = String(repeating: ".eyJ", count: 1_000) + "aZ9kQ2xW7mexample "
    let bytes = Array(String(repeating: run, count: 25).utf8)
    let known = bytes.withUnsafeBytes { bytes in SecretScanner().scan(bytes) { _ in true } }
    #expect(known.work < 12 * bytes.count, "\(known.work) of \(bytes.count)")
  }

  /// What stands before the rest of a run does not hide it.
  @Test(arguments: [
    ("example.eyJ" + "aZ9kQ2xW7mP4tR8vB3nC6yL5.hJ1gF0dSaZ9kQ2xW7mP4tR8v.B3nC6yL5hJ1gF0dS", 1),
    ("eyJxxxx.eyJ" + "aZ9kQ2xW7mP4tR8vB3nC6yL5.hJ1gF0dSaZ9kQ2xW7mP4tR8v.B3nC6yL5hJ1gF0dS", 1),
    ("eyJ" + "aZ9kQ2xW7mP4tR8vB3nC6yL5.hJ1gF0dSaZ9kQ2xW7mP4tR8v.B3nC6yL5hJexample", 0),
    ("eyJ" + "aZ9kQ2xW7mP4tR8vB3nC6yL5.hJ1gF0dSaZ9kQ2xW7mP4tR8vB3nC6yL5hJ1gF0dS", 0),
    ("ghp_" + "0123456789R4nD0mQ7wZ1xC8vB5nM2kL9jH3", 0),
    ("ghp_" + "R4nD0mQ7wZ1xC8vB5nM2kL9jH3ABCDEFGHIJ", 0),
    ("ghp_" + "ABABABABABABABABABABABABABABABABACDC", 0),
    ("ghp_" + "RRRRRRRnD0mQ7wZ1xC8vB5nM2kL9jH3gF6dS", 1),
    ("ghp_" + "R4nD0mQ7wZ1xC8vB5nM2kL9jH3gF6YoUrS0a", 0),
  ])
  func restsOfARun(text: String, hits: Int) {
    #expect(Array(text.utf8).withUnsafeBytes { SecretScanner().hits(in: $0).count } == hits)
  }

  /// A text that ends within the dashes behind the label.
  @Test(arguments: 0...5) func aMarkThatIsCut(dashes: Int) {
    let text =
      "-----BEGIN AAAAAAAAAAAAAAAAAAAA PRIVATE " + "KEY" + String(repeating: "-", count: dashes)
    #expect(Array(text.utf8).withUnsafeBytes { SecretScanner().hits(in: $0) } == [])
    #expect(findings(RuleSettings(id: "secrets"), [text]).isEmpty)
  }

  /// What stands before a word in its line, or the whole line, is not read again for each.
  @Test(arguments: [
    ("todo-tickets", "a.swift", "let a = \"@\"", "TODO ", 0),
    ("todo-tickets", "a.swift", "/* @ */", "TODO ", 201),
    ("disabled-tests", "Tests/ATests.swift", "// @", "@Test( ", 1),
    (
      "disabled-tests", "Tests/ATests.swift", "\(String(repeating: " ", count: 100_000))// @",
      "@Test( ", 1
    ),
    ("disabled-tests", "Tests/ATests.swift", "// @", "func testA() ", 1),
  ])
  func manyWordsInOneLine(rule: String, path: String, line: String, word: String, count: Int) {
    let line = line.replacing(
      "@", with: String(repeating: word, count: 20_000), maxReplacements: 1)
    var facts = makeFacts([FileChange(.modified, path, additions: 1)])
    facts.addedLines = [AddedLine(path, line: 1, text: line)]
    facts.contents = [path: FileContents(new: Array(line.utf8))].byPath
    let found = RuleSet(settings: [RuleSettings(id: rule)], includesDefaults: false)
      .findings(in: facts)
    #expect(found.count == count)
  }

  /// Words that are no calls take time, too.
  @Test func manyWordsThatAreNoCalls() {
    let text = String(repeating: "fit a ", count: 100_001)
    let found = findings(RuleSettings(id: "focused-tests"), path: "Tests/ATests.swift", [text])
    #expect(
      found.map(\.message) == [
        "the change has too many lines to search for the words of this rule; the search is "
          + "incomplete"
      ])
  }

  /// Groups take many times as long as a search.
  @Test(arguments: [8_191, 8_192]) func groupsOfALongLine(count: Int) {
    let settings = RuleSettings(
      id: "a", rule: "added-lines", message: "b, ${1}", values: ["added-lines": .text("(a+)b")])
    let found = findings(settings, [String(repeating: "a", count: count) + "b"])
    #expect(found.map { $0.message.count } == [count < 8_192 ? 204 : 3])
  }

  @Test(arguments: ["\n", "\r\n"]) func headersBeforeAKeyAreSkipped(newline: String) {
    let key = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7"
    let header = "Comment: " + String(repeating: "x y ", count: 20)
    let lines =
      ["-----BEGIN PGP PRIVATE " + "KEY BLOCK-----"]
      + Array(repeating: header, count: 60) + ["", key, ""]
    let text = lines.joined(separator: newline)
    #expect(Array(text.utf8).withUnsafeBytes { SecretScanner().hits(in: $0).count } == 1)
  }

  /// One line with as many tokens as it holds.
  @Test(arguments: [("fixture", 0), ("no such", 1)])
  func aLineIsAllowedOnce(pattern: String, flagged: Int) {
    let settings = RuleSettings(id: "secrets", values: ["allow": .list([.text(pattern)])])
    let line = String(repeating: Self.token + " ", count: 5_000) + "fixture"
    #expect(findings(settings, [line]).count == flagged)
    // The answer of one line is not that of the next.
    #expect(findings(settings, ["fixture \(Self.token)", "\(Self.token)"]).count == 1)
  }

  /// What is not kept is counted all the same.
  @Test func secretsAreKeptInBounds() {
    let lines = (0..<3_300).map { number in
      "AKIA"
        + String(String(number + 1_048_576, radix: 32).uppercased().suffix(4))
        .replacing("0", with: "W").replacing("1", with: "X").replacing("8", with: "Y")
        .replacing("9", with: "Z") + "QZRVBKMWTYPH"
    }
    let found = findings(RuleSettings(id: "secrets", level: .error), lines)
    #expect(found.count == FindingList.most + 1)
    #expect(
      found.last?.message == "has \(Set(lines).count - 200) more findings, which are not listed")
    #expect(findings(RuleSettings(id: "secrets", level: .error), lines + lines).count == 201)
  }

  /// Lines of what a commit says end where git ends them, whatever stands before the line feed.
  @Test(arguments: ["\n", "\r\n", "\r\r\n"])
  func aLineOfAMessageIsAllowedAlone(end: String) {
    let text = "fixture\(end)\(Self.token)"
    var message = Commit.example("Add", body: text)
    message.otherText = "x \(text)\n"
    var facts = makeFacts([FileChange(.modified, "a", additions: 1)])
    facts.changes?.commits = [message, .example(text)]
    let settings = RuleSettings(id: "secrets", values: ["allow": .list([.text("fixture")])])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.count == 3)
  }

  /// A header that begins behind too many bytes is not found.
  @Test(arguments: [(65_524, 0), (65_525, 1), (1_000_000, 1)])
  func headersBehindALongLine(count: Int, flagged: Int) {
    var facts = makeFacts([FileChange(.added, "a.swift", additions: 2, oldMode: nil)])
    let lines = [String(repeating: "a", count: count), "// Copyright"]
    facts.addedLines = lines.enumerated().map { AddedLine("a.swift", line: $0 + 1, text: $1) }
    let found = RuleSet(settings: [RuleSettings(id: "licence-header")], includesDefaults: false)
      .findings(in: facts)
    #expect(found.count == flagged)
  }

  // MARK: Messages

  /// Flags are made of two characters each, so who goes back over them counts all that come before.
  @Test func charactersThatAreCostlyToGoBackOver() {
    let flags = String(repeating: "\u{1F1E6}", count: 10_000)
    var facts = makeFacts([FileChange(.modified, flags, additions: 1)])
    facts.changes?.commits = [.example("Add \(flags)", body: "Signed-off-by: \(flags)")]
    facts.pullRequest = PullRequest(title: "Add", body: "# Test \(flags)\nIt is tested by hand.")
    let values: [(String, [String: RuleSettings.Value])] = [
      ("commit-footers", ["sign-off": .boolean(true)]), ("commit-body", ["mention": .text("**")]),
      ("pr-body", ["sections": .text("Test")]),
    ]
    let found = RuleSet(
      settings: values.map { RuleSettings(id: $0, values: $1) }, includesDefaults: false
    ).findings(in: facts)
    #expect(found.map(\.ruleID) == ["commit-footers"])
  }

  /// The address of the author is not read again for each of the lines that sign off.
  @Test func aLongAddressOfTheAuthor() {
    var facts = makeFacts([])
    let lines = String(repeating: "Signed-off-by: <a@b>\n", count: 10_000)
    facts.changes?.commits = [.example("Add", body: lines + "Signed-off-by: A <c@b>")]
    facts.changes?.commits[0].author.email = String(repeating: "\u{C9}", count: 100_000)
    let settings = RuleSettings(id: "commit-footers", values: ["sign-off": .boolean(true)])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.count == 1)
  }

  /// A class is looked at once, however many tests it has; names with many accents take long to compare.
  @Test func testsOfOneClass() {
    let accents = String(repeating: "e\u{301}", count: 1_300)
    let tests = (0..<2_000).map { "func test\($0)() {}\n" }.joined()
    let suite = "class A: \(accents) {\n\(tests)func test\(accents)() {}\n}\n"
    var facts = makeFacts([FileChange(.modified, "Tests/A.swift", additions: 1, deletions: 1)])
    facts.contents =
      [
        "Tests/A.swift": FileContents(
          old: Array(suite.utf8), new: Array(suite.replacing("func test7()", with: "func a()").utf8)
        )
      ].byPath
    let settings = RuleSettings(id: "removed-tests", level: .error)
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.map(\.message) == ["1 test was removed: A.test7"])
  }

  // MARK: Globs

  /// The first pattern of the braces does not match, wherever its wildcards begin and end.
  @Test(arguments: [
    ("**/src/**/*.{h,cpp}", "src/", "f.cpp", 3), ("{*a*a*b,*}.c", "a", ".c", 1),
    ("{*?b,*}.c", "\u{301}", ".c", 1), ("{*[a-z]*[a-z]b,*}.c", "a", ".c", 1),
  ])
  func capturesOfLongPaths(glob: String, part: String, end: String, count: Int) {
    let path = String(repeating: part, count: 50_000) + end
    #expect(CapturingGlob(glob).captures(of: path)?.count == count)
  }

  // MARK: Other rules

  /// Any number of manifests have the same lock file, and added lines.
  @Test func manifestsOfOneLockFile() {
    let count = 5_000
    let paths = (0..<count).map { "Package@swift-\($0).swift" }
    var facts = makeFacts(paths.map { FileChange(.added, $0, additions: 1, oldMode: nil) })
    facts.addedText = paths.enumerated().map { index, path in
      let text = index == count - 1 ? ".package(url: \"a\")" : "// a"
      return AddedText(path: path, lines: [AddedLine(path, line: 1, text: text)])
    }
    facts.contents = ["Package.resolved": FileContents(new: [])]
    let found = RuleSet(settings: [RuleSettings(id: "lock-files")], includesDefaults: false)
      .findings(in: facts)
    #expect(found.map(\.message) == ["\(paths[count - 1]) changes without Package.resolved"])
  }

  /// The conditions in all lines of a manifest have one bound.
  @Test func conditionsInTheLinesOfAManifest() {
    let path = "Package@swift-5.1.swift"
    let parts = "abcdefgh".map { "(\($0)||\($0.uppercased()))" }
    let line = "#if \(parts.joined(separator: "&&"))&&(y||z)&&(y||!z)&&(!y||z)&&(!y||!z)"
    let lines = Array(repeating: line, count: 3_000) + [".package(url: \"a\")"]
    var facts = makeFacts([FileChange(.added, path, additions: lines.count, oldMode: nil)])
    facts.addedLines = lines.enumerated().map { AddedLine(path, line: $0 + 1, text: $1) }
    facts.contents = ["Package.resolved": FileContents(new: [])]
    let found = RuleSet(settings: [RuleSettings(id: "lock-files")], includesDefaults: false)
      .findings(in: facts)
    #expect(found.map(\.message) == ["\(path) changes without Package.resolved"])
  }

  /// A file that a rule reads whole, and that is too large for that, never passes without a word.
  @Test(
    arguments: [
      ("removed-tests", [:], 1), ("lock-files", [:], 0), ("contains", ["contains": "x"], 1),
      ("lacks", ["lacks": "x"], 1), ("licence-header", [:], 1),
      ("protected-keys", ["files": "Tests/A.swift", "keys": "x"], 1),
      ("added-lines", ["added-lines": "x", "in": "code"], 0),
    ] as [(String, [String: String], Int)])
  func whatIsNotReadIsAFinding(rule: String, values: [String: String], count: Int) {
    let path = "Tests/A.swift"
    var facts = makeFacts([FileChange(.renamed, path, oldPath: "Tests/A", additions: 1)])
    if rule != "licence-header" { facts.changes?.files[0].status = .modified }
    facts.changes?.files[0].deletions = 1
    facts.contents = [RepositoryPath(path): FileContents(old: [0x31], isUnread: true)]
    let settings = RuleSettings(
      id: "own", rule: rule, values: values.mapValues { .text($0) })
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.count == count, "\(found)")
  }

  /// A message that is not read to its end is a finding of every rule that judges messages.
  @Test(
    arguments: [
      ("commits", [:], 1), ("commit-body", [:], 1), ("commit-subject", [:], 1),
      ("commit-footers", [:], 1), ("secrets", [:], 1), ("merge-commits", [:], 0),
      ("commit-body", ["skip-subjects": .list([.text("^Add")])], 0),
      ("commit-authors", [:], 1), ("commit-authors", ["skip-authors": .text("ada@*")], 0),
      ("merge-commits", ["allow": .text("^Merge")], 0), ("pr-tickets", [:], 1),
      ("pr-tickets", ["pattern": .text("lexer")], 0),
      ("pr-tickets", ["pattern": .text("parser")], 1),
      ("pr-tickets", ["in": .text("title")], 0), ("if", ["if": .text("commits =~ \"wip\"")], 1),
      ("if", ["if": .text("commit_authors =~ \"bob\"")], 1),
      ("if", ["if": .text("count(commits) > 5")], 0),
    ] as [(String, [String: RuleSettings.Value], Int)])
  func aMessageThatIsCutIsAFinding(
    rule: String, values: [String: RuleSettings.Value], count: Int
  ) {
    var facts = makeFacts([FileChange(.modified, "a", additions: 1)])
    var commit = Commit.example("Add a parser")
    commit.isCut = true
    facts.changes?.commits = [commit, .example("Add a lexer")]
    let settings = RuleSettings(id: "own", rule: rule, level: .error, values: values)
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
      .filter { $0.message.contains("is not read to its end") }
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.severity == .error && $0.ruleID == "own" })
  }

  /// Nobody is known to have made a commit that is not read to its end.
  @Test(arguments: [(nil, 0), (true, 1)] as [(Bool?, Int)])
  func aCommitThatIsCutHasNoKnownAuthor(isCut: Bool?, count: Int) {
    var facts = makeFacts([FileChange(.modified, "LICENSE", additions: 1)])
    facts.changes?.commits = [.example("Relicense")]
    facts.changes?.commits[0].isCut = isCut
    let settings = RuleSettings(
      id: "protected-files",
      values: ["files": .text("LICENSE"), "authors": .text("*@lovelace.org")])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.count == count)
  }

  /// A file that there was no room for is a finding of a rule that reads lines, at its level.
  @Test(arguments: [("secrets", 1), ("focused-tests", 1), ("file-names", 0)])
  func textWithoutRoomIsAFinding(rule: String, count: Int) {
    var facts = makeFacts([FileChange(.modified, "Tests/A.swift", additions: 1)])
    facts.unseenTexts = [UnseenText("Tests/A.swift", "is not judged: too much", cause: .size)]
    let settings = RuleSettings(id: rule, level: .error)
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.severity == .error && $0.ruleID == rule })
  }

  /// A link to a folder with too many files to compare is a finding, unless the rule checks every
  /// file.
  @Test(
    arguments: [
      (["**"], ["a.md"], 0), (["**"], nil, 1), ([], nil, 0),
      (["Sources/**", "docs/*.md"], ["a"], 1),
      (["Sources/**", "docs/*.md"], ["a.md"], 0),
    ] as [([String], [String]?, Int)])
  func linksToLargeFolders(paths: [String], files: [String]?, count: Int) {
    let link = FileChange(.added, "Sources/docs", additions: 1, mode: "120000", oldMode: nil)
    var facts = makeFacts([link])
    var text = UnseenText("Sources/docs", "is a link to docs", cause: .link("docs"))
    text.filesBelow = files
    facts.unseenTexts = [text]
    let settings = RuleSettings(id: "secrets", level: .error, paths: paths)
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.count == count, "\(found)")
  }

  /// Braces are no syntax of CODEOWNERS.
  @Test(arguments: [
    ("{a,b}.md @a", "a.md", []), ("{a,b}.md @a", "{a,b}.md", ["@a"]),
    (
      String(repeating: "{a,b}", count: 8) + String(repeating: "x", count: 100_000) + " @a", "a", []
    ),
  ])
  func bracesOfOwners(text: String, path: String, expected: [String]) {
    var owners = Codeowners(Array(text.utf8))
    #expect(owners.owners(of: path) == expected)
  }

  @Test(arguments: [
    ("a.md @a", "x/a.md", ["@a"]), ("a/ @a", "x/a", []), ("a/ @a", "x/a/b", ["@a"]),
    ("*.md @a", "x/y.md", ["@a"]), ("*.md @a", "x.md/y", []), ("*.md/ @a", "y.md", []),
    ("*.md @a\nx/ @b", "x/y.md", ["@b"]), ("x @b\n*.md @a", "x/y.md", ["@a"]),
    ("/x/*.md @a\n* @b", "x/y.md", ["@b"]), ("* @b\n/x/ @a", "x/y.md", ["@a"]),
    ("/x @a\ny.md @b\n/x/*/z @c", "x/y.md", ["@b"]), ("x/* @a", "x/y/z", []),
    ("/x/ @a\n/x/y/ @b", "x/y/z", ["@b"]), ("/x/y/ @b\n/x/ @a", "x/y/z", ["@a"]),
    ("/x/ @a\n/x/y* @b", "x/yz", ["@b"]), ("/x/y* @b\n/x/ @a", "x/yz", ["@a"]),
    ("**/y/z @a\n/x/ @b", "x/y/z", ["@b"]), ("/x/ @b\n**/y/z @a", "x/y/z", ["@a"]),
    ("/x* @a", "xy/z", []), ("/x/y @a", "x/yz", []), ("/x @a", "x", ["@a"]),
    ("*.tar.gz @a", "b/c.tar.gz", ["@a"]), ("a*c @a", "b/abc", ["@a"]), ("** @a", "b", ["@a"]),
  ])
  func ownersByPattern(text: String, path: String, expected: [String]) {
    var owners = Codeowners(Array(text.utf8))
    #expect(owners.owners(of: path) == expected)
  }

  /// The name of a section is not read again for each of its lines.
  @Test func aLongNameOfASection() {
    let lines = (0..<10_000).map { "/\($0)\n" }.joined()
    let text = "[\(String(repeating: "n", count: 300_000))] @all\n\(lines)"
    let file = Codeowners(Array(text.utf8), matchesPaths: false)
    let guarded = GuardedOwners(file, was: file) { $0 == "@all" }
    #expect(guarded.problems(added: [], group: "@all").isEmpty)
  }

  /// A path is held only against patterns for its folders, and each of these is counted.
  @Test(arguments: [("/m/f%/", "m/f7/a", 7), ("/m/f%/", "m/f/a", -1), ("/m/f%*", "m/g", nil)])
  func patternsOfOtherFoldersCostNothing(pattern: String, path: String, expected: Int?) {
    var patterns = OwnerPatterns()
    var work = 500.0
    for number in 0..<1_000 { patterns.add(pattern.replacing("%", with: "\(number)")) }
    #expect(patterns.last(matching: OwnerPatterns.Path(path), &work) == expected)
  }

  /// Only patterns with a name of the path are compared with it, wherever it is.
  @Test(arguments: [("f%/x", "m/f7/x", 7), ("**/?/f%/", "a/f7/b", 7), ("f%/x?", "m/f", -1)])
  func patternsOfOtherNamesCostNothing(pattern: String, path: String, expected: Int?) {
    var patterns = OwnerPatterns()
    var work = 500.0
    for number in 0..<1_000 { patterns.add(pattern.replacing("%", with: "\(number)")) }
    #expect(patterns.last(matching: OwnerPatterns.Path(path), &work) == expected)
  }

  /// Names and endings are looked up; of other patterns so many are held against paths and no more.
  @Test(arguments: [
    ("name%", 40, "has no owner"), ("*.e%", 40, "has no owner"),
    ("x?b*c%", 2_000, "too many files"),
  ])
  func ownersOfManyFiles(pattern: String, depth: Int, message: String) {
    let text = (0..<1_000).map { pattern.replacing("%", with: "\($0)") + " @a" }
    let deep = String(repeating: "a/", count: depth)
    var facts = makeFacts((0..<200).map { FileChange(.modified, deep + "\($0)", additions: 1) })
    facts.contents = ["CODEOWNERS": FileContents(new: Array(text.joined(separator: "\n").utf8))]
    let settings = RuleSettings(id: "codeowners", level: .error, values: ["owned": .boolean(true)])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.contains { $0.severity == .error && $0.message.contains(message) })
  }

  /// Each key is looked for among the names of each object.
  @Test func namesOfAnObjectAreFoldedOnce() {
    let names = (0..<20_000).map { "\"Größe\($0)\": 1" }.joined(separator: ", ")
    let keys = (0..<1_000).map { RuleSettings.Value.text("a.b.c.größe\($0)") }
    var facts = makeFacts([FileChange(.modified, "a.json", additions: 1, deletions: 1)])
    facts.contents = [
      "a.json": FileContents(
        old: Array("{\(names), \"a.b\": {\"c.GRÖSSE7\": 1}}".utf8), new: Array("{\(names)}".utf8))
    ]
    let settings = RuleSettings(
      id: "protected-keys", values: ["files": .text("a.json"), "keys": .list(keys)])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.map(\.message) == ["'a.b.c.größe7' changes from 1 to nothing"])
  }

  /// Any number of lines have the owners of one heading, which may be any number.
  @Test(arguments: [("@org/core", 0), ("@org/other", 201)])
  func ownersOfAHeading(group: String, expected: Int) {
    let count = 5_000
    let names = (0..<count).map { "@o\($0)" } + ["@org/core"]
    let lines = ["[S] \(names.joined(separator: " "))"] + (0..<count).map { "/f\($0)" }
    let text = Array(lines.joined(separator: "\n").utf8)
    var facts = makeFacts([FileChange(.modified, "CODEOWNERS", additions: count)])
    facts.contents = ["CODEOWNERS": FileContents(old: text, new: text)]
    facts.addedLines = lines.enumerated().map { AddedLine("CODEOWNERS", line: $0 + 1, text: $1) }
    let settings = RuleSettings(id: "codeowners", values: ["include": .text(group)])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.count == expected)
  }

  /// All lists are read up to a sum; what is not read is no list without problems.
  @Test func largeListsOfOwners() {
    let text = Array(("* @org/core\n#" + String(repeating: "x", count: 2_900_000)).utf8)
    let paths = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"]
    var facts = makeFacts(paths.map { FileChange(.modified, $0, additions: 1) })
    for path in paths {
      facts.contents[RepositoryPath(path)] = FileContents(old: text, new: text)
    }
    let settings = RuleSettings(id: "codeowners", values: ["include": .text("@org/core")])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.map(\.message) == ["is not read, because all lists together are too large"])
    #expect(found.map(\.location?.file) == ["docs/CODEOWNERS"])
  }

  /// Short lines are as much work as long ones, with or without an owner that each has to name.
  @Test(
    arguments: [
      (99_999, "@all", 201), (100_000, "@all", 1), (99_999, nil, 0), (100_000, nil, 1),
    ] as [(Int, String?, Int)])
  func listsOfManyLines(count: Int, group: String?, expected: Int) {
    let text = Array("* @all\n".utf8) + Array(repeating: Array("a\n".utf8), count: count).joined()
    var facts = makeFacts([FileChange(.modified, "CODEOWNERS", additions: count)])
    facts.contents = ["CODEOWNERS": FileContents(old: Array("* @all\n".utf8), new: text)]
    let settings = RuleSettings(
      id: "codeowners", values: group.map { ["include": .text($0)] } ?? [:])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.count == expected)
    #expect(expected != 1 || found.first?.message.contains("100000 lines") == true)
  }

  /// Each entry of a report asks for lines and for files, and a branch can have many of all three.
  @Test func reportsAreComparedInNoTime() {
    let count = 3_000
    let paths = (0..<count).map { "d\($0)/A\($0).swift" }
    var facts = makeFacts(paths.map { FileChange(.modified, $0, additions: 1) })
    facts.addedLines =
      paths.map { AddedLine($0, line: 3, text: "x") }
      + (0..<(10 * count)).map { AddedLine("d0/A0.swift", line: $0 + 10, text: "x") }
    let entries =
      paths.map { #"{"file": "/ci/\#($0)", "line": 2, "severity": "Error", "reason": "r"}"# }
      + (0..<count).map {
        #"{"file": "/ci/d0/A0.swift", "line": \#(1_000_000 + $0), "severity": "Error", "reason": "r"}"#
      } + [#"{"file": "/ci/d0/A0.swift", "line": 10, "severity": "Error", "reason": "r"}"#]
    facts.reports = [
      ReportFile(path: "r.json", bytes: Array("[\(entries.joined(separator: ","))]".utf8))
    ]
    let settings = RuleSettings(id: "linter-reports", values: ["files": .text("r.json")])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.map(\.location?.line) == [10])
  }

  /// As many words in one line as it holds.
  @Test(arguments: [
    ("focused-tests", "fit(x) {", "", 201), ("todo-tickets", "TODO ", "// ", 201),
    ("todo-tickets", "TODO ", "/* ", 201), ("disabled-tests", "XCTSkip(", "", 201),
    ("disabled-tests", "xit(x) ", "", 201), ("test-mocks", "OCMock ", "", 0),
    ("test-mocks", "OCMock ", "import ", 1), ("todo-tickets", "TODO ", "", 0),
  ])
  func wordsOfALine(rule: String, word: String, start: String, expected: Int) {
    let line = start + String(repeating: word, count: 220)
    let found = findings(RuleSettings(id: rule), path: "Tests/A.swift", [line])
    #expect(found.count == expected)
  }

  /// A ticket stands near its word, so that words in a long line do not each read the rest of it.
  @Test(arguments: [(100, 0), (5_000, 1)]) func ticketsNearTheirWord(distance: Int, expected: Int) {
    let line = "// TODO " + String(repeating: "x", count: distance) + " #12"
    #expect(findings(RuleSettings(id: "todo-tickets"), [line]).count == expected)
  }

  /// Words behind which so much is searched and no more: the rest is flagged without a look.
  @Test func ticketsOfManyWords() {
    let line = "// " + String(repeating: "TODO ", count: 50) + String(repeating: "a", count: 4_000)
    let many = Array(repeating: line, count: 400)
    let found = findings(RuleSettings(id: "todo-tickets"), many + ["// TODO #12"])
    #expect(found.contains { $0.message == "has 19801 more findings, which are not listed" })
    #expect(findings(RuleSettings(id: "todo-tickets"), ["// TODO #12"]).isEmpty)
  }

  /// A subject is one letter with any number of marks, or prefixes and nothing else.
  @Test(arguments: ["e" + String(repeating: "\u{301}", count: 20_000), "a: %", "[a]%", "x (#1)%"])
  func longSubjects(text: String) {
    let subject =
      text.replacing("%", with: "")
      + String(
        repeating: text.hasSuffix("%") ? String(text.dropLast()) : "", count: 20_000)
    var facts = makeFacts([FileChange(.modified, "a", additions: 1)])
    facts.changes?.commits = Array(repeating: .example(subject), count: 2)
    let rules = ["commits", "commit-body", "commit-subject"].map { RuleSettings(id: $0) }
    let found = RuleSet(settings: rules, includesDefaults: false).findings(in: facts)
    #expect(found.allSatisfy { $0.ruleID.hasPrefix("commit") })
  }

  /// Each lost target is looked for among all files that went.
  @Test func targetsAndFilesThatGo() {
    let names = (0..<2_000).map { "T\($0)Tests" }
    func manifest(_ names: some Sequence<String>) -> [UInt8] {
      let targets = names.map { ".testTarget(name: \"\($0)\")" }.joined(separator: ",\n")
      return Array("let package = Package(name: \"a\", targets: [\(targets)])".utf8)
    }
    var facts = makeFacts(
      [FileChange(.modified, "Package.swift", additions: 1, deletions: 1)]
        + (0..<20_000).map { FileChange(.deleted, "Tests/T7Tests/\($0).swift", deletions: 1) })
    facts.contents = ["Package.swift": FileContents(old: manifest(names), new: manifest([]))]
    let settings = RuleSettings(id: "removed-tests", level: .error)
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.contains { $0.message == "has 1799 more findings, which are not listed" })
  }

  /// Each of many files is looked for in many messages.
  @Test func mentionsOfManyFiles() {
    var facts = makeFacts((0..<4_000).map { FileChange(.added, "db/a\($0).sql", additions: 1) })
    let line = Array(repeating: "a1.sq a2.sql", count: 5).joined(separator: " ")
    let body = Array(repeating: line, count: 800).joined(separator: "\n")
    facts.changes?.commits = Array(repeating: .example("Add a", body: body), count: 4)
    let settings = RuleSettings(
      id: "commit-body", values: ["mention": .list([.text("db/**")]), "line-max": .integer(200)])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.count == FindingList.most + 1)
    #expect(found.contains { $0.message == "has 3799 more findings, which are not listed" })
  }

  /// A byte order mark is no part of the header's line.
  @Test(arguments: [("\u{FEFF}// Copyright A", 0), ("\u{FEFF}\u{FEFF}// Copyright A", 1)])
  func headersBehindAByteOrderMark(line: String, count: Int) {
    let settings = RuleSettings(
      id: "licence-header", values: ["pattern": .text("^// Copyright")])
    var facts = makeFacts([FileChange(.added, "a.swift", additions: 1, oldMode: nil)])
    facts.addedLines = [AddedLine("a.swift", line: 1, text: line)]
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.count == count)
  }

  /// A TODO that may be in a comment counts where the file is too large for an answer.
  @Test func wordsOfAFileThatIsNotRead() {
    var facts = makeFacts([FileChange(.modified, "a.swift", additions: 1)])
    facts.addedLines = [AddedLine("a.swift", line: 2, text: "  TODO: speed up")]
    facts.contents = ["a.swift": FileContents(old: [], isUnread: true)]
    let rules = RuleSet(settings: [RuleSettings(id: "todo-tickets")], includesDefaults: false)
    #expect(rules.findings(in: facts).map(\.message) == ["TODO without a ticket"])
  }

  /// A changelog that is too large to be read may have gained blank lines alone.
  @Test(arguments: [(true, 1), (false, 0)])
  func aChangelogThatIsNotReadHasNoEntry(isUnread: Bool, count: Int) {
    var facts = makeFacts([
      FileChange(.modified, "Sources/A.swift", additions: 1),
      FileChange(.modified, "CHANGELOG.md", additions: 9),
    ])
    facts.contents = [
      "CHANGELOG.md": FileContents(
        old: [], new: isUnread ? nil : Array("- Fixed.\n".utf8), isUnread: isUnread)
    ]
    let rules = RuleSet(settings: [RuleSettings(id: "changelog")], includesDefaults: false)
    #expect(rules.findings(in: facts).count == count)
  }

  /// Lines before a word are gone over so far and no further, and so many words are looked at.
  @Test(
    arguments: [
      ("test-mocks", ["import"], "", "Cuckoo", 5_000),
      ("test-mocks", ["import"], "// a", "Cuckoo", 5_000),
      ("focused-tests", ["func"], "/**/", "fit(1)", 5_000),
    ] as [(String, [String], String, String, Int)])
  func linesBeforeAWord(rule: String, lead: [String], line: String, word: String, count: Int) {
    let gap = Array(repeating: line, count: count)
    let settings = RuleSettings(id: rule)
    let found = findings(settings, path: "Tests/A.swift", lead + gap + [word])
    #expect(found.contains { $0.message.hasPrefix("the change has too many lines") })
    let near = findings(settings, path: "Tests/A.swift", lead + gap.prefix(100) + [word])
    #expect(near.count == (rule == "test-mocks" ? 1 : 0))
    #expect(near.allSatisfy { !$0.message.hasPrefix("the change has") })
  }

  @Test(arguments: [("focused-tests", "fit(1)"), ("todo-tickets", "// TODO")])
  func roomForWords(rule: String, line: String) {
    var room = SearchRoom(2_000)
    let text = AddedText(
      path: "Tests/A.swift",
      lines: (1...100).map { AddedLine("Tests/A.swift", line: $0, text: line) })
    let finder = WordFinder([rule == "focused-tests" ? "fit(" : "TODO"])
    let hits = finder.hits(in: text, part: rule == "focused-tests" ? .code : .comment, room: &room)
    #expect(room.isSpent)
    #expect(hits.count < 40)
  }

  /// A scope may have any number of names.
  @Test func namesOfAScope() {
    var facts = makeFacts([FileChange(.modified, "a", additions: 1)])
    let scope = Array(repeating: "A", count: 2_000).joined(separator: ",")
    facts.changes?.commits = [.example("fix(\(scope)): b")]
    let settings = RuleSettings(
      id: "commits", values: ["style": .text("conventional"), "scope-case": .text("lower")])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.count { $0.message.contains("case") } == 1)
  }

  /// Each call looks for its end in the lines below, and reads so much of them and no more.
  @Test func callsThatDoNotEnd() {
    let lines = Array(repeating: "XCTSkip(\"a\"", count: 220)
    #expect(findings(RuleSettings(id: "disabled-tests"), path: "Tests/A.swift", lines).count == 201)
    let text = AddedText(
      path: "a", lines: lines.enumerated().map { AddedLine("a", line: $0 + 1, text: $1) })
    var work = 10_000
    var room = SearchRoom()
    for hit in WordFinder(["XCTSkip("]).hits(in: text, part: .code, room: &room) {
      #expect(CallArguments(behind: hit, in: text, work: &work) == nil)
    }
    #expect(work >= -8)
  }

  @Test(
    arguments: [
      ("f(a, \"b (\", c: [1, 2])", ["a", "\"", "c:[1,2]"], "b ("),
      ("f(/* ) */ #\"\"\"#, \"\\u{200B}\\\"\") // )", ["\"", "\""], ""),
      ("f(\n\"\"\"\n  x )\n  \"\"\" // )\n)", ["\""], "\n  x )\n  "), ("f()", [], nil),
      ("f(a", nil, nil), ("f(\"a)", nil, nil),
    ] as [(String, [String]?, String?)])
  func argumentsOfACall(line: String, code: [String]?, text: String?) throws {
    let lines = line.split(separator: "\n").enumerated().map {
      AddedLine("a.swift", line: $0 + 1, text: String($1))
    }
    let added = AddedText(path: "a.swift", lines: lines)
    var room = SearchRoom()
    let hit = try #require(WordFinder(["f("]).hits(in: added, part: .code, room: &room).first)
    var work = 1_000
    let arguments = CallArguments(behind: hit, in: added, work: &work)
    #expect(arguments?.all.map { String(decoding: $0.code, as: UTF8.self) } == code)
    #expect(
      arguments?.all.last { $0.text != nil }?.text.map { String(decoding: $0, as: UTF8.self) }
        == text)
  }

  /// As many files that cannot be seen as a change holds, below folders whose names are long.
  @Test func eachUnseenFileIsLookedUpOnce() {
    let folder = String(repeating: String(repeating: "d", count: 250) + "/", count: 8)
    let files = (0..<5_000).map { FileChange(.added, folder + String($0), oldMode: nil) }
    var facts = makeFacts(files)
    facts.unseenTexts = files.map { UnseenText($0.exactPath, "is too much", cause: .size) }
    let found = RuleSet(
      settings: [RuleSettings(id: "secrets", level: .error)], includesDefaults: false
    ).findings(in: facts)
    #expect(
      found.contains {
        $0.message == "has \(5_000 - FindingList.most) more findings, which are not listed"
      })
  }

  /// Two test targets newly leave out as many paths each, in two packages; one target is there twice.
  @Test(arguments: [(125, 0), (126, 4), (500, 201)])
  func pathsThatTargetsLeaveOutAreBoundedTogether(paths: Int, count: Int) throws {
    func manifest(_ lead: String?) -> [UInt8] {
      let targets = ["A", "B", "B"].enumerated().map { number, name in
        let names = (0..<paths).map { "\"\(lead ?? "")\(name)\(number)\($0)\"" }
        let exclude = lead == nil ? "" : ", exclude: [\(names.joined(separator: ","))]"
        return ".testTarget(name: \"\(name)\", path: \"\(name)\"\(exclude))"
      }
      return Array("let package = Package(targets: [\(targets.joined(separator: ","))])".utf8)
    }
    let manifests = ["Kit/Package.swift", "Package.swift"]
    var facts = makeFacts(
      manifests.map { FileChange(.modified, $0, additions: 1, deletions: 1) })
    facts.contents =
      Dictionary(
        uniqueKeysWithValues: manifests.map {
          ($0, FileContents(old: manifest(nil), new: manifest("g")))
        }
      ).byPath
    let rules = RuleSet(settings: [RuleSettings(id: "removed-tests")], includesDefaults: false)
    let folders = rules.neededFolders(for: try #require(facts.changes), facts.contents)
    #expect(folders.count == 500)
    let found = rules.findings(in: facts)
    #expect(found.count == count)
    #expect(
      found.last { $0.location == nil }?.message
        == (count > 200 ? "has 1300 more findings, which are not listed" : nil))
  }

  /// As many conflicts as a file holds: each marker is one of one.
  @Test func markersAreOfOneConflict() {
    let count = 20_000
    let lines =
      [">>>>>>> x"] + Array(repeating: "<<<<<<< x", count: count)
      + Array(repeating: ">>>>>>> x", count: count + 1)
    let found = findings(RuleSettings(id: "conflict-markers"), lines)
    #expect(
      found.contains {
        $0.message == "has \(count + 2 - FindingList.most) more findings, which are not listed"
      })
    #expect(found.first { $0.location?.line == 2 }?.location?.endLine == count + 2)
    let few = findings(
      RuleSettings(id: "conflict-markers"),
      [">>>>>>> x", "<<<<<<< x", "<<<<<<< x", ">>>>>>> x", "<<<<<<< x"])
    #expect(
      few.map { [$0.location?.line, $0.location?.endLine] } == [[1, 1], [2, 4], [3, 3], [5, 5]])
  }
}

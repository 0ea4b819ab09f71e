import CIModel
import CIRules
import TestSupport
import Testing

/// `message` and `help` in a team's own words.
@Suite struct RuleWordsTests {
  private static let facts: Facts = {
    var facts = makeFacts([
      FileChange(.modified, "App/A.swift", additions: 3, deletions: 1),
      FileChange(.modified, "Sources/Core/B.swift", additions: 9),
    ])
    facts.changes?.commits = [commit("Add pipes")]
    facts.pullRequest = PullRequest(
      number: 7, title: "Add *pipes*", author: "ada", branch: "pipes", base: "main")
    facts.addedLines = [AddedLine("App/A.swift", line: 3, text: "let x = NSLog(1)")]
    return facts
  }()

  private func findings(
    _ settings: RuleSettings, message: String? = nil, help: String? = nil, in facts: Facts? = nil
  ) -> [Finding] {
    var settings = settings
    settings.message = message
    settings.help = help
    return RuleSet(settings: [settings], includesDefaults: false)
      .findings(in: facts ?? Self.facts)
  }

  private static let lines = RuleSettings(
    id: "own", rule: "added-lines", paths: ["App"],
    values: ["added-lines": .text(#"(NS)(\w+)\("#)])

  @Test(arguments: [
    (
      "@${author}: ${title} (#${number}), ${branch} → ${base}",
      "@ada: Add *pipes* (#7), pipes → main"
    ),
    ("${count} of ${files}, ${lines} lines", "1 of App/A.swift, 4 lines"),
    ("${file}:${line} ${1}+${2}", "App/A.swift:3 NS+Log"),
    (
      "[Why](https://a.org): ${default}",
      #"Why (https://a.org): adds `let x = NSLog(1)`, which matches `(NS)(\w+)\(`"#
    ),
  ])
  func areFilledIn(template: String, expected: String) {
    #expect(findings(Self.lines, message: template).map(\.message) == [expected])
    let helped = findings(Self.lines, help: template.replacing("${default}", with: "x"))
    #expect(helped.map(\.message) == [#"adds `let x = NSLog(1)`, which matches `(NS)(\w+)\(`"#])
    let words = expected.contains("Why") ? "Why (https://a.org): x" : expected
    #expect(helped.map(\.help) == [words])
  }

  /// The line is quoted as far as people can read it.
  @Test(arguments: [
    ("  print(1)  ", "adds `print(1)`, which matches `print`"),
    ("let a = `print`", "adds 'let a = `print`', which matches `print`"),
    (String(repeating: "x", count: 99) + "print", "adds `print`, which matches `print`"),
    ("print \u{1B}[31m", "added line 3 matches `print`"),
  ])
  func aLineIsQuoted(line: String, message: String) {
    let settings = RuleSettings(
      id: "own", rule: "added-lines", values: ["added-lines": .text("print")])
    var facts = makeFacts([FileChange(.modified, "a", additions: 1)])
    facts.addedText = [AddedText(path: "a", lines: [AddedLine("a", line: 3, text: line)])]
    #expect(findings(settings, in: facts).map(\.message) == [message])
  }

  /// Logs and comments of a private repository spread what they quote.
  @Test func credentialsAreNotQuoted() throws {
    let token = "gh" + "p_R4nD0mQ7wZ1xC8vB5nM2kL9jH3gF6dS0aPqW"
    let hidden = "ghp_… (36 characters not shown)"
    let settings = RuleSettings(
      id: "own", rule: "added-lines", values: ["added-lines": .text("key = (.*)")])
    var facts = makeFacts([FileChange(.modified, "a", additions: 1)])
    facts.addedText = [
      AddedText(path: "a", lines: [AddedLine("a", line: 3, text: "key = \(token)")])
    ]
    let quoted = findings(settings, in: facts)
    #expect(
      quoted.map(\.message) == ["adds `key = \(hidden)`, which matches `key = (.*)`"])
    let filled = findings(settings, message: "no ${1}", help: "${title} ${1}", in: facts)
    #expect(filled.map(\.message) == ["no \(hidden)"])
    let text = try #require(filled.first?.messageText)
    #expect(text.plain == "no \(hidden)")
    #expect(filled.first?.help?.contains(token) == false)
  }

  /// Without `paths`, no file is the reason.
  @Test(arguments: [
    ([], "Change a file that matches docs/**, too."),
    (["Sources/**"], "Change a file that matches docs/**, too, because of Sources/A.swift."),
  ])
  func whatIsRequiredNamesTheFilesThatAskForIt(paths: [String], help: String) {
    let settings = RuleSettings(
      id: "own", rule: "require", paths: paths, values: ["require": .text("docs/**")])
    let facts = makeFacts([
      FileChange(.modified, "LICENSE", additions: 1),
      FileChange(.modified, "Sources/A.swift", additions: 1),
    ])
    #expect(findings(settings, in: facts).map(\.help) == [help])
  }

  @Test func aForbiddenPathNamesItsGlob() {
    let settings = RuleSettings(
      id: "file-names", values: ["forbid": .list([.text("*.a"), .text("**/*.b")])])
    let facts = makeFacts([FileChange(.added, "x/y.b", additions: 1, oldMode: nil)])
    #expect(findings(settings, in: facts).map(\.message) == ["is forbidden by `forbid: '**/*.b'`"])
  }

  @Test func whatTheTeamWroteAndWhatIsFilledInStayApart() {
    let finding = findings(Self.lines, message: "**No** ${title}").first
    #expect(finding?.messageText == TeamText([.markdown("**No** "), .text("Add *pipes*")]))
    #expect(finding?.message == "No Add *pipes*")
    #expect(findings(Self.lines).first?.messageText == nil)
  }

  /// Outside of a pull request the commits tell who and what.
  @Test func withoutAPullRequest() {
    var facts = Self.facts
    facts.pullRequest = nil
    facts.surroundings.branch = "topic"
    #expect(
      findings(Self.lines, message: "${author}|${title}|${number}|${branch}|${base}", in: facts)
        .map(\.message) == ["Ada|Add pipes||topic|"])
  }

  /// A message that replaces what differs leaves nothing to tell findings apart by.
  @Test(arguments: [
    ("Document it", "Document it:"), ("Document it.", "Document it:"), ("Document?", "Document?"),
  ])
  func findingsThatWouldReadTheSameKeepTheirOwnWords(message: String, start: String) {
    let settings = RuleSettings(
      id: "own", rule: "companion-files",
      values: ["when": .text("App"), "require": .list([.text("a.md"), .text("b.md")])])
    #expect(
      findings(settings, message: message).map(\.message) == [
        "\(start) App/A.swift changes without a.md",
        "\(start) App/A.swift changes without b.md",
      ])
    #expect(findings(settings, message: "${default}!").count == 2)
    let one = RuleSettings(
      id: "own", rule: "companion-files",
      values: ["when": .text("App/*.swift"), "require": .text("docs/$1.md")])
    #expect(findings(one, message: "Document ${1}").map(\.message) == ["Document A"])
  }

  /// Each of 200 findings repeats what the author of the change wrote, so that is cut.
  @Test func whatIsFilledInIsShortAndOnOneLine() {
    let long = "a\nb" + String(repeating: "\u{301}", count: 3_000)
    let shown = "a b" + String(repeating: "\u{301}", count: 197) + "…"
    var facts = Self.facts
    facts.pullRequest = PullRequest(title: long, author: long, branch: long, base: long)
    facts.addedLines = [AddedLine("App/A.swift", line: 3, text: "NS" + long.dropFirst(2) + "(")]
    for name in ["title", "author", "branch", "base"] {
      #expect(
        Array(findings(Self.lines, message: "${\(name)}", in: facts)[0].message.unicodeScalars)
          == Array(shown.unicodeScalars), "\(name)")
    }
    let captured = findings(Self.lines, message: "${2}", help: "${2}", in: facts)
    #expect(captured[0].message.unicodeScalars.count == 201)
    #expect(captured[0].help?.unicodeScalars.count == 201)
    facts.pullRequest = nil
    facts.changes?.commits = (0..<2_000).map { commit(long, author: "Ada \($0)") }
    #expect(
      findings(Self.lines, message: "${author}", in: facts).map(\.message)
        == ["Ada 0, Ada 1, Ada 10 and 1997 more"])
    #expect(findings(Self.lines, message: "${title}", in: facts)[0].message.utf8.count < 1_000)
  }

  @Test func messagesOfCommitsKeepTheirNames() {
    let settings = RuleSettings(id: "commit-subject", values: ["min": .integer(20)])
    let found = findings(settings, message: "too short (${default})")
    #expect(found.first?.message.hasSuffix(": too short (\(Self.tooShort))") ?? false, "\(found)")
  }

  private static let tooShort: String = {
    let settings = RuleSettings(id: "commit-subject", values: ["min": .integer(20)])
    let own = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    return own.first?.message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? "?"
  }()
}

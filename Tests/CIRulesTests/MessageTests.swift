import CIModel
import Testing

@testable import CIRules

struct MessageTests {
  private static let messages: [(String, [String], [String], Bool)] = [
    ("", [], [], true), ("Why.", ["Why."], [], true),
    (
      "Why.\n\nFixes: #1\nSigned-off-by: A <a@b.c>", ["Why."],
      ["Fixes: #1", "Signed-off-by: A <a@b.c>"], true
    ),
    ("Signed-off-by: A <a@b.c>", [], ["Signed-off-by: A <a@b.c>"], true),
    ("Why.\nSigned-off-by: A <a@b.c>", ["Why."], ["Signed-off-by: A <a@b.c>"], false),
    ("Why.\nNote: this is prose.", ["Why.", "Note: this is prose."], [], true),
    ("See\nhttps://example.com", ["See", "https://example.com"], [], true),
    ("Why.\n\nBREAKING CHANGE: all\n  of it", ["Why."], ["BREAKING CHANGE: all", "  of it"], true),
    ("a\r\n\r\nFixes: #1\r\n", ["a"], ["Fixes: #1"], true),
    ("\n\nWhy.\n\n\n", ["Why."], [], true),
    (
      "Why.\n\nCc: A\n(cherry picked from commit 1a)", ["Why."],
      ["Cc: A", "(cherry picked from commit 1a)"], true
    ),
    (
      "(cherry picked from commit 1a)\nCc: A", [], ["(cherry picked from commit 1a)", "Cc: A"], true
    ),
    (
      "Why.\n\n(cherry picked from commit 1a)", ["Why.", "", "(cherry picked from commit 1a)"], [],
      true
    ),
    ("Why.\n\nCc : A\nCc\t:\tB", ["Why."], ["Cc : A", "Cc\t:\tB"], true),
    // git reads bytes: what follows a sign in the same character is another one.
    ("Cc:\u{301} A", [], ["Cc:\u{301} A"], true), ("Cc: \u{301}A", [], ["Cc: \u{301}A"], true),
    ("Why.\n\nCc: A\n \u{301}and B", ["Why."], ["Cc: A", " \u{301}and B"], true),
    ("BREAKING CHANGE:\tall", [], ["BREAKING CHANGE:\tall"], true),
    ("BREAKING CHANGE:\u{301} all", [], ["BREAKING CHANGE:\u{301} all"], true),
    // Trailers without a value on their line, as git reads them.
    ("BREAKING CHANGE: ", ["BREAKING CHANGE: "], ["BREAKING CHANGE: "], true),
    ("Why.\n\nCc:\n A", ["Why.", "", "Cc:", " A"], ["Cc:", " A"], true),
    // Other lines between them, where one is git's own.
    (
      "Why.\n\nSigned-off-by: A\n[b: typo]\nSigned-off-by: B", ["Why.", "", "[b: typo]"],
      ["Signed-off-by: A", "Signed-off-by: B"], true
    ),
    (
      "Cc: A\nwords\n(cherry picked from commit 1)", ["words"],
      ["Cc: A", "(cherry picked from commit 1)"], true
    ),
    ("Signed-off-by: A\na\nb\nc\nd", ["Signed-off-by: A", "a", "b", "c", "d"], [], true),
    ("Cc: A\nwords\nCc: B", ["Cc: A", "words"], ["Cc: B"], false),
    ("Why.\n\nCc: A\n# words\nFoo: B", ["Why.", "", "# words"], ["Cc: A", "Foo: B"], true),
    // Names that git accepts, too. An address counts as a trailer among others, and is text.
    (
      "A\n\n1st: a\n-x: b\nFoo: B", ["A", "", "1st: a", "-x: b"], ["1st: a", "-x: b", "Foo: B"],
      true
    ),
    ("A\n\nhttps://a.b/c\nFoo: B", ["A", "", "https://a.b/c"], ["Foo: B"], true),
    ("A\n\nhttps://a.b/c\nhttp://d", ["A", "", "https://a.b/c", "http://d"], [], true),
    ("A\n\n://a.b/c\nFoo: B", ["A", "", "://a.b/c", "Foo: B"], [], true),
    (
      "a\nb\nhttps://c\n1: x\nSigned-off-by: A", ["a", "b", "https://c", "1: x"],
      ["1: x", "Signed-off-by: A"], false
    ),
    ("Do.\n1: a\nCc: B", ["Do.", "1: a"], ["Cc: B"], false),
    // What git passes over at the end.
    ("Cc: A\n\nConflicts:\n\ta.c\n\n\tb.c", ["Conflicts:", "\ta.c", "", "\tb.c"], ["Cc: A"], true),
    ("Cc: A\n# Conflicts:\n#\ta.c", ["# Conflicts:", "#\ta.c"], ["Cc: A"], true),
    ("Cc: A\n\n\ta.c", ["Cc: A", "", "\ta.c"], [], true),
    // A carriage return belongs to the line for git; a form feed is no blank.
    (
      "Cc: A\n\nConflicts:\r\n\ta.c", ["Cc: A", "", "Conflicts:", "\ta.c"],
      ["Conflicts:", "\ta.c"], true
    ),
    (
      "Cc: A\n# ------------------------ >8 ------------------------\r\n\nFoo: B",
      ["Cc: A", "# ------------------------ >8 ------------------------"], ["Foo: B"], true
    ),
    ("Why.\n\u{C}\nFoo: A", ["Why.", "\u{C}", "Foo: A"], [], true),
    ("Foo: A\n\u{C}Bar: B", ["Foo: A", "\u{C}Bar: B"], [], true),
    ("Foo\u{B}: A", ["Foo\u{B}: A"], [], true),
    (
      "Cc: A\n# ------------------------ >8 ------------------------\n+a",
      ["# ------------------------ >8 ------------------------", "+a"], ["Cc: A"], true
    ),
  ]

  @Test(arguments: messages)
  func parts(text: String, body: [String], footers: [String], isSeparated: Bool) {
    let parts = MessageParts(text)
    #expect(parts.body.map(String.init) == body)
    #expect(parts.footers.map(String.init) == footers)
    #expect(parts.isSeparated == isSeparated)
  }

  @Test(arguments: [
    ("Cc:\n A\n\tand B", "A and B"), ("Cc: A\n  B", "A B"), ("Cc: A", "A"), ("Cc:", ""),
  ])
  func valuesOnSeveralLines(text: String, value: String) {
    let trailers = MessageParts.trailers(MessageParts(text).footers)
    #expect(trailers.map { String($0.value) } == [value])
  }

  @Test(arguments: [
    ("  BREAKING CHANGE: x", true), ("* BREAKING-CHANGE: x", true), ("| breaking change x", true),
    ("BREAKING CHANGE:", true), ("BREAKING CHANGE", false), ("BREAKING CHANGES: x", false),
    ("No BREAKING CHANGE: x", false), ("", false), ("\u{C}BREAKING CHANGE: x", true),
    ("\u{FEFF}BREAKING CHANGE: x", true), ("\u{A0}| BREAKING CHANGE: x", true),
    ("BREAKING CHANGE\u{A0}x", true), ("BREAKING\u{A0}CHANGE: x", false),
    ("\u{200B}BREAKING CHANGE: x", false),
  ])
  func notesOfBreakingChanges(line: String, expected: Bool) {
    #expect((MessageParts.noteOfBreaking(line[...]) != nil) == expected)
  }

  @Test(arguments: [
    ("BREAKING CHANGE: x", true), ("BREAKING CHANGE: x\n\nCloses #12", true),
    ("BREAKING CHANGE:\n\n- x", true), ("BREAKING CHANGE:\nx", true),
    ("Why.\n\nBREAKING CHANGE: x, and\ny.", true), ("breaking change: x", true),
    ("BREAKING CHANGE:", false), ("BREAKING CHANGE:\n\nCloses #12", false),
    ("BREAKING CHANGE: \u{200B}", false), ("No BREAKING CHANGE: x", false),
  ])
  func textsOfBreakingChanges(text: String, expected: Bool) {
    #expect(
      MessageParts.tellBreaking(text.split(separator: "\n", omittingEmptySubsequences: false))
        == expected)
  }

  @Test(
    arguments: [
      ("feat: a", "feat", nil, false, "a"), ("fix(core)!: b c", "fix", "core", true, "b c"),
      ("Fix-it(a,b): x", "Fix-it", "a,b", false, "x"), ("feat!: a", "feat", nil, true, "a"),
      ("fix(): a", "fix", "", false, "a"),
    ] as [(String, String, String?, Bool, String)])
  func headers(subject: String, type: String, scope: String?, isBreaking: Bool, text: String) throws
  {
    let header = try #require(ConventionalHeader(subject))
    #expect(String(header.type) == type)
    #expect(header.scope.map(String.init) == scope)
    #expect(header.isMarkedBreaking == isBreaking)
    #expect(String(header.description) == text)
  }

  @Test(arguments: [
    "", "feat", "feat:", "feat:a", "feat: ", "feat: \u{200B}", ": a", "feat(a: b", "two words: a",
    "feat (a): b",
  ])
  func noHeaders(subject: String) {
    #expect(ConventionalHeader(subject) == nil)
  }

  @Test(arguments: [
    (LetterCase.lower, "add it", true), (.lower, "Add it", false), (.upper, "ADD", true),
    (.lower, "add `URLSession` to \"A B\"", true), (.lower, "add \"URLSession", false),
    (.lower, "`Add` It", false), (.upper, "ADD `it`", true), (.start, "Add `it` Here", true),
    (.sentence, "Add it", true), (.sentence, "add it", false), (.sentence, "`add` it", true),
    (.lowerFirst, "add URLs", true), (.lowerFirst, "Add it", false),
    (.lowerFirst, "URLSession is in", true), (.lowerFirst, "README.md says", true),
    (.camel, "addIt", true), (.camel, "AddIt", false), (.camel, "add it", false),
    (.pascal, "AddIt", true), (.kebab, "add-it", true), (.kebab, "add_it", false),
    (.snake, "add_it", true), (.start, "Add It", true), (.start, "Add it", false),
    (.upper, "12", true), (.sentence, "über", false), (.sentence, "日本", true),
  ])
  func cases(letterCase: LetterCase, text: String, expected: Bool) {
    #expect(letterCase.matches(text[...]) == expected)
  }

  @Test(arguments: [
    ("core: Add", "Add"), ("fix(core)!: Add", "Add"), ("[core] Add", "Add"), ("Add", "Add"),
    ("Say: nothing", "nothing"), ("We say: nothing", "We say: nothing"),
    ("a, b: Add", "Add"), ("core:Add", "core:Add"), ("#12 Add", "Add"), ("#12: Add", "Add"),
    ("ABC-12 Add", "Add"), ("gh-12: Add", "Add"), ("#12", "#12"), ("#a Add", "#a Add"),
    ("A #12 Add", "A #12 Add"), ("a-b-12 Add", "a-b-12 Add"), ("#12Add it", "#12Add it"),
  ])
  func prefixes(subject: String, expected: String) {
    #expect(String(subject[...].withoutPrefix) == expected)
  }

  @Test(
    arguments: [
      ("added a", "add"), ("adds a", "add"), ("adding a", "add"), ("fixes a", "fix"),
      ("fixed a", "fix"), ("dropped a", "drop"), ("making a", "make"),
      ("simplified a", "simplify"), ("simplifies a", "simplify"),
      ("changes a", "change"), ("add a", nil), ("tests a", nil), ("address a", nil),
      ("used a", "use"), ("updates to", nil), ("testing notes", nil), ("fixes for", nil),
      ("switches are", nil), ("support is", nil), ("changes", nil),
    ] as [(String, String?)])
  func moods(words: String, expected: String?) {
    let parts = words.split(separator: " ").map { String($0) }
    #expect(
      ImperativeMood.correction(of: parts[0], before: parts.dropFirst().first) == expected)
  }

  @Test(arguments: [
    ("Package.resolved", "`Package.resolved` gets NIO 3.", true),
    ("Package.resolved", "Update Package.resolved.", true),
    ("Package.resolved", "See a/Package.resolved, please", true),
    ("Package.resolved", "_Package.resolved_\u{2014}new", true),
    ("Package.resolved", "Package.resolved's pins", true),
    ("Package.resolved", "MyPackage.resolved", false), ("a.sql", "data.sql", false),
    ("b", "a big change", false), (".gitignore", "Add .gitignore.", true),
    ("my file.txt", "Add my file.txt", true), ("my file.txt", "Add file.txt", false),
    ("größe.md", "In gro\u{308}ße.md", true), ("()", "()", false),
  ])
  func mentions(name: String, text: String, expected: Bool) {
    var mentions = Mentions(of: [name[...]])
    mentions.read(text[...])
    #expect(mentions.contain(name[...]) == expected)
  }

  @Test(arguments: [
    ("wip", true), ("WIP: x", true), ("[wip] x", true), ("[no-ci][wip] x", true),
    ("#12 wip", true), ("ABC-12 WIP", true), ("#12 core: wip", true), ("#12 wiper", false),
    ("feat: wip", true), ("feat(core)!: wip on x", true), ("[a] b: wip", true),
    ("Wipe it", false), ("Show the wip", false), ("feat: show wip", false), ("wip2", false),
    ("wi\u{200B}p", true), ("wip\u{200D}: x", true), ("Make wip\u{FE0F}", false),
    (String(repeating: "\u{2060}", count: 200) + "wip", true), ("wip\u{301}", false),
    ("[a][b]", false), ("", false), ("Work in progress", true), ("Work-in-progress: x", true),
    ("[work  in  progress] x", true), ("feat: work in progress", true),
    ("Work in progress labels count", false), ("Work in progress_x", false),
    ("Work in progression", false), ("Work in", false),
  ])
  func workInProgress(subject: String, expected: Bool) {
    #expect((CommitKind.of(subject: subject) == .wip) == expected)
  }

  @Test(
    arguments: [
      ("fixup", .fixup), ("Fixup: x", .fixup), ("fixup! x", .fixup), ("squash", .squash),
      ("squash : x", .squash), ("squash it", nil), ("Fixup the build", nil), ("fixups: x", nil),
      ("amend: x", nil), ("fixup !x", nil), ("core: fixup! x", .fixup), ("[a] Squash! x", .squash),
      ("ABC-12: amend! x", .fixup), ("core: fixup", nil), ("Handle fixup! commits", nil),
      ("commits: fixup!, squash! and amend! count", nil),
    ] as [(String, CommitKind?)])
  func corrections(subject: String, kind: CommitKind?) {
    #expect(CommitKind.of(subject: subject) == kind)
  }

  /// Where it takes too long to find out whether a commit merges anything, it counts as a merge and
  /// as an ordinary commit.
  @Test(arguments: ["merge-commits", "commits", "commit-subject"])
  func whatMayBeAMerge(rule: String) {
    var commit = Commit.example("wrong subject.")
    commit.mayMerge = true
    var facts = makeFacts([FileChange(.modified, "a", additions: 1)])
    facts.changes?.commits = [commit]
    let values: [String: RuleSettings.Value] = rule == "commits" ? ["forbid": .text("merge")] : [:]
    let settings = RuleSettings(id: rule, values: values)
    #expect(RuleSet(settings: [settings], includesDefaults: false).findings(in: facts).count == 1)
  }

  /// One of the authors of the commits must sign the description that a squash merge keeps.
  @Test(arguments: [
    ("Signed-off-by: Ada <ada@lovelace.org>", 0), ("Signed-off-by: Bob <BOB@example.com>", 0),
    ("Signed-off-by: Eve <eve@example.com>", 1), ("Signed-off-by: x", 1),
    ("Signed-off-by: Ada", 0), ("Signed-off-by: Merger <merger@example.com>", 1), ("Why.", 1),
  ])
  func signOffsOfPullRequests(body: String, count: Int) {
    var facts = makeFacts([])
    facts.changes?.commits = [
      signed("Ada", "ada@lovelace.org"), signed("Bob", "bob@example.com"),
      signed("Merger", "merger@example.com", parents: ["a", "b"]),
    ]
    facts.pullRequest = PullRequest(title: "Add", body: body)
    let values: [String: RuleSettings.Value] = [
      "sign-off": .boolean(true), "squash": .boolean(true),
    ]
    let rules = RuleSet(
      settings: [RuleSettings(id: "commit-footers", values: values)], includesDefaults: false)
    #expect(rules.findings(in: facts).count == count)
  }

  private func signed(_ name: String, _ email: String, parents: [String] = ["p"]) -> Commit {
    let author = Commit.Signature(
      name: name, email: email, date: Timestamp(secondsSinceEpoch: 0))
    return Commit(id: name, parents: parents, subject: "Add", author: author, committer: author)
  }

  @Test func skipsWhatTheSettingsSay() {
    var facts = makeFacts([])
    facts.changes?.commits = [
      commit("Bump a"), commit("Release 1.0"), commit("fixup! Add a."),
      commit("Revert \"Add a.\"", body: "This reverts commit 0a1b2c3d."),
      commit("Add a.", body: "generated"), commit("Merge b.", parents: 2), commit("Add b."),
    ]
    func flagged(_ values: [String: RuleSettings.Value]) -> [String] {
      RuleSet(
        settings: [RuleSettings(id: "commit-subject", values: values)], includesDefaults: false
      ).findings(in: facts).map { String($0.message.split(separator: "\"")[1]) }
    }
    #expect(flagged([:]) == ["Add a.", "Add b."])
    #expect(flagged(["merges": .boolean(true)]) == ["Add a.", "Add b.", "Merge b."])
    #expect(flagged(["skip-bodies": .text("^generated$")]) == ["Add b."])
    #expect(flagged(["skip-subjects": .text("^Add a")]) == ["Add b."])
    #expect(flagged(["skip-authors": .list([.text("ada@*")])]) == [])
  }

  /// A second line that is not blank and not judged as such belongs to the subject, as for git.
  @Test(
    arguments: [
      (["subject-max": .integer(8)], "A b", "cd\ne", 0),
      (["subject-max": .integer(7)], "A b", "cd\ne", 1),
      (["subject-max": .integer(6)], "A b", "cd\n \t\ne", 0),
      (["subject-max": .integer(5)], "A b", "cd\n \t\ne", 1),
      (["subject-max": .integer(6)], "A b", "c\n\u{C}", 1),
      (["description-max": .integer(4)], "fix: b", "cd", 0),
      (["description-max": .integer(3)], "fix: b", "cd", 1),
      (["style": .text("conventional")], "1.2.3", "", 0),
      (["style": .text("conventional")], "1.2.3", "a", 1),
      (["style": .text("conventional")], "Revert \"a\"", "\nThis reverts commit 0a1b2c3d.", 0),
      (["style": .text("conventional")], "Revert \"a\"", "b\n\nThis reverts commit 0a1b2c3d.", 1),
      (["forbid": .text("revert")], "Revert \"a\"", "b", 1),
      (["forbid": .text("revert")], "Back out a", "This reverts commit 0a1b2c3d.", 1),
      (["breaking": .text("never")], "fix: a", "no breaking change: a", 0),
      (["breaking": .text("never")], "fix: a", "BREAKING CHANGE: all", 1),
      ([:], "fix:", "it", 0), ([:], "fix:", "wip", 1),
    ] as [([String: RuleSettings.Value], String, String, Int)])
  func wholeSubjects(
    values: [String: RuleSettings.Value], subject: String, body: String, count: Int
  ) {
    var facts = makeFacts([])
    facts.changes?.commits = [commit(subject, body: body, hasBlankSecondLine: false)]
    facts.earlierCommits = Array(
      repeating: commit("A", body: "b", hasBlankSecondLine: false), count: 60)
    let settings = [RuleSettings(id: "commits", values: values)]
    let found = RuleSet(settings: settings, includesDefaults: false).findings(in: facts)
    #expect(found.count == count)
  }

  /// What looks like git's message and does not say which commit it takes back is judged like any other.
  @Test(arguments: [
    ("Revert \"Add a.\"", "", 2), ("Revert \"Add a.\"", "This reverts commit 0a1b2c3d.", 0),
    ("Revert \"Hack b\"", "This reverts commit 0a1b2c3d.", 1),
    ("Revert \"Add a\"", "Reverts a/b#12", 0),
  ])
  func reverts(subject: String, body: String, count: Int) {
    var facts = makeFacts([])
    facts.changes?.commits = [commit(subject, body: body)]
    let values: [String: RuleSettings.Value] = [
      "forbid-words": .text("hack"), "pattern": .text("^CORE-"), "forbid-end": .text("\""),
    ]
    let settings = RuleSettings(id: "commit-subject", values: values)
    #expect(
      RuleSet(settings: [settings], includesDefaults: false).findings(in: facts).count == count)
  }

  /// The forms of a revert that `forbid: [revert]` finds.
  @Test(arguments: [
    ("Revert \"Add a\"", "", true), ("Revert \"Add a\" (#12)", "", true),
    ("fix: Revert \"Add a\"", "", true), ("[core] Revert \"Add a\"", "", true),
    ("Revert^2 \"Add a\"", "", true), ("Revert submission 12-a", "", true),
    ("Back out a", "This reverts commits 0a1b2c3d and 1a2b3c4d.", true),
    ("Revert 'Add a'", "", true), ("Revert 'a' to \"b\"", "", false),
    ("revert: add a", "", true), ("revert(core): add a", "", true),
    ("Revert Add a", "This reverts commit \(String(repeating: "0a", count: 20)).", true),
    ("Back out a", "Broken.\n\nThis reverts commit 0a1b2c3d, reversing b.", true),
    ("Back out a", "Reverts a/b#12", true), ("Back out a", "Reverts #12", true),
    ("Back out a", "Reverts to the old one.", false),
    ("Back out a", "This reverts commit messages.", false), ("Revert to a", "", false),
    ("fix: revert the button", "", false),
    ("fixup! Revert \"Add a\"", "", false),
  ])
  func forbiddenReverts(subject: String, body: String, expected: Bool) {
    var facts = makeFacts([])
    facts.changes?.commits = [commit(subject, body: body)]
    let settings = RuleSettings(id: "commits", values: ["forbid": .text("revert")])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.map { $0.message.contains("reverts another commit") } == (expected ? [true] : []))
  }

  @Test(arguments: [
    ("Do  not merge: x", [], true), ("do\u{A0}not merge", [], true), ("DO-NOT-MERGE x", [], true),
    ("do_not_merge", [], true), ("Do not, merge", [], false), ("Donot merge", [], false),
    ("Add a", ["do-not-merge"], true), ("Add a", ["Work_in  progress"], true),
    ("Add a", ["on-hold"], false), ("Drafts-only", [], false),
    ("Do\u{2011}not\u{2013}merge", [], true),
    (":construction: WIP x", [], true), (":memo: wipe x", [], false),
    ("DO.NOT.MERGE x", [], true), ("[Do][Not][Merge] x", [], true),
  ])
  func marksOfDrafts(title: String, labels: [String], expected: Bool) {
    var facts = makeFacts([])
    facts.pullRequest = PullRequest(title: title, labels: labels)
    let rules = RuleSet(settings: [RuleSettings(id: "pr-draft")], includesDefaults: false)
    #expect(rules.findings(in: facts).isEmpty == !expected)
  }

  @Test(arguments: [
    ("[WIP]", "[WIP] Add", true), ("[WIP]", "WIP: Add", true), ("[WIP]", "Wipe", false),
    ("🚧", "🚧 Add", true), ("🚧", "🚧Add", true), ("🚧", "[🚧] Add", true), ("🚧", "Add 🚧", false),
    ("Draft:", "Draft:Add", true), ("Draft:", "Draft the plan", false), ("#wip", "#wip Add", true),
    ("#wip", "#wiped", false), ("[]", "Add", false),
  ])
  func wordsWithSigns(word: String, title: String, expected: Bool) {
    var facts = makeFacts([])
    facts.pullRequest = PullRequest(title: title, draft: false)
    let settings = RuleSettings(id: "pr-draft", values: ["words": .text(word)])
    let rules = RuleSet(settings: [settings], includesDefaults: false)
    #expect(rules.findings(in: facts).isEmpty == !expected)
  }

  /// A file that leaves the selected paths is known by its old name.
  @Test(arguments: [
    ("x/a", "Move a thing", false), ("x/a", "Package.resolved moves", true),
    ("x/Package.resolved", "Package.resolved moves", true),
  ])
  func mentionsOfMovedFiles(path: String, body: String, expected: Bool) {
    var facts = makeFacts([FileChange(.renamed, path, oldPath: "Package.resolved")])
    facts.changes?.commits = [commit("Fix it", body: body)]
    let settings = RuleSettings(id: "commit-body", values: ["mention": .text("Package.resolved")])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.isEmpty == expected)
  }

  @Test func saysWhatIsNotKnown() {
    let settings = [
      RuleSettings(id: "pr-title"), RuleSettings(id: "pr-body"),
      RuleSettings(id: "commits", values: ["squash": .boolean(true)]),
      RuleSettings(id: "covered-files"),
      RuleSettings(id: "pr-labels", values: ["require": .text("type:*")]),
    ]
    let rules = RuleSet(settings: settings, includesDefaults: true)
    var facts = makeFacts([FileChange(.modified, "a", additions: 1)])
    #expect(
      rules.notes(in: facts) == [
        "Not checked without coverage: covered-files.",
        "Not checked, because the body, labels, title of the pull request are not known: commits, "
          + "pr-body, pr-labels, pr-title. If the CI service does not provide them, pass "
          + "--pr-body, --pr-labels, --pr-title.",
      ])
    facts.surroundings.event = .schedule
    #expect(
      rules.notes(in: facts) == [
        "Not checked without coverage: covered-files.",
        "Not checked without a pull request: commits, pr-body, pr-labels, pr-title.",
      ])
    facts.surroundings.event = .pullRequest
    #expect(rules.notes(in: facts).last?.contains("pass --pr-body") == true)
    facts.pullRequest = PullRequest(title: "Add", body: "Because it is needed by all.", labels: [])
    #expect(rules.notes(in: facts) == ["Not checked without coverage: covered-files."])
    #expect(RuleSet(settings: [], includesDefaults: true).notes(in: makeFacts([])) == [])
  }

  private func commit(
    _ subject: String, body: String = "", parents: Int = 1, hasBlankSecondLine: Bool = true
  ) -> Commit {
    let author = Commit.Signature(
      name: "Ada", email: "ada@example.com", date: Timestamp(secondsSinceEpoch: 0))
    return Commit(
      id: String(repeating: "c", count: 40), parents: Array(repeating: "p", count: parents),
      subject: subject, body: body, author: author, committer: author,
      hasBlankSecondLine: hasBlankSecondLine)
  }
}

import CIModel
import CIRules
import Testing

/// A list of owners that moves.
struct OwnersMoveTests {
  /// GitLab takes owners away where a line begins with `!`; nobody else knows it.
  @Test(arguments: [
    (".gitlab/CODEOWNERS", false, nil),
    (".gitlab/CODEOWNERS", true, "'!package-lock.json' removes owners"),
    (".github/CODEOWNERS", false, "'!package-lock.json': only GitLab supports exceptions with '!'"),
  ])
  func exceptions(path: String, guards: Bool, expected: String?) {
    var facts = makeFacts([FileChange(.modified, path, additions: 1)])
    let old = Array("* @org/all\n".utf8)
    facts.contents = [
      RepositoryPath(path): FileContents(old: old, new: old + Array("!package-lock.json\n".utf8))
    ]
    let settings = RuleSettings(
      id: "codeowners", values: guards ? ["include": .text("@org/all")] : [:])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.map(\.message) == [expected].compactMap { $0 })
  }

  /// Patterns that GitHub refuses, or reads otherwise than they look.
  @Test(arguments: [
    (
      ".github/CODEOWNERS", "***/*.rb @a",
      "'***/*.rb' has three stars in a row, and GitHub refuses it"
    ),
    (
      ".github/CODEOWNERS", "/a @-ada",
      "'@-ada' is not a @name, an @org/team or an email address"
    ),
    (
      ".github/CODEOWNERS", "docs/\u{A0}@ada",
      "'docs/\u{A0}@ada' contains U+A0, which separates nothing"
    ),
    (".gitlab/CODEOWNERS", "a\u{200B} @a", "'a\u{200B}' contains U+200B, which separates nothing"),
    ("docs/CODEOWNERS", "a/***b @a", "'a/***b' has three stars in a row, and GitHub refuses it"),
    (
      ".github/CODEOWNERS", "\\#x @a",
      "'\\' ends with '\\', and on GitHub a '#' behind it begins a comment"
    ),
    (
      ".gitlab/CODEOWNERS", "[Docs @docs",
      "'[Docs' begins a heading without a closing bracket"
    ),
    (".gitlab/CODEOWNERS", "^[] @docs", "the section has no name"),
    (
      ".gitlab/CODEOWNERS", "[Docs][two] @docs",
      "the number of approvals of section 'docs' is not a number"
    ),
    (".gitlab/CODEOWNERS", "[Docs][2] @docs", nil),
    (".gitlab/CODEOWNERS", "***/*.rb @a", nil), ("CODEOWNERS", "**/*.rb @a", nil),
    (".github/CODEOWNERS", "a\\\\ @a", nil), (".github/CODEOWNERS", "app/[slug]/* @a", nil),
  ])
  func patterns(path: String, line: String, expected: String?) {
    var facts = makeFacts([FileChange(.modified, path, additions: 1)])
    facts.contents = [RepositoryPath(path): FileContents(old: [], new: Array(line.utf8))]
    let found = RuleSet(settings: [RuleSettings(id: "codeowners")], includesDefaults: false)
      .findings(in: facts)
    #expect(found.map(\.message) == [expected].compactMap { $0 })
  }

  /// A list without what only GitLab reads is for GitHub where both look.
  @Test(arguments: [
    ("CODEOWNERS", "/docs @a\n", true), ("CODEOWNERS", "[S]\n/docs @a\n", false),
    ("docs/CODEOWNERS", "/docs @a\n!x\n", false), (".gitlab/CODEOWNERS", "/docs @a\n", false),
    (".gitlab/CODEOWNERS", "/docs/ @a\n", true), (".github/CODEOWNERS", "/docs @a\n", true),
  ])
  func services(path: String, text: String, isOwned: Bool) {
    var facts = makeFacts([FileChange(.modified, "docs/a.md", additions: 1)])
    facts.contents = [RepositoryPath(path): FileContents(new: Array(text.utf8))]
    let settings = RuleSettings(id: "codeowners", values: ["owned": .boolean(true)])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.isEmpty == isOwned)
  }

  @Test(arguments: [
    ("CODEOWNERS", "docs.txt", "and GitHub will not find it here"),
    ("CODEOWNERS", "codeowners", "and GitHub will not find it here"),
    ("CODEOWNERS", "CODEOWNERS/x", "and GitHub will not find it here"),
    ("CODEOWNERS", ".gitlab/CODEOWNERS", "and GitHub will not find it here"),
    (".github/CODEOWNERS", ".gitlab/CODEOWNERS", "and GitHub will not find it here"),
    (".bitbucket/CODEOWNERS", "CODEOWNERS", "and Bitbucket will not find it here"),
    ("CODEOWNERS", ".github/CODEOWNERS", nil), ("docs/CODEOWNERS", "CODEOWNERS", nil),
    (".gitlab/CODEOWNERS", "docs/CODEOWNERS", nil),
    ("owners", "CODEOWNERS", "does not name @org/all"),
  ])
  func moves(from old: String, to new: String, expected: String?) {
    var facts = makeFacts([.moved(old, new)])
    let text = Array("* @org/all\n/docs/ \(old == "owners" ? "" : "@org/all") @x\n".utf8)
    facts.contents = [RepositoryPath(new): FileContents(old: text, new: text)]
    for include in [true, false] {
      let settings = RuleSettings(
        id: "codeowners", values: include ? ["include": .text("@org/all")] : [:])
      let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
        .map { $0.message.split(separator: ", ").last.map(String.init) ?? "" }
      #expect(found == (include ? [expected].compactMap { $0 } : []))
    }
  }
}

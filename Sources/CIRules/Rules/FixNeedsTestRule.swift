package import CIModel
import Patterns
import SourceCode

/// Flags a fix without a test.
package struct FixNeedsTestRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "fix-needs-test",
    summary:
      "Flags a change that calls itself a fix and changes sources, but adds nothing to the "
      + "tests.",
    why:
      "The bug existed because no test found it. A test that fails without the fix keeps it "
      + "from coming back. A change to comments alone is not a fix.",
    parameters: [
      .init(
        "fix", .pattern,
        "Pattern that marks a fix in the subject of a commit or in the title; `fix…`, "
          + "`bugfix`, `bug fix`, `hotfix` as the first words or the type by default."),
      .init(
        "labels", .optionalList(.text),
        "Labels that mark a fix; `*` matches anything; `bug` and `fix` by default."
      ),
      .init(
        "sources", .list(.glob),
        "Source files; Swift, C, C++, Objective-C, Metal and assembly files in `Sources/**` and in "
          + "the other folders of targets by default."),
      TestFiles.parameter,
    ],
    isDefault: false, defaultLevel: .warning)

  private static let source = FileChange(.modified, "Sources/A.swift", additions: 3)
  private static let test = FileChange(.modified, "Tests/ATests.swift", additions: 3)

  package static let examples: [RuleExample] = [
    .clean("a fix with a test", files: [source, test], commits: [.example("Fix a crash")]),
    .clean(
      "a change that is not a fix", files: [source],
      commits: [.example("Add a prefix"), .example("Fixture: add")]),
    .clean(
      "a fix of something else",
      files: [FileChange(.modified, "Sources/Docs.docc/A.md", additions: 1)],
      commits: [.example("Fix a typo")]),
    .clean(
      "a fix of a comment", files: [source], commits: [.example("Fix a typo")],
      contents: [
        "Sources/A.swift": FileContents(
          old: Array("/// Adds teh values.\nfunc add() {}\n".utf8),
          new: Array("/// Adds the values.\nfunc add() {}\n".utf8))
      ]),
    .flagged(
      "a fix without a test", as: .warning, files: [source], commits: [.example("Fix a crash")]),
    .flagged(
      "a type, a module prefix, another verb form", as: .warning, files: [source],
      commits: [.example("fix(core)!: read pipes")]),
    .flagged(
      "tickets and several prefixes", as: .warning, files: [source],
      commits: [.example("#12 [core] reader: Fix pipes")]),
    .flagged(
      "a picture at the start", as: .warning, files: [source],
      commits: [.example("🐛 Fixing the reader")]),
    .flagged(
      "a tag at the start", as: .warning, files: [source], commits: [.example("[Fix] Read pipes")]),
    .flagged(
      "the title says so", as: .warning, files: [source], commits: [.example("Read pipes")],
      pullRequest: PullRequest(title: "core: fixes a crash")),
    .flagged(
      "a label says so", as: .warning, files: [source], commits: [.example("Read pipes")],
      pullRequest: PullRequest(title: "Read pipes", labels: ["Bug"])),
    .flagged(
      "deleting a test does not count", as: .warning,
      files: [source, FileChange(.deleted, "Tests/B.swift", deletions: 9, mode: nil)],
      commits: [.example("Fix a crash")]),
  ]

  private let options: RuleOptions
  private let labels: [Wildcard]
  private let sources: SourceFiles
  private let tests: TestFiles

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    labels = (options.texts("labels") ?? ["bug", "fix"]).map { Wildcard($0) }
    sources = SourceFiles(settings.texts("sources"), usual: "Sources/**/\(SourceNames.glob)")
    tests = TestFiles(options)
  }

  package var id: String { options.id }

  package var policyFiles: Set<RepositoryPath> { sources.policyFiles }

  package func readsAddedLines(of file: FileChange) -> Bool {
    tests.contains(file.path) && !file.standsForFolder
  }

  package func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> {
    CodeChange.needed(
      changes.files.compactMap { options.scope.view(of: $0) }
        .filter { sources.mayBeTouched(by: $0) && !tests.contains($0.path) })
  }

  /// A file that is too large to be read counts as changed.
  package var needsWholeFiles: Bool { false }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let layout = SourceLayout(facts, changes)
    let changed = changes.files.compactMap { options.scope.view(of: $0) }.filter {
      sources.areTouched(by: $0, layout) && !tests.contains($0.path)
        && $0.countedLines != ChangedLineCounts(additions: 0, deletions: 0)
        && !CodeChange.keepsCode($0, facts)
    }
    // Blank lines do not count as a test.
    let blank = Set(facts.addedText.filter { !NewWords.occur(in: $0) }.map(\.exactPath))
    guard !changed.isEmpty,
      !changes.files.contains(where: {
        $0.additions > 0 && !$0.standsForFolder && tests.contains($0.path)
          && !blank.contains($0.exactPath)
      }),
      let reason = reason(changes, facts.pullRequest)
    else { return [] }
    return [
      options.finding(
        "the change to \(shortList(changed.map(\.path))) is a fix (\(reason)), but no test changes",
        at: changed.count == 1 ? changed.first.map { SourceLocation($0.path) } : nil,
        help: "Add a test that fails without the fix.")
    ]
  }

  /// The commit, title or label that marks the change as a fix; `nil` when there is none.
  private func reason(_ changes: ChangeSet, _ pullRequest: PullRequest?) -> String? {
    let pattern = options.pattern(
      "fix",
      default:
        #"(?i)^((:[\w+-]+:|[^ -~]+) *)?(\[[^\]]*\] *|\[|[a-z][a-z\d]*-\d+ +|[\w./-]+(\([^)]*\))?: *)?((hot|bug)[ _-]?)?fix(e[sd]|ing)?(\([^)]*\))?(\]|!?(:|[,.;]?(\s|$)))"#
    )
    guard let matcher = pattern?.boundedMatcher() else { return nil }
    // A team's own pattern is for the whole subject.
    let isDefault = options.text("fix") == nil
    func isFix(_ subject: String) -> Bool {
      matcher.occurs(in: subject)
        || isDefault
          && subject[...].behindPrefixes.dropFirst().contains { matcher.occurs(in: String($0)) }
    }
    if let title = pullRequest?.title, isFix(title) {
      return "the pull request is titled \"\(title)\""
    }
    if let label = pullRequest?.labels?.first(where: { label in
      labels.contains { $0.matches(label) }
    }) {
      return "the pull request is labelled '\(label)'"
    }
    let commit = changes.commits.first { !$0.isMerge && isFix($0.wholeSubject) }
    return commit.map { "commit \($0.id.prefix(8)) \"\(shownSubject($0.subject))\"" }
  }
}

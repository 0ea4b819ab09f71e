package import CIModel

/// A check of what a change does: a pure function from facts to findings.
///
/// A new rule is one file in `Rules/`, one line in `RuleRegistry` and its examples, which are both
/// its documentation and its test.
package protocol Rule: Sendable {
  static var descriptor: RuleDescriptor { get }
  /// What the rule leaves alone and what it flags.
  static var examples: [RuleExample] { get }

  init(settings: RuleSettings)

  /// As its findings are called: the rule's own id, or that of a custom rule.
  var id: String { get }

  /// Whether the rule reads the lines that the change added to this file.
  func readsAddedLines(of file: FileChange) -> Bool
  /// Whether the rule reads the lines that the change deleted from this file.
  func readsDeletedLines(of file: FileChange) -> Bool
  /// Whether the rule takes all lines of this file, which moved, for deleted from where they were.
  func readsKeptLines(of file: FileChange) -> Bool
  /// Whether the rule reads them of this file also when git takes it for binary, as a rule does that
  /// guards something.
  func readsHiddenText(of file: FileChange) -> Bool
  /// Whether what git checks out in place of the file matters to the rule; `nil` asks for any file. So
  /// it is for a rule that guards by what files hold.
  func guardsContent(of file: FileChange?) -> Bool
  /// Whether the rule wants to know of another path of the head that is the same as the file's on
  /// disks that do not tell upper from lower case.
  func needsTwin(of file: FileChange) -> Bool
  /// Bytes of a version of a file, made by a commit of the change and replaced by a later one, above
  /// which the rule wants to know of it; `nil` when it does not.
  var passingSizeLimit: Int? { get }
  /// How many commits before a change the rule wants to know, to learn what the repository does.
  func earlierCommitCount(for changes: ChangeSet) -> Int
  /// Whether the rule reads the lines of a file that a commit of the change added and a later one took
  /// back.
  func readsPassingText(of path: String) -> Bool
  /// What the rule reads of each file that is only found out on request.
  var details: ChangeDetails { get }
  /// Whether any line of the file could concern the rule, by the bytes of its new version; asked
  /// before its added lines are read, which takes longer.
  func mayConcern(_ content: UnsafeRawBufferPointer) -> Bool
  /// Paths at the head, which need not exist, of files that the rule reads whole; a changed one is
  /// read at the merge base, too.
  func neededContents(for changes: ChangeSet) -> Set<RepositoryPath>
  /// Folders of the head whose Swift sources the rule reads, too: what it asks for once it has seen what the
  /// change touched. A folder that holds too many is there as a file that is unread.
  func neededFolders(
    for changes: ChangeSet, _ contents: [RepositoryPath: FileContents]
  ) -> Set<RepositoryPath>
  /// Whether the rule has to know what these files hold. What was too large to be read is a finding then.
  var needsWholeFiles: Bool { get }
  /// The commits whose messages the rule reads whole. One that is too long to be read is a finding then.
  func judgedCommits(in facts: Facts) -> [Commit]
  /// Paths of the files that say who may do what: a list of authors, CODEOWNERS. Where the base is
  /// trusted and the change is not, they are the base's.
  var policyFiles: Set<RepositoryPath> { get }
  /// Globs for which the rule wants to know whether a file of the head matches.
  func soughtGlobs(for changes: ChangeSet) -> [String]
  /// Globs of the reports of other tools that the rule reads from the work tree.
  var reportGlobs: [String] { get }
  /// Globs of the reports of the base that it compares them with. They decide about the change, so the
  /// change may not write them.
  var baseReportGlobs: [String] { get }
  /// What the rule would have to know of the pull request or of the run, and does not: `title`,
  /// `coverage`. Then it has nothing to say, and that is said.
  func missingFacts(in facts: Facts) -> [String]
  /// What the rule has to say, in any order.
  func findings(in facts: Facts) -> [Finding]
}

extension Rule {
  package func readsAddedLines(of file: FileChange) -> Bool { false }
  package func readsDeletedLines(of file: FileChange) -> Bool { false }
  package func readsKeptLines(of file: FileChange) -> Bool { false }
  package func readsHiddenText(of file: FileChange) -> Bool { false }
  package func guardsContent(of file: FileChange?) -> Bool { false }
  package func needsTwin(of file: FileChange) -> Bool { false }
  package var passingSizeLimit: Int? { nil }
  package func earlierCommitCount(for changes: ChangeSet) -> Int { 0 }
  package func readsPassingText(of path: String) -> Bool { false }
  package var details: ChangeDetails { [] }
  package func mayConcern(_ content: UnsafeRawBufferPointer) -> Bool { true }
  package func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> { [] }
  package func neededFolders(
    for changes: ChangeSet, _ contents: [RepositoryPath: FileContents]
  ) -> Set<RepositoryPath> { [] }
  package var needsWholeFiles: Bool { true }
  package func judgedCommits(in facts: Facts) -> [Commit] { [] }
  package var policyFiles: Set<RepositoryPath> { [] }
  package func soughtGlobs(for changes: ChangeSet) -> [String] { [] }
  package var reportGlobs: [String] { [] }
  package var baseReportGlobs: [String] { [] }
  package func missingFacts(in facts: Facts) -> [String] { [] }
}

/// A rule that judges a change set; it says nothing when there is none or when it is empty.
package protocol ChangeRule: Rule {
  func findings(in changes: ChangeSet, facts: Facts) -> [Finding]
}

extension ChangeRule {
  package func findings(in facts: Facts) -> [Finding] {
    guard let changes = facts.changes, !changes.files.isEmpty || !changes.commits.isEmpty else {
      return []
    }
    return findings(in: changes, facts: facts)
  }
}

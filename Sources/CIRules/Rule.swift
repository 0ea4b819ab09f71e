package import CIModel

/// A check of a change: a pure function from facts to findings.
///
/// To add a rule, add one file to `Rules/` and one line to `RuleRegistry`. Its examples are both
/// its documentation and its tests.
package protocol Rule: Sendable {
  static var descriptor: RuleDescriptor { get }
  /// Changes that the rule passes and changes that it flags.
  static var examples: [RuleExample] { get }

  init(settings: RuleSettings)

  /// The rule id of its findings: the rule's own id, or that of a custom rule.
  var id: String { get }

  /// Whether the rule reads the lines that the change added to this file.
  func readsAddedLines(of file: FileChange) -> Bool
  /// Whether the rule reads the lines that the change deleted from this file.
  func readsDeletedLines(of file: FileChange) -> Bool
  /// Whether all lines of this file, which moved, count as deleted from its old path.
  func readsKeptLines(of file: FileChange) -> Bool
  /// Whether the rule also reads the added lines of this file when git treats it as binary, as a
  /// rule that guards against something must.
  func readsHiddenText(of file: FileChange) -> Bool
  /// Whether it matters to the rule that git may check out other text than the change shows for
  /// this file; `nil` stands for any file. It does for rules that check contents.
  func guardsContent(of file: FileChange?) -> Bool
  /// Whether the rule needs to know another path of the head that is equal to the file's on
  /// case-insensitive file systems.
  func needsTwin(of file: FileChange) -> Bool
  /// Size in bytes above which the rule needs file versions that a commit of the change created and
  /// a later one replaced; `nil` when it needs none.
  var passingSizeLimit: Int? { get }
  /// Number of commits before the change that the rule reads, to learn the habits of the
  /// repository.
  func earlierCommitCount(for changes: ChangeSet) -> Int
  /// Whether the rule may leave out reverts among the messages of the change.
  func mayMeetReverts(in changes: ChangeSet) -> Bool
  /// Whether the rule reads lines of a file that a commit of the change added and a later one
  /// removed.
  func readsPassingText(of path: String) -> Bool
  /// Details of changed files that the rule reads and that are determined only on request.
  var details: ChangeDetails { get }
  /// Whether a file could concern the rule, judged by the bytes of its new version, or of its old
  /// version if the rule reads deleted lines. Called before the lines are read, because reading them
  /// takes longer.
  func mayConcern(_ content: UnsafeRawBufferPointer) -> Bool
  /// Paths at the head of files that the rule reads whole; they need not exist. A changed file is
  /// also read at the merge base.
  func neededContents(for changes: ChangeSet) -> Set<RepositoryPath>
  /// Names of files that the rule reads wherever the head has them.
  func neededNames(for changes: ChangeSet) -> Set<String>
  /// Folders of the head whose Swift sources the rule also reads, and single files, determined from the
  /// contents of the other files. A folder with too many files is represented by one unread file.
  func neededFolders(
    for changes: ChangeSet, _ contents: [RepositoryPath: FileContents]
  ) -> Set<RepositoryPath>
  /// Whether the rule cannot work without these contents, so that a file that was too large to be
  /// read is a finding.
  var needsWholeFiles: Bool { get }
  /// The commits whose messages the rule reads whole. A message that was too long to be read is a
  /// finding.
  func judgedCommits(in facts: Facts) -> [Commit]
  /// Paths of the files that define permissions, such as a list of authors or CODEOWNERS. When the
  /// base is trusted and the change is not, they are read from the base.
  var policyFiles: Set<RepositoryPath> { get }
  /// Globs for which the rule needs to know whether a file of the head matches.
  func soughtGlobs(for changes: ChangeSet) -> [String]
  /// Globs of reports by other tools, which the rule reads from the working tree.
  var reportGlobs: [String] { get }
  /// Globs of the base's reports that the rule compares them with. These reports decide about the
  /// change, so the change must not be able to write them.
  var baseReportGlobs: [String] { get }
  /// Facts of the pull request or of the run that the rule needs and that are unknown, such as
  /// `title` or `coverage`. The rule then has no findings, and a note reports the missing facts.
  func missingFacts(in facts: Facts) -> [String]
  /// The findings of the rule, in any order.
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
  package func mayMeetReverts(in changes: ChangeSet) -> Bool { false }
  package func readsPassingText(of path: String) -> Bool { false }
  package var details: ChangeDetails { [] }
  package func mayConcern(_ content: UnsafeRawBufferPointer) -> Bool { true }
  package func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> { [] }
  package func neededNames(for changes: ChangeSet) -> Set<String> { [] }
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

/// A rule that judges a change set; it has no findings when there is none or when it is empty.
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

package import CIModel
import Patterns

/// Flags deleted lines that match a regular expression: custom rules with `deleted-lines:`.
package struct DeletedLinesRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "deleted-lines", summary: "Flags deleted lines that match a pattern.",
    parameters: [
      .init("deleted-lines", .pattern, "Pattern that no deleted line may match."), .status,
    ],
    isDefault: false, defaultLevel: .warning, hasCaptures: true)

  private static let api: [String: RuleSettings.Value] = [
    "deleted-lines": .text(#"^\s*public (\w+)"#)
  ]

  package static let examples: [RuleExample] = [
    .clean(
      "another line", api, files: [FileChange(.modified, "Sources/A.swift", deletions: 1)],
      deletedLines: [DeletedLine("Sources/A.swift", line: 1, text: "func f() {}")]),
    .flagged(
      "each line that matches, also in a deleted file", as: .warning, .warning,
      values: api,
      files: [
        FileChange(.modified, "Sources/A.swift", deletions: 1),
        FileChange(.deleted, "Sources/B.swift", deletions: 1, mode: nil),
      ],
      deletedLines: [
        DeletedLine("Sources/A.swift", line: 4, text: "  public func f() {}"),
        DeletedLine("Sources/B.swift", line: 1, text: "public struct B {}"),
      ]),
    .clean(
      "a file that moves and keeps its lines", api,
      files: [FileChange(.renamed, "Sources/B.swift", oldPath: "Sources/A.swift", similarity: 100)],
      deletedLines: [
        DeletedLine("Sources/A.swift", line: 4, text: "public func f() {}", isKept: true)
      ]),
  ]

  private let options: RuleOptions
  private let text: String
  private let pattern: Result<Pattern, PatternError>
  private let statuses: StatusFilter

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    text = options.text("deleted-lines") ?? ""
    pattern = AddedLinesRule.compile(text)
    statuses = StatusFilter(options.texts("status"), default: .all)
  }

  package var id: String { options.id }

  package func readsDeletedLines(of file: FileChange) -> Bool {
    (statuses.contains(file) || file.isReplacedByLink && statuses.loss(by: file) != nil)
      && options.scope.contains(file) || readsKeptLines(of: file)
  }

  /// Whether a file moves out of the scope of the rule, and all its lines with it.
  package func readsKeptLines(of file: FileChange) -> Bool {
    guard file.status == .renamed, let loss = statuses.loss(by: file),
      options.scope.contains(loss)
    else { return false }
    return !options.scope.contains(FileChange(.added, file.path)) || !statuses.contains(file)
  }

  package func mayConcern(_ content: UnsafeRawBufferPointer) -> Bool {
    guard case .success(let pattern) = pattern, let text = pattern.requiredText else { return true }
    return text.occurs(in: content)
  }

  package func guardsContent(of file: FileChange?) -> Bool {
    file.map { readsDeletedLines(of: $0) } ?? true
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let matcher: Matcher
    switch pattern {
    case .success(let pattern): matcher = pattern.boundedMatcher()
    case .failure(let error):
      return [
        Finding(
          .error, id, "'\(text)' \(error.problem)",
          help: "Correct `deleted-lines` of rule '\(id)'.")
      ]
    }
    let files = Dictionary(
      changes.files.filter(readsDeletedLines).map {
        ($0.oldPath ?? $0.path, (path: $0.path, leaves: readsKeptLines(of: $0)))
      }
    ) { ($0.path, $0.leaves || $1.leaves) }
    var list = FindingList(id)
    for line in facts.deletedLines {
      guard let file = files[line.path], !line.isKept || file.leaves else {
        continue
      }
      let isFound = matcher.occurs(in: line.text)
      if matcher.isSpent {
        list.add(options.level) { options.spent(text, in: file.path) }
        break
      }
      if !isFound { continue }
      list.add(options.level) {
        options.finding(
          "deletes line \(line.line), which matches `\(text)`", at: SourceLocation(file.path),
          help: "Restore the line, or exclude the file from rule '\(id)'.",
          captures: options.nameCaptures ? matcher.captures(in: line.text.utf8) : [])
      }
    }
    return list.findings
  }
}

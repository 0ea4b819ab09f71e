package import CIModel

/// Flags added lines that match a regular expression: the family of custom rules with
/// `added-lines:`.
package struct AddedLinesRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "added-lines",
    summary: "Flags added lines that match a pattern; lines that were there before are left alone.",
    parameters: [
      .init("added-lines", .pattern, "What an added line must not match."),
      .unless,
    ],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "part of another word is no match", ["added-lines": .text(#"\bfit\("#)],
      files: [FileChange(.modified, "Tests/A.swift", additions: 1)],
      addedLines: [AddedLine("Tests/A.swift", line: 1, text: "profit(")]),
    .flagged(
      "each added line that matches", as: .warning, .warning,
      values: ["added-lines": .text(#"\bprint\("#)],
      files: [FileChange(.added, "Sources/A.swift", additions: 3, oldMode: nil)],
      addedLines: [
        AddedLine("Sources/A.swift", line: 1, text: "print(1)"),
        AddedLine("Sources/A.swift", line: 2, text: "log(2)"),
        AddedLine("Sources/A.swift", line: 3, text: "Swift.print(3)"),
      ]),
    .flagged(
      "a pattern that is none is told, not ignored", as: .error,
      values: ["added-lines": .text("(")],
      files: [FileChange(.modified, "Sources/A.swift", additions: 1)],
      addedLines: [AddedLine("Sources/A.swift", line: 1, text: "(")]),
  ]

  private let id: String
  private let level: Severity
  private let message: String?
  private let scope: FileScope
  private let pattern: String

  package init(settings: RuleSettings) {
    id = settings.id
    level = settings.level ?? Self.descriptor.defaultLevel
    message = settings.message
    scope = FileScope(settings)
    pattern = settings.text("added-lines") ?? ""
  }

  package func readsAddedLines(of file: FileChange) -> Bool {
    !pattern.isEmpty && scope.contains(file)
  }

  package func findings(in changes: ChangeSet, addedLines: [AddedLine]) -> [Finding] {
    guard !pattern.isEmpty else { return [] }
    let regex: Regex<AnyRegexOutput>
    do {
      // Scalars and plain word boundaries: what other tools take `\b` for, and faster. By the
      // Unicode default there is no boundary between `Swift` and `.print`.
      regex = try Regex(pattern).matchingSemantics(.unicodeScalar).wordBoundaryKind(.simple)
    } catch {
      return [
        Finding(
          .error, id, "'\(pattern)' is no regular expression: \(error)",
          help: "Correct `added-lines` of rule '\(id)'.")
      ]
    }
    // The lines of a file follow each other, so each file's scope is asked for once.
    let files = Set(changes.files.filter { scope.contains($0) }.map(\.path))
    let literal = RegexLiteral.required(by: pattern)
    return addedLines.compactMap { line in
      if let literal, !literal.occurs(in: line.text) { return nil }
      guard files.contains(line.path), line.text.contains(regex) else { return nil }
      return Finding(
        level, id, message ?? "added line \(line.line) matches `\(pattern)`",
        at: SourceLocation(line.path, line: line.line),
        help: "Change the line, or exclude the file from rule '\(id)'.")
    }
  }
}

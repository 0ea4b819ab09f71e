package import CIModel

/// Writes release notes: the commits of a change, grouped by the type in their subjects.
///
/// Subjects follow https://www.conventionalcommits.org/en/v1.0.0; other subjects are listed
/// unchanged. Merge commits are omitted, because their commits are listed themselves.
package struct ReleaseNotesReporter: Reporter {
  package static let name = "release-notes"
  package static let summary =
    "Release notes in Markdown: the commits of the change, by type."

  /// The maximum size in bytes; GitHub refuses notes of more than 125,000 characters.
  private static let byteLimit = 120_000

  package init() {}

  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    record.changes.map(notes) ?? "No changes.\n"
  }

  package func render(changes: ChangeSet, style: TerminalStyle) -> String? { notes(changes) }

  private func notes(_ changes: ChangeSet) -> String {
    let entries = changes.commits.reversed().filter { !$0.isMerge }.map(ReleaseNote.init)
    guard !entries.isEmpty else { return "No changes.\n" }
    func section(_ title: String, _ lines: [String]) -> MarkdownSection {
      MarkdownSection(head: "\n## \(title)\n\n", entries: lines.map { "- \($0)\n" })
    }
    var sections = [section("Breaking changes", entries.compactMap(\.breaking))]
    for (kind, title) in ReleaseNote.titles {
      sections.append(section(title, entries.filter { $0.kind == kind }.map(\.line)))
    }
    let others = entries.filter { $0.kind == nil }.map(\.line)
    let isAll = others.count == entries.count
    sections.append(section(isAll ? "Changes" : "Other changes", others))
    let end = "\n\(people(changes.commits))\n"
    let text = MarkdownSection.join(
      "", sections, limit: Self.byteLimit - end.utf8.count, whole: "`git log` has all commits")
    return String(text.drop { $0 == "\n" }) + end
  }

  /// The number of commits, and their authors, the one with the most commits first.
  private func people(_ commits: [Commit]) -> String {
    var counts: [String: Int] = [:]
    for commit in commits where !commit.isMerge { counts[commit.author.name, default: 0] += 1 }
    let names = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    let listed = names.prefix(20).map { MarkdownText.plain(shortLine($0, limit: 100)) }
      .joined(separator: ", ")
    let more = names.count > 20 ? " and \((names.count - 20).grouped) more" : ""
    return "\(counted(commits.count { !$0.isMerge }, "commit")) by \(listed)\(more)"
  }
}

/// A commit in the release notes.
private struct ReleaseNote {
  /// The lowercase type of the subject; `nil` for a type without a section.
  let kind: String?
  /// The entry in Markdown.
  let line: String
  /// The breaking change in Markdown; `nil` when there is none.
  let breaking: String?

  static let titles = [("feat", "New"), ("fix", "Fixed"), ("perf", "Faster")]

  init(_ commit: Commit) {
    let header = Self.header(commit.subject)
    let type = header?.type ?? ""
    kind = Self.titles.first { $0.0 == type }?.0
    let text = kind == nil ? commit.subject : header?.text ?? commit.subject
    let scope = kind == nil ? "" : header?.scope ?? ""
    let start = scope.isEmpty ? "" : "**\(MarkdownText.plain(scope))**: "
    let place = "(\(commit.id.prefix(9)))"
    line = "\(start)\(MarkdownText.plain(text)) \(place)"
    let footer = Self.breakingFooter(commit.body)
    breaking =
      footer.map { "\(start)\(MarkdownText.plain($0)) \(place)" }
      ?? (header?.isBreaking == true ? line : nil)
  }

  /// Parses `type(scope)!: text`; `nil` for a subject of another form.
  private static func header(
    _ subject: String
  ) -> (type: String, scope: String, isBreaking: Bool, text: String)? {
    guard let colon = subject.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    var start = subject[..<colon]
    let isBreaking = start.hasSuffix("!")
    if isBreaking { start = start.dropLast() }
    var scope = ""
    if start.hasSuffix(")"), let open = start.firstIndex(of: "(") {
      scope = String(start[start.index(after: open)...].dropLast())
      start = start[..<open]
    }
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    guard !start.isEmpty, start.utf8.allSatisfy({ letters.contains($0 | 0x20) }) else { return nil }
    let text = subject[subject.index(after: colon)...].drop { $0 == " " }
    return text.isEmpty ? nil : (start.lowercased(), scope, isBreaking, String(text))
  }

  /// Returns the first line of `BREAKING CHANGE: …` in the footer.
  private static func breakingFooter(_ body: String) -> String? {
    for line in body.feedLines {
      for word in ["BREAKING CHANGE: ", "BREAKING-CHANGE: "] where line.hasPrefix(word) {
        return String(line.dropFirst(word.count))
      }
    }
    return nil
  }
}

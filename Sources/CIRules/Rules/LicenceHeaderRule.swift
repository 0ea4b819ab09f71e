package import CIModel
import Patterns

/// Flags new source files without the header that all of them carry.
package struct LicenceHeaderRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "licence-header",
    summary: "Flags new source files that do not begin with the licence header.",
    why: "A file that is copied without its licence cannot legally be used.",
    parameters: [
      .init(
        "lines", .integer(min: 1),
        "Within how many first lines the header has to be; 20 by default."),
      .init(
        "pattern", .pattern,
        "What the first lines have to match; `Copyright`, `SPDX-License-Identifier` or `Licen[cs]ed "
          + "under` by default. `.` matches line breaks with `(?s)`."),
      .init(
        "sources", .list(.glob),
        "Which files carry it; Swift, C, C++, Objective-C and Metal files by default, and headers of these. "
          + "`Package.swift` does not."
      ),
    ],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "a new file with a header",
      files: [FileChange(.added, "Sources/A.swift", additions: 2, oldMode: nil)],
      addedLines: [
        AddedLine("Sources/A.swift", line: 1, text: "// Copyright 2026 Ada"),
        AddedLine("Sources/A.swift", line: 2, text: "let a = 1"),
      ]),
    .clean(
      "a file that was there before",
      files: [FileChange(.modified, "Sources/A.swift", additions: 1)],
      addedLines: [AddedLine("Sources/A.swift", line: 2, text: "let a = 1")]),
    .clean(
      "files of other kinds, and an empty one",
      files: [
        FileChange(.added, "README.md", additions: 1, oldMode: nil),
        FileChange(.added, "Sources/Empty.swift", oldMode: nil),
      ], addedLines: [AddedLine("README.md", line: 1, text: "# A")]),
    .flagged(
      "a new file without one", as: .warning,
      files: [FileChange(.added, "Sources/A.swift", additions: 1, oldMode: nil)],
      addedLines: [AddedLine("Sources/A.swift", line: 1, text: "let a = 1")]),
    .flagged(
      "one of C++", as: .warning,
      files: [FileChange(.added, "Sources/A/include/a.hpp", additions: 1, oldMode: nil)],
      addedLines: [AddedLine("Sources/A/include/a.hpp", line: 1, text: "int a();")]),
    .flagged(
      "a header that is not the right one", as: .warning,
      values: ["pattern": .text("// Copyright [0-9]{4} Ada")],
      files: [FileChange(.added, "Sources/A.swift", additions: 1, oldMode: nil)],
      addedLines: [AddedLine("Sources/A.swift", line: 1, text: "// Copyright Bob")]),
    .flagged(
      "too far down", as: .warning, values: ["lines": .integer(1)],
      files: [FileChange(.added, "Sources/A.swift", additions: 2, oldMode: nil)],
      addedLines: [
        AddedLine("Sources/A.swift", line: 1, text: "let a = 1"),
        AddedLine("Sources/A.swift", line: 2, text: "// Copyright Ada"),
      ]),
  ]

  private let options: RuleOptions
  private let sources: FileSelection

  package init(settings: RuleSettings) {
    options = RuleOptions(
      settings, of: Self.self, alsoExcluding: ["**/Package.swift", "**/Package@swift-*.swift"])
    sources = options.globs("sources", default: ["**/\(SourceNames.glob)"])
  }

  package var id: String { options.id }

  package func readsAddedLines(of file: FileChange) -> Bool {
    file.status == .added && sources.contains(file.path) && options.scope.contains(file)
  }

  /// Files that the rule did not look at before: moved there, also out of a folder that is excluded, or put
  /// in place of a link.
  private func becomesSource(_ file: FileChange) -> Bool {
    guard sources.contains(file.path), options.scope.contains(file), !file.standsForFolder else {
      return false
    }
    return file.status == .typechanged || file.oldPath.map { !isJudged($0) } ?? false
  }

  private func isJudged(_ path: String) -> Bool {
    sources.contains(path) && options.scope.contains(FileChange(.modified, path))
  }

  package func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> {
    Set(changes.files.filter(becomesSource).map(\.exactPath))
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let pattern = options.pattern(
      "pattern", default: #"Copyright|SPDX-License-Identifier|Licen[cs]ed under"#)
    guard let matcher = pattern?.matcher() else { return [] }
    let files = Set(changes.files.filter { readsAddedLines(of: $0) }.map(\.exactPath))
    let added = facts.addedText.filter { files.contains($0.exactPath) && $0.count > 0 }
      .compactMap { text in
        finding(
          text.path, matcher, (0..<min(text.count, longestHead)).map { text.text(ofLine: $0) })
      }
    let moved = changes.files.filter(becomesSource).compactMap { file -> Finding? in
      guard let content = facts.contents[file.exactPath]?.new, !content.isEmpty else { return nil }
      let lines = content.split(
        separator: UInt8(ascii: "\n"), maxSplits: longestHead, omittingEmptySubsequences: false)
      return finding(
        file.path, matcher, lines.prefix(longestHead).map { String(decoding: $0, as: UTF8.self) })
    }
    return added + moved
  }

  private var longestHead: Int { options.integer("lines") ?? 20 }

  private func finding(_ path: String, _ matcher: Matcher, _ head: [String]) -> Finding? {
    // Editors end a line by a carriage return, too.
    let lines = head.flatMap { line in
      let line =
        line.unicodeScalars.last == "\r" ? line.unicodeScalars.dropLast() : line.unicodeScalars[...]
      return line.split(separator: "\r", omittingEmptySubsequences: false).map { String($0) }
    }.prefix(longestHead)
    let text = lines.joined(separator: "\n").unicodeScalars
    // A byte order mark is no part of the first line.
    if matcher.occurs(in: String(text.first == "\u{FEFF}" ? text.dropFirst() : text[...])) {
      return nil
    }
    return options.finding(
      "has no licence header in its first \(counted(head.count, "line"))",
      at: SourceLocation(path, line: 1, endLine: 1),
      help: "Add the licence header that the other files have.")
  }
}

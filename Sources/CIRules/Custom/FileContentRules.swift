package import CIModel
import Patterns

/// Flags changed files that contain a match: custom rules with `contains:`.
package struct ContainsRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "contains",
    summary: "Flags every changed file with a matching line, old or new.",
    parameters: [
      .init("contains", .pattern, "Pattern that no line of a file may match."), .sourceParts,
      .status,
    ],
    isDefault: false, defaultLevel: .warning, hasCaptures: true)

  private static let touched = [FileChange(.modified, "Sources/A.swift", additions: 1)]

  package static let examples: [RuleExample] = [
    .clean(
      "no line matches", ["contains": .text("import UIKit")], files: touched,
      contents: ["Sources/A.swift": FileContents(new: Array("import Foundation\n".utf8))]),
    .flagged(
      "an existing line", as: .warning, values: ["contains": .text("import UIKit")],
      files: touched,
      contents: ["Sources/A.swift": FileContents(new: Array("let a = 1\nimport UIKit\n".utf8))]),
    .clean(
      "in a comment, when only code is checked",
      ["contains": .text("UIKit"), "in": .text("code")], files: touched,
      contents: ["Sources/A.swift": FileContents(new: Array("/*\n UIKit */ let a = 1\n".utf8))]),
    .flagged(
      "a file that is too large to be read", as: .warning, values: ["contains": .text("x")],
      files: touched),
  ]

  private let search: ContentSearch

  package init(settings: RuleSettings) {
    search = ContentSearch(settings, of: Self.self)
  }

  package var id: String { search.options.id }

  package func guardsContent(of file: FileChange?) -> Bool {
    file.map { search.covers($0) } ?? true
  }

  package func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> {
    search.paths(changes)
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    search.findings(changes, facts) { file, lines, matcher in
      let others = facts.contents[file.exactPath]?.otherReadings ?? []
      guard
        let match = search.match(lines, matcher)
          ?? others.lazy.compactMap({ search.match(search.lines(of: $0, file), matcher) }).first
      else { return nil }
      return search.options.finding(
        "line \(match.line) matches `\(search.text)`",
        at: SourceLocation(file.path, line: match.line, endLine: match.line),
        help: "Change the line, or exclude the file from rule '\(id)'.", captures: match.captures)
    }
  }
}

/// Flags changed files that contain no match: custom rules with `lacks:`.
package struct LacksRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "lacks", summary: "Flags every changed file without a matching line.",
    parameters: [
      .init("lacks", .pattern, "Pattern that a line of each file must match."), .sourceParts,
      .status,
    ],
    isDefault: false, defaultLevel: .warning)

  private static let touched = [FileChange(.modified, "Sources/A.swift", additions: 1)]

  package static let examples: [RuleExample] = [
    .clean(
      "a line matches", ["lacks": .text("Copyright")], files: touched,
      contents: ["Sources/A.swift": FileContents(new: Array("// Copyright Ada\n".utf8))]),
    .flagged(
      "no line matches", as: .warning, values: ["lacks": .text("Copyright")], files: touched,
      contents: ["Sources/A.swift": FileContents(new: Array("let a = 1\n".utf8))]),
    .clean(
      "a deleted file", ["lacks": .text("Copyright")],
      files: [FileChange(.deleted, "Sources/A.swift", deletions: 1, mode: nil)]),
  ]

  private let search: ContentSearch

  package init(settings: RuleSettings) {
    search = ContentSearch(settings, of: Self.self)
  }

  package var id: String { search.options.id }

  package func guardsContent(of file: FileChange?) -> Bool {
    file.map { search.covers($0) } ?? true
  }

  package func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> {
    search.paths(changes)
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    // Neither another way to decode the file nor a line that may not be code satisfies the rule, and
    // UTF-16 has to show a match when it is decoded, too.
    search.findings(changes, facts, includesUnsure: false) { file, lines, matcher in
      let contents = facts.contents[file.exactPath]
      let decoded =
        contents?.new.map(ByteOrderMark.isWide) == true ? contents?.otherReadings.first : nil
      let isDecoded =
        decoded.map {
          search.match(search.lines(of: $0, file, includesUnsure: false), matcher) != nil
        } ?? true
      let isFound = search.match(lines, matcher) != nil
      if isFound && isDecoded { return nil }
      let isUnsure =
        !isFound
        && search.lines(of: file, facts).map { search.match($0, matcher) != nil } ?? false
      return search.options.finding(
        isUnsure
          ? "a line matches `\(search.text)`, but whether it is code is uncertain"
          : "no line matches `\(search.text)`\(isFound ? " when its byte order mark is obeyed" : "")",
        at: SourceLocation(file.path),
        help: "Add it, or exclude the file from rule '\(id)'.")
    }
  }
}

/// The search that `contains` and `lacks` share: the first line of each file that matches a
/// pattern.
private struct ContentSearch: Sendable {
  let options: RuleOptions
  /// The pattern as written.
  let text: String
  private let pattern: Result<Pattern, PatternError>
  private let parts: SourceParts
  private let statuses: StatusFilter

  struct Match {
    /// 1-based.
    var line: Int
    var captures: [String]
  }

  init(_ settings: RuleSettings, of rule: any Rule.Type) {
    options = RuleOptions(settings, of: rule)
    text = options.text(rule.descriptor.id) ?? ""
    pattern = AddedLinesRule.compile(text)
    parts = SourceParts(options.texts("in"))
    statuses = StatusFilter(options.texts("status"), default: .present)
  }

  /// Whether a file is searched; links and submodules have no lines.
  func concerns(_ file: FileChange) -> Bool { !file.standsForFolder && covers(file) }

  /// Whether a file is in scope, including links, whose targets may contain matches.
  func covers(_ file: FileChange) -> Bool {
    file.status != .deleted && statuses.contains(file) && options.scope.contains(file)
  }

  func paths(_ changes: ChangeSet) -> Set<RepositoryPath> {
    Set(changes.files.filter(concerns).map(\.exactPath))
  }

  /// - Parameters:
  ///   - includesUnsure: Whether to search text that may or may not be code.
  ///   - finding: Called for each file with the lines to search.
  func findings(
    _ changes: ChangeSet, _ facts: Facts, includesUnsure: Bool = true,
    _ finding: (FileChange, FileLines, Matcher) -> Finding?
  ) -> [Finding] {
    let matcher: Matcher
    switch pattern {
    case .success(let pattern): matcher = pattern.boundedMatcher()
    case .failure(let error):
      return [
        Finding(
          .error, options.id, "'\(text)' \(error.problem)",
          help: "Correct the pattern of rule '\(options.id)'.")
      ]
    }
    return changes.files.filter(concerns).compactMap { file in
      guard let lines = lines(of: file, facts, includesUnsure: includesUnsure) else {
        return Finding(
          options.level, options.id,
          "is too large, or one of too many, to look for `\(text)` in it",
          at: SourceLocation(file.path), help: "Exclude it from rule '\(options.id)'.")
      }
      let found = finding(file, lines, matcher)
      return matcher.isSpent ? options.spent(text, in: file.path) : found
    }
  }

  /// The lines of a file to search; `nil` when it was not read.
  func lines(of file: FileChange, _ facts: Facts, includesUnsure: Bool = true) -> FileLines? {
    facts.contents[file.exactPath]?.new.map {
      lines(of: $0, file, includesUnsure: includesUnsure)
    }
  }

  func lines(
    of content: [UInt8], _ file: FileChange, includesUnsure: Bool = true
  ) -> FileLines {
    parts.lines(of: content, path: file.path, includesUnsure: includesUnsure).shown
  }

  func match(_ lines: FileLines, _ matcher: Matcher) -> Match? {
    (0..<lines.count).first { lines[$0].withUnsafeBytes(matcher.occurs) }
      .map { Match(line: $0 + 1, captures: captures(lines[$0], matcher)) }
  }

  private func captures(_ line: ArraySlice<UInt8>, _ matcher: Matcher) -> [String] {
    options.nameCaptures ? matcher.captures(in: line) : []
  }
}

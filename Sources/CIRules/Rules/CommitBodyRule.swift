package import CIModel
import Patterns

/// Flags commit bodies that are missing, too short, too wide or in conflict with other
/// requirements.
package struct CommitBodyRule: Rule {
  package static let descriptor = RuleDescriptor(
    id: "commit-body",
    summary: "Flags commit bodies that are missing, too short, too long, too wide or untidy.",
    why:
      "The body says why the change was made, which the code cannot. Lines wider than 72 "
      + "characters run past the edge in `git log` and in mails.",
    parameters: MessageScope.parameters + [
      .init(
        "case", .list(.choice(LetterCase.names)), "Letter case of the body; any by default."),
      .init(
        "forbid-words", .optionalList(.text),
        ForbiddenWords.summary + " Trailers that name people, and `Change-Id`, are not searched."),
      .init(
        "full-stop", .choice(["always", "any", "never"]),
        "Whether a full stop at the end is required (`always`) or forbidden (`never`); `any` "
          + "by default."),
      .init(
        "line-max", .integer(min: 1),
        "Maximum length of a line in characters; 72 by default. A line without a space "
          + "before the limit, such as an address, cannot be broken and passes."),
      .init(
        "max", .integer(min: 1), "Maximum length of a body in characters; no limit by default."),
      .init(
        "mention", .optionalList(.glob),
        "Files that a body must name, as separate words, when the change touches them."
      ),
      .init(
        "min", .integer(min: 1),
        "Minimum length of a body in visible characters; no limit by default."),
      .init("pattern", .pattern, "Pattern that a body must match."),
      .init(
        "required", .choice(["always", "any", "never"]),
        "Whether a body is required (`always`) or forbidden (`never`); `any` by default."),
    ],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean("no body is needed by default", commits: [.example("Add a parser")]),
    .clean(
      "a line of 72 characters",
      commits: [.example("Add a parser", body: String(repeating: "xy ", count: 23) + "xyz")]),
    .clean(
      "an address cannot be broken",
      commits: [
        .example(
          "Add a parser", body: "See:\nhttps://example.com/" + String(repeating: "x", count: 80))
      ]),
    .clean(
      "trailers may be as long as names are",
      commits: [
        .example(
          "Add a parser",
          body: "Fast.\n\nCo-authored-by: \(String(repeating: "Ada ", count: 20))<ada@lovelace.org>"
        )
      ]),
    .flagged(
      "a line that is too wide", as: .warning,
      commits: [.example("Add a parser", body: String(repeating: "x y ", count: 20) + "z")]),
    .flagged(
      "white space at the end of a line, and a tab", as: .warning, .warning,
      commits: [.example("Add a parser", body: "It is fast. \nAnd\tsmall")]),
    .flagged(
      "no body where one is required", as: .warning, values: ["required": .text("always")],
      commits: [
        .example("Add a parser", body: "Signed-off-by: Ada <ada@lovelace.org>"),
        .example("Add a lexer", body: "For the parser."),
      ]),
    .flagged(
      "a body that is too short", as: .warning, values: ["min": .integer(20)],
      commits: [.example("Add a parser", body: "It is fast."), .example("Add a lexer")]),
    .flagged(
      "a forbidden word, also in a revert", as: .warning, .warning,
      values: ["forbid-words": .list([.text("hack")])],
      commits: [
        .example("Add a parser", body: "A hack."),
        .example("Revert \"Add a\"", body: "This reverts commit 0a1b2c3d.\n\nIt was a hack."),
      ]),
    .flagged(
      "a file that no message mentions", as: .warning,
      values: ["mention": .list([.text("Package.resolved")])],
      files: [FileChange(.modified, "Package.resolved", additions: 1, deletions: 1)],
      commits: [.example("Update things", body: "To be up to date.")]),
    .clean(
      "a file that a body mentions", ["mention": .list([.text("Package.resolved")])],
      files: [FileChange(.modified, "Package.resolved", additions: 1, deletions: 1)],
      commits: [.example("Update things", body: "`Package.resolved` gets NIO 3.")]),
    .flagged(
      "the description, when the pull request is squashed", as: .warning,
      values: ["squash": .boolean(true), "required": .text("always")],
      pullRequest: PullRequest(title: "Add a parser", body: "")),
  ]

  private let options: RuleOptions
  let scope: MessageScope
  private let cases: [LetterCase]
  private let forbiddenWords: ForbiddenWords
  private let longestLine: Int
  private let mentioned: FileSelection

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    scope = MessageScope(options)
    cases = (options.texts("case") ?? []).compactMap { LetterCase(rawValue: $0) }
    forbiddenWords = ForbiddenWords(options.texts("forbid-words") ?? [])
    longestLine = options.integer("line-max") ?? 72
    mentioned = options.globs("mention")
  }

  package var id: String { options.id }

  package func missingFacts(in facts: Facts) -> [String] {
    let missing = scope.missing(in: facts)
    if !missing.isEmpty || !scope.isSquashed { return missing }
    return facts.pullRequest?.body == nil ? ["body"] : []
  }

  package func mayMeetReverts(in changes: ChangeSet) -> Bool { scope.mayMeetReverts(in: changes) }

  package func findings(in facts: Facts) -> [Finding] {
    let pattern = options.pattern("pattern")?.boundedMatcher()
    let base = facts.changes?.mergeBase
    let messages = scope.messages(in: facts)
    return messages.flatMap { message -> [Finding] in
      guard let body = message.body else { return [] }
      var problems = forbiddenWordProblems(message.writtenLines)
      // A tool writes the rest of a revert.
      if message.isRevert {
        return problems.map { options.finding($0, in: message, mergeBase: base) }
      }
      problems = presenceProblems(body) + lineProblems(body) + wordProblems(body) + problems
      if let pattern, !body.isEmpty, !pattern.occurs(in: body.joined(separator: "\n")) {
        problems.append(.unmatched(pattern, "body does not match"))
      }
      return problems.map { options.finding($0, in: message, mergeBase: base) }
    } + mentionFindings(facts.changes, messages)
  }

  private func presenceProblems(_ body: [Substring]) -> [MessageProblem] {
    if !body.contains(where: { NewWords.areSeen(in: $0.utf8) }) {
      return options.text("required") == "always"
        ? [MessageProblem("has no body", help: "Say why the change is needed.")] : []
    }
    if options.text("required") == "never" { return [MessageProblem("has a body")] }
    let text = body.joined(separator: "\n")
    if let min = options.integer("min"), case let count = text.shownCount, count < min {
      return [MessageProblem("body has \(counted(count, "character")), minimum is \(min)")]
    }
    if let max = options.integer("max"), case let count = text.fullCount, count > max {
      return [MessageProblem("body has \(counted(count, "character")), limit is \(max)")]
    }
    return []
  }

  /// Returns at most one problem of each kind, however many lines have it.
  private func lineProblems(_ body: [Substring]) -> [MessageProblem] {
    var problems: [MessageProblem] = []
    let wide = body.filter { isTooWide($0) }
    if let widest = wide.map(\.fullCount).max() {
      problems.append(
        MessageProblem(
          wide.count == 1
            ? "1 line of the body is wider than \(longestLine) characters; it has \(widest)"
            : "\(wide.count) lines of the body are wider than \(longestLine) characters; "
              + "the widest has \(widest)", help: "Break the lines."))
    }
    if body.contains(where: { $0.last?.isWhitespace == true }) {
      problems.append(MessageProblem("a line of the body ends with white space"))
    }
    if body.contains(where: { $0.utf8.contains(UInt8(ascii: "\t")) }) {
      problems.append(MessageProblem("the body contains a tab"))
    }
    return problems
  }

  private func isTooWide(_ line: Substring) -> Bool {
    guard line.utf8.count > longestLine, line.fullCount > longestLine else { return false }
    // The text after a list marker or a footnote number, which take at most half of the line.
    let marker = line.prefix(longestLine / 2)
      .prefix { !$0.isLetter && !$0.isNumber && $0 != "[" }
    var text = line[marker.endIndex...].prefix(longestLine - marker.count).unicodeScalars[...]
    if let end = Self.endOfLabel(text) {
      text = text[end...].drop { !Self.isBreak($0) }.drop { Self.isBreak($0) }
    }
    return text.contains { Self.isBreak($0) }
  }

  /// The closing bracket of `[1] `, `[some words]: ` or `[some words](`.
  private static func endOfLabel(_ text: Substring.UnicodeScalarView) -> String.Index? {
    guard text.first == "[", let end = text.firstIndex(of: "]") else { return nil }
    let next = text[end...].dropFirst().first
    return next == ":" || next == "(" || !text[..<end].contains(where: isBreak) ? end : nil
  }

  /// Whether a line can be broken at a character: any blank, but for those that forbid it.
  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace && !["\u{A0}", "\u{2007}", "\u{202F}"].contains(scalar)
  }

  private func wordProblems(_ body: [Substring]) -> [MessageProblem] {
    func isSeen(_ line: Substring) -> Bool { NewWords.areSeen(in: line.utf8) }
    guard let first = body.first(where: isSeen), let last = body.last(where: isSeen) else {
      return []
    }
    var problems: [MessageProblem] = []
    let start = String(first).withoutInvisible[...]
    if !cases.isEmpty, !cases.contains(where: { $0.matches(start) }) {
      problems.append(
        MessageProblem("body is not in \(cases.map(\.rawValue).joined(separator: " or ")) case"))
    }
    let end = String(last).withoutInvisible
    let endsWithStop = [".", "。", "．"].contains(where: end.hasSuffix)
    if options.text("full-stop") == "always", !endsWithStop {
      problems.append(MessageProblem("body does not end with a full stop"))
    } else if options.text("full-stop") == "never", endsWithStop {
      problems.append(MessageProblem("body ends with a full stop"))
    }
    return problems
  }

  /// Problems with forbidden words, which apply even to reverts.
  private func forbiddenWordProblems(_ lines: [Substring]) -> [MessageProblem] {
    // A phrase may continue on the next line, also of a quotation.
    let unquoted = lines.map { line in line.drop { $0.isWhitespace || $0 == ">" } }
    let texts = forbiddenWords.haveQuoteSigns ? [lines, unquoted] : [unquoted]
    let found = texts.map { forbiddenWords.found(in: $0.joined(separator: " ")) }
    return Set(found.joined()).sorted().map { MessageProblem("body contains the word '\($0)'") }
  }

  /// Findings for files that no message mentions. Any message counts, because it is not known which
  /// commit touched a file.
  private func mentionFindings(
    _ changes: ChangeSet?, _ messages: [LandingMessage]
  ) -> [Finding] {
    guard !mentioned.isEmpty, let changes, !messages.isEmpty else { return [] }
    // A file that leaves the selected paths is known by its old name.
    let files = changes.files.filter { mentioned.isTouched(by: $0) }.map { file in
      let path = mentioned.contains(file.path) ? file.path : file.oldPath ?? file.path
      return (file: file, path: path, name: path.lastPathName)
    }
    var mentions = Mentions(of: files.map(\.name))
    for message in messages {
      mentions.read(message.wholeSubject[...])
      for line in message.body ?? [] { mentions.read(line) }
    }
    return files.filter { !mentions.contain($0.name) }.map { file, path, name in
      options.finding(
        "\(displayedPath(path)) changes and no message mentions it",
        at: SourceLocation(file.path),
        help: "Say in the body of the commit why \(name) changes.")
    }
  }
}

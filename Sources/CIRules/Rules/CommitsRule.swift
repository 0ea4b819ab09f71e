package import CIModel

/// Flags commits that should not be merged as they are: leftovers of a rebase and unreadable
/// messages.
package struct CommitsRule: Rule {
  package static let descriptor = RuleDescriptor(
    id: "commits",
    summary:
      "Flags unfinished commits, long subjects and subjects without a blank line before the "
      + "body.",
    why:
      "People read the history for years: in `git log --oneline`, `git bisect` and release "
      + "notes. `fixup!` and `wip` commits are left over from work that should have been "
      + "rebased. Unless `level` is set, the second line must be blank only if it is blank in "
      + "99 of 100 earlier messages, and unfinished commits pass if pull requests are squashed: if "
      + "three of four earlier subjects end in a number, such as `(#12)`, and none is unfinished.",
    parameters: HeaderStyle.parameters + MessageScope.parameters + [
      .init(
        "forbid", .optionalList(.choice(CommitKind.allCases.map(\.rawValue))),
        "Kinds of commits to flag; `fixup`, `squash` and `wip` by default."),
      .init(
        "subject-max", .integer(min: 1),
        "Maximum length of a subject in characters; by default the smallest of 100, 120 and "
          + "150 that fits 99 of 100 of the last \(SubjectLimit.commitCount) subjects before the "
          + "change, else 200. It is 100 if fewer than 50 are known, as in a shallow clone."),
    ],
    isDefault: true, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean("a short subject and a body", commits: [.example("Add a parser", body: "It is fast.")]),
    .clean(
      "100 characters, however many bytes they take",
      commits: [.example(String(repeating: "ä", count: 100))]),
    .clean(
      "the number that a squash merge adds does not count",
      commits: [.example(String(repeating: "x", count: 100) + " (#123)")]),
    .clean(
      "merge commits are written by tools",
      commits: [.example("Merge \(String(repeating: "x", count: 100))", parentCount: 2)]),
    .clean(
      "the subjects of reverts are written by tools, too",
      commits: [
        .example(
          "Revert \"\(String(repeating: "x", count: 100))\"", body: "This reverts commit 0a1b2c3d.")
      ]),
    .clean("`wip` as part of another word", commits: [.example("Wipe the cache at start")]),
    .flagged(
      "a long subject", as: .warning, commits: [.example(String(repeating: "x", count: 101))]),
    .flagged(
      "one finding for several long subjects", as: .warning, values: ["subject-max": .integer(9)],
      commits: [.example("Add a parser"), .example("Add a lexer")]),
    .clean(
      "a long subject like those before", commits: [.example(String(repeating: "x", count: 120))],
      earlierCommits: Array(
        repeating: .example(String(repeating: "x", count: 110)), count: 50)),
    .flagged(
      "no blank line between subject and body", as: .warning,
      commits: [.example("Add a parser", body: "It is fast.", hasBlankSecondLine: false)]),
    .flagged(
      "a fixup that was not squashed", as: .warning, commits: [.example("fixup! Add a parser")]),
    .flagged(
      "an `amend!` commit that was not squashed", as: .warning,
      commits: [.example("amend! Add a parser")]),
    .flagged("work in progress", as: .warning, commits: [.example("[WIP] parser")]),
    .flagged(
      "work in progress after a prefix", as: .warning, commits: [.example("[core] feat: wip")]),
    .clean(
      "work in progress where pull requests are squashed", commits: [.example("wip")],
      earlierCommits: Array(repeating: .example("Add a parser (#12)"), count: 50)),
    .flagged(
      "work in progress where it is forbidden", as: .warning,
      values: ["forbid": .list([.text("wip")])], commits: [.example("wip")],
      earlierCommits: Array(repeating: .example("Add a parser (#12)"), count: 50)),
    .flagged(
      "merge commits where they are forbidden", as: .warning,
      values: ["forbid": .list([.text("merge")])],
      commits: [.example("Merge branch 'main'", parentCount: 2)]),
    .flagged(
      "reverts, by the subject or by the line that git writes", as: .warning,
      values: ["forbid": .list([.text("revert")])],
      commits: [
        .example("fix: Revert \"Add a parser\""),
        .example("Back out the parser", body: "This reverts commit 0a1b2c3d."),
      ]),
    .clean(
      "a merge is identified by its parents, not by its subject",
      ["forbid": .list([.text("merge")])],
      commits: [.example("Merge the two parsers")]),
    .clean(
      "a conventional subject", ["style": .text("conventional")],
      commits: [.example("feat(parser)!: read pipes", body: "BREAKING CHANGE: no files")]),
    .flagged(
      "no type where the style requires one", as: .warning,
      values: ["style": .text("conventional")], commits: [.example("Add a parser")]),
    .flagged(
      "a type that is not in the list", as: .warning,
      values: ["style": .text("conventional"), "types": .list([.text("feat"), .text("fix")])],
      commits: [.example("docs: explain pipes"), .example("fix: read pipes")]),
    .flagged(
      "an unknown scope, and no scope", as: .warning, .warning,
      values: ["scopes": .list([.text("parser")]), "scope-required": .text("always")],
      commits: [.example("fix(lexer): read"), .example("fix: read"), .example("fix(parser): r")]),
    .flagged(
      "a breaking change that only the footer marks", as: .warning,
      values: ["breaking": .text("both")],
      commits: [.example("feat: read pipes", body: "BREAKING CHANGE: no files")]),
    .clean(
      "a version alone, as release tools write it", ["style": .text("conventional")],
      commits: [.example("1.2.3"), .example("v2.0.0-rc.1")]),
    .clean(
      "commits by bots are ignored", ["style": .text("conventional")],
      commits: [.example("Bump x from 1 to 2", author: "dependabot[bot]")]),
    .clean(
      "commits do not count when pull requests are squashed", ["squash": .boolean(true)],
      commits: [.example("wip")], pullRequest: PullRequest(title: "Add a parser")),
    .flagged(
      "the title counts when pull requests are squashed", as: .warning,
      values: ["squash": .boolean(true), "style": .text("conventional")],
      commits: [.example("feat: add a parser")], pullRequest: PullRequest(title: "Add a parser")),
  ]

  private let options: RuleOptions
  let scope: MessageScope
  private let style: HeaderStyle
  /// The maximum length of a subject; `nil` derives it from the history.
  private let longestSubject: Int?
  private let forbidden: Set<CommitKind>
  private static let unfinished: Set<CommitKind> = [.fixup, .squash, .wip]

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    scope = MessageScope(options)
    style = HeaderStyle(options)
    longestSubject = options.integer("subject-max")
    forbidden =
      options.texts("forbid").map { Set($0.compactMap { CommitKind(rawValue: $0) }) }
      ?? Self.unfinished
  }

  package var id: String { options.id }

  package func missingFacts(in facts: Facts) -> [String] { scope.missing(in: facts) }

  func flags(_ kind: CommitKind) -> Bool { forbidden.contains(kind) }

  package func earlierCommitCount(for changes: ChangeSet) -> Int {
    let isAskedFor = changes.commits.contains { commit in
      // Subjects within the smallest limit need no history.
      longestSubject == nil && commit.subject.fullCount > SubjectLimit.smallest
        || !options.hasLevel && (!commit.hasBlankSecondLine || Self.isUnfinished(commit))
    }
    return isAskedFor || scope.isSquashed ? SubjectLimit.commitCount : 0
  }

  package func mayMeetReverts(in changes: ChangeSet) -> Bool { scope.mayMeetReverts(in: changes) }

  package func findings(in facts: Facts) -> [Finding] {
    let earlier = scope.earlierCommits(in: facts)
    let limit = subjectLimit(earlier)
    let judgesSecondLine = options.hasLevel || Self.keepsSecondLine(earlier)
    let base = facts.changes?.mergeBase
    var messages = scope.messages(in: facts, with: [.fixup, .squash, .merge])
    if !options.hasLevel, !options.has("forbid"), Self.areSquashed(earlier) {
      messages.removeAll { message in message.commit.map(Self.isUnfinished) ?? false }
    }
    let found = messages.flatMap { message in
      problems(of: message, limit, judgesSecondLine).map { MessageFault($0, of: message) }
    }
    return MessageFault.joined(found).map { options.finding($0, mergeBase: base) }
  }

  private func subjectLimit(_ earlier: [Commit]) -> SubjectLimit {
    if let longestSubject { return SubjectLimit(longestSubject) }
    return SubjectLimit(
      of: earlier.map(\.wholeSubject).filter { CommitKind.of(subject: $0) == nil }
        .map { CommitKind.withoutNumber($0).fullCount })
  }

  /// Whether 99 of 100 messages before the change have a blank second line; also `true` when too
  /// few are known.
  private static func keepsSecondLine(_ earlier: [Commit]) -> Bool {
    earlier.count < SubjectLimit.fewest
      || earlier.count { !$0.hasBlankSecondLine } * 100 <= earlier.count
  }

  /// Whether merging replaces the commits of a pull request by one, judged by the numbers that
  /// services add to its subject.
  private static func areSquashed(_ earlier: [Commit]) -> Bool {
    let numbered = earlier.count {
      CommitKind.withoutNumber($0.wholeSubject).utf8.count < $0.wholeSubject.utf8.count
    }
    return earlier.count >= SubjectLimit.fewest && numbered * 4 >= earlier.count * 3
      && !earlier.contains(where: isUnfinished)
  }

  private static func isUnfinished(_ commit: Commit) -> Bool {
    CommitKind.of(commit).map(unfinished.contains) ?? false
  }

  private func problems(
    of message: LandingMessage, _ limit: SubjectLimit, _ judgesSecondLine: Bool
  ) -> [MessageProblem] {
    let kind = message.commit.map { CommitKind.of($0) } ?? CommitKind.of(subject: message.subject)
    if let kind, flags(kind) { return [problem(kind, message)] }
    if message.commit?.isMerge == true, !scope.judgesMerges { return [] }
    if let commit = message.commit, CommitKind.isDropped(commit) { return [] }
    if forbidden.contains(.revert), message.tellsRevert { return [problem(.revert, message)] }
    var problems: [MessageProblem] = []
    let isRevert = kind == .revert && message.mayBeRevert
    // A second line that is not blank is one problem, and does not make the subject too long, too.
    let subject = judgesSecondLine ? message.subject : message.wholeSubject
    if !isRevert {
      let length = CommitKind.withoutNumber(subject).fullCount
      if length > limit.characters {
        problems.append(
          MessageProblem(
            "subject has \(length) characters, \(limit.text)",
            plural: "have a subject that is too long, \(limit.text)"))
      }
    }
    problems +=
      message.subject.isEmpty
      ? [MessageProblem("has no subject")]
      : style.problems(
        of: message, subject: subject,
        isGenerated: isRevert || Self.isVersion(message.wholeSubject))
    if judgesSecondLine, !message.hasBlankSecondLine {
      problems.append(
        MessageProblem(
          "line 2 is not blank", plural: "have a second line that is not blank",
          help: "Separate subject and body by a blank line."))
    }
    return problems
  }

  private func problem(_ kind: CommitKind, _ message: LandingMessage) -> MessageProblem {
    switch kind {
    case .merge:
      MessageProblem(
        "is a merge of \(message.commit?.parents.count ?? 2) commits", plural: "are merges",
        help: "Rebase the branch onto its base instead of merging into it.", replacesReword: true)
    case .fixup:
      MessageProblem(
        "corrects another commit", plural: "correct another commit", help: Self.squashing(message),
        replacesReword: true)
    case .squash:
      MessageProblem(
        "is to be squashed", plural: "are to be squashed", help: Self.squashing(message),
        replacesReword: true)
    case .revert:
      MessageProblem(
        "reverts another commit", plural: "revert another commit",
        help: "Drop them and what they revert with `git rebase -i {base}`.",
        replacesReword: true)
    case .wip:
      MessageProblem(
        "is work in progress", plural: "are work in progress", help: "Finish it first.")
    }
  }

  /// Whether a subject is only a version, as release tools write it: `1.2.3`, `v2.0.0-rc.1`.
  private static func isVersion(_ subject: String) -> Bool {
    guard subject.utf8.count < 100 else { return false }
    var text = subject.utf8[...]
    if text.first == UInt8(ascii: "v") { text = text.dropFirst() }
    let number = text.prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
    let rest = text.dropFirst(number.count)
    let parts = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 3 && !parts.contains(where: \.isEmpty)
      && (rest.first.map { "-+".utf8.contains($0) } ?? true)
      && rest.allSatisfy { isDigit($0) || isLetter($0) || ".-+".utf8.contains($0) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }

  private static func squashing(_ message: LandingMessage) -> String {
    message.commit.map(CommitKind.isDropped) == false
      ? "Squash them with `git rebase -i {base}`." : "Run `git rebase -i --autosquash {base}`."
  }
}

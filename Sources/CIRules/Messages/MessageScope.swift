import CIModel
import Patterns

/// The messages that a rule checks: those of the change's own commits, or title and description
/// where pull requests are squashed.
struct MessageScope: Sendable {
  /// The parameters of every rule on messages.
  static let parameters: [RuleDescriptor.Parameter] = [
    .init(
      "merges", .boolean,
      "Also check the messages of merge commits, which can change files, too; `false` by default."),
    .init(
      "skip-authors", .optionalList(.text),
      "Names or addresses of authors whose commits are ignored; `*` matches anything; "
        + "`*[bot]*` by default."),
    .init(
      "skip-bodies", .optionalList(.pattern),
      "Patterns of bodies whose commits are ignored."),
    .init("skip-lines", .optionalList(.pattern), "Patterns of lines of the body that are ignored."),
    .init(
      "skip-subjects", .optionalList(.pattern),
      "Patterns of subjects whose commits are ignored."),
    .init(
      "squash", .boolean,
      "Check the title and description of the pull request instead of its commits, because a "
        + "squash merge keeps only those; `false` by default."),
  ]

  let isSquashed: Bool
  /// Whether the messages of merge commits are checked.
  let judgesMerges: Bool
  private let authors: [Wildcard]
  private let subjects: [Pattern]
  private let bodies: [Pattern]
  private let lines: [Pattern]

  init(_ options: RuleOptions) {
    isSquashed = options.flag("squash")
    judgesMerges = options.flag("merges")
    authors = (options.texts("skip-authors") ?? ["*[bot]*"]).map { Wildcard($0) }
    subjects = options.patterns("skip-subjects")
    bodies = options.patterns("skip-bodies")
    lines = options.patterns("skip-lines")
  }

  /// Required facts that are unknown.
  func missing(in facts: Facts) -> [String] {
    isSquashed && facts.pullRequest?.title == nil ? ["title"] : []
  }

  /// - Parameter kinds: Kinds to check besides ordinary commits: merges, even if `merges` is off,
  ///   and `fixup!` and similar commits, whose messages are dropped when they are squashed.
  func messages(in facts: Facts, with kinds: Set<CommitKind> = []) -> [LandingMessage] {
    var messages: [LandingMessage] = []
    if isSquashed {
      guard let pullRequest = facts.pullRequest, let title = pullRequest.title else { return [] }
      if let author = pullRequest.author, authors.contains(where: { $0.matches(author) }) {
        return []
      }
      messages = [LandingMessage(name: "pull request", subject: title, text: pullRequest.body)]
    } else {
      messages = (facts.changes?.commits ?? []).lazy
        .filter { commit in
          (judgesMerges || !commit.isMerge || kinds.contains(.merge))
            && !authors.includes(commit, facts)
            && (!CommitKind.isDropped(commit) || CommitKind.of(commit).map(kinds.contains) == true)
        }.map { LandingMessage($0) }
    }
    if !subjects.isEmpty || !bodies.isEmpty || !lines.isEmpty { messages = filtered(messages) }
    if facts.distrustsChange, messages.contains(where: \.mayBeRevert) {
      QuotedSubjects(of: messages, facts.revertedCommits).markForged(&messages)
    }
    return messages
  }

  /// Whether there may be a revert among the messages.
  func mayMeetReverts(in changes: ChangeSet) -> Bool {
    isSquashed || changes.commits.contains { CommitKind.of(subject: $0.wholeSubject) == .revert }
  }

  /// The commits before the change whose messages the rule would check.
  func earlierCommits(in facts: Facts) -> [Commit] {
    facts.earlierCommits.filter { commit in
      (judgesMerges || !commit.isMerge)
        && !authors.contains { $0.matches(commit.author.name) || $0.matches(commit.author.email) }
    }
  }

  private func filtered(_ messages: [LandingMessage]) -> [LandingMessage] {
    let subjects = subjects.map { $0.boundedMatcher() }
    let bodies = bodies.map { $0.boundedMatcher() }
    let lines = lines.map { $0.boundedMatcher() }
    return messages.compactMap { message in
      if subjects.contains(where: { $0.occurs(in: message.wholeSubject) }) { return nil }
      let text = message.body?.joined(separator: "\n") ?? ""
      if bodies.contains(where: { $0.occurs(in: text) }) { return nil }
      var message = message
      message.body?.removeAll { line in lines.contains { $0.occurs(in: line) } }
      return message
    }
  }
}

/// The kind of a commit, by its subject and its parents.
enum CommitKind: String, CaseIterable, Sendable {
  case fixup
  case merge
  case revert
  case squash
  case wip

  /// Whether `git rebase --autosquash` drops the message of a commit.
  ///
  /// Source: `skip_fixupish` in `sequencer.c` of git.
  static func isDropped(_ commit: Commit) -> Bool {
    !commit.isMerge
      && ["fixup! ", "amend! ", "squash! "].contains { commit.subject.utf8.starts(with: $0.utf8) }
  }

  static func of(_ commit: Commit) -> CommitKind? {
    commit.isMerge || commit.mayMerge ? .merge : of(subject: commit.wholeSubject)
  }

  /// Number of bytes at the start of a subject that determine its kind; no real prefix of `wip` is
  /// as long.
  private static let longestStart = 256

  static func of(subject whole: String) -> CommitKind? {
    let start = whole.utf8.prefix(longestStart)
    let subject = String(decoding: start, as: UTF8.self).lowercased()
    if let mark = mark(of: subject) { return mark }
    if isRevert(subject[...], of: whole) { return .revert }
    // git compares bytes, so an invisible character matters in the other kinds.
    let shown = whole.withoutInvisible.utf8.prefix(longestStart)
    return beginsWithWIP(String(decoding: shown, as: UTF8.self).withPlainLetters[...]) ? .wip : nil
  }

  /// Whether a subject is `wip: x`, `[wip] x`, `(wip) x`, `wip` or `work in progress`, also after
  /// `feat: ` or `[core]`.
  private static func beginsWithWIP(_ subject: Substring) -> Bool {
    subject.behindPrefixes.contains { rest in
      let text = rest.drop { !$0.isLetter && !$0.isNumber }
      let word = text.leadingWord
      return word == "wip" || word == "work" && isWorkInProgress(text)
    }
  }

  /// Whether a text is `work in progress`, alone or before a sign: other words can make it the name
  /// of something.
  private static func isWorkInProgress(_ text: Substring) -> Bool {
    func isGap(_ character: Character) -> Bool {
      character.isWhitespace || character == "-" || character == "_"
    }
    let words = text.split(maxSplits: 2, whereSeparator: isGap)
    guard words.count == 3, words[0] == "work", words[1] == "in" else { return false }
    let rest = words[2].drop(while: isGap)
    let word = rest.prefix { $0.isLetter || $0.isNumber }
    let next = rest[word.endIndex...].first { !$0.isWhitespace }
    return word == "progress" && next.map { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? true
  }

  /// The kind of a commit that corrects another one: `fixup! x`, also after `ABC-12: ` or `[core]`,
  /// where git does not look for it.
  private static func mark(of subject: String) -> CommitKind? {
    let marks = [("amend!", CommitKind.fixup), ("fixup!", .fixup), ("squash!", .squash)]
    if let mark = marks.first(where: { subject.hasPrefix($0.0) }) { return mark.1 }
    // Elsewhere a blank has to follow: `commits: fixup!, too` is about such marks.
    for rest in subject[...].behindPrefixes {
      if let mark = marks.first(where: { rest.hasPrefix($0.0 + " ") }) { return mark.1 }
    }
    return isMarked(subject, "fixup") ? .fixup : isMarked(subject, "squash") ? .squash : nil
  }

  /// Whether a subject is `fixup` alone, in brackets or before a colon, as people write it by hand.
  private static func isMarked(_ subject: String, _ word: String) -> Bool {
    if subject.hasPrefix("[\(word)]") || subject.hasPrefix("(\(word))") { return true }
    guard subject.hasPrefix(word) else { return false }
    let next = subject.utf8.dropFirst(word.utf8.count).drop { $0 == UInt8(ascii: " ") }
    return next.isEmpty || next.first == UInt8(ascii: ":")
  }

  /// Whether a subject is `Revert "x"`, `Revert 'x'` or `Reapply "x"`, also after `fix: ` or
  /// `[core]`.
  static func beginsWithRevert(_ whole: String) -> Bool {
    let subject = String(decoding: whole.utf8.prefix(longestStart), as: UTF8.self).lowercased()
    return subject[...].behindPrefixes.contains { isRevert($0, of: whole) }
  }

  private static func isRevert(_ start: Substring, of whole: String) -> Bool {
    // Gerrit counts: `Revert^2 "x"`.
    let words = start.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let verb = words[0].split(separator: "^").first,
      verb == "revert" || verb == "reapply"
    else { return false }
    return words[1].hasPrefix("submission ")
      || ["\"", "'"].contains { words[1].hasPrefix($0) && withoutNumber(whole).hasSuffix($0) }
  }

  /// The subject without the number ` (#123)` or ` (!123)` that services append to the title of a
  /// squashed pull request, and of each request that takes over a squashed one.
  static func withoutNumber(_ subject: String) -> Substring {
    var text = subject.utf8[...]
    while text.last == UInt8(ascii: ")"), let open = text.lastIndex(of: UInt8(ascii: "(")),
      text[open...].dropFirst().first.map("#!".utf8.contains) ?? false, text[open...].count <= 13,
      text[open...].dropFirst(2).dropLast().allSatisfy({ 0x30...0x39 ~= $0 })
    {
      text = text[..<open]
      while text.last == UInt8(ascii: " ") { text.removeLast() }
    }
    return Substring(text)
  }
}

/// A problem of a message, and how to solve it.
struct MessageProblem: Hashable, Sendable {
  var text: String
  /// The predicate after `5 commits`, if one finding can report several messages with the problem:
  /// `have a subject that is too long`. `nil` when each message gets a finding of its own.
  var plural: String?
  /// One imperative sentence, in which `{base}` is replaced by the merge base.
  var help: String?
  /// Whether the help is complete; otherwise instructions for rewording the message follow it.
  var replacesReword: Bool

  init(
    _ text: String, plural: String? = nil, help: String? = nil, replacesReword: Bool = false
  ) {
    self.text = text
    self.plural = plural
    self.help = help
    self.replacesReword = replacesReword
  }

  /// Whether the text is a predicate of the commit, as `has no body` is; `body has 3 characters` is
  /// a sentence of its own.
  var isPredicate: Bool {
    let verb = text.prefix { $0 != " " }
    return MessageProblem.verbs.contains(String(verb))
  }

  private static let verbs: Set = [
    "begins", "corrects", "does", "ends", "has", "is", "matches", "names", "reverts", "was",
  ]
}

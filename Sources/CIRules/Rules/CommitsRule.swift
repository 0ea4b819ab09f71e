package import CIModel

/// Flags commits that are not ready to be kept: leftovers of a rebase and unreadable messages.
package struct CommitsRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "commits",
    summary: "Flags unfinished commits, long subjects and bodies that run into the subject.",
    parameters: [
      .init(
        "forbid", .list(.choice(Kind.allCases.map(\.rawValue))),
        "Kinds of commits to flag; fixup, squash and wip by default."),
      .init("style", .unavailable, "A convention that subjects follow."),
      .init(
        "subject-max", .integer(min: 1), "The most characters of a subject; 72 by default."),
      .unless,
    ],
    isDefault: true, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean("a short subject and a body", commits: [.example("Add a parser", body: "It is fast.")]),
    .clean(
      "72 characters, however many bytes they take",
      commits: [.example(String(repeating: "ä", count: 72))]),
    .clean(
      "merge commits are written by tools",
      commits: [.example("Merge \(String(repeating: "x", count: 80))", parentCount: 2)]),
    .clean(
      "so are the subjects of reverts",
      commits: [.example("Revert \"\(String(repeating: "x", count: 72))\"")]),
    .clean("`wip` has to be a word of its own", commits: [.example("Wipe the cache at start")]),
    .flagged(
      "a long subject", as: .warning, commits: [.example(String(repeating: "x", count: 73))]),
    .flagged(
      "no blank line between subject and body", as: .warning,
      commits: [.example("Add a parser", body: "It is fast.", hasBlankSecondLine: false)]),
    .flagged(
      "a fixup that was not squashed", as: .warning, commits: [.example("fixup! Add a parser")]),
    .flagged("an amendment, too", as: .warning, commits: [.example("amend! Add a parser")]),
    .flagged("work in progress", as: .warning, commits: [.example("[WIP] parser")]),
    .flagged(
      "merge commits where they are forbidden", as: .warning,
      values: ["forbid": .list([.text("merge")])],
      commits: [.example("Merge branch 'main'", parentCount: 2)]),
  ]

  /// What `forbid` can name.
  private enum Kind: String, CaseIterable {
    case fixup
    case merge
    case squash
    case wip
  }

  private let id: String
  private let level: Severity
  private let message: String?
  private let longestSubject: Int
  private let forbidden: Set<Kind>

  package init(settings: RuleSettings) {
    id = settings.id
    level = settings.level ?? Self.descriptor.defaultLevel
    message = settings.message
    longestSubject = settings.integer("subject-max") ?? 72
    forbidden =
      settings.texts("forbid").map { Set($0.compactMap { Kind(rawValue: $0) }) }
      ?? [.fixup, .squash, .wip]
  }

  package func findings(in changes: ChangeSet, addedLines: [AddedLine]) -> [Finding] {
    let base = changes.mergeBase.prefix(8)
    return changes.commits.flatMap { commit in
      problems(of: commit, base: base).map { problem in
        let name = "commit \(commit.id.prefix(8))"
        return Finding(
          level, id,
          message.map { "\(name): \($0)" } ?? "\(name) \"\(commit.subject)\": \(problem.text)",
          help: problem.help)
      }
    }
  }

  private func problems(
    of commit: Commit, base: Substring
  ) -> [(text: String, help: String)] {
    let reword = "Reword it with `git rebase -i \(base)`."
    switch Self.kind(of: commit) {
    case .merge?:
      guard forbidden.contains(.merge) else { return [] }
      return [
        (
          "is a merge of \(commit.parents.count) commits",
          "Rebase the branch onto its base instead of merging into it."
        )
      ]
    case .fixup? where forbidden.contains(.fixup):
      return [("corrects another commit", "Run `git rebase -i --autosquash \(base)`.")]
    case .squash? where forbidden.contains(.squash):
      return [("is to be squashed", "Run `git rebase -i --autosquash \(base)`.")]
    case .fixup?, .squash?:
      // Its message goes away when it is squashed.
      return []
    case .wip? where forbidden.contains(.wip):
      return [("is work in progress", "Finish it, then reword it with `git rebase -i \(base)`.")]
    case .wip?, nil:
      break
    }
    var problems: [(text: String, help: String)] = []
    let length = commit.subject.count
    if length > longestSubject, !commit.subject.hasPrefix("Revert \"") {
      problems.append(("subject has \(length) characters, limit is \(longestSubject)", reword))
    }
    if commit.subject.isEmpty {
      problems.append(("has no subject", reword))
    }
    if !commit.hasBlankSecondLine {
      problems.append(
        ("line 2 is not blank", "Separate subject and body by a blank line. " + reword))
    }
    return problems
  }

  private static func kind(of commit: Commit) -> Kind? {
    if commit.isMerge { return .merge }
    let subject = commit.subject.lowercased()
    if subject.hasPrefix("fixup!") || subject.hasPrefix("amend!") { return .fixup }
    if subject.hasPrefix("squash!") { return .squash }
    // `WIP: x`, `[wip] x`, `(WIP) x`, `wip` alone.
    let word = subject.drop { !$0.isLetter && !$0.isNumber }
      .prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return word == "wip" ? .wip : nil
  }
}

package import CIModel

/// Flags pull requests that are drafts or marked as work in progress.
package struct PullRequestDraftRule: Rule {
  package static let descriptor = RuleDescriptor(
    id: "pr-draft",
    summary: "Flags a pull request that is a draft or marked as work in progress.",
    why:
      "When everything else is green, unfinished work is easily merged by accident.",
    parameters: [
      .init(
        "labels", .optionalList(.text),
        "Labels that mark work in progress; `*` matches anything; `wip`, `work in progress`, "
          + "`do not merge` and `hold` by default."),
      .init(
        "words", .optionalList(.text),
        "Words at the start of a title that mark work in progress; `wip`, `draft` and `do "
          + "not merge` by default."),
    ],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "a title that is ready", pullRequest: PullRequest(title: "Wipe the cache", draft: false)),
    .clean("no known pull request"),
    .flagged("a draft", as: .warning, pullRequest: PullRequest(title: "Add", draft: true)),
    .flagged("a title", as: .warning, pullRequest: PullRequest(title: "[WIP] Add a parser")),
    .flagged("once", as: .warning, pullRequest: PullRequest(title: "Draft: Add", draft: true)),
    .flagged(
      "a title in other letters", as: .warning,
      pullRequest: PullRequest(title: "DO-NOT-MERGE: Add a parser")),
    .flagged(
      "a label", as: .warning,
      pullRequest: PullRequest(title: "Add", labels: ["bug", "Do not merge"], draft: false)),
    .clean(
      "a title that mentions drafts", pullRequest: PullRequest(title: "Drafts are kept")),
  ]

  private let options: RuleOptions
  private let labels: [Wildcard]
  private let words: [String]

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    labels = (options.texts("labels") ?? ["wip", "work in progress", "do not merge", "hold"])
      .map { Wildcard($0) }
    words = (options.texts("words") ?? ["wip", "draft", "do not merge"])
      .map { Self.plain($0) }.filter { !$0.isEmpty }
  }

  package var id: String { options.id }

  package func missingFacts(in facts: Facts) -> [String] {
    let known = facts.pullRequest
    return known?.title == nil && known?.draft == nil && known?.labels == nil ? ["draft state"] : []
  }

  package func findings(in facts: Facts) -> [Finding] {
    guard let pullRequest = facts.pullRequest, let reason = reason(pullRequest) else { return [] }
    return [
      options.finding(
        "the pull request \(reason)", help: "Mark it as ready for review when it is.")
    ]
  }

  private func reason(_ pullRequest: PullRequest) -> String? {
    if pullRequest.draft == true { return "is a draft" }
    let title = Self.plain(String(Self.withoutShortcodes((pullRequest.title ?? "")[...])))
    let starts = [title[...], title.drop { !Self.isOfWord($0) }]
    let word = words.first { word in starts.contains { Self.begins($0, with: word) } }
    if let word { return "says '\(word)' in its title" }
    let label = pullRequest.labels?.first { label in
      labels.contains { $0.matches(label) || $0.matches(Self.plain(label)) }
    }
    return label.map { "is labelled '\($0)'" }
  }

  /// Whether a title begins with a word, which must end there.
  private static func begins(_ title: Substring, with word: String) -> Bool {
    title.hasPrefix(word) && word.last?.isInWord(with: title.dropFirst(word.count).first) != true
  }

  /// The text behind emoji that are written as `:construction:`.
  private static func withoutShortcodes(_ title: Substring) -> Substring {
    var rest = title.drop(while: \.isWhitespace)
    while rest.first == ":", let end = rest.dropFirst().firstIndex(of: ":"),
      rest[..<end].dropFirst().allSatisfy({ isOfWord($0) || "_+-".contains($0) })
    {
      rest = rest[end...].dropFirst().drop(while: \.isWhitespace)
    }
    return rest
  }

  private static func isOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  /// A text in lowercase with one space between its words, also for `DO-NOT-MERGE` and `[WIP]`.
  private static func plain(_ text: String) -> String {
    text.withoutInvisible.withPlainLetters
      .split { $0.isWhitespace || $0 == "." || $0 == "_" || isDashOrBracket($0) }
      .joined(separator: " ")
  }

  private static func isDashOrBracket(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    switch scalar.properties.generalCategory {
    case .dashPunctuation, .openPunctuation, .closePunctuation: return true
    default: return false
    }
  }
}

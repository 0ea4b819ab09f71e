import CIModel

/// The convention for subjects: `style` and the keys that refine it.
struct HeaderStyle: Sendable {
  /// The types of Conventional Commits and of Angular's guidelines.
  static let usualTypes = [
    "build", "chore", "ci", "docs", "feat", "fix", "perf", "refactor", "revert", "style", "test",
  ]

  static let parameters: [RuleDescriptor.Parameter] = [
    .init(
      "breaking", .choice(["both", "footer", "mark", "never"]),
      "How breaking changes must be marked: with `!` (`mark`), with a `BREAKING CHANGE:` "
        + "footer or paragraph (`footer`), or with `both`; `never` forbids them; any by default."),
    .init(
      "description-max", .integer(min: 1),
      "Maximum length of the text after `type(scope): `, in characters."),
    .init(
      "description-min", .integer(min: 1),
      "Minimum length of the text after `type(scope): `, in characters."),
    .init(
      "scope-case", .list(.choice(LetterCase.names)), "Letter case of scopes; any by default."
    ),
    .init("scope-max", .integer(min: 1), "Maximum length of a scope in characters."),
    .init("scope-min", .integer(min: 1), "Minimum length of a scope in characters."),
    .init(
      "scope-required", .choice(["always", "never"]),
      "Whether a scope is required (`always`) or forbidden (`never`)."),
    .init("scopes", .list(.text), "Allowed scopes; any by default."),
    .init(
      "style", .choice(["conventional"]),
      "Convention for subjects: `conventional` requires `type(scope): description`; none by "
        + "default."),
    .init(
      "type-case", .list(.choice(LetterCase.names)),
      "Letter case of types; by default as written in `types`."),
    .init("type-max", .integer(min: 1), "Maximum length of a type in characters."),
    .init("type-min", .integer(min: 1), "Minimum length of a type in characters."),
    .init(
      "types", .list(.text),
      "Allowed types; by default \(usualTypes.map { "`\($0)`" }.joined(separator: ", "))."
    ),
  ]

  private let isConventional: Bool
  private let types: [String]
  private let scopes: [String]
  private let typeCases: [LetterCase]
  private let scopeCases: [LetterCase]
  private let scopeRequirement: String?
  private let breaking: String?
  private let lengths: [(what: String, min: Int?, max: Int?)]

  init(_ options: RuleOptions) {
    // Any of these keys implies `style: conventional`.
    isConventional =
      options.text("style") != nil
      || Self.parameters.contains { options.has($0.name) }
    types = options.texts("types") ?? Self.usualTypes
    scopes = options.texts("scopes") ?? []
    typeCases = (options.texts("type-case") ?? []).compactMap { LetterCase(rawValue: $0) }
    scopeCases = (options.texts("scope-case") ?? []).compactMap { LetterCase(rawValue: $0) }
    scopeRequirement = options.text("scope-required")
    breaking = options.text("breaking")
    lengths = ["type", "scope", "description"].map {
      ($0, options.integer("\($0)-min"), options.integer("\($0)-max"))
    }
  }

  /// - Parameters:
  ///   - subject: The subject whose length counts, if it is not only the first line of the message.
  ///   - isGenerated: Whether the subject is one that a tool writes, so that only what the message
  ///     says about breaking changes counts.
  func problems(
    of message: LandingMessage, subject: String? = nil, isGenerated: Bool = false
  ) -> [MessageProblem] {
    guard isConventional else { return [] }
    if isGenerated { return forbiddenBreaks(in: message) }
    guard let header = ConventionalHeader(message.subject) else {
      return [
        MessageProblem(
          "subject does not follow `type(scope): description`",
          help: "Begin it with one of \(types.joined(separator: ", ")), a colon and a space.")
      ]
    }
    return typeProblems(header) + scopeProblems(header) + forbiddenBreaks(in: message)
      + breakingProblems(header, message)
      + lengthProblems(subject.flatMap { ConventionalHeader($0) } ?? header)
  }

  private func typeProblems(_ header: ConventionalHeader) -> [MessageProblem] {
    let type = String(header.type)
    let known =
      typeCases.isEmpty
      ? types.contains(type) : types.contains { $0.lowercased() == type.lowercased() }
    if !known {
      return [
        MessageProblem(
          "'\(type)' is not an allowed type",
          help: "Use one of \(types.joined(separator: ", ")).")
      ]
    }
    return caseProblem("type", header.type, typeCases)
  }

  private func scopeProblems(_ header: ConventionalHeader) -> [MessageProblem] {
    // `core,cli`, `core/cli` and `core\cli` are several scopes.
    let names = (header.scope ?? "").split { ",/\\".contains($0) }.map { $0.drop { $0 == " " } }
    guard let scope = header.scope, names.contains(where: { NewWords.areSeen(in: $0.utf8) }) else {
      if header.scope != nil { return [MessageProblem("has an empty scope")] }
      return scopeRequirement == "always"
        ? [MessageProblem("has no scope", help: "Write `type(scope): description`.")] : []
    }
    if scopeRequirement == "never" {
      return [MessageProblem("has a scope", help: "Write `type: description`.")]
    }
    if !scopes.isEmpty, let unknown = names.first(where: { !scopes.contains(String($0)) }),
      !scopes.contains(String(scope))
    {
      return [
        MessageProblem(
          "'\(unknown)' is not an allowed scope",
          help: "Use one of \(scopes.joined(separator: ", ")).")
      ]
    }
    // One problem is enough: an untrusted scope may have any number of names.
    return names.lazy.map { caseProblem("scope", $0, scopeCases) }.first { !$0.isEmpty } ?? []
  }

  private func caseProblem(
    _ what: String, _ text: Substring, _ cases: [LetterCase]
  ) -> [MessageProblem] {
    if cases.isEmpty || cases.contains(where: { $0.matches(text) }) { return [] }
    return [
      MessageProblem(
        "\(what) '\(text)' is not in \(cases.map(\.rawValue).joined(separator: " or ")) case")
    ]
  }

  private func forbiddenBreaks(in message: LandingMessage) -> [MessageProblem] {
    guard breaking == "never" else { return [] }
    let isBreaking =
      ConventionalHeader(message.subject)?.isMarkedBreaking ?? false
      || message.lowerLines.contains { MessageParts.noteOfBreaking($0) != nil }
    return isBreaking
      ? [MessageProblem("is a breaking change", help: "Make the change compatible.")] : []
  }

  private func breakingProblems(
    _ header: ConventionalHeader, _ message: LandingMessage
  ) -> [MessageProblem] {
    guard let breaking, breaking != "never" else { return [] }
    let isMarked = header.isMarkedBreaking
    let lines = message.lowerLines
    let hasFooter = MessageParts.tellBreaking(lines)
    guard isMarked || lines.contains(where: { MessageParts.noteOfBreaking($0) != nil })
    else { return [] }
    var problems: [MessageProblem] = []
    if !isMarked, breaking != "footer" {
      problems.append(
        MessageProblem(
          "is a breaking change without a `!`", help: "Write `\(header.type)!: …`."))
    }
    if !hasFooter, breaking != "mark", message.body != nil {
      problems.append(
        MessageProblem(
          "is a breaking change without a `BREAKING CHANGE:` footer",
          help: "Say in a `BREAKING CHANGE:` footer what breaks and what to do about it."))
    }
    return problems
  }

  private func lengthProblems(_ header: ConventionalHeader) -> [MessageProblem] {
    lengths.compactMap { what, min, max in
      let text = what == "type" ? header.type : what == "scope" ? header.scope : header.description
      guard let text else { return nil }
      if let max, case let count = text.fullCount, count > max {
        return MessageProblem("\(what) has \(counted(count, "character")), limit is \(max)")
      }
      if let min, case let count = text.shownCount, count < min {
        return MessageProblem("\(what) has \(counted(count, "character")), minimum is \(min)")
      }
      return nil
    }
  }
}

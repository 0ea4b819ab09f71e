package import CIModel
import Patterns

/// Flags messages without required trailers, sign-offs or references.
package struct CommitFootersRule: Rule {
  package static let descriptor = RuleDescriptor(
    id: "commit-footers",
    summary: "Flags missing or forbidden trailers, sign-offs and references.",
    why:
      "Trailers are the part of a message that tools read: who vouches for the change, which "
      + "issue it closes, what it breaks.",
    parameters: MessageScope.parameters + [
      .init("forbid", .optionalList(.text), "Forbidden trailers."),
      .init(
        "line-max", .integer(min: 1),
        "Maximum length of a trailer in characters; no limit by default."),
      .init(
        "max", .integer(min: 1),
        "Maximum length of all trailers in characters; no limit by default."),
      .init(
        "min", .integer(min: 1), "Minimum length of all trailers in characters, if there are any."),
      .init(
        "references", .pattern,
        "Pattern of a reference that the message must contain, such as `#[0-9]+`."),
      .init("require", .list(.text), "Required trailers with a value, such as `Reviewed-by`."),
      .init(
        "sign-off", .boolean,
        "Require `Signed-off-by:` with the name or the address of the author, for a pull request "
          + "that of one of its commits; `false` by default."),
    ],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean("nothing is required by default", commits: [.example("Add a parser")]),
    .flagged(
      "trailers that run into the body", as: .warning,
      commits: [
        .example("Add a parser", body: "It is fast.\nSigned-off-by: Ada <ada@lovelace.org>")
      ]),
    .clean(
      "prose with a colon is not a trailer",
      commits: [.example("Add a parser", body: "It is fast.\nNote: and small.")]),
    .clean(
      "a sign-off by the author", ["sign-off": .boolean(true)],
      commits: [.example("Add", body: "Signed-off-by: Ada Lovelace <ada@lovelace.org>")]),
    .flagged(
      "no sign-off, and a sign-off by somebody else", as: .warning, .warning,
      values: ["sign-off": .boolean(true)],
      commits: [.example("Add"), .example("Add", body: "Signed-off-by: Bob <bob@example.com>")]),
    .flagged(
      "a missing trailer", as: .warning, values: ["require": .text("Reviewed-by")],
      commits: [.example("Add"), .example("Add", body: "reviewed-by: Bob")]),
    .flagged(
      "a forbidden trailer", as: .warning, values: ["forbid": .text("Change-Id")],
      commits: [.example("Add", body: "Change-Id: I1")]),
    .flagged(
      "no reference to an issue", as: .warning, values: ["references": .text("#[0-9]+")],
      commits: [.example("Add"), .example("Add (#12)"), .example("Fix", body: "Closes: #13")]),
    .flagged(
      "a trailer that is too long", as: .warning, values: ["line-max": .integer(20)],
      commits: [.example("Add", body: "Co-authored-by: Bob <bob@example.com>")]),
  ]

  private let options: RuleOptions
  private let scope: MessageScope

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    scope = MessageScope(options)
  }

  package var id: String { options.id }

  package func judgedCommits(in facts: Facts) -> [Commit] {
    scope.messages(in: facts, with: [.fixup, .squash]).compactMap(\.commit)
  }

  package func missingFacts(in facts: Facts) -> [String] { scope.missing(in: facts) }

  package func findings(in facts: Facts) -> [Finding] {
    let references = options.pattern("references")?.boundedMatcher()
    // `fixup!` commits are merged as they are unless somebody squashes them.
    return scope.messages(in: facts, with: [.fixup, .squash]).filter { $0.body != nil }.flatMap {
      message in
      var problems = trailerProblems(message, facts) + lengthProblems(message)
      if let references, !references.occurs(in: text(of: message)) {
        problems.append(
          .unmatched(
            references, "has no reference that matches", help: "Name the issue that it belongs to.")
        )
      }
      return problems.map {
        options.finding($0, in: message, mergeBase: facts.changes?.mergeBase)
      }
    }
  }

  private func text(of message: LandingMessage) -> String {
    ([message.wholeSubject[...]] + (message.body ?? []) + message.footers).joined(separator: "\n")
  }

  private func trailerProblems(_ message: LandingMessage, _ facts: Facts) -> [MessageProblem] {
    var problems: [MessageProblem] = []
    if !message.hasBlankLineBeforeFooters {
      problems.append(
        MessageProblem(
          "trailers follow the body without a blank line", help: "Put a blank line before them."))
    }
    let trailers = message.trailers.map { (name: $0.name.lowercased(), value: $0.value) }
    let names = Set(trailers.map(\.name))
    let filled = Set(trailers.filter { Self.saysSomething($0.value) }.map(\.name))
    for name in options.texts("require") ?? [] where !filled.contains(name.lowercased()) {
      let isEmpty = names.contains(name.lowercased())
      problems.append(
        MessageProblem(
          isEmpty ? "has a `\(name):` trailer without a value" : "has no `\(name):` trailer"))
    }
    let divided = MessageParts.trailers(message.dividedFooters).map { $0.name.lowercased() }
    let all = names.union(divided)
    for name in options.texts("forbid") ?? [] where all.contains(name.lowercased()) {
      problems.append(MessageProblem("has a `\(name):` trailer"))
    }
    if options.flag("sign-off") {
      let signatures = trailers.filter { $0.name == "signed-off-by" }.map(\.value)
      let authors = message.commit.map { [$0.author] } ?? Self.authors(in: facts)
      if let problem = signOffProblem(signatures, authors) { problems.append(problem) }
    }
    return problems
  }

  /// Whether a value is more than signs, as in `Reviewed-by: <>`.
  private static func saysSomething(_ value: Substring) -> Bool {
    NewWords.areSeen(in: value.utf8)
      && value.utf8.contains { $0 >= 0x80 || $0.isASCIIAlphanumeric }
  }

  /// The authors of the change's commits; those of merges only if there are no others.
  private static func authors(in facts: Facts) -> [Commit.Signature] {
    let commits = facts.changes?.commits ?? []
    let own = commits.filter { !$0.isMerge }
    return (own.isEmpty ? commits : own).map(\.author)
  }

  /// - Parameter authors: The authors of whom one must sign; any signature counts if none is known.
  private func signOffProblem(
    _ signatures: [Substring], _ authors: [Commit.Signature]
  ) -> MessageProblem? {
    let help = "Sign it off with `git commit --amend --signoff`."
    if signatures.isEmpty { return MessageProblem("is not signed off", help: help) }
    guard let author = authors.first else { return nil }
    let signers = Signers(authors)
    if signatures.contains(where: signers.contain) { return nil }
    let others = Set(authors.map(\.name)).count > 1 ? " or another of its authors" : ""
    return MessageProblem("is not signed off by its author, \(author.name)\(others)", help: help)
  }

  /// Those who may sign a message off. There may be any number of them and of signatures.
  private struct Signers {
    private let addresses: Set<String>
    private let names: Set<Substring>
    private let namesWithoutAddress: Set<Substring>

    init(_ authors: [Commit.Signature]) {
      addresses = Set(authors.map { $0.email.lowercased() })
      names = Set(authors.map { $0.name[...] })
      namesWithoutAddress = Set(authors.filter(\.email.isEmpty).map { $0.name[...] })
    }

    /// Whether `Name <address>` is a sign-off by one of them: the addresses are compared, or the
    /// names if one address is missing.
    func contain(_ signature: Substring) -> Bool {
      // By bytes, because stepping back over some characters is slow.
      let space = UInt8(ascii: " ")
      var name = signature.utf8.prefix { $0 != UInt8(ascii: "<") }
      let rest = signature.utf8[name.endIndex...].dropFirst()
      let address = Substring(rest.prefix { $0 != UInt8(ascii: ">") })
      name = name.drop { $0 == space }
      while name.last == space { name.removeLast() }
      if !address.isEmpty, addresses.contains(address.lowercased()) { return true }
      return !name.isEmpty
        && (address.isEmpty ? names : namesWithoutAddress).contains(Substring(name))
    }
  }

  private func lengthProblems(_ message: LandingMessage) -> [MessageProblem] {
    if message.footers.isEmpty { return [] }
    var problems: [MessageProblem] = []
    let lengths = message.footers.map(\.fullCount)
    let widest = lengths.max() ?? 0
    if let limit = options.integer("line-max"), widest > limit {
      problems.append(
        MessageProblem("a trailer has \(counted(widest, "character")), limit is \(limit)"))
    }
    if let max = options.integer("max"), case let count = lengths.reduce(lengths.count - 1, +),
      count > max
    {
      problems.append(
        MessageProblem("trailers have \(counted(count, "character")), limit is \(max)"))
    }
    if let min = options.integer("min"),
      case let count = message.footers.joined(separator: " ").shownCount, count < min
    {
      problems.append(
        MessageProblem("trailers have \(counted(count, "character")), minimum is \(min)"))
    }
    return problems
  }
}

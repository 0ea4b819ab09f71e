package import CIModel
import Patterns

/// Flags commit authors without a name or without a working address.
package struct CommitAuthorsRule: Rule {
  package static let descriptor = RuleDescriptor(
    id: "commit-authors",
    summary: "Flags commits whose author has no working email address or is not on a list.",
    why:
      "A commit by `root@localhost` belongs to nobody: it counts for no profile, and no one can be "
      + "asked about it. It comes from a machine on which git was not set up. No list of machine "
      + "names is complete, so use `email` to require addresses of your own domain.",
    parameters: [
      .init(
        "authors-file", .text,
        "File that must list the name or the address of every author, such as `AUTHORS`."),
      .init("email", .pattern, "Pattern that addresses must match, such as `@example\\.com$`."),
      .init(
        "forbid-emails", .optionalList(.text), "Forbidden addresses; `*` matches anything."),
      .init("name", .pattern, "Pattern that names must match."),
      .init(
        "skip-authors", .optionalList(.text),
        "Names or addresses of authors to ignore; `*` matches anything; `*[bot]*` by default."),
    ],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean("a name and an address", commits: [.example("Add")]),
    .flagged(
      "addresses of a machine", as: .warning, .warning, .warning, .warning, .warning,
      commits: [
        .example("Add", email: "ada@localhost"), .example("Fix", email: "ada@mac.local"),
        .example("Go", email: "ada"), .example("Do", email: "ec2-user@ip-1-2.ec2.internal"),
        .example("Be", email: "ada@192.168.1.5"),
      ]),
    .flagged(
      "addresses without a name or a domain", as: .warning, .warning, .warning, .warning,
      .warning, .warning, .warning,
      commits: [
        .example("Add", email: " @lovelace.org"), .example("Fix", email: "\u{200B}@lovelace.org"),
        .example("Go", email: "ada@-.-"), .example("Do", email: "ada@[127.0.0.1]"),
        .example("Be", email: "ada@0x7f.1"), .example("See", email: "ada@lovelace.test"),
        .example("Say", email: "ada@love\u{AD}lace.org"),
      ]),
    .flagged(
      "no name, or an invisible one", as: .warning, .warning,
      commits: [.example("Add", author: ""), .example("Fix", author: "\u{200B}")]),
    .flagged(
      "an address of another company", as: .warning, values: ["email": .text("@lovelace\\.org$")],
      commits: [.example("Add"), .example("Add", email: "ada@gmail.com")]),
    .flagged(
      "an address that hides the author", as: .warning,
      values: ["forbid-emails": .list([.text("*@users.noreply.github.com")])],
      commits: [.example("Add", email: "1+ada@users.noreply.github.com")]),
    .flagged(
      "an author who is not in the file", as: .warning, values: ["authors-file": .text("AUTHORS")],
      commits: [.example("Add"), .example("Go", author: "Eve", email: "eve@example.org")],
      contents: ["AUTHORS": FileContents(new: Array("Ada Lovelace <ada@lovelace.org>\n".utf8))]),
    .flagged(
      "a missing authors file", as: .error,
      values: ["authors-file": .text("AUTHORS")], commits: [.example("Add")]),
    .clean(
      "bots", commits: [.example("Bump", author: "renovate[bot]", email: "renovate@localhost")]),
  ]

  private let options: RuleOptions
  private let skipped: [Wildcard]
  private let forbidden: [Wildcard]

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    skipped = (options.texts("skip-authors") ?? ["*[bot]*"]).map { Wildcard($0) }
    forbidden = (options.texts("forbid-emails") ?? []).map { Wildcard($0) }
  }

  package var id: String { options.id }

  package var policyFiles: Set<RepositoryPath> {
    Set(options.text("authors-file").map { [RepositoryPath($0)] } ?? [])
  }

  package func judgedCommits(in facts: Facts) -> [Commit] {
    (facts.changes?.commits ?? []).filter { !skipped.includes($0, facts) }
  }

  package func findings(in facts: Facts) -> [Finding] {
    guard let changes = facts.changes, !changes.commits.isEmpty else { return [] }
    var authors: AuthorList?
    if let path = options.text("authors-file") {
      guard let bytes = facts.policyFile(RepositoryPath(path)) else {
        return [
          Finding(
            .error, id, "there is no \(path)",
            help: "Correct `authors-file` of rule '\(id)', or add the file.")
        ]
      }
      authors = AuthorList(String(decoding: bytes, as: UTF8.self))
    }
    let email = options.pattern("email")?.boundedMatcher()
    let name = options.pattern("name")?.boundedMatcher()
    return judgedCommits(in: facts).compactMap { commit in
      let author = commit.author
      var problem = Self.problem(of: author)
      if let email, problem == nil, !email.occurs(in: author.email) {
        problem = "author's address \(author.email) does not match `\(options.text("email") ?? "")`"
      }
      if let name, problem == nil, !name.occurs(in: author.name) {
        problem = "author's name '\(author.name)' does not match `\(options.text("name") ?? "")`"
      }
      if forbidden.contains(where: { $0.matches(author.email) }) {
        problem = "author's address \(author.email) is forbidden"
      }
      if let authors, problem == nil, !authors.lists(name: author.name, address: author.email) {
        problem = "author \(author.name) is not in \(options.text("authors-file") ?? "")"
      }
      return problem.map {
        options.finding(
          MessageProblem(
            $0,
            help: "Set `user.name` and `user.email`, then "
              + (commit.isDraft
                ? "commit again."
                : "run `git rebase {base} --exec 'git commit --amend --no-edit --reset-author'`."),
            replacesReword: true),
          in: LandingMessage(commit), mergeBase: changes.mergeBase)
      }
    }
  }

  private static func problem(of author: Commit.Signature) -> String? {
    if author.name.unicodeScalars.allSatisfy({ isUnseen($0) }) {
      return "has no author name"
    }
    let parts = author.email.lowercased().split(separator: "@", omittingEmptySubsequences: false)
    let isAddress =
      parts.count == 2 && isMailbox(parts[0]) && isHost(parts[1])
      // git asks to set `you@example.com`, and guides `your.name@example.com`.
      && !(parts[0].hasPrefix("you") && exampleHosts.contains(String(parts[1])))
    return isAddress ? nil : "author's address '\(author.email)' is not a working address"
  }

  /// Whether a text can stand before the `@`. Bots of GitHub have brackets in theirs.
  ///
  /// Source: RFC 5322, section 3.2.3.
  private static func isMailbox(_ text: Substring) -> Bool {
    isPart(text) && text.utf8.first != UInt8(ascii: ".")
      && !text.utf8.contains { #""(),:;<>\"#.utf8.contains($0) }
  }

  private static func isHost(_ host: Substring) -> Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, labels.allSatisfy(isLabel), let top = labels.last else { return false }
    // Only the last part of an IP address may begin with a digit.
    let isNumber = top.utf8.first.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false
    return !isNumber && top.utf8.count > 1 && !localDomains.contains(String(top))
      && !localHosts.contains { host.hasSuffix($0) }
  }

  /// Whether a part of a host's name has only letters, digits and inner dashes.
  private static func isLabel(_ text: Substring) -> Bool {
    let dash = UInt8(ascii: "-")
    return isPart(text) && text.utf8.first != dash && text.utf8.last != dash
      && text.utf8.allSatisfy { $0 >= 0x80 || $0.isASCIIAlphanumeric || $0 == dash }
  }

  /// Whether a part of an address has a letter or a digit, and no blank or invisible character.
  private static func isPart(_ text: some StringProtocol) -> Bool {
    let scalars = text.unicodeScalars
    return !scalars.contains { $0.properties.isWhitespace || $0.isInvisible }
      && scalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
  }

  /// Top-level names of tests and private networks, which mail cannot reach: RFC 2606, RFC 6762 (appendix G),
  /// RFC 7686, RFC 9476, ICANN's `internal` and `mail`, and those of routers and distributions.
  private static let localDomains: Set<String> = [
    "alt", "arpa", "consul", "corp", "dhcp", "docker", "domain", "example", "fritz", "gateway",
    "home", "incus", "internal", "intranet", "invalid", "ip", "lan", "local", "localdomain",
    "localdomain6", "localhost", "localhost6", "localnet", "lokal", "lxd", "mail", "onion",
    "private", "router", "test", "vagrant", "workgroup",
  ]

  /// Endings of names that routers, Windows and Azure give to machines. git takes them for addresses.
  private static let localHosts = [
    ".attlocal.net", ".fritz.box", ".internal.cloudapp.net", ".mshome.net", ".reddog.microsoft.com",
  ]

  private static let exampleHosts: Set<String> = ["example.com", "example.net", "example.org"]

  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.isInvisible
      || unnaming.contains(scalar.properties.generalCategory)
  }

  /// Kinds of characters of which no name consists: marks, punctuation, and signs other than
  /// pictures.
  private static let unnaming: Set<Unicode.GeneralCategory> = [
    .closePunctuation, .connectorPunctuation, .currencySymbol, .dashPunctuation, .enclosingMark,
    .finalPunctuation, .initialPunctuation, .mathSymbol, .modifierSymbol, .nonspacingMark,
    .openPunctuation, .otherPunctuation, .spacingMark, .unassigned,
  ]
}

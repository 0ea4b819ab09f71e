package import CIModel
import Patterns

/// Flags credentials in added lines.
package struct SecretsRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "secrets",
    summary:
      "Flags private keys and tokens in added lines and commit messages; values are never printed.",
    why:
      "Pushed secrets stay in the history for good, and bots search public repositories for "
      + "tokens all day. Of each commit, the rule checks the message and the names, addresses "
      + "and other headers. It knows the tokens of AWS, Anthropic, Azure, DigitalOcean, Docker, "
      + "GitHub, GitLab, Google, Hugging Face, npm, OpenAI, PyPI, SendGrid, Shopify, Slack and "
      + "Stripe, JSON Web Tokens and private keys in PEM files. Placeholders such as `ghp_xxxx…` "
      + "or AWS's `…EXAMPLE` pass if the word is part of the token and not of the text after it. "
      + "The rule does not see a secret that a program assembles from pieces, nor one with an "
      + "escape of its language such as `\\u005f`, nor a private key whose first line stands more "
      + "than 2,000 bytes before the rest, not counting blanks and lines that are comments. In tests "
      + "and fixtures, where keys are often made for the purpose, a finding is a warning unless `level` is set.",
    parameters: [
      .init(
        "allow", .optionalList(.pattern),
        "Patterns of lines that are ignored, such as a key that tests need.")
    ],
    isDefault: true, defaultLevel: .error, suppression: .maintainers)

  // The tokens are assembled here so that secret scanners do not flag this file.
  private static let gitHub = "ghp" + "_" + "R4nD0mQ7wZ1xC8vB5nM2kL9jH3gF6dS0aPqW"
  private static let amazon = "AKI" + "A" + "QZ3RVB7XK2MWT5YP"
  private static let key = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7"

  package static let examples: [RuleExample] = [
    .clean(
      "a placeholder",
      addedLines: [AddedLine("a", line: 1, text: "ghp_" + String(repeating: "x", count: 36))]),
    .clean(
      "the key of AWS's own documentation",
      addedLines: [AddedLine("a", line: 1, text: "AKIA" + "IOSFODNN7EXAMPLE")]),
    .clean(
      "code that searches for keys",
      addedLines: [
        AddedLine(
          "a.swift", line: 1, text: "if text.hasPrefix(\"-----BEGIN PRIVATE KEY-----\") { return }")
      ]),
    .clean(
      "a prefix in the middle of a longer word",
      addedLines: [AddedLine("a", line: 1, text: "x" + gitHub)]),
    .flagged(
      "a token", as: .error,
      addedLines: [AddedLine("a.swift", line: 7, text: "let token = \"\(gitHub)\"")]),
    .flagged(
      "two tokens in one line", as: .error, .error,
      addedLines: [AddedLine("a.swift", line: 7, text: "\(gitHub), \(amazon)")]),
    .flagged(
      "one finding for the same token twice", as: .error,
      addedLines: [
        AddedLine("a.swift", line: 7, text: gitHub), AddedLine("a.swift", line: 8, text: gitHub),
      ]),
    .flagged(
      "a private key", as: .error,
      addedLines: [
        AddedLine("key.pem", line: 1, text: "-----BEGIN RSA PRIVATE KEY-----"),
        AddedLine("key.pem", line: 2, text: key),
      ]),
    .flagged(
      "a private key that is indented", as: .error,
      addedLines: [
        AddedLine("key.yml", line: 1, text: "  -----BEGIN PRIVATE KEY-----"),
        AddedLine("key.yml", line: 2, text: "  " + key.prefix(30)),
        AddedLine("key.yml", line: 3, text: "  " + key.suffix(20)),
      ]),
    .flagged(
      "a private key in one string", as: .error,
      addedLines: [
        AddedLine("a.json", line: 1, text: #""-----BEGIN PRIVATE KEY-----\n"# + key + "\"")
      ]),
    .flagged(
      "a token in the message of a commit", as: .error,
      commits: [.example("Add a client", body: "Try it with \(gitHub).")]),
    .flagged(
      "a token in a test", as: .warning,
      addedLines: [AddedLine("Tests/Fixtures/answer.json", line: 7, text: gitHub)]),
    .clean(
      "an allowed line", ["allow": .list([.text("fixture")])],
      addedLines: [AddedLine("a.swift", line: 7, text: "let fixture = \"\(gitHub)\"")]),
  ]

  private let options: RuleOptions
  private let scanner = SecretScanner()

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
  }

  package var id: String { options.id }

  package func readsAddedLines(of file: FileChange) -> Bool { options.scope.contains(file) }

  package func readsHiddenText(of file: FileChange) -> Bool { options.scope.contains(file) }

  package func guardsContent(of file: FileChange?) -> Bool {
    file.map { options.scope.contains($0) } ?? true
  }

  package func readsPassingText(of path: String) -> Bool {
    path.isEmpty || options.scope.contains(FileChange(.modified, path))
  }

  package func mayConcern(_ content: UnsafeRawBufferPointer) -> Bool { scanner.occurs(in: content) }

  package func judgedCommits(in facts: Facts) -> [Commit] { facts.changes?.commits ?? [] }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let allowed = options.patterns("allow").map { $0.boundedMatcher() }
    let texts = options.allTexts(in: facts, changes)
    var seen: Set<Place> = []
    var room = Room()
    let shown = texts.flatMap { found(in: $0, allowed, &room) }.filter {
      seen.insert(Place($0)).inserted
    }
    // The values that the change still contains, each with its highest level: earlier commits do
    // not report them again.
    var known: [[UInt8]: Severity] = [:]
    for found in shown { known[found.value] = max(known[found.value] ?? .note, level(of: found)) }
    var list = FindingList(id)
    for found in shown { list.add(level(of: found)) { finding(found) } }
    for found in facts.passingText.flatMap({ found(in: $0, allowed, &room) }) {
      if !found.value.isEmpty {
        if let level = known[found.value], level >= self.level(of: found) { continue }
        known[found.value] = level(of: found)
      }
      list.add(level(of: found)) { finding(found) }
    }
    for commit in changes.commits {
      for text in ownTexts(of: commit) {
        for found in found(in: text.content, allowed, &room) {
          list.add(options.level) { finding(found, in: text.name, of: commit) }
        }
      }
    }
    for (level, count) in room.surplus { list.add(level, uncounted: count) }
    return list.findings
  }

  /// The number of credentials of each level that may still be kept, because a change may contain
  /// any number; the others are counted.
  private struct Room {
    private var left: [Severity: Int] = [:]
    private(set) var surplus: [Severity: Int] = [:]

    /// A file that can be decoded in several ways contains each credential as many times.
    private static let most = 16 * FindingList.most

    mutating func takes(_ level: Severity) -> Bool {
      guard left[level, default: Self.most] > 0 else {
        surplus[level, default: 0] += 1
        return false
      }
      left[level, default: Self.most] -= 1
      return true
    }
  }

  /// The texts of a commit itself that may contain a credential.
  private func ownTexts(of commit: Commit) -> [(name: String, content: AddedText)] {
    let people = [commit.author, commit.committer].map { "\($0.name) <\($0.email)>" }
    return [
      ("the message", "\(commit.subject)\n\(commit.body)"),
      ("the author or the committer", people.joined(separator: "\n")),
      ("a header", commit.otherText),
    ].compactMap { name, text in
      var text = text
      let mayHold = text.withUTF8 { scanner.occurs(in: UnsafeRawBufferPointer($0)) }
      if !mayHold { return nil }
      let lines = text.feedLines.enumerated().map {
        AddedLine("", line: $0 + 1, text: String($1))
      }
      return (name, AddedText(path: "", lines: lines))
    }
  }

  private func finding(_ found: Found, in name: String, of commit: Commit) -> Finding {
    options.finding(
      "\(found.hit.name) in \(name) of commit \(commit.id.prefix(7)): \(shown(found))",
      help: name == "the message"
        ? "Revoke it, then write the message without it."
        : "Revoke it, then make the commit again without it.")
  }

  /// The part of a credential that may be printed, and the length of the rest.
  private func shown(_ found: Found) -> String {
    String(decoding: found.shown, as: UTF8.self) + found.hit.hiddenPart
  }

  private static let tests = FileSelection(TestFiles.globs + GeneratedFiles.recorded)

  private func level(of found: Found) -> Severity { level(of: found.text) }

  private func level(of text: AddedText) -> Severity {
    !options.hasLevel && Self.tests.contains(text.path) ? .warning : options.level
  }

  /// Identifies a credential in a file, whichever way the file was decoded.
  private struct Place: Hashable {
    var file: RepositoryPath
    var value: [UInt8]
    /// The line, only if the value is unknown.
    var line: Int?

    init(_ found: Found) {
      file = found.text.exactPath
      value = found.value
      line = value.isEmpty ? found.text.numbers[found.line] : nil
    }
  }

  /// A credential with its first occurrence in a file.
  private struct Found {
    var text: AddedText
    var hit: SecretScanner.Hit
    var line: Int
    /// The number of further occurrences in the file.
    var more = 0
    /// Empty if only the first line is known, as of a private key.
    var value: [UInt8]
    /// The first bytes of the value, which may be printed.
    var shown: [UInt8]
  }

  /// Private keys whose first line the change does not touch, and values behind a name that it does
  /// not touch.
  private func keysOfOpenBlocks(in text: AddedText, _ allowed: [Matcher]) -> [Found] {
    text.openBlocks.enumerated().compactMap { index, block in
      let start = text.range(ofLine: block.line).lowerBound
      // The lines of the next block are not part of this one.
      let next = index + 1 < text.openBlocks.count ? text.openBlocks[index + 1].line : text.count
      let end = next < text.count ? text.range(ofLine: next).lowerBound : text.bytes.count
      var added = CollapsedBlanks()
      added.append(text.bytes[start..<end], most: SecretScanner.longestBody)
      return (block.lead + added.bytes).withUnsafeBytes { bytes in
        let hit = scanner.hits(in: bytes).first { hit in
          hit.evidence.lowerBound < block.lead.count
            && (hit.range.lowerBound >= block.lead.count || hit.range.count == hit.shown)
        }
        guard let hit else { return nil }
        // The line of the name, or the first one of the key.
        let (before, behind) = (
          block.lead[..<hit.evidence.lowerBound], block.lead[hit.evidence.lowerBound...]
        )
        let feed = UInt8(ascii: "\n")
        let header =
          (before.lastIndex(of: feed) ?? -1) + 1..<(behind.firstIndex(of: feed) ?? block.lead.count)
        let name = String(decoding: block.lead[header], as: UTF8.self)
        if allowed.contains(where: { $0.occurs(in: name) }) { return nil }
        let shown = Array(bytes[hit.range].prefix(hit.shown))
        if hit.range.lowerBound < block.lead.count {
          return Found(text: text, hit: hit, line: block.line, value: [], shown: shown)
        }
        let value = Array(bytes[hit.range])
        guard let place = text.bytes[start..<end].firstRange(of: value) else { return nil }
        let line = text.line(atOffset: place.lowerBound)
        if allowed.contains(where: { $0.occurs(in: text.text(ofLine: line)) }) { return nil }
        return Found(
          text: text, hit: SecretScanner.Hit(hit.name, place, shown: hit.shown), line: line,
          value: value, shown: shown)
      }
    }
  }

  private func found(in text: AddedText, _ allowed: [Matcher], _ room: inout Room) -> [Found] {
    let level = level(of: text)
    return text.bytes.withUnsafeBytes { bytes -> [Found] in
      var result: [Found] = []
      // One finding for each value, however often it occurs.
      var known: [[UInt8]: Int] = [:]
      // Whether the line of the last hit is allowed; cached because a line may contain many hits.
      var answer: (line: Int, isAllowed: Bool)?
      scanner.scan(bytes) { hit in
        guard text.isAdded(in: hit.evidence) else { return true }
        let line = text.line(atOffset: hit.range.lowerBound)
        if !allowed.isEmpty {
          if answer?.line != line {
            let content = text.text(ofLine: line)
            answer = (line, allowed.contains { $0.occurs(in: content) })
          }
          if answer?.isAllowed == true { return true }
        }
        // The first line of a private key does not identify the key.
        let value = hit.range.count > hit.shown ? Array(text.bytes[hit.range]) : []
        if !value.isEmpty, let index = known[value] {
          result[index].more += 1
        } else if room.takes(level) {
          known[value] = result.count
          let shown = Array(bytes[hit.range].prefix(hit.shown))
          result.append(Found(text: text, hit: hit, line: line, value: value, shown: shown))
        }
        return true
      }
      return result
    } + keysOfOpenBlocks(in: text, allowed)
  }

  private func finding(_ found: Found) -> Finding {
    let text = found.text
    let place =
      text.commit.map { "in commit \($0.prefix(7)), although a later commit removes it" }
      ?? "in an added line"
    return options.finding(
      "\(found.hit.name) \(place): \(shown(found))"
        + (found.more > 0 ? ", and \(counted(found.more, "more time")) in this file" : ""),
      at: text.commit == nil
        ? location(of: found) : SourceLocation(text.path),
      severity: level(of: found),
      help: "Revoke it, then remove the line from the history; read it "
        + "from the environment instead.")
  }

  private func location(of found: Found) -> SourceLocation {
    let line = found.text.range(ofLine: found.line)
    // An open block begins on a line that the change does not touch.
    let offset =
      line.contains(found.hit.range.lowerBound) ? found.hit.range.lowerBound : line.lowerBound
    return found.text.location(ofLine: found.line, offset: offset)
  }
}

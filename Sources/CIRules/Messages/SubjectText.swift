import CIModel
import Patterns

/// The requirements for the wording of a subject or title.
struct SubjectText: Sendable {
  static let parameters: [RuleDescriptor.Parameter] = [
    .init(
      "case", .list(.choice(LetterCase.names)),
      "Letter case of the text after a prefix such as `core:`, `fix(core):` or `#12`; any by "
        + "default."),
    .init(
      "forbid-end", .optionalList(.text), "Forbidden endings; `,`, `:` and `;` by default."),
    .init("forbid-pattern", .optionalList(.pattern), "Forbidden patterns."),
    .init("forbid-words", .optionalList(.text), ForbiddenWords.summary),
    .init(
      "full-stop", .choice(["always", "any", "never"]),
      "Whether a full stop at the end is required (`always`) or forbidden (`never`); `never` "
        + "by default."),
    .init(
      "imperative", .boolean,
      "Flag `Added`, `Adds` and `Adding` where `Add` belongs; `false` by default."),
    .init("max", .integer(min: 1), "Maximum length in characters; no limit by default."),
    .init(
      "min", .integer(min: 1), "Minimum length in visible characters; no limit by default."),
    .init("pattern", .pattern, "Required pattern."),
  ]

  private let cases: [LetterCase]
  private let forbiddenEnds: [String]
  private let forbiddenPatterns: [Pattern]
  private let forbiddenWords: ForbiddenWords
  private let fullStop: String
  private let isImperative: Bool
  private let max: Int?
  private let min: Int?
  private let pattern: Pattern?

  init(_ options: RuleOptions) {
    cases = (options.texts("case") ?? []).compactMap { LetterCase(rawValue: $0) }
    forbiddenEnds = (options.texts("forbid-end") ?? [",", ":", ";"]).map(\.withoutInvisible)
    forbiddenPatterns = options.patterns("forbid-pattern")
    forbiddenWords = ForbiddenWords(options.texts("forbid-words") ?? [])
    fullStop = options.text("full-stop") ?? "never"
    isImperative = options.flag("imperative")
    max = options.integer("max")
    min = options.integer("min")
    pattern = options.pattern("pattern")
  }

  /// Returns a function that checks one subject; compiles the expressions only once.
  func checker() -> (String) -> [MessageProblem] {
    let required = pattern?.boundedMatcher()
    let forbidden = forbiddenPatterns.map { $0.boundedMatcher() }
    return { subject in
      let shown = subject.withoutInvisible
      var problems = whitespaceProblems(subject) + endProblems(shown)
      problems += forbiddenWordProblems(subject) + moodProblems(shown) + lengthProblems(subject)
      if let required, !required.occurs(in: subject) {
        problems.append(.unmatched(required, "does not match"))
      }
      for matcher in forbidden where matcher.occurs(in: subject) || matcher.isSpent {
        problems.append(.unmatched(matcher, "matches"))
      }
      let words = shown[...].behindPrefixes.last?.withoutMarks ?? ""
      if !cases.isEmpty, !cases.contains(where: { $0.matches(words) }) {
        problems.append(
          MessageProblem(
            "is not in \(cases.map(\.rawValue).joined(separator: " or ")) case"))
      }
      return problems
    }
  }

  private func whitespaceProblems(_ subject: String) -> [MessageProblem] {
    var problems: [MessageProblem] = []
    if subject.contains("\t") { problems.append(MessageProblem("contains a tab")) }
    if subject.first?.isWhitespace == true {
      problems.append(MessageProblem("begins with white space"))
    }
    if subject.last?.isWhitespace == true {
      problems.append(MessageProblem("ends with white space"))
    }
    return problems
  }

  private func endProblems(_ subject: String) -> [MessageProblem] {
    // An ellipsis is not a full stop.
    let sentence = CommitKind.withoutNumber(subject)
    let isStopped =
      sentence.hasSuffix(".") && !sentence.hasSuffix("...")
      || ["。", "．"].contains(where: sentence.hasSuffix)
    if fullStop == "always", !isStopped, !sentence.hasSuffix("...") {
      return [MessageProblem("does not end with a full stop")]
    }
    if fullStop == "never", isStopped {
      return [MessageProblem("ends with a full stop")]
    }
    return forbiddenEnds.first { !$0.isEmpty && sentence.hasSuffix($0) }
      .map { [MessageProblem("ends with '\($0)'")] } ?? []
  }

  /// Problems with forbidden words, which apply even to generated subjects.
  func forbiddenWordProblems(_ subject: String) -> [MessageProblem] {
    forbiddenWords.found(in: subject).map { MessageProblem("contains the word '\($0)'") }
  }

  private func moodProblems(_ subject: String) -> [MessageProblem] {
    guard isImperative else { return [] }
    let text = subject[...].withoutMarks
    let words = text.firstWords
    // `Fixed: a crash` and `Fixes: a crash` begin with a verb, not with the name of a part.
    var candidates = text.behindPrefixes.map(\.withoutMarks.firstWords)
    if let first = words.first, first.hasSuffix(":") {
      candidates.append([first.dropLast()] + words.dropFirst())
    }
    for words in candidates {
      guard let word = words.first,
        let verb = ImperativeMood.correction(
          of: word.lowercased(), before: words.dropFirst().first?.lowercased())
      else { continue }
      return [MessageProblem("begins with '\(word)'", help: "Write '\(verb)'.")]
    }
    return []
  }

  private func lengthProblems(_ subject: String) -> [MessageProblem] {
    if let max, case let count = subject.fullCount, count > max {
      return [MessageProblem("has \(counted(count, "character")), limit is \(max)")]
    }
    // A subject of other characters that are not seen, such as blanks of Braille, counts as empty.
    if let min, case let count = NewWords.areSeen(in: subject.utf8) ? subject.shownCount : 0,
      count < min
    {
      return [MessageProblem("has \(counted(count, "character")), minimum is \(min)")]
    }
    return []
  }
}

extension Substring {
  /// The text after a prefix such as `core: `, `fix(core)!: `, `[core] ` or `#12 `; the whole text
  /// when there is none.
  var withoutPrefix: Substring {
    let (space, colon) = (UInt8(ascii: " "), UInt8(ascii: ":"))
    let digits = utf8.drop { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "-") }.dropFirst()
    let number = digits.prefix { 0x30...0x39 ~= $0 }
    let rest = digits.dropFirst(number.count).drop { $0 == colon }
    if !number.isEmpty, rest.first == space, Self.beginsTicket(utf8[..<digits.startIndex]) {
      return Substring(rest.drop { $0 == space })
    }
    if utf8.first == UInt8(ascii: "["), let close = utf8.firstIndex(of: UInt8(ascii: "]")) {
      return Substring(utf8[close...].dropFirst().drop { $0 == space || $0 == colon })
    }
    let start = utf8.prefix(Self.longestPrefix)
    guard
      let end = start.indices.first(where: {
        start[$0] == colon && start[$0...].dropFirst().first == space
      })
    else { return self }
    let prefix = self[..<end]
    let isScoped = prefix.hasSuffix(")") || prefix.hasSuffix(")!")
    // Prose with a colon has spaces before it; a scope may have some, too.
    let words = isScoped ? prefix.prefix { $0 != "(" } : prefix
    guard prefix.count <= 40 || isScoped, !words.contains(" ") || prefix.contains(", ") else {
      return self
    }
    return Substring(utf8[end...].dropFirst().drop { $0 == space })
  }

  /// Whether a number behind this text makes it a ticket: `#`, `GH-` or `ABC-`, in any letter case.
  private static func beginsTicket(_ text: Substring.UTF8View) -> Bool {
    let word = text.dropLast()
    return text.last == UInt8(ascii: "#")
      ? word.isEmpty : (2...16).contains(word.count) && word.allSatisfy(\.isASCIIAlphanumeric)
  }

  /// The text, and what remains of it after each of its first prefixes, as in `[core] fix: `.
  var behindPrefixes: [Substring] {
    var texts = [self]
    while texts.count <= 16, let last = texts.last {
      let rest = last.withoutPrefix
      if rest.startIndex == last.startIndex { break }
      texts.append(rest)
    }
    return texts
  }

  /// The text without a bullet or emoji at the start, as in `- Add` and `🐛 Fix`.
  fileprivate var withoutMarks: Substring {
    let marks = prefix {
      $0.isWhitespace || $0 != "`" && $0.isSymbol || $0 == "-" || $0 == "*" || $0 == "•"
    }
    return marks.last?.isWhitespace == true ? self[marks.endIndex...] : self
  }

  /// The first two words, and the text behind them.
  fileprivate var firstWords: [Substring] {
    split(maxSplits: 2, whereSeparator: \.isWhitespace)
  }

  /// Maximum length of a prefix in bytes; longer than any real one.
  private static let longestPrefix = 256
}

/// Verbs at the start of subjects, in forms other than the imperative.
enum ImperativeMood {
  private static let verbs = [
    "add", "allow", "bump", "change", "clean", "convert", "correct", "create", "delete", "disable",
    "document", "drop", "enable", "ensure", "export", "extend", "extract", "fix", "format",
    "handle", "implement", "import", "improve", "include", "introduce", "make", "merge", "move",
    "optimize", "prevent", "refactor", "release", "remove", "rename", "replace", "restore",
    "revert", "rewrite", "simplify", "skip", "split", "support", "switch", "test", "update",
    "upgrade", "use",
  ]

  private static let corrections: [String: String] = {
    var forms: [String: String] = [
      "made": "make", "making": "make", "makes": "make", "rewrote": "rewrite",
      "rewritten": "rewrite",
    ]
    for verb in verbs {
      let endsInE = verb.hasSuffix("e")
      let endsInY = verb.hasSuffix("y")
      let doubled =
        ["drop", "format", "skip", "split"].contains(verb) ? String(verb.suffix(1)) : ""
      let stem = endsInE || endsInY ? String(verb.dropLast()) : verb
      forms[stem + (endsInY ? "ied" : endsInE ? "ed" : "ed")] = verb
      forms[(endsInY ? verb : stem) + "ing"] = verb
      if !doubled.isEmpty {
        forms[verb + doubled + "ed"] = verb
        forms[verb + doubled + "ing"] = verb
      }
      forms[endsInY ? stem + "ies" : verb + "s"] = verb
      if verb.hasSuffix("x") || verb.hasSuffix("h") { forms[verb + "es"] = verb }
    }
    // Words that may also be nouns at the start of a subject.
    for noun in [
      "tests", "formatting", "documents", "documenting", "imports", "exports", "releases",
    ] {
      forms[noun] = nil
    }
    return forms
  }()

  /// Words after a noun, as in `Updates to the docs` and `Testing notes`, or after the subject of a
  /// sentence.
  private static let afterNouns: Set = ["are", "for", "is", "notes", "to"]

  /// The imperative for another form of a verb, both in lowercase; `nil` for every other word, and
  /// for one that may be a noun.
  ///
  /// - Parameter next: The word after it; `nil` where there is none, and a noun is likely.
  static func correction(of word: String, before next: String?) -> String? {
    if !word.hasSuffix("ed"), next.map(afterNouns.contains) ?? true { return nil }
    return corrections[word]
  }
}

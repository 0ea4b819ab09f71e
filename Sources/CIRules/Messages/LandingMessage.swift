import CIModel

/// A message that becomes part of the history: that of one of the change's own commits or, where
/// pull requests are squashed, their title and description.
struct LandingMessage: Sendable {
  /// The name in findings: `commit 0a1b2c3d`.
  var name: String
  /// The first line of the message.
  var subject: String
  /// The subject as git shows it (`%s`): all lines before the first blank one.
  var wholeSubject: String
  /// The lines after the title, without trailers and surrounding blank lines; `nil` when they are
  /// unknown.
  var body: [Substring]?
  /// Trailers at the end (`Signed-off-by: Ada <ada@example.com>`), including continuation lines,
  /// which begin with white space, and notes of `git cherry-pick -x`.
  var footers: [Substring]
  /// The trailers above the first line `---`, with which a message ends for `git interpret-trailers`.
  var dividedFooters: [Substring] = []
  /// Whether a blank line separates the subject from the rest.
  var hasBlankSecondLine: Bool
  /// Whether a blank line separates the trailers from the body; also `true` when either is missing.
  var hasBlankLineBeforeFooters: Bool
  /// `nil` for a pull request.
  var commit: Commit?
  /// Whether it has the form of a revert, but quotes no commit that is known.
  var isForged = false

  init(_ commit: Commit) {
    self.init(
      name: commit.isDraft ? "the message" : "commit \(commit.id.prefix(8))",
      subject: commit.subject,
      text: commit.hasBlankSecondLine
        ? commit.body
        : commit.body.feedLines.dropFirst(commit.titleLines.count).joined(separator: "\n"))
    wholeSubject = commit.wholeSubject
    hasBlankSecondLine = commit.hasBlankSecondLine
    self.commit = commit
  }

  init(name: String, subject: String, text: String?) {
    self.name = name
    self.subject = subject
    wholeSubject = subject
    hasBlankSecondLine = true
    guard let text else {
      body = nil
      footers = []
      hasBlankLineBeforeFooters = true
      return
    }
    let parts = MessageParts(text)
    body = parts.body
    footers = parts.footers
    hasBlankLineBeforeFooters = parts.isSeparated
    dividedFooters = MessageParts.textAboveDivider(text).map { MessageParts($0).footers } ?? []
  }

  /// All lines below the first, some of them twice.
  var lowerLines: [Substring] { (commit?.titleLines ?? []) + (body ?? []) + footers }

  /// The names and values of the trailers, names as written.
  var trailers: [(name: Substring, value: Substring)] { MessageParts.trailers(footers) }

  /// The lines that people write below the title: the body, and the trailers that may be text, as
  /// `Warning: this is slow`.
  var writtenLines: [Substring] {
    (body ?? [])
      + trailers.lazy.filter { !MessageParts.isOfTools($0.name) }.map { "\($0.name): \($0.value)" }
  }

  /// Whether the message is one that git or a service writes for a revert: `This reverts commit
  /// 0a1b2c3d….`, `Reverts owner/name#12`.
  var isRevert: Bool {
    guard !isForged, CommitKind.of(subject: wholeSubject) == .revert, let body else {
      return false
    }
    return body.contains { MessageParts.namesReverted($0) }
  }

  /// Whether the message says that it reverts another commit, in any usual form: by its subject, also
  /// behind `fix: ` or `[core] `, by the type `revert`, or by a line of git or a service.
  var tellsRevert: Bool {
    [subject, wholeSubject].contains(where: CommitKind.beginsWithRevert)
      || ConventionalHeader(subject)?.type.lowercased() == "revert"
      || lowerLines.contains { MessageParts.namesReverted($0) }
  }

  /// Whether the message is a revert, or may be one because its body is unknown.
  var mayBeRevert: Bool {
    body == nil ? !isForged && CommitKind.of(subject: wholeSubject) == .revert : isRevert
  }

  /// `commit 0a1b2c3d "Add a parser"`; a long subject is cut.
  var title: String { "\(name) \"\(shownSubject(subject))\"" }
}

/// A subject as quoted in findings: at most 200 bytes, so that the problem itself remains visible.
func shownSubject(_ subject: some StringProtocol) -> String {
  guard subject.utf8.count > 200 else { return String(subject) }
  return String(decoding: subject.utf8.prefix(200), as: UTF8.self) + "…"
}

/// The text after the subject, split into body and footers.
struct MessageParts {
  var body: [Substring]
  /// Trailers with their continuation lines, and notes of `git cherry-pick -x`.
  var footers: [Substring] = []
  /// Whether a blank line separates the footers from the body; also `true` when either is missing.
  var isSeparated: Bool

  init(_ text: String) {
    var text = text
    let layout = text.withUTF8 { MessageLayout($0) }
    let bytes = text.utf8
    func line(_ range: Range<Int>) -> Substring {
      let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
      return Substring(bytes[start..<bytes.index(start, offsetBy: range.count)])
    }
    isSeparated = layout.isSeparated
    footers = layout.footers.map(line)
    body = Self.trimmed(layout.body.map(line))
  }

  /// The text above the first line that begins with `---` and a blank; `nil` without such a line
  /// (`find_end_of_log_message` of git's `trailer.c`).
  fileprivate static func textAboveDivider(_ text: String) -> String? {
    var text = text
    return text.withUTF8 { bytes in
      var start: Int? = 0
      while let line = start {
        let rest = bytes[line...].prefix(4)
        if rest.starts(with: "---".utf8), rest.count == 3 || MessageLine.isBlank(rest[line + 3]) {
          return String(decoding: bytes[..<line], as: UTF8.self)
        }
        start = bytes[line...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
      }
      return nil
    }
  }

  private static func trimmed(_ lines: [Substring]) -> [Substring] {
    func hasWords(_ line: Substring) -> Bool { !line.allSatisfy(\.isWhitespace) }
    guard let first = lines.firstIndex(where: hasWords), let last = lines.lastIndex(where: hasWords)
    else { return [] }
    return Array(lines[first...last])
  }

  /// `Name: value` and `BREAKING CHANGE: value`; like git's `trailer.c`, accepts letters, digits
  /// and `-`, by bytes. The value may be empty. An address is not a trailer.
  static func trailer(_ line: Substring) -> (name: Substring, value: Substring)? {
    var text = line
    guard let trailer = text.withUTF8({ MessageLine($0[...]).trailer }) else { return nil }
    let bytes = line.utf8
    return (Substring(bytes.prefix(trailer.name)), Substring(bytes.dropFirst(trailer.lead)))
  }

  /// The trailers with their values, each unfolded onto one line as git does.
  static func trailers(_ footers: [Substring]) -> [(name: Substring, value: Substring)] {
    var trailers: [(name: Substring, value: Substring)] = []
    // The value of the last trailer, if it has several lines.
    var unfolded: String?
    func close() {
      if let unfolded, let last = trailers.indices.last { trailers[last].value = unfolded[...] }
      unfolded = nil
    }
    for line in footers {
      if let trailer = trailer(line) {
        close()
        trailers.append(trailer)
      } else if isIndented(line), let last = trailers.last {
        var value = unfolded.take() ?? String(last.value)
        if !value.isEmpty { value += " " }
        value += Substring(line.utf8.drop { MessageLine.isBlank($0) })
        unfolded = value
      }
    }
    close()
    return trailers
  }

  /// Whether a note among the lines says what breaks, on its own line or on the next one with text.
  static func tellBreaking(_ lines: [Substring]) -> Bool {
    var isOpen = false
    for line in lines {
      if let text = noteOfBreaking(line) {
        if NewWords.areSeen(in: text.utf8) { return true }
        isOpen = true
      } else if isOpen, !isBlank(line) {
        if trailer(line) == nil { return true }
        isOpen = false
      }
    }
    return false
  }

  /// The text of a line that release tools read as a note of a breaking change, wherever it is
  /// (`getNotesRegex` of conventional-commits-parser): `| Breaking change no more a`.
  static func noteOfBreaking(_ line: Substring) -> Substring? {
    // White space of JavaScript.
    func isGap(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isASCII
        ? scalar == " " || "\t"..."\r" ~= scalar
        : scalar.properties.isWhitespace || scalar == "\u{FEFF}"
    }
    let text = line.unicodeScalars.drop { isGap($0) || $0 == "|" || $0 == "*" }
    let key = Array("breaking change".utf8)
    let words = Substring(text).utf8.prefix(key.count).map {
      $0 == UInt8(ascii: "-") ? 0x20 : $0 | 0x20
    }
    let rest = text.dropFirst(key.count)
    guard words == key, let next = rest.first, next == ":" || isGap(next) else { return nil }
    return Substring(rest.drop { $0 == ":" || isGap($0) })
  }

  /// Whether a line names what git or a service reverts: `This reverts commit 0a1b2c3d….`,
  /// `Reverts owner/name#12`, `This reverts merge request !12`.
  static func namesReverted(_ line: Substring) -> Bool {
    if revertedID(line) != nil { return true }
    guard
      let word = word(in: line, behind: "Reverts ")
        ?? word(in: line, behind: "This reverts merge request "),
      let sign = word.firstIndex(where: { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "!") })
    else { return false }
    return word[sign...].dropFirst().first.map { 0x30...0x39 ~= $0 } ?? false
  }

  /// The id in `This reverts commit 0a1b2c3d….`, in lower case.
  static func revertedID(_ line: Substring) -> String? {
    guard
      let word = word(in: line, behind: "This reverts commit ")
        ?? word(in: line, behind: "This reverts commits ")
    else { return nil }
    let id = word.prefix { hexadecimal.contains($0) }
    guard 7...64 ~= id.count, !(word.dropFirst(id.count).first.map(MessageLine.isOfName) ?? false)
    else { return nil }
    return String(Substring(id)).lowercased()
  }

  private static func word(
    in line: Substring, behind start: String
  ) -> Substring.UTF8View? {
    guard line.utf8.starts(with: start.utf8) else { return nil }
    return line.utf8.dropFirst(start.utf8.count).prefix { $0 != UInt8(ascii: " ") }
  }

  private static let hexadecimal = Array("0123456789abcdefABCDEF".utf8)

  private static func isBlank(_ line: Substring) -> Bool {
    line.utf8.allSatisfy(MessageLine.isBlank)
  }

  private static func isIndented(_ line: Substring) -> Bool {
    line.utf8.first.map(MessageLine.isBlank) ?? false
  }

  /// Whether the value of a trailer is no text: people, or the id that Gerrit gives to a change.
  static func isOfTools(_ name: Substring) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix("-by") || name == "change-id" || name == "cc"
  }
}

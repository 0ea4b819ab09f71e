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
    guard CommitKind.of(subject: wholeSubject) == .revert, let body else { return false }
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
    body == nil ? CommitKind.of(subject: wholeSubject) == .revert : isRevert
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
    let fed = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let end = Self.endOfText(fed.map { Substring($0) })
    let lines = fed.map { Substring($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0) }
    let start = Self.startOfTrailers(lines[..<end])
    isSeparated = start == end || start == 0 || Self.isBlank(lines[start - 1])
    body = Array(lines[..<start])
    // Lines that continue a trailer with an empty value are also text, as a list below `Changes:`, and
    // so are trailers whose names are no words, as in `1: first`.
    var (isTrailer, isText) = (false, true)
    for line in lines[start..<end] {
      if let trailer = Self.trailer(line) {
        (isTrailer, isText) = (true, trailer.value.isEmpty || !Self.isWord(trailer.name))
      } else if Self.isOfCherryPick(line) {
        (isTrailer, isText) = (true, false)
      } else if !Self.isIndented(line) {
        (isTrailer, isText) = (false, true)
      }
      if isTrailer { footers.append(line) }
      if isText { body.append(line) }
    }
    body = Self.trimmed(body + lines[end...])
  }

  /// The text above the first line that begins with `---` and a blank; `nil` without such a line
  /// (`find_end_of_log_message` of git's `trailer.c`).
  fileprivate static func textAboveDivider(_ text: String) -> String? {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let divider = lines.first {
      $0.starts(with: "---".utf8) && $0.dropFirst(3).first.map { isBlank($0) } ?? true
    }
    return divider.map { String(text[..<$0.startIndex]) }
  }

  private static func trimmed(_ lines: [Substring]) -> [Substring] {
    func hasWords(_ line: Substring) -> Bool { !line.allSatisfy(\.isWhitespace) }
    guard let first = lines.firstIndex(where: hasWords), let last = lines.lastIndex(where: hasWords)
    else { return [] }
    return Array(lines[first...last])
  }

  /// The end of the text that git reads (`ignored_log_message_bytes` of its `commit.c`). Behind it
  /// are the part that `git commit --verbose` cuts off, comments and the list of conflicts at the
  /// end, and the blank lines before these.
  ///
  /// - Parameter lines: The lines with their carriage returns, which git does not pass over.
  private static func endOfText(_ lines: [Substring]) -> Int {
    var end = lines.firstIndex { $0 == scissors } ?? lines.count
    var conflicts: Int?
    while end > 0 {
      let line = lines[end - 1]
      if line == "Conflicts:" {
        conflicts = nil
      } else if isBlank(line) || isComment(line) {
        // Belongs to the lines around it.
      } else if line.utf8.first == UInt8(ascii: "\t") {
        // Counts only if the heading is found above it.
        conflicts = conflicts ?? end
      } else {
        break
      }
      end -= 1
    }
    return conflicts ?? end
  }

  private static let scissors = "# ------------------------ >8 ------------------------"

  /// The first trailer of the last paragraph, by the rules of git (`find_trailer_block_start` of
  /// its `trailer.c`): all lines are trailers or continue one, or a quarter of them are trailers
  /// and one of these is git's own. There an address (`https://…`) is one, too. In addition, trailers
  /// with well-known names right after other text count: `Note: this is prose.` does not.
  /// - Returns: The end when there are no trailers.
  private static func startOfTrailers(_ lines: ArraySlice<Substring>) -> Int {
    var (trailers, others, continued) = (0, 0, 0)
    var (hasGits, isKnown, hasTrailer) = (false, false, false)
    var first = lines.endIndex
    // The start of the last lines that are all trailers with words for names.
    var (run, isRun) = (lines.endIndex, true)
    var index = lines.endIndex
    while index > lines.startIndex, !isBlank(lines[index - 1]) {
      index -= 1
      let line = lines[index]
      let name = trailer(line)?.name
      if name != nil || isOfCherryPick(line) || isAddress(line) {
        trailers += 1
        continued = 0
        hasTrailer = hasTrailer || name != nil
        hasGits = hasGits || isOfCherryPick(line) || line.utf8.starts(with: "Signed-off-by: ".utf8)
        first = index
        isRun = isRun && others == 0 && (name.map(isWord) ?? isOfCherryPick(line))
        if isRun {
          run = index
          isKnown = isKnown || isWellKnown(line)
        }
      } else if isIndented(line) {
        continued += 1
      } else {
        others += continued + (isComment(line) ? 0 : 1)
        continued = 0
      }
    }
    others += continued
    if !hasTrailer { return lines.endIndex }
    if hasGits ? trailers * 3 >= others : others == 0 { return first }
    return isKnown ? run : lines.endIndex
  }

  /// `Name: value` and `BREAKING CHANGE: value`; like git's `trailer.c`, accepts letters, digits
  /// and `-`, by bytes. The value may be empty. An address is not a trailer.
  static func trailer(_ line: Substring) -> (name: Substring, value: Substring)? {
    let bytes = line.utf8
    let word = bytes.prefix { isOfName($0) }
    let breaking = ["BREAKING CHANGE", "BREAKING-CHANGE"].first { bytes.starts(with: $0.utf8) }
    let name = breaking.map { bytes.prefix($0.utf8.count) } ?? word
    if name.isEmpty || isAddress(line) { return nil }
    let rest = bytes.dropFirst(name.count)
    // git also accepts blanks before the colon.
    let colon = rest.drop { isBlank($0) }
    let isColon = colon.first == UInt8(ascii: ":")
    guard isColon || breaking == nil && rest.starts(with: " #".utf8) else { return nil }
    return (Substring(name), Substring((isColon ? colon : rest).dropFirst().drop { isBlank($0) }))
  }

  /// Whether a line begins with an address, as `https://…`.
  private static func isAddress(_ line: Substring) -> Bool {
    let rest = line.utf8.drop { isOfName($0) }
    return rest.startIndex > line.startIndex && rest.starts(with: "://".utf8)
  }

  /// Whether the name of a trailer begins with a letter.
  private static func isWord(_ name: Substring) -> Bool {
    name.utf8.first.map { $0 > UInt8(ascii: "9") } ?? false
  }

  /// The trailers with their values, each unfolded onto one line as git does.
  static func trailers(_ footers: [Substring]) -> [(name: Substring, value: Substring)] {
    var trailers: [(name: Substring, value: Substring)] = []
    for line in footers {
      if let trailer = trailer(line) {
        trailers.append(trailer)
      } else if isIndented(line), let last = trailers.indices.last {
        let more = Substring(line.utf8.drop { isBlank($0) })
        trailers[last].value += trailers[last].value.isEmpty ? more : " " + more
      }
    }
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
      scalar.properties.isWhitespace || scalar == "\u{FEFF}"
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
    func word(behind start: String) -> Substring.UTF8View? {
      guard line.utf8.starts(with: start.utf8) else { return nil }
      return line.utf8.dropFirst(start.utf8.count).prefix { $0 != UInt8(ascii: " ") }
    }
    if let word = word(behind: "This reverts commit ") ?? word(behind: "This reverts commits ") {
      let id = word.prefix { hexadecimal.contains($0) }
      return 7...64 ~= id.count && !(word.dropFirst(id.count).first.map(isOfName) ?? false)
    }
    guard let word = word(behind: "Reverts ") ?? word(behind: "This reverts merge request "),
      let sign = word.firstIndex(where: { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "!") })
    else { return false }
    return word[sign...].dropFirst().first.map { 0x30...0x39 ~= $0 } ?? false
  }

  private static let hexadecimal = Array("0123456789abcdefABCDEF".utf8)

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Whether git takes a byte for white space (`isspace` of its `ctype.c`).
  private static func isBlank(_ byte: UInt8) -> Bool { " \t\n\r".utf8.contains(byte) }

  private static func isBlank(_ line: Substring) -> Bool { line.utf8.allSatisfy { isBlank($0) } }

  private static func isIndented(_ line: Substring) -> Bool {
    line.utf8.first.map { isBlank($0) } ?? false
  }

  /// A comment by git's default character; `core.commentChar` can set another.
  private static func isComment(_ line: Substring) -> Bool { line.utf8.first == UInt8(ascii: "#") }

  /// The line that `git cherry-pick -x` writes among the trailers.
  private static func isOfCherryPick(_ line: Substring) -> Bool {
    line.hasPrefix("(cherry picked from commit ")
  }

  private static func isWellKnown(_ line: Substring) -> Bool {
    guard let name = trailer(line)?.name else { return false }
    return isOfTools(name) || name.lowercased().hasPrefix("breaking")
  }

  /// Whether the value of a trailer is no text: people, or the id that Gerrit gives to a change.
  fileprivate static func isOfTools(_ name: Substring) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix("-by") || name == "change-id" || name == "cc"
  }
}

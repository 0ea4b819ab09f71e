import CIModel

/// A message that will be part of the history: of an own commit or, where pull requests are
/// squashed, the title and the description.
struct LandingMessage: Sendable {
  /// What it is called in findings: `commit 0a1b2c3d`.
  var name: String
  var subject: String
  /// The lines after the subject, without trailers and the blank lines around; `nil` when they are
  /// not known.
  var body: [Substring]?
  /// Trailers at the end (`Signed-off-by: Ada <ada@example.com>`) and notes of `git cherry-pick -x`; a line
  /// that continues one begins with white space.
  var footers: [Substring]
  /// Whether there is a blank line between subject and rest.
  var hasBlankSecondLine: Bool
  /// Whether there is a blank line before the trailers, or nothing to separate them from.
  var hasBlankLineBeforeFooters: Bool
  /// `nil` for a pull request.
  var commit: Commit?

  init(_ commit: Commit) {
    self.init(
      name: commit.isDraft ? "the message" : "commit \(commit.id.prefix(8))",
      subject: commit.subject, text: commit.body,
      hasBlankSecondLine: commit.hasBlankSecondLine)
    self.commit = commit
  }

  init(name: String, subject: String, text: String?, hasBlankSecondLine: Bool = true) {
    self.name = name
    self.subject = subject
    self.hasBlankSecondLine = hasBlankSecondLine
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
  }

  /// The names and values of the trailers, names as written.
  var trailers: [(name: Substring, value: Substring)] { MessageParts.trailers(footers) }

  /// Whether git or a service wrote the message for a change that takes another one back: `This reverts
  /// commit 0a1b2c3d….`, `Reverts owner/name#12`.
  var isRevert: Bool {
    guard CommitKind.of(subject: subject) == .revert, let body else { return false }
    return body.contains { $0.hasPrefix("This reverts commit ") || $0.hasPrefix("Reverts ") }
  }

  /// The same, or its text is not known.
  var mayBeRevert: Bool {
    body == nil ? CommitKind.of(subject: subject) == .revert : isRevert
  }

  /// As git shows it (`%s`): all lines before the first blank one.
  var wholeSubject: String {
    if hasBlankSecondLine { return subject }
    let lines = (body ?? []).prefix { line in !line.allSatisfy(\.isWhitespace) }
    return ([subject[...]] + lines).joined(separator: " ")
  }

  /// `commit 0a1b2c3d "Add a parser"`; of a long subject its beginning.
  var title: String { "\(name) \"\(shownSubject(subject))\"" }
}

/// A subject as findings quote it: at most 200 bytes, so that it does not push out what is wrong.
func shownSubject(_ subject: some StringProtocol) -> String {
  guard subject.utf8.count > 200 else { return String(subject) }
  return String(decoding: subject.utf8.prefix(200), as: UTF8.self) + "…"
}

/// The text after the subject, taken apart.
struct MessageParts {
  var body: [Substring]
  /// Trailers with the lines that continue them, and notes of `git cherry-pick -x`.
  var footers: [Substring] = []
  /// Whether a blank line stands before the footers, or nothing does.
  var isSeparated: Bool

  init(_ text: String) {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { line in Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line) }
    let end = Self.endOfText(lines)
    let start = Self.startOfTrailers(lines[..<end])
    isSeparated = start == end || start == 0 || Self.isBlank(lines[start - 1])
    body = Array(lines[..<start])
    // What continues a trailer without a value of its own is text, too: a list below `Changes:`.
    var (isTrailer, isText) = (false, true)
    for line in lines[start..<end] {
      if let trailer = Self.trailer(line) {
        (isTrailer, isText) = (true, trailer.value.isEmpty)
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

  private static func trimmed(_ lines: [Substring]) -> [Substring] {
    func hasWords(_ line: Substring) -> Bool { !line.allSatisfy(\.isWhitespace) }
    guard let first = lines.firstIndex(where: hasWords), let last = lines.lastIndex(where: hasWords)
    else { return [] }
    return Array(lines[first...last])
  }

  /// Where what git does not look at begins (`ignored_log_message_bytes` of its `commit.c`): what `git commit
  /// --verbose` cuts off, and at the end comments and the list of conflicts; blank lines before it as well.
  private static func endOfText(_ lines: [Substring]) -> Int {
    var end = lines.firstIndex { $0 == scissors } ?? lines.count
    var conflicts: Int?
    while end > 0 {
      let line = lines[end - 1]
      if line == "Conflicts:" {
        conflicts = nil
      } else if isBlank(line) || isComment(line) {
        // Goes with what stands around it.
      } else if line.utf8.first == UInt8(ascii: "\t") {
        // It counts only where the heading comes above it.
        conflicts = conflicts ?? end
      } else {
        break
      }
      end -= 1
    }
    return conflicts ?? end
  }

  private static let scissors = "# ------------------------ >8 ------------------------"

  /// The first trailer of the last paragraph, by the rules of git (`find_trailer_block_start` of its
  /// `trailer.c`): all its lines are trailers or continue one, or a quarter of them and one is git's own. Beyond
  /// that, trailers with well-known names right behind other text count: `Note: this is prose.` does not.
  /// - Returns: The end when there is none.
  private static func startOfTrailers(_ lines: ArraySlice<Substring>) -> Int {
    var (trailers, others, continued) = (0, 0, 0)
    var (hasGits, isKnown, hasTrailer) = (false, false, false)
    var first = lines.endIndex
    // As long as all lines are trailers.
    var run = lines.endIndex
    var index = lines.endIndex
    while index > lines.startIndex, !isBlank(lines[index - 1]) {
      index -= 1
      let line = lines[index]
      if trailer(line) != nil || isOfCherryPick(line) {
        trailers += 1
        continued = 0
        hasTrailer = hasTrailer || !isOfCherryPick(line)
        hasGits = hasGits || isOfCherryPick(line) || line.utf8.starts(with: "Signed-off-by: ".utf8)
        first = index
        if others == 0 {
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

  /// `Name: value` and `BREAKING CHANGE: value`; git's `trailer.c` takes letters, digits and `-`, by bytes. The
  /// value may be empty.
  static func trailer(_ line: Substring) -> (name: Substring, value: Substring)? {
    let bytes = line.utf8
    let word = bytes.prefix { isOfName($0) }
    let breaking = ["BREAKING CHANGE", "BREAKING-CHANGE"].first { bytes.starts(with: $0.utf8) }
    let name = breaking.map { bytes.prefix($0.utf8.count) } ?? word
    guard name.first.map({ $0 > UInt8(ascii: "9") }) ?? false else { return nil }
    let rest = bytes.dropFirst(name.count)
    // git takes blanks before the colon, too.
    let colon = rest.drop { isBlank($0) }
    let isColon = colon.first == UInt8(ascii: ":")
    guard isColon || breaking == nil && rest.starts(with: " #".utf8) else { return nil }
    // An address is no trailer (`https://…`).
    guard !rest.starts(with: "://".utf8) else { return nil }
    return (Substring(name), Substring((isColon ? colon : rest).dropFirst().drop { isBlank($0) }))
  }

  /// Trailers with their values, each on one line, as git unfolds them.
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

  static func tellsBreaking(_ line: Substring) -> Bool {
    trailer(line).map { $0.name.hasPrefix("BREAKING") && !$0.value.isEmpty } ?? false
  }

  /// What release tools take for one, wherever it stands (`getNotesRegex` of conventional-commits-parser):
  /// `| Breaking change no more a`.
  static func isNoteOfBreaking(_ line: Substring) -> Bool {
    let text = line.utf8.drop { isBlank($0) || "|*".utf8.contains($0) }
    let key = Array("breaking change".utf8)
    let words = text.prefix(key.count).map { $0 == UInt8(ascii: "-") ? 0x20 : $0 | 0x20 }
    guard words == key, let next = text.dropFirst(key.count).first else { return false }
    return next == UInt8(ascii: ":") || isBlank(next)
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D) ~= byte }

  private static func isBlank(_ line: Substring) -> Bool { line.utf8.allSatisfy { isBlank($0) } }

  private static func isIndented(_ line: Substring) -> Bool {
    line.utf8.first.map { isBlank($0) } ?? false
  }

  /// By git's default character; `core.commentChar` can set another.
  private static func isComment(_ line: Substring) -> Bool { line.utf8.first == UInt8(ascii: "#") }

  /// What `git cherry-pick -x` writes among the trailers.
  private static func isOfCherryPick(_ line: Substring) -> Bool {
    line.hasPrefix("(cherry picked from commit ")
  }

  private static func isWellKnown(_ line: Substring) -> Bool {
    guard let name = trailer(line)?.name.lowercased() else { return false }
    return name.hasSuffix("-by") || name.hasPrefix("breaking") || name == "change-id"
      || name == "cc"
  }
}

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
  /// The last paragraph when it holds trailers (`Signed-off-by: Ada <ada@example.com>`) and nothing
  /// else but the note of `git cherry-pick -x`; a continued line begins with white space.
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
  var trailers: [(name: Substring, value: Substring)] {
    footers.compactMap { MessageParts.trailer($0) }
  }

  func hasTrailer(_ name: String) -> Bool {
    let name = name.lowercased()
    return trailers.contains { $0.name.lowercased() == name }
  }

  /// Whether git or a service wrote the message for a change that takes another one back: `This reverts
  /// commit 0a1b2c3d….`, `Reverts owner/name#12`.
  var isRevert: Bool {
    guard CommitKind.of(subject: subject) == .revert, let body else { return false }
    return body.contains { $0.hasPrefix("This reverts commit ") || $0.hasPrefix("Reverts ") }
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
  var footers: [Substring]
  /// Whether a blank line stands before the footers, or nothing does.
  var isSeparated: Bool

  init(_ text: String) {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { line in Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line) }
    func trim() {
      while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    }
    trim()
    // From the end up, as long as lines are trailers or continue one.
    var start = lines.count
    var index = lines.count
    while index > 0 {
      let line = lines[index - 1]
      if Self.trailer(line) != nil || Self.isOfCherryPick(line) {
        start = index - 1
      } else if !(line.utf8.first.map { Self.isBlank($0) } ?? false)
        || line.allSatisfy(\.isWhitespace)
      {
        break
      }
      index -= 1
    }
    footers = Array(lines[start...])
    if footers.allSatisfy({ Self.trailer($0) == nil }) {
      footers = []
      start = lines.count
    }
    let isFollowingText = start > 0 && !lines[start - 1].allSatisfy(\.isWhitespace)
    // `Note: this is prose.` in the last paragraph is no trailer; a name that git knows is.
    if isFollowingText, !footers.contains(where: { Self.isWellKnown($0) }) {
      footers = []
      start = lines.count
    }
    isSeparated = footers.isEmpty || !isFollowingText
    lines.removeSubrange(start...)
    trim()
    body = Array(lines.drop { $0.allSatisfy(\.isWhitespace) })
  }

  /// `Name: value` and `BREAKING CHANGE: value`; git's `trailer.c` takes letters, digits and `-`, by bytes.
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
    let value = (isColon ? colon : rest).dropFirst().drop { isBlank($0) }
    // An address is no trailer (`https://…`).
    guard !value.isEmpty, !rest.starts(with: "://".utf8) else { return nil }
    return (Substring(name), Substring(value))
  }

  static func tellsBreaking(_ line: Substring) -> Bool {
    trailer(line)?.name.hasPrefix("BREAKING") ?? false
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

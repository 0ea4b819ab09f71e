/// Where the lines of the body and of the trailers are in the text after a subject.
///
/// It goes by bytes, because a message can consist of very many short lines.
struct MessageLayout {
  private(set) var body: [Range<Int>] = []
  /// Trailers with their continuation lines, and notes of `git cherry-pick -x`.
  private(set) var footers: [Range<Int>] = []
  /// Whether a blank line separates the footers from the body; also `true` when either is missing.
  let isSeparated: Bool

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    let fed = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let end = Self.endOfText(fed.map { MessageLine($0) })
    let lines = fed.map { MessageLine($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0) }
    let start = Self.startOfTrailers(lines[..<end])
    isSeparated = start == end || start == 0 || lines[start - 1].isBlank
    body = lines[..<start].map(\.range)
    // Lines that continue a trailer with an empty value are also text, as a list below `Changes:`, and
    // so are trailers whose names are no words, as in `1: first`.
    var (isTrailer, isText) = (false, true)
    for line in lines[start..<end] {
      if let trailer = line.trailer {
        (isTrailer, isText) = (true, trailer.lead == line.bytes.count || !line.beginsWithLetter)
      } else if line.isOfCherryPick {
        (isTrailer, isText) = (true, false)
      } else if !line.isIndented {
        (isTrailer, isText) = (false, true)
      }
      if isTrailer { footers.append(line.range) }
      if isText { body.append(line.range) }
    }
    body += lines[end...].map(\.range)
  }

  /// The end of the text that git reads (`ignored_log_message_bytes` of its `commit.c`). Behind it
  /// are the part that `git commit --verbose` cuts off, comments and the list of conflicts at the
  /// end, and the blank lines before these.
  ///
  /// - Parameter lines: The lines with their carriage returns, which git does not pass over.
  private static func endOfText(_ lines: [MessageLine]) -> Int {
    var end = lines.firstIndex { $0.isScissors } ?? lines.count
    var conflicts: Int?
    while end > 0 {
      let line = lines[end - 1]
      if line.isConflicts {
        conflicts = nil
      } else if line.isBlank || line.isComment {
        // Belongs to the lines around it.
      } else if line.bytes.first == UInt8(ascii: "\t") {
        // Counts only if the heading is found above it.
        conflicts = conflicts ?? end
      } else {
        break
      }
      end -= 1
    }
    return conflicts ?? end
  }

  /// The first trailer of the last paragraph, by the rules of git (`find_trailer_block_start` of
  /// its `trailer.c`): all lines are trailers or continue one, or a quarter of them are trailers
  /// and one of these is git's own. There an address (`https://…`) is one, too. In addition, trailers
  /// with well-known names right after other text count: `Note: this is prose.` does not.
  /// - Returns: The end when there are no trailers.
  private static func startOfTrailers(_ lines: ArraySlice<MessageLine>) -> Int {
    var (trailers, others, continued) = (0, 0, 0)
    var (hasGits, isKnown, hasTrailer) = (false, false, false)
    var first = lines.endIndex
    // The start of the last lines that are all trailers with words for names.
    var (run, isRun) = (lines.endIndex, true)
    var index = lines.endIndex
    while index > lines.startIndex, !lines[index - 1].isBlank {
      index -= 1
      let line = lines[index]
      if line.isIndented {
        continued += 1
        continue
      }
      let isTrailer = line.trailer != nil
      if isTrailer || line.isOfCherryPick || line.isAddress {
        trailers += 1
        continued = 0
        hasTrailer = hasTrailer || isTrailer
        hasGits = hasGits || line.isOfCherryPick || line.isSignature
        first = index
        isRun = isRun && others == 0 && (isTrailer ? line.beginsWithLetter : line.isOfCherryPick)
        if isRun {
          run = index
          isKnown = isKnown || line.isWellKnown
        }
      } else {
        others += continued + (line.isComment ? 0 : 1)
        continued = 0
      }
    }
    others += continued
    if !hasTrailer { return lines.endIndex }
    if hasGits ? trailers * 3 >= others : others == 0 { return first }
    return isKnown ? run : lines.endIndex
  }
}

/// The bytes of one line of a message.
struct MessageLine {
  let bytes: Slice<UnsafeBufferPointer<UInt8>>

  init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) { self.bytes = bytes }

  private static let breaking = ["BREAKING CHANGE", "BREAKING-CHANGE"].map { Array($0.utf8) }
  private static let cherryPick = Array("(cherry picked from commit ".utf8)
  private static let conflicts = Array("Conflicts:".utf8)
  private static let scissors = Array(
    "# ------------------------ >8 ------------------------".utf8)
  private static let signature = Array("Signed-off-by: ".utf8)

  var range: Range<Int> { bytes.startIndex..<bytes.endIndex }

  var isBlank: Bool { bytes.allSatisfy(Self.isBlank) }

  var isIndented: Bool { bytes.first.map(Self.isBlank) ?? false }

  /// A comment by git's default character; `core.commentChar` can set another.
  var isComment: Bool { bytes.first == UInt8(ascii: "#") }

  var isScissors: Bool { isComment && bytes.elementsEqual(Self.scissors) }

  var isConflicts: Bool { bytes.elementsEqual(Self.conflicts) }

  var isSignature: Bool { bytes.starts(with: Self.signature) }

  /// The line that `git cherry-pick -x` writes among the trailers.
  var isOfCherryPick: Bool { bytes.starts(with: Self.cherryPick) }

  /// Whether the name of a trailer begins with a letter.
  var beginsWithLetter: Bool { bytes.first.map { $0 > UInt8(ascii: "9") } ?? false }

  /// Whether the line begins with an address, as `https://…`.
  var isAddress: Bool {
    let word = bytes.prefix(while: Self.isOfName)
    return !word.isEmpty && bytes[word.endIndex...].starts(with: "://".utf8)
  }

  var isWellKnown: Bool {
    guard let count = trailer?.name else { return false }
    let name = String(decoding: bytes.prefix(count), as: UTF8.self)
    return MessageParts.isOfTools(name[...]) || name.lowercased().hasPrefix("breaking")
  }

  /// The lengths of the name of a trailer, and of all before its value; see `MessageParts.trailer`.
  var trailer: (name: Int, lead: Int)? {
    guard let first = bytes.first, Self.isOfName(first) else { return nil }
    let breaking =
      first == UInt8(ascii: "B") ? Self.breaking.first { bytes.starts(with: $0) } : nil
    let name = breaking?.count ?? bytes.prefix(while: Self.isOfName).count
    let rest = bytes.dropFirst(name)
    // git also accepts blanks before the colon.
    let colon = rest.drop(while: Self.isBlank)
    let isColon = colon.first == UInt8(ascii: ":")
    guard isColon || breaking == nil && rest.starts(with: " #".utf8), !isAddress else { return nil }
    let value = (isColon ? colon : rest).dropFirst().drop(while: Self.isBlank)
    return (name, value.startIndex - bytes.startIndex)
  }

  static func isOfName(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-")
  }

  /// Whether git takes a byte for white space (`isspace` of its `ctype.c`).
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}

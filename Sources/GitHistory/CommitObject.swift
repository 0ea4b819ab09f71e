import CIModel

/// A parsed commit object. devtool parses it itself because the walk needs only parents and date,
/// quickly, and because libgit2's parser hides the parents of a shallow boundary since version 1.7.
///
/// Format: `commit.c` of git, `parse_commit_buffer`. The tree comes first, then the parents; git ignores
/// such lines anywhere else.
struct CommitObject: Hashable, Sendable {
  var tree: ObjectID
  var parents: [ObjectID]
  /// Committer date in seconds since 1970; 0 when author and committer do not directly follow the
  /// parents or it cannot be parsed, as in git.
  var date: Int64
  /// The values of the headers that are only needed with the text.
  private var author: ArraySlice<UInt8>?
  private var committer: ArraySlice<UInt8>?
  private var encoding: ArraySlice<UInt8>?
  private var message: ArraySlice<UInt8> = []
  /// Other text that the author may have written into the object.
  private var others: [UInt8] = []
  /// Whether the message or a header was truncated, or which author or committer counts depends on
  /// the program.
  private var isCut = false

  /// The maximum length in bytes of a stored message. The longest ones of the Linux kernel and of
  /// Swift have some 50,000 bytes.
  static let longestMessage = 256 << 10
  /// The maximum length in bytes of each other stored header.
  private static let longestHeader = 4 << 10
  /// The number of bytes of an author or a committer that are always stored.
  private static let usualHeader = 256

  /// - Parameters:
  /// - keepsText: Whether to store author, committer and message, too.
  /// - longestMessage: The maximum length in bytes of the stored message.
  init?(
    _ bytes: UnsafeRawBufferPointer, keepsText: Bool, longestMessage: Int = Self.longestMessage
  ) {
    var position = 0
    guard let tree = CommitObject.id(behind: "tree ", in: bytes, &position) else { return nil }
    self.tree = tree
    parents = []
    while CommitObject.value(of: "parent ", in: bytes[position...]) != nil {
      guard let parent = CommitObject.id(behind: "parent ", in: bytes, &position) else {
        return nil
      }
      parents.append(parent)
    }
    date = CommitObject.date(behindParents: bytes[position...])
    guard keepsText else { return }
    while position < bytes.count {
      var end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      defer { position = end + 1 }
      // An empty line ends the headers.
      if end == position {
        keepMessage(bytes[(end + 1)...], longestMessage)
        break
      }
      let line = bytes[position..<end]
      if let start = CommitObject.startOfSignature(in: line) {
        end = CommitObject.endOfHeader(from: end, in: bytes)
        keepSignature(bytes[position..<end], from: start, longestMessage)
      } else {
        keepHeader(line, longestMessage)
      }
    }
  }

  /// The id in a line of the given key, and moves behind it; `nil` when there is anything else.
  private static func id(
    behind key: StaticString, in bytes: UnsafeRawBufferPointer, _ position: inout Int
  ) -> ObjectID? {
    guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")),
      let id = value(of: key, in: bytes[position..<end]).flatMap({ ObjectID(hex: $0) })
    else { return nil }
    position = end + 1
    return id
  }

  private static func date(behindParents bytes: Slice<UnsafeRawBufferPointer>) -> Int64 {
    let lines = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count > 1, value(of: "author", in: lines[0]) != nil,
      let committer = value(of: "committer", in: lines[1])
    else { return 0 }
    return date(in: committer)
  }

  /// git shows a message only up to its first NUL.
  private mutating func keepMessage(_ bytes: Slice<UnsafeRawBufferPointer>, _ longest: Int) {
    message = kept(bytes, longest)
    guard let end = message.firstIndex(of: 0) else { return }
    keepOther(message[end...], longest)
    message = message[..<end]
  }

  private mutating func keepHeader(_ line: Slice<UnsafeRawBufferPointer>, _ longest: Int) {
    if let value = CommitObject.value(of: "author ", in: line) {
      keepPerson(value, in: \.author, longest)
    } else if let value = CommitObject.value(of: "committer ", in: line) {
      keepPerson(value, in: \.committer, longest)
    } else {
      // If there are several, git uses the first (`find_commit_header`).
      if encoding == nil, let value = CommitObject.value(of: "encoding ", in: line) {
        encoding = kept(value, CommitObject.longestHeader)
      }
      keepOther(line, longest)
    }
  }

  /// `git blame` and GitHub show the first of several, and `%an` of `git log` the last.
  private mutating func keepPerson(
    _ value: Slice<UnsafeRawBufferPointer>,
    in person: WritableKeyPath<CommitObject, ArraySlice<UInt8>?>, _ longest: Int
  ) {
    if self[keyPath: person] != nil {
      isCut = true
      return keepOther(value, longest)
    }
    let kept = kept(value, CommitObject.room(forHeader: longest))
    self[keyPath: person] = kept
    if CommitObject.saysMore(kept) { keepOther(kept, longest) }
  }

  private static func room(forHeader longest: Int) -> Int {
    min(longestHeader, max(usualHeader, longest))
  }

  private mutating func kept(
    _ bytes: Slice<UnsafeRawBufferPointer>, _ most: Int
  ) -> ArraySlice<UInt8> {
    if bytes.count > most { isCut = true }
    return ArraySlice(bytes.prefix(most))
  }

  private mutating func keepOther(_ line: some Collection<UInt8>, _ most: Int) {
    if line.isEmpty { return }
    let room = most - others.count - 1
    if line.count > room { isCut = true }
    guard room > 0 else { return }
    others += line.prefix(room)
    others.append(UInt8(ascii: "\n"))
  }

  /// Whether an author or a committer contains more than a name, an address and a date.
  private static func saysMore(_ value: ArraySlice<UInt8>) -> Bool {
    guard let open = value.firstIndex(of: UInt8(ascii: "<")),
      let close = value[open...].firstIndex(of: UInt8(ascii: ">"))
    else { return true }
    return value[close...].dropFirst().contains { !" +-0123456789".utf8.contains($0) }
  }

  /// The offset of the value of a header that contains a signature; `nil` for other headers.
  private static func startOfSignature(in line: Slice<UnsafeRawBufferPointer>) -> Int? {
    (value(of: "gpgsig ", in: line) ?? value(of: "gpgsig-sha256 ", in: line))?.startIndex
  }

  /// The end of the lines that continue a header: they begin with a blank.
  private static func endOfHeader(from lineEnd: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    var end = lineEnd
    while end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: " ") {
      end = bytes[(end + 1)...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    }
    return end
  }

  /// The maximum size of a header whose lines are checked for a signature, in bytes. A signature has a
  /// few thousand.
  private static let longestSignature = 1 << 20

  /// Keeps only the lines of a signature that a person may have written, such as `Comment: …`. Keeps
  /// the whole header if it contains anything but a signature.
  private mutating func keepSignature(
    _ header: Slice<UnsafeRawBufferPointer>, from start: Int, _ longest: Int
  ) {
    guard header.count <= CommitObject.longestSignature else { return keepOther(header, longest) }
    let lines = header[start...].split(separator: UInt8(ascii: "\n")).map { line in
      line.drop { $0 == 0x20 }
    }
    guard let comments = SignatureArmour.comments(in: lines) else {
      return keepOther(header, longest)
    }
    for line in comments { keepOther(line, longest) }
  }

  /// The number of stored bytes of text beyond the usual length of author and committer.
  var textLength: Int {
    [author, committer].reduce(message.count + others.count) {
      $0 + max(0, ($1?.count ?? 0) - CommitObject.usualHeader)
    }
  }

  /// The commit as rules and reports see it; needs `keepsText`.
  func commit(id: ObjectID) -> Commit {
    let encoding = CommitEncoding(encoding ?? [])
    let (author, committer) = (author ?? [], committer ?? [])
    let decode = { (bytes: ArraySlice<UInt8>) in encoding.decode(bytes).cuttingRunsOfMarks }
    var lines = message.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { CommitObject.trimmingEnd($0) }
    while lines.last?.isEmpty == true { lines.removeLast() }
    let text = lines.drop(while: \.isEmpty)
    let rest = text.dropFirst()
    let body = rest.drop(while: \.isEmpty)
    var commit = Commit(
      id: id.hex, parents: parents.map(\.hex),
      subject: text.first.map(decode) ?? "",
      body: body.map(decode).joined(separator: "\n"),
      author: CommitObject.signature(author, decode),
      committer: CommitObject.signature(committer, decode),
      hasBlankSecondLine: rest.first?.isEmpty ?? true)
    if isCut || !encoding.reads([author, committer, message]) { commit.isCut = true }
    commit.otherText = String(decoding: others, as: UTF8.self)
    return commit
  }

  private static func value(
    of key: StaticString, in line: Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer>? {
    let prefix = UnsafeRawBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    return line.starts(with: prefix) ? line.dropFirst(prefix.count) : nil
  }

  /// An empty line if the line contains only what is a blank for git's `isspace`; else the line without a
  /// final carriage return, but for `marks`.
  private static func trimmingEnd(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    if line.allSatisfy(isBlank) { return [] }
    guard line.last == 0x0D, !marks.contains(where: { $0.elementsEqual(line.dropLast()) }) else {
      return line
    }
    return line.dropLast()
  }

  /// Lines behind which git reads no trailers, unless a carriage return ends them.
  private static let marks = [
    "# ------------------------ >8 ------------------------", "Conflicts:",
  ]
  .map { Array($0.utf8) }

  /// Seconds since 1970 after the last `>`, as parsed by `split_ident_line` of git's `ident.c`.
  private static func date(in line: some BidirectionalCollection<UInt8>) -> Int64 {
    guard let close = line.lastIndex(of: UInt8(ascii: ">")) else { return 0 }
    var value: Int64 = 0
    for byte in line[line.index(after: close)...].drop(while: { $0 == 0x20 }) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { break }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
      // This is the last second of the year 9999, the latest that ISO 8601 can represent.
      if value > 253_402_300_799 { return 253_402_300_799 }
    }
    return value
  }

  private static func signature(
    _ line: ArraySlice<UInt8>, _ decode: (ArraySlice<UInt8>) -> String
  ) -> Commit.Signature {
    let open = line.firstIndex(of: UInt8(ascii: "<")) ?? line.endIndex
    let afterOpen = open < line.endIndex ? line[(open + 1)...] : []
    let close = afterOpen.firstIndex(of: UInt8(ascii: ">")) ?? afterOpen.endIndex
    var name = line[..<open]
    while name.last == 0x20 { name.removeLast() }
    return Commit.Signature(
      name: decode(name), email: decode(afterOpen[..<close]),
      date: Timestamp(secondsSinceEpoch: date(in: line)))
  }
}

import CIModel
import TestSupport
import Testing

@testable import GitHistory

struct CommitTests {
  @Test(arguments: [
    ("subject", "subject", "", true),
    ("subject\n", "subject", "", true),
    ("subject\n\nbody\n", "subject", "body", true),
    ("subject\n\none\n\n two\n\n\n", "subject", "one\n\n two", true),
    ("subject\nrun on\n\nbody\n", "subject", "run on\n\nbody", false),
    ("subject\n \t\nbody\n", "subject", "body", true),
    ("subject\n\u{C}\nbody\n", "subject", "\u{C}\nbody", false),
    ("subject\n\u{B}\nbody\n", "subject", "\u{B}\nbody", false),
    (
      "e" + String(repeating: "\u{301}\u{316}", count: 4_000),
      "e" + String(repeating: "\u{301}\u{316}", count: 32), "", true
    ),
    ("subject\r\n\r\nbody\r\nmore\r\n", "subject", "body\nmore", true),
    ("subject\n\nbody\r\nConflicts:\r\n\ta\r\n", "subject", "body\nConflicts:\r\n\ta", true),
    ("subject\n\nbody\\000\nDevtool-Ignore: secrets unseen\n", "subject", "body", true),
    ("\n\nsubject\n\nbody", "subject", "body", true),
    ("", "", "", true),
    ("ünï ✓\n\n日本", "ünï ✓", "日本", true),
  ])
  func splitsTheMessage(
    message: String, subject: String, body: String, hasBlankSecondLine: Bool
  ) throws {
    let commit = try commit(
      header: "author Ada <ada@example.com> 1767323045 +0100\n", message: message)
    #expect(commit.subject == subject)
    #expect(commit.body == body)
    #expect(commit.hasBlankSecondLine == hasBlankSecondLine)
  }

  @Test(arguments: [
    (
      "Ada Lovelace <ada@example.com> 1767323045 +0100", "Ada Lovelace", "ada@example.com",
      "2026-01-02T03:04:05Z"
    ),
    ("A > B <a@b> 0 +0000", "A > B", "a@b", "1970-01-01T00:00:00Z"),
    (" <> 1 +0000", "", "", "1970-01-01T00:00:01Z"),
    ("X <x> 999999999999999 +0000", "X", "x", "9999-12-31T23:59:59Z"),
  ])
  func readsTheSignature(line: String, name: String, email: String, date: String) throws {
    let commit = try commit(header: "author \(line)\n", message: "x")
    #expect(commit.author.name == name)
    #expect(commit.author.email == email)
    #expect(commit.author.date.iso8601 == date)
    #expect(commit.committer.name == "Grace")
  }

  @Test func readsLatin1AndMarksOtherBytes() throws {
    let author = "author Ada <a> 0 +0000\n"
    let latin = try commit(
      header: author, laterHeader: "encoding ISO-8859-1\n", message: "gr\\374n")
    #expect(latin.subject == "grün")
    let unknown = try commit(header: author, message: "gr\\374n")
    #expect(unknown.subject == "gr\u{FFFD}n")
  }

  @Test(arguments: [
    ("ISO-8859-15", "\\244", "€", false), ("iso-8859-1 ", "\\374", "ü", false),
    ("cp1252", "\\200", "€", false), ("windows-1252", "\\374", "ü", false),
    ("KOI8-R", "\\374", "\u{FFFD}", true),
    ("latin-greek-1", "a", "a", true), ("latin1", "a", "a", false),
    ("GBK", "\\243\\367", "\u{FFFD}\u{FFFD}", true),
    ("GBK", "a", "a", false), ("us-ascii", "\\374", "\u{FFFD}", false),
  ])
  func encodingsOfOtherBytes(name: String, bytes: String, text: String, isCut: Bool) throws {
    let commit = try commit(
      header: "author Ada <a> 0 +0000\n", laterHeader: "encoding \(name)\n", message: bytes)
    #expect(commit.subject == text)
    #expect((commit.isCut == true) == isCut)
  }

  /// Of an encoding in which ASCII is something else, the words are not known.
  @Test(arguments: [
    ("UTF-7", true), ("utf-16", true), ("ISO-2022-JP", true), ("IBM037", true), ("x", true),
    ("UTF-7\nencoding UTF-8", true), ("UTF-8\nencoding UTF-7", false),
    ("UTF-8", false), ("ISO-8859-15", false), ("windows-1252", false), ("EUC-JP", false),
  ])
  func encodingsThatHideWords(name: String, isCut: Bool) throws {
    let commit = try commit(
      header: "author Ada <a> 0 +0000\n", laterHeader: "encoding \(name)\n", message: "a")
    #expect((commit.isCut == true) == isCut)
  }

  /// No more is kept of a message and of a header than what people write, and that is said.
  @Test(arguments: [
    (10, 10, false), (262_142, 10, false), (262_143, 10, true), (2_000_000, 10, true),
    (10, 5_000, true),
  ])
  func keepsSoMuchAndNoMore(body: Int, name: Int, isCut: Bool) throws {
    let commit = try commit(
      header: "author \(String(repeating: "A", count: name)) <a> 0 +0000\n",
      message: "x\n" + String(repeating: "y", count: body))
    #expect(commit.isCut == (isCut ? true : nil))
    #expect(commit.body.utf8.count == min(body, 262_142))
    #expect(commit.author.name.utf8.count == min(name, 4_096))
    #expect(commit.committer.name == "Grace")
  }

  /// Names that are longer than those of people take from what is kept of all messages.
  @Test(arguments: [
    (100, 4_096, 4, false), (1_000, 4_096, 748, false), (5_000, 4_096, 7_940, true),
    (1_000, 500, 748, true), (1_000, 0, 0, true),
  ])
  func longNamesCount(name: Int, room: Int, length: Int, isCut: Bool) throws {
    let id = String(repeating: "0", count: 40)
    let author = String(repeating: "A", count: name - 4) + " <a>"
    let text = "tree \(id)\nauthor \(author)\ncommitter A <a> 0 +0000\n\nx\n\ny"
    let commit = try #require(
      Array(text.utf8).withUnsafeBytes {
        CommitObject($0, keepsText: true, longestMessage: room)
      })
    #expect(commit.textLength == length)
    #expect(commit.commit(id: .emptyTree).isCut == (isCut ? true : nil))
  }

  @Test func skipsHeadersThatItDoesNotKnow() throws {
    let signature = "gpgsig -----BEGIN-----\n parent 1\n \n -----END-----\n"
    let commit = try commit(
      header: "author Ada <a> 0 +0000\n", laterHeader: signature, message: "x\n\ny")
    #expect(commit.subject == "x")
    #expect(commit.body == "y")
    #expect(commit.parents.count == 1)
  }

  /// Whatever somebody may have written into the object, but for what signatures are made of.
  @Test(arguments: [
    ("", "", "x\n\ny", ""), ("note one\n two\n", "", "x", "note one\n two\n"),
    ("", "", "x\\000one\\000two", "\0one\0two\n"),
    (signature("SSH SIGNATURE", ["U1NIU0lHAAAA/+", "AAAA"]), "", "x", ""),
    (signature("PGP SIGNATURE", ["", "iQEzBAABCAAdFi", "AAAA+/==", "=a0/Z"]) + " \n", "", "x", ""),
    (signature("SIGNED MESSAGE", ["MIIEAAAA"]), "", "x", ""),
    (
      signature("PGP SIGNATURE", ["Comment: one", "", "iQEzBAABCAAdFi", "AAAA"]), "", "x",
      "Comment: one\n"
    ),
    ("tree one\nencoding utf-8\n", "", "x", "tree one\nencoding utf-8\n"),
    ("", " one", "x", "Ada <a> 0 +0000 one\n"),
  ])
  func keepsEverythingElse(later: String, behind: String, message: String, other: String) throws {
    let commit = try commit(
      header: "author Ada <a> 0 +0000\(behind)\n", laterHeader: later, message: message)
    #expect(commit.otherText == other)
    #expect(commit.isCut == nil)
  }

  /// Programs differ on which one counts.
  @Test(arguments: ["author", "committer"])
  func theFirstPersonCounts(key: String) throws {
    let commit = try commit(
      header: "author Ada <a> 0 +0000\n", laterHeader: "\(key) B <b> 1 +0000\n", message: "x")
    #expect((commit.author.name, commit.committer.name) == ("Ada", "Grace"))
    #expect(commit.otherText == "B <b> 1 +0000\n")
    #expect(commit.isCut == true)
  }

  /// As `parse_commit_buffer` of git reads them; `1` stands for an id of ones.
  @Test(
    arguments: [
      ("tree 0|parent 1|parent 2|author A <a> 7 +0000|committer A <a> 9 +0000", "1 2", 9),
      ("tree 0|parent 1|author A <a> 7 +0000|committer A <a> 9 +0000|parent 2", "1", 9),
      ("tree 0|parent 1|author A <a> 7 +0000|parent 2|committer A <a> 9 +0000", "1", 0),
      ("tree 0|tree 3|parent 1|author A <a> 7 +0000|committer A <a> 9 +0000", "", 0),
      ("tree 0|note|parent 1", "", 0), ("tree 0", "", 0),
      ("tree 0|author A <a> 7 +0000|committer A <a> 8|committer A <a> 9", "", 8),
      ("tree 0|committer A <a> 9 +0000|author A <a> 7 +0000", "", 0),
      ("parent 1|tree 0", nil, 0), ("author A <a> 7 +0000|tree 0", nil, 0),
      ("tree 0|parent x", nil, 0),
    ] as [(String, String?, Int64)])
  func parentsFollowTheTree(headers: String, parents: String?, date: Int64) {
    let text = headers.split(separator: "|").map { line in
      let words = line.split(separator: " ")
      guard let id = words.last, words.count == 2, id.utf8.allSatisfy({ $0 < 0x3A }) else {
        return String(line)
      }
      return "\(words[0]) " + String(repeating: String(id), count: 40)
    }.joined(separator: "\n")
    for keepsText in [true, false] {
      let commit = Array("\(text)\n\nx\n".utf8).withUnsafeBytes {
        CommitObject($0, keepsText: keepsText)
      }
      #expect(commit?.parents.map { String($0.hex.prefix(1)) }.joined(separator: " ") == parents)
      #expect(commit?.tree.hex.prefix(1) == (parents == nil ? nil : "0"))
      #expect(commit?.date ?? 0 == date)
    }
  }

  /// A line behind the committer must not move the merge base to a newer commit of the base.
  @Test func aParentBehindTheCommitterIsNone() throws {
    let repository = try ScratchRepository()
    let first = try repository.commit("B0", ["a": "1\n"])
    let second = try repository.commit("B1", ["a": "2\n"])
    try repository.commit("B2", ["a": "1\n"])
    let tree = try repository.git("rev-parse", "\(second)^{tree}")
    let person = "A <a> 1800000000 +0000"
    try repository.directory.write(
      "tree \(tree)\nparent \(first)\nauthor \(person)\ncommitter \(person)\nparent \(second)\n\nx\n",
      to: "object")
    let id = try repository.shell("git hash-object -t commit -w object").filter { !$0.isNewline }
    let changes = try repository.changes("main", id)
    #expect(changes.mergeBase == first)
    #expect(changes.files.map(\.path) == ["a"])
    #expect(changes.commits.map(\.isMerge) == [false])
    #expect(try repository.git("merge-base", "main", id) == first)
  }

  /// What is no signature in its usual form.
  @Test(arguments: [
    "gpgsig AAAA\n BBBB\n", "gpgsigAAAA BBBB\n", "gpgsig \n AAAA\n",
    signature("RSA PRIVATE " + "KEY", ["MIIEAAAA", "AAAA"]),
    signature("PGP SIGNATURE", ["-----BEGIN PRIVATE " + "KEY-----", "MIIEAAAA"]),
    signature("PGP SIGNATURE", ["iQEzBAABCAAdFi", "AAAA", "iQEzBAABCAAdFi"]),
    signature("PGP SIGNATURE", ["iQEzBAABCAAdFi"]).replacing("END PGP", with: "END SSH"),
    signature("PGP SIGNATURE", ["iQEz"]) + " AAAA\n", signature("PGP SIGNATURE", []),
    signature("PGP SIGNATURE", ["iQEz", "Comment: one"]), "gpgsig -----BEGIN PGP SIGNATURE-----\n",
  ])
  func keepsWhatIsNoSignature(header: String) throws {
    let commit = try commit(
      header: "author Ada <a> 0 +0000\n", laterHeader: header, message: "x\n\ny")
    #expect(commit.otherText == header)
    #expect((commit.subject, commit.body) == ("x", "y"))
  }

  /// One that is as long counts as text, of which the beginning is kept.
  @Test func aLongSignatureIsNotRead() throws {
    let lines = Array(repeating: String(repeating: "A", count: 64), count: 20_000)
    let header = Self.signature("PGP SIGNATURE", ["iQEz"] + lines)
    let commit = try commit(
      header: "author Ada <a> 0 +0000\n", laterHeader: header, message: "x\n\ny")
    #expect(commit.isCut == true)
    #expect(!commit.otherText.isEmpty)
  }

  /// A few kilobytes of a pack can contain any number of long commits.
  @Test(arguments: [
    ("", 8_000, true), ("", 9_000, false), ("gpgsig", 8_000, true), ("gpgsig", 9_000, false),
  ])
  func longCommitsTakeRoom(header: String, length: Int, isRead: Bool) throws {
    let repository = try ScratchRepository()
    let text = String(repeating: "A", count: length)
    let signature = header.isEmpty ? "" : "\(header) \(text)\n"
    try repository.directory.write(
      "tree \(ObjectID.emptyTree.hex)\nauthor A <a> 0 +0000\ncommitter A <a> 0 +0000\n\(signature)"
        + "\nx\n\n\(header.isEmpty ? text : "")", to: "object")
    let id = try repository.shell("git hash-object -t commit -w --literally object")
      .filter { !$0.isNewline }
    let opened = try repository.open()
    opened.roomForCommits = 500
    let object = try #require(ObjectID(hex: id))
    if isRead {
      _ = try opened.commit(object)
    } else {
      let error = #expect(throws: GitError.self) { try opened.commit(object) }
      #expect(error?.help == "Make the change smaller, or split it into several.")
    }
  }

  private static func signature(_ label: String, _ lines: [String]) -> String {
    let all = ["-----BEGIN \(label)-----"] + lines + ["-----END \(label)-----"]
    return "gpgsig " + all.joined(separator: "\n ") + "\n"
  }

  @Test func equalDatesAreOrderedByID() throws {
    let repository = try ScratchRepository()
    try repository.commit("root", ["a": "1\n"])
    for name in ["x", "y", "z"] {
      try repository.git("checkout", "-q", "-b", name, "main")
      try repository.commit(name, [name: "1\n"])
    }
    try repository.git("checkout", "-q", "-b", "topic", "main")
    try repository.git("merge", "-q", "--no-edit", "x", "y", "z")
    let ids = try repository.changes("main", "topic").commits.dropLast().map(\.id)
    #expect(ids == ids.sorted())
  }

  /// Writes a commit object byte by byte and reads it back; `\374` in the message is one byte.
  private func commit(
    header: String, laterHeader: String = "", message: String
  ) throws -> Commit {
    let repository = try ScratchRepository()
    let parent = try repository.commit("root", ["a": "1\n"])
    let tree = try repository.git("rev-parse", "HEAD^{tree}")
    let text =
      "tree \(tree)\nparent \(parent)\n\(header)"
      + "committer Grace <g@example.com> 1767323045 +0000\n\(laterHeader)\n"
    try repository.directory.write(text, to: "header")
    try repository.directory.write(message, to: "message")
    let id = try repository.shell(
      """
      { cat header; case $(cat message) in *\\\\*) printf "$(cat message)" ;; \
      *) cat message ;; esac; } > object
      git hash-object -t commit -w --literally object
      """
    ).filter { !$0.isNewline }
    return try #require(try repository.changes(parent, id).commits.first)
  }
}

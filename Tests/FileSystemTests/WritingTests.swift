import FileSystem
import TestSupport
import Testing

@Suite struct WritingTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func path(_ name: String) -> String { "\(scratch.path)/\(name)" }

  @Test func replacesAFileAsAWhole() throws {
    try writeFile(path("file"), Array("one".utf8))
    try writeFile(path("file"), Array("two".utf8), isDurable: false)
    #expect(try scratch.read("file") == "two")
    #expect(folderContents(scratch.path) == ["file"])
    #expect(throws: FileError.self) { try writeFile(path("no/file"), []) }
  }

  @Test func aLinkIsReplaced() throws {
    try scratch.write("kept", to: "target")
    try makeLink(path("link"), to: "target")
    try writeFile(path("link"), Array("new".utf8))
    #expect(try scratch.read("target") == "kept")
    #expect(try scratch.read("link") == "new")
  }

  @Test func aFolderIsNotReplaced() throws {
    try scratch.write("kept", to: "folder/file")
    #expect(throws: FileError(.write, path("folder"), .isFolder)) {
      try writeFile(path("folder"), [])
    }
    #expect(folderContents(scratch.path) == ["folder"])
  }

  /// What cannot be written to the end leaves the old file, and nothing beside it.
  @Test func whatFailsLeavesEverythingAsItWas() throws {
    try scratch.write("old", to: "folder/file")
    let failure = FileError(.read, "source", .damaged)
    #expect(throws: failure) {
      try writeFile("folder/file", below: scratch.path) { file throws(FileError) in
        try file.write(Array("half".utf8))
        throw failure
      }
    }
    #expect(try scratch.read("folder/file") == "old")
    #expect(folderContents(path("folder")) == ["file"])
  }

  @Test func writesBelowAFolderWithoutLinks() throws {
    try scratch.write("", to: "elsewhere/file")
    try makeLink(path("link"), to: "elsewhere")
    #expect(throws: FileError(.write, path("link"), .isLink)) {
      try writeFile("link/new", below: scratch.path) { _ in }
    }
    #expect(throws: FileError.self) { try writeFile("../new", below: scratch.path) { _ in } }
    try writeFile("a/b/new", below: scratch.path, permissions: 0o700) { file throws(FileError) in
      try file.write(Array("content".utf8))
    }
    #expect(try scratch.read("a/b/new") == "content")
    #expect(FileStatus(path("a/b/new"))?.permissions == 0o700)
    #expect(folderContents(path("elsewhere")) == ["file"])
  }

  @Test func createsAFileOnce() throws {
    try createFile(path("key"), [1], permissions: 0o600)
    #expect(throws: FileError.self) { try createFile(path("key"), [2], permissions: 0o600) }
    #expect(try readFile(path("key")) == [1])
    #expect(FileStatus(path("key"))?.permissions == 0o600)
    #expect(folderContents(scratch.path) == ["key"])
  }

  @Test(arguments: [
    (OpenFile.Purpose.overwrite, "new"), (.append, "oldernew"), (.update, "newer"),
    (.rewrite, "new"),
  ])
  func opensToWrite(purpose: OpenFile.Purpose, expected: String) throws {
    try OpenFile(path("made"), to: purpose).close()
    #expect(try scratch.read("made") == "")
    try scratch.write("older", to: "file")
    let file = try OpenFile(path("file"), to: purpose)
    try file.write(Array("new".utf8))
    try file.close()
    #expect(try scratch.read("file") == expected)
    #expect(throws: FileError.self) { try OpenFile(path("no/file"), to: purpose).close() }
  }

  @Test func aNewFileIsNew() throws {
    let file = try OpenFile(path("file"), to: .create, permissions: 0o600)
    try Array("abc".utf8).withUnsafeBytes { try file.write($0, at: 2) }
    file.skip(1)
    try file.write([1])
    try file.truncate(to: 6)
    #expect(try readFile(path("file")) == [0, 1, 97, 98, 99, 0])
    #expect(file.status?.permissions == 0o600)
    try makeLink(path("link"), to: "nowhere")
    for name in ["file", "link"] {
      #expect(throws: FileError.self) { try OpenFile(path(name), to: .create).close() }
    }
    #expect(!fileExists(path("nowhere")))
  }

  @Test func oneLocksAtATime() throws {
    let first = try OpenFile(path("lock"), to: .update)
    let second = try OpenFile(path("lock"), to: .update)
    #expect(try first.lock())
    #expect(try !second.lock())
    first.unlock()
    #expect(try second.lock())
    try second.close()
    #expect(try first.lock())
  }

  @Test func renamesAndRemoves() throws {
    try scratch.write("x", to: "a")
    try scratch.write("y", to: "b")
    try renameFile(path("a"), path("b"))
    #expect(try scratch.read("b") == "x")
    #expect(throws: FileError(.write, path("b"), .noSuchFile)) {
      try renameFile(path("a"), path("b"))
    }
    #expect(removeFile(path("b")))
    #expect(!removeFile(path("b")))
    #expect(!removeFile(scratch.path))
    #expect(isMissing(path("b")))
    #expect(!isMissing(scratch.path))
  }

  @Test func linksSayWhereTheyLead() throws {
    try makeLink(path("link"), to: "some/where")
    #expect(linkTarget(path("link")) == "some/where")
    #expect(linkTarget(scratch.path) == nil)
    #expect(throws: FileError.self) { try makeLink(path("link"), to: "else") }
    #expect(FileStatus(path("link")) == nil)
    #expect(FileStatus(path("link"), followsLink: false)?.isLink == true)
  }
}

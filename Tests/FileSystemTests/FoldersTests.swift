import FileSystem
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct FoldersTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func path(_ name: String) -> String { "\(scratch.path)/\(name)" }

  @Test func makesFolders() throws {
    try makeFolders(path("a/b/c"))
    try makeFolders(path("a/b/c"))
    #expect(FileStatus(path("a/b/c"))?.isFolder == true)
    try makeFolder(path("a/d"), permissions: 0o700)
    #expect(FileStatus(path("a/d"))?.permissions == 0o700)
    try makeFolder(path("a/d"), permissions: 0o700, isNew: false)
    #expect(throws: FileError.self) { try makeFolder(path("a/d"), permissions: 0o700) }
    #expect(throws: FileError(.makeFolder, path("x/y"), .noSuchFile)) {
      try makeFolder(path("x/y"), permissions: 0o700)
    }
    try scratch.write("", to: "file")
    #expect(throws: FileError(.makeFolder, path("file/a"), .notAFolder)) {
      try makeFolders(path("file/a"))
    }
  }

  @Test func makesTemporaryFolders() throws {
    let first = try makeTemporaryFolder(in: scratch.path, prefix: "new-")
    let second = try makeTemporaryFolder(in: scratch.path, prefix: "new-")
    #expect(first != second)
    #expect(first.hasPrefix(path("new-")))
    #expect(FileStatus(first)?.permissions == 0o700)
    #expect(throws: FileError(.makeFolderIn, path("no"), .noSuchFile)) {
      try makeTemporaryFolder(in: path("no"), prefix: "new-")
    }
  }

  @Test func listsFolders() throws {
    for name in ["b", "a", ".hidden", "folder/x"] { try scratch.write("", to: name) }
    #expect(folderContents(scratch.path).sorted() == [".hidden", "a", "b", "folder"])
    #expect(try listFolder(scratch.path).sorted() == [".hidden", "a", "b", "folder"])
    #expect(folderContents(path("no")).isEmpty)
    #expect(throws: FileError(.look, path("no"), .noSuchFile)) { try listFolder(path("no")) }
  }

  @Test func namesNeedNotBeUTF8() throws {
    let bytes = Array(path("bad\u{1}.txt").utf8).map { $0 == 1 ? 0xFF : $0 }.map(CChar.init)
    #expect(mkdir(bytes + [0], 0o700) == 0)
    try scratch.write("", to: "good")
    let listing = folderListing(scratch.path)
    #expect(listing.wasRead)
    #expect(listing.names == ["good"])
    #expect(listing.unreadable.map(\.name) == ["bad\u{FFFD}.txt"])
    #expect(listing.unreadable.map(\.isFolder) == [true])
    #expect(folderContents(scratch.path).count == 2)
    removeTree(scratch.path)
    #expect(isMissing(scratch.path))
  }

  @Test func removesATreeWithoutFollowingLinks() throws {
    try scratch.write("keep", to: "kept/file")
    try scratch.write("x", to: "gone/a/b")
    try scratch.write("x", to: "gone/locked/file")
    try makeLink(path("gone/link"), to: path("kept"))
    try makeLink(path("gone/circle"), to: ".")
    try setPermissions(0, of: path("gone/locked"))
    removeTree(path("gone"))
    #expect(!scratch.exists("gone"))
    #expect(scratch.exists("kept/file"))
    removeTree(path("gone"))
  }

  /// A folder that no absolute path reaches any more.
  @Test func removesADeepTree() throws {
    let name = String(repeating: "d", count: 200)
    for _ in 0..<30 {
      try makeFolders(path("top"))
      try makeFolder(path("outer"), permissions: 0o700)
      try renameFile(path("top"), path("outer/\(name)"))
      try renameFile(path("outer"), path("top"))
    }
    removeTree(path("top"))
    #expect(folderContents(scratch.path).isEmpty)
  }

  @Test func walksThroughATree() throws {
    for name in ["b/1", "a/2", "a/deep/3", "skip/4", "c"] { try scratch.write("", to: name) }
    try makeLink(path("link"), to: "a")
    #expect(mkfifo(path("fifo"), 0o600) == 0)
    var found: [String] = []
    walkTree(scratch.path, isSorted: true) { path, name, status in
      found.append("\(path) \(status.kind.rawValue)")
      return name != "skip"
    }
    #expect(
      found == [
        "a folder", "a/2 file", "a/deep folder", "a/deep/3 file", "b folder", "b/1 file", "c file",
        "fifo FIFO", "link link", "skip folder",
      ])
    found = []
    walkTree(scratch.path, from: "a", depth: 1) { path, _, _ in
      found.append(path)
      return true
    }
    #expect(found.sorted() == ["a/2", "a/deep"])
  }

  @Test func anOpenFolderMayMove() throws {
    try scratch.write("four", to: "old/file")
    try makeLink(path("old/link"), to: "file")
    guard let folder = OpenFolder(path("old")) else {
      Issue.record("it cannot be opened")
      return
    }
    try renameFile(path("old"), path("new"))
    #expect(folder.status(of: "file")?.size == 4)
    #expect(folder.status(of: "link")?.isLink == true)
    #expect(folder.status(of: "none") == nil)
    let isGone = OpenFolder(path("old")) == nil
    #expect(isGone)
  }
}

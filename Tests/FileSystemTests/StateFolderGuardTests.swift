import FileSystem
import TestSupport
import Testing

/// A branch can commit `.devtool`, or a folder in it, as a link to somewhere else.
@Suite struct StateFolderGuardTests {
  let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write("secret", to: "outside/file")
    try scratch.write("secret", to: "outside/folder/file")
    try scratch.write("ours", to: "checkout/.devtool/own/file")
    try makeLink(path("linked/.devtool"), to: path("outside"))
    try makeLink(path("checkout/.devtool/link"), to: path("outside"))
    try makeLink(path("checkout/.devtool/own/link"), to: path("outside/file"))
  }

  private func path(_ name: String) -> String {
    if name.hasPrefix("linked/") { try? makeFolders("\(scratch.path)/linked") }
    return "\(scratch.path)/\(name)"
  }

  private static let linked = [
    "linked/.devtool/file", "linked/.devtool/folder/file", "linked/.devtool/folder",
    "checkout/.devtool/link/file", "checkout/.devtool/link/folder",
    "checkout/.devtool/own/link",
  ]

  @Test(arguments: linked) func noLinkIsFollowed(name: String) throws {
    let path = path(name)
    #expect(throws: FileError.self) { try readFile(path) }
    #expect(throws: FileError.self) { try OpenFile(path, to: .update).close() }
    #expect(throws: FileError.self) { try OpenFile(path, to: .overwrite).close() }
    #expect(throws: FileError.self) { try MappedFile(path) }
    #expect(throws: FileError.self) { try makeFolders("\(path)/new") }
    #expect(folderContents(path).isEmpty)
    #expect(FileStatus(path)?.isFile != true)
    #expect(FileStatus(path)?.isFolder != true)
    try? FileTime(seconds: 1, nanoseconds: 0).apply(to: path)
    touchFile(path)
    try? createFile("\(path)/new", [], permissions: 0o600)
    try? renameFile(self.path("outside/file"), "\(path)/new")
    removeTree(path)
    removeFile(path)
    try? writeFile(path, Array("broken in".utf8))
    #expect(try scratch.read("outside/file") == "secret")
    #expect(try scratch.read("outside/folder/file") == "secret")
    #expect(folderContents(self.path("outside")).sorted() == ["file", "folder"])
    #expect(folderContents(self.path("outside/folder")) == ["file"])
    #expect(FileStatus(self.path("outside/file"))?.modified.seconds != 1)
  }

  @Test func saysThatALinkIsTheReason() {
    #expect(throws: FileError(.read, path("linked/.devtool"), .isLink)) {
      try readFile(path("linked/.devtool/file"))
    }
    #expect(throws: FileError(.read, path("checkout/.devtool/own/link"), .isLink)) {
      try readFile(path("checkout/.devtool/own/link"))
    }
    #expect(throws: FileError.self) { try readFile(path("checkout/.devtool/own/../own/file")) }
  }

  @Test func whatIsOursIsReached() throws {
    #expect(try readFile(path("checkout/.devtool/own/file")) == Array("ours".utf8))
    #expect(folderContents(path("checkout/.devtool")).sorted() == ["link", "own"])
    try makeFolders(path("checkout/.devtool/new/er"))
    try writeFile(path("checkout/.devtool/new/er/file"), [1])
    #expect(fileExists(path("checkout/.devtool/new/er/file")))
    // How one gets to the checkout does not matter.
    try makeLink(path("way"), to: "checkout")
    #expect(try readFile(path("way/.devtool/own/file")) == Array("ours".utf8))
    removeTree(path("checkout/.devtool"))
    #expect(folderContents(path("checkout")).isEmpty)
  }

  /// Only a part of that very name is guarded.
  @Test(arguments: [".devtools/link", "a.devtool/link", ".devtool2/link"])
  func otherFoldersMayBeLinks(name: String) throws {
    try makeFolders(path(name).parentFolder)
    try makeLink(path(name), to: path("outside"))
    #expect(try readFile(path("\(name)/file")) == Array("secret".utf8))
  }
}

import FileSystem
import Foundation
import TestSupport
import Testing

@Suite struct CheckoutFileTests {
  let scratch: ScratchDirectory
  private var top: String { "\(scratch.path)/checkout" }

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write("", to: "checkout/package/folder/file")
    try scratch.write("", to: "checkout/.git/HEAD")
    try makeLink("\(top)/inner", to: "package/folder")
    try makeLink("\(top)/outer", to: "..")
    try makeLink("\(top)/gitLink", to: ".git")
  }

  private func file(_ path: String) -> CheckoutFile {
    CheckoutFile(path, root: "\(top)/package", checkout: top)
  }

  private func refusal(_ path: String) -> FileError.Reason? {
    do throws(FileError) {
      try file(path).write(Array("new".utf8))
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(arguments: [
    ("report", "checkout/package/report"), ("./a/../b/report", "checkout/package/b/report"),
    ("../report", "checkout/report"), ("../inner/report", "checkout/package/folder/report"),
    ("../inner/new/report", "checkout/package/folder/new/report"),
    // Only a person types such a path.
    ("../../report", "report"),
  ])
  func writes(path: String, expected: String) throws {
    #expect(refusal(path) == nil)
    #expect(try scratch.read(expected) == "new")
  }

  @Test(arguments: [
    ("../outer/report", FileError.Reason.leadsOutOfCheckout), ("../.git/config", .belongsToGit),
    ("../.GIT/config", .belongsToGit), ("../gitLink/config", .leadsOutOfCheckout),
    (".devtool/lock", .belongsToDevtool), ("a/.DevTool/b", .belongsToDevtool),
    (".", .isFolder), ("folder", .isFolder), ("folder/file/report", .notAFolder),
  ])
  func refuses(path: String, reason: FileError.Reason) throws {
    #expect(refusal(path) == reason)
    if reason != .isFolder {
      #expect(throws: FileError.self) { try file(path).openToWrite().close() }
    }
    #expect(folderContents(scratch.path) == ["checkout"])
    #expect(folderContents("\(top)/.git") == ["HEAD"])
  }

  /// What a person names may be no file, as `/dev/stdout`; it is never replaced.
  @Test func writesToPipes() throws {
    let outside = "\(scratch.path)/pipe"
    let inside = "\(top)/pipe"
    for path in [outside, inside] { #expect(mkfifo(path, 0o600) == 0) }
    let reader = open(outside, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(refusal(outside) == nil)
    var bytes = [UInt8](repeating: 0, count: 9)
    #expect(read(reader, &bytes, bytes.count) == 3)
    #expect(refusal("/dev/null") == nil)
    #expect(refusal("../pipe") == .notAFile(.fifo))
    for path in [outside, inside] { #expect(FileStatus(path)?.kind == .fifo) }
    #expect(FileStatus("/dev/null")?.kind == .device)
  }

  /// An open file is appended to, as a shell's `>>` does; a file in memory is a file.
  @Test func writesToOpenFiles() throws {
    try scratch.write("old", to: "log")
    let log = open("\(scratch.path)/log", O_WRONLY | O_APPEND)
    defer { close(log) }
    #expect(refusal("/dev/fd/\(log)") == nil)
    #expect(try scratch.read("log") == "oldnew")
    let memory = try ScratchDirectory(in: .memory)
    for _ in 1...2 { #expect(refusal("\(memory.path)/report") == nil) }
    #expect(try memory.read("report") == "new")
  }

  @Test func opensWhatIsThere() throws {
    try file("folder/file").openToWrite().write(Array("content".utf8))
    #expect(try scratch.read("checkout/package/folder/file") == "content")
    #expect(throws: FileError.self) { try file("no/file").openToWrite().close() }
    #expect(throws: FileError.self) { try file("no/file").write([], makesFolders: false) }
  }
}

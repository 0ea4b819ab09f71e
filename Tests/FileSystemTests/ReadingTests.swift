import FileSystem
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct ReadingTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func reason(
    _ path: String, from origin: PathOrigin = .checkout
  ) -> FileError.Reason? {
    do throws(FileError) {
      _ = try readFile(path, from: origin)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(arguments: [0, 1, 4_095, 4_096, 4_097, (1 << 20) - 1, 1 << 20, 3 << 20])
  func readsEverything(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let path = scratch.path + "/file"
    try writeFile(path, bytes)
    #expect(try readFile(path) == bytes)
    #expect(try readFile(path, limit: 1_000) == Array(bytes.prefix(1_000)))
    #expect(try readFile(path, limit: size) == bytes)
    #expect(try readFile(path, from: .commandLine) == bytes)
    let mapped = try MappedFile(path)
    #expect(Array(mapped.bytes) == bytes)
    mapped.forget(upTo: size)
    #expect(Array(mapped.bytes) == bytes)
  }

  /// A file of /proc says that it is empty.
  @Test(.enabled(if: fileExists("/proc/version"))) func readsWhatHasNoSize() throws {
    #expect(try !readFile("/proc/version").isEmpty)
  }

  @Test func refusesWhatIsNoFile() throws {
    let path = scratch.path
    try scratch.write("x", to: "file")
    #expect(mkfifo(path + "/fifo", 0o600) == 0)
    try makeLink(path + "/nowhere", to: "gone")
    try makeLink(path + "/circle", to: "circle")
    try makeLink(path + "/link", to: "file")
    #expect(reason(path + "/link") == nil)
    #expect(reason(path) == .notAFile(.folder))
    #expect(reason(path, from: .commandLine) == .isFolder)
    #expect(reason(path + "/fifo") == .notAFile(.fifo))
    #expect(reason("/dev/zero") == .notAFile(.device))
    #expect(reason("/dev/zero", from: .commandLine) == .hasNoEnd(limit: 64 << 20))
    #expect(reason(path + "/nowhere") == .noSuchFile)
    #expect(reason(path + "/circle") == .tooManyLinks)
    #expect(reason(path + "/file/below") == .notAFolder)
    #expect(reason(path + "/gone/below") == .noSuchFile)
    // The system would read `file`.
    #expect(reason(path + "/file\0/../other") == .invalid)
    #expect(throws: FileError.self) { try MappedFile(path + "/fifo") }
    #expect(throws: FileError.self) { try MappedFile(path, from: .commandLine) }
    #expect(
      throws: FileError.self,
      performing: { try OpenFile(path + "/link", to: .read, followsLink: false).close() })
  }

  @Test(.disabled(if: geteuid() == 0, "root may read everything"))
  func saysWhatMayNotBeRead() throws {
    try scratch.write("x", to: "file")
    try setPermissions(0, of: scratch.path + "/file")
    #expect(!mayRead(scratch.path + "/file"))
    #expect(throws: FileError.self) { try readFile(scratch.path + "/file") }
    #expect(throws: FileError.self) { try listFolder(scratch.path + "/file") }
  }

  /// Whoever reads a file sees one of its contents, never parts of two.
  @Test func aReplacedFileIsReadToItsEnd() throws {
    let path = scratch.path + "/file"
    try writeFile(path, Array("the old content".utf8))
    let file = try OpenFile(path, to: .read)
    try writeFile(path, Array("new".utf8))
    #expect(try file.readAll() == Array("the old content".utf8))
    #expect(try readFile(path) == Array("new".utf8))
  }

  @Test func aFileThatShrinksEndsEarly() throws {
    let path = scratch.path + "/file"
    try writeFile(path, [UInt8](repeating: 1, count: 10_000))
    let file = try OpenFile(path, to: .read)
    try OpenFile(path, to: .update).truncate(to: 10)
    #expect(try file.readAll().count == 10)
  }

  @Test func aNameCanBeTooLong() throws {
    let name = String(repeating: "n", count: 256)
    let path = scratch.path + String(repeating: "/folder", count: 700)
    for path in [scratch.path + "/" + name, path] {
      #expect(!fileExists(path))
      #expect(!isMissing(path))
      #expect(folderContents(path).isEmpty)
      #expect(reason(path) == .system(ENAMETOOLONG))
      #expect(throws: FileError.self) { try writeFile(path, []) }
      #expect(throws: FileError.self) { try makeFolders(path) }
    }
  }

  @Test func readsPiecesAndPlaces() throws {
    let path = scratch.path + "/file"
    try writeFile(path, Array("0123456789".utf8))
    let file = try OpenFile(path, to: .read)
    var pieces: [String] = []
    try file.readPieces(of: 4) { piece in
      pieces.append(String(decoding: piece, as: UTF8.self))
      return pieces.count < 2
    }
    #expect(pieces == ["0123", "4567"])
    var buffer = [UInt8](repeating: 0, count: 4)
    let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0, at: 7) }
    #expect(count == 3)
    #expect(buffer == Array("789\0".utf8))
    #expect(try file.readAll() == Array("89".utf8))
  }
}

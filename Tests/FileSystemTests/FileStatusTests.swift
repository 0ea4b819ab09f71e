import FileSystem
import TestSupport
import Testing

@Suite struct FileStatusTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  @Test func tellsWhatLiesThere() throws {
    try scratch.write("1234", to: "file")
    let path = scratch.path + "/file"
    try makeLink(scratch.path + "/link", to: "file")
    try setPermissions(0o750, of: path)
    let status = try #require(FileStatus(path))
    #expect(status.isFile && !status.isFolder && !status.isLink)
    #expect(status.size == 4)
    #expect(status.permissions == 0o750)
    #expect(status.isExecutable && status.isOurs)
    #expect(status.linkCount == 1)
    #expect(FileStatus(scratch.path + "/link")?.isSameFile(as: status) == true)
    #expect(FileStatus(scratch.path + "/link", followsLink: false)?.kind == .link)
    #expect(FileStatus(scratch.path)?.kind == .folder)
    #expect(FileStatus("/dev/null")?.kind == .device)
    #expect(FileStatus(scratch.path + "/none") == nil)
    #expect(mayRead(path) && mayWrite(path) && mayExecute(path))
    #expect(try FileStatus.unlinked("file", below: scratch.path)?.size == 4)
    #expect(try FileStatus.unlinked("none", below: scratch.path) == nil)
    #expect(throws: FileError.self) { try FileStatus.unlinked("link/file", below: scratch.path) }
  }

  @Test func aStampChangesWithTheFile() throws {
    let path = scratch.path + "/file"
    try writeFile(path, [1])
    let stamp = try #require(FileStamp(path: path))
    #expect(stamp == FileStamp(path: path))
    try writeFile(path, [2])
    #expect(stamp != FileStamp(path: path))
    #expect(FileStamp(path: path + ".none") == nil)
    #expect(FileStamp(Array(stamp.text.utf8)[...]) == stamp)
  }

  @Test(arguments: [
    "", "1", "1.2.3.4.5", "1.2.3.4.5.6.7", "1.2.3.4.5.x", "1..3.4.5.6", "1.2.3.4.5.",
    "--1.2.3.4.5.6",
    "99999999999999999999.2.3.4.5.6",
  ])
  func otherTextIsNoStamp(text: String) { #expect(FileStamp(Array(text.utf8)[...]) == nil) }

  @Test(arguments: [
    ("12.000000034", FileTime(seconds: 12, nanoseconds: 34)),
    ("12.34", FileTime(seconds: 12, nanoseconds: 34)),
    ("-1.0", FileTime(seconds: -1, nanoseconds: 0)), ("12", nil), ("12.1000000000", nil),
    ("12.-1", nil), ("a.b", nil), ("1.2.3", nil),
  ])
  func readsTimes(text: String, expected: FileTime?) {
    #expect(FileTime(text) == expected)
    if let expected { #expect(FileTime(expected.text) == expected) }
  }

  @Test func givesTimes() throws {
    let path = scratch.path + "/file"
    try writeFile(path, [])
    let time = FileTime(seconds: 1_000_000_000, nanoseconds: 500)
    try time.apply(to: path)
    #expect(FileStatus(path)?.modified == time)
    touchFile(path)
    #expect(try #require(FileStatus(path)).modified > time)
    #expect(throws: FileError.self) { try time.apply(to: path + ".none") }
  }
}

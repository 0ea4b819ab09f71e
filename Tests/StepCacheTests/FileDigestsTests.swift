import FileSystem
import LocalState
import TestSupport
import Testing

@testable import StepCache

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct FileDigestsTests {
  private let scratch: ScratchDirectory
  /// Not that of the file, so that it shows whether the file was read.
  private let digest = String(repeating: "0", count: 64)

  init() throws {
    scratch = try ScratchDirectory()
  }

  private func digests(in root: String) -> FileDigests {
    FileDigests(
      SealedFile(folder: scratch.path, name: "digests", key: testKey),
      root: "\(scratch.path)/\(root)")
  }

  /// Has a file known under a name, with a digest that it does not have.
  private func know(_ path: String, as name: String) throws {
    let stamp = try #require(FileStamp(path: "\(scratch.path)/\(path)"))
    try SealedFile(folder: scratch.path, name: "digests", key: testKey)
      .write(Array("\(stamp.text)\t\(digest)\t\(name)\n".utf8))
  }

  @Test func aFileIsNotReadAgainInAFolderThatWasMoved() throws {
    try scratch.write("text", to: "before/Sources/a é")
    try know("before/Sources/a é", as: "Sources/a é")
    for folder in ["before", "after"] {
      if folder == "after" {
        try #require(rename("\(scratch.path)/before", "\(scratch.path)/after") == 0)
      }
      let digests = digests(in: folder)
      #expect(digests.knownIdentity(inRoot: "Sources/a é") == "f" + digest)
      #expect(digests.identity("\(scratch.path)/\(folder)/Sources/a é") == "f" + digest)
      // The folder is not there, or it is another one.
      #expect(digests.knownIdentity(inRoot: "a é") == nil)
    }
    #expect(digests(in: "before").knownIdentity(inRoot: "Sources/a é") == nil)
  }

  @Test func aFileOutsideOfTheRootIsKnownByItsWholePath() throws {
    try scratch.write("text", to: "elsewhere/a")
    let path = "\(scratch.path)/elsewhere/a"
    try know("elsewhere/a", as: path)
    #expect(digests(in: "else").identity(path) == "f" + digest)
    #expect(digests(in: "elsewhere").identity(path) == "f" + (fileDigest(path) ?? ""))
  }

  @Test func aFileThatWasTouchedIsReadAgain() throws {
    try scratch.write("text", to: "root/a")
    try know("root/a", as: "a")
    try scratch.write("other", to: "root/a")
    let digests = digests(in: "root")
    #expect(digests.knownIdentity(inRoot: "a") == nil)
    let path = "\(scratch.path)/root/a"
    #expect(digests.identity(path) == "f" + (fileDigest(path) ?? ""))
  }
}

import FileSystem
import TestSupport
import Testing

@testable import StepCache

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct ResultFilesTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  /// What a killed process left beside a result does not keep the next one from its place.
  @Test func resultsReplaceWhatWasLeft() throws {
    let blobs = BlobStore(root: scratch.path + "/cache")
    let digest = try blobs.add(Array("result".utf8))
    let files = ResultFiles(root: scratch.path, outputs: ["out/*"])
    try scratch.write("half", to: "out/a.\(getpid()).tmp")
    #expect(files.put(digest, at: "out/a", isExecutable: true, from: blobs))
    #expect(try scratch.read("out/a") == "result")
    #expect(folderContents(scratch.path + "/out") == ["a"])
    #expect(access(scratch.path + "/out/a", X_OK) == 0)
    #expect(files.put(digest, at: "out/b", isExecutable: false, from: blobs))
    #expect(!files.put(SHA256.hex([1]), at: "out/c", isExecutable: false, from: blobs))
    #expect(folderContents(scratch.path + "/out").sorted() == ["a", "b"])
  }
}

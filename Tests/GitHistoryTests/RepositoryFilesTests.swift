import CIModel
import GitHistory
import TestSupport
import Testing

struct RepositoryFilesTests {
  /// A commit that holds one of everything that can be stored.
  private func everything() throws -> (repository: ScratchRepository, commit: String) {
    let repository = try ScratchRepository()
    let first = try repository.commit("first", ["plain": "1\n", "folder/run": "#!/bin/sh\n"])
    try repository.shell("ln -s plain link; chmod +x folder/run")
    try repository.git("add", "-A")
    try repository.git("update-index", "--add", "--cacheinfo", "160000,\(first),folder/module")
    try repository.git("commit", "-q", "-m", "second")
    return (repository, try repository.git("rev-parse", "HEAD"))
  }

  @Test func readsWhatIsStored() throws {
    let (repository, commit) = try everything()
    let opened = try repository.open()
    let expected: [String: GitRepository.StoredFile?] = [
      "plain": .file(Array("1\n".utf8)), "folder/run": .file(Array("#!/bin/sh\n".utf8)),
      "link": .other, "folder": .other, "folder/module": .other, "": .other,
      "nowhere": nil, "folder/nowhere": nil, "plain/below": nil, "link/below": nil,
      "folder/module/below": nil,
    ]
    for (path, stored) in expected {
      #expect(try opened.storedFile(path, in: commit) == stored, "\(path)")
    }
  }

  @Test func listsPlainFilesOnly() throws {
    let (repository, commit) = try everything()
    #expect(try repository.open().storedPaths(in: commit) == ["folder/run", "plain"])
  }

  @Test func theEmptyTreeHoldsNothing() throws {
    let (repository, _) = try everything()
    let opened = try repository.open()
    let none = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
    #expect(try opened.storedFile("plain", in: none) == nil)
    #expect(try opened.storedPaths(in: none) == [])
    #expect(throws: GitError.notACommit(name: "main")) {
      try opened.storedFile("plain", in: "main")
    }
    #expect(throws: GitError.notACommit(name: "main")) { try opened.storedPaths(in: "main") }
  }
}

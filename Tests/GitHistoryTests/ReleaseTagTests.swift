import GitHistory
import TestSupport
import Testing

@Suite struct ReleaseTagTests {
  @Test(
    arguments: [
      ("v2", "v1.1"), ("HEAD", "end"), ("v1.1", "v1"), ("v2-b.1", "v1.1"), ("v2-b.2", "v2-b.1"),
      ("v1", "4b825dc642cb6eb9a060e54bf8d69288fbee4904"), ("nothing", nil),
    ] as [(String, String?)])
  func findsTheTagBefore(name: String, expected: String?) throws {
    let repository = try ScratchRepository()
    for (number, tag) in [
      "root", "v1", "v1.1", "nightly-1", "v2-b.1", "v2-b.2", "v2", "end", "last",
    ].enumerated() {
      try repository.commit(tag, ["a": "\(number)\n"])
      // One of each kind.
      if tag == "v1.1" { try repository.git("tag", "-a", "-m", "One", tag) }
      if !["root", "v1.1", "last"].contains(tag) { try repository.git("tag", tag) }
    }
    let found = try? GitRepository.startOfRelease(
      name, in: repository.path, ["GIT_CONFIG_NOSYSTEM": "1"])
    #expect(found == expected)
  }
}

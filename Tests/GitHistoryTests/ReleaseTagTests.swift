import GitHistory
import TestSupport
import Testing

@Suite struct ReleaseTagTests {
  @Test(
    arguments: [
      ("v2", "v1.1"), ("HEAD", "v2"), ("v1.1", "v1"), ("v1", nil), ("nothing", nil),
    ] as [(String, String?)])
  func findsTheTagBefore(name: String, expected: String?) throws {
    let repository = try ScratchRepository()
    for (number, tag) in ["root", "v1", "v1.1", "v2", "end"].enumerated() {
      try repository.commit(tag, ["a": "\(number)\n"])
      // One of each kind.
      if tag == "v1.1" { try repository.git("tag", "-a", "-m", "One", tag) }
      if ["v1", "v2"].contains(tag) { try repository.git("tag", tag) }
    }
    let found = try? GitRepository.startOfRelease(
      name, in: repository.path, ["GIT_CONFIG_NOSYSTEM": "1"])
    #expect(found == expected)
  }
}

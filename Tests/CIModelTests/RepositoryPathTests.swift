import CIModel
import Testing

struct RepositoryPathTests {
  @Test func pathsThatLookAlikeAreTwo() {
    #expect("FooKit" == "Foo\u{212A}it")
    #expect(RepositoryPath("FooKit") != RepositoryPath("Foo\u{212A}it"))
    #expect(Set([RepositoryPath("é"), RepositoryPath("e\u{301}")]).count == 2)
  }

  @Test func bytesThatAreNoTextCount() {
    let one = FileChange(.added, "a\u{FFFD}", pathBytes: Base64.encode([0x61, 0xFF]))
    let other = FileChange(.added, "a\u{FFFD}", pathBytes: Base64.encode([0x61, 0xFE]))
    #expect(one.exactPath.bytes == [0x61, 0xFF])
    #expect(one.exactPath != other.exactPath)
  }

  @Test func siblings() {
    #expect(RepositoryPath("a/b/c").sibling("d") == "a/b/d")
    #expect(RepositoryPath("c").sibling("d") == "d")
    #expect(RepositoryPath("a/Package.swift").isNamed("Package.swift"))
    #expect(!RepositoryPath("a/xPackage.swift").isNamed("Package.swift"))
  }
}

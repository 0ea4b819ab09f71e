import Testing

@testable import GitHistory

/// Files that are found by their paths.
struct TreeLookupTests {
  private static func id(_ number: UInt8) throws -> ObjectID {
    let digit = String(number, radix: 16)
    return try #require(ObjectID(hex: String(repeating: digit, count: 40)))
  }

  /// A lookup in a root with a file and a folder of many files, and how often it reads a folder.
  private static func lookup(
    files: Int, most: Int = TreeLookup.mostEntries, reads: Counter
  ) throws -> TreeLookup {
    let (root, folder, blob) = (try id(1), try id(2), try id(3))
    func entry(_ name: String, _ id: ObjectID, _ mode: UInt16) -> TreeEntry {
      TreeEntry(name: Array(name.utf8), id: id, mode: mode)
    }
    let names = (0..<files).map { entry("f\($0)", blob, 0o100644) }
    return TreeLookup(root, most: most) { id throws(GitError) in
      reads.count += 1
      return id == root
        ? [entry("a.b", blob, 0o100644), entry("a", folder, FileVersion.folder)] : names
    }
  }

  private final class Counter { var count = 0 }

  @Test(arguments: [
    ("a.b", true), ("a/f0", true), ("a/f9", true), ("a/f10", false), ("a", false), ("b", false),
    ("a.b/f0", false), ("a/f0/x", false), ("", false), ("/a/f0", true),
  ])
  func files(path: String, isThere: Bool) throws {
    var lookup = try Self.lookup(files: 10, reads: Counter())
    #expect(try (lookup.version(at: Array(path.utf8)) != nil) == isThere)
    #expect(try lookup.version(at: Array("a/f1".utf8)) != nil)
    #expect(!lookup.isSpent)
  }

  /// A folder is read once, and no path goes over its entries one by one.
  @Test(.timeLimit(.minutes(1))) func wideFolders() throws {
    let reads = Counter()
    var lookup = try Self.lookup(files: 20_000, reads: reads)
    for index in 0..<60_000 {
      let version = try lookup.version(at: Array("a/f\(index)".utf8))
      #expect((version != nil) == (index < 20_000))
    }
    #expect(reads.count == 2)
  }

  /// Past the bound nothing is found any more, and that is told.
  @Test func tooManyEntries() throws {
    var lookup = try Self.lookup(files: 1_000, most: 500, reads: Counter())
    #expect(try lookup.version(at: Array("a.b".utf8)) != nil)
    #expect(try lookup.version(at: Array("a/f1".utf8)) == nil)
    #expect(lookup.isSpent)
    #expect(try lookup.version(at: Array("a.b".utf8)) == nil)
  }
}

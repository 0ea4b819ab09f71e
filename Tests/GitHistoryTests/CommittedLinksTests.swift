import Testing

@testable import GitHistory

/// Which paths lead to a file.
struct CommittedLinksTests {
  private static func links(
    _ links: [String: String], work: Int = 500_000_000
  ) throws -> CommittedLinks {
    try CommittedLinks(
      Dictionary(uniqueKeysWithValues: links.map { (Array($0.utf8), Array($1.utf8)) }), work: work)
  }

  @Test(
    arguments: [
      ([:], "a/b", "a/b"), (["a": "x"], "a/b", "x/b"), (["a/l": "../x/y"], "a/l/b", "x/y/b"),
      (["a": "b", "b": "c"], "a/f", "c/f"), (["a": "x/../y"], "a", "y"),
      (["a": "//b//c//"], "a/f", nil), (["a": "b//c//"], "a//f", "b/c/f"), (["a": ""], "a/f", "f"),
      (["a": "./"], "a/b", "b"),
      (["a": "b/..", "b": "c/d"], "a/e", "c/e"), (["a": "/x"], "a/b", nil), (["a": ".."], "a", nil),
      (["a": "a"], "a", nil), (["a": "b", "b": "a"], "a", nil),
    ] as [([String: String], String, String?)])
  func places(links: [String: String], path: String, expected: String?) throws {
    var links = try Self.links(links)
    #expect(
      try links.place(of: Array(path.utf8)).map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test(
    arguments: [
      ([:], "a/b", []), (["S/n": "../a"], "a/b", ["S/n/b"]), (["S/n": "../a"], "ab", []),
      (["S/f": "../a/b"], "a/b", ["S/f"]), (["n": "m", "m": "a"], "a/b", ["m/b", "n/b"]),
      (["S/l": "../L", "L/n": "../a"], "a/b", ["L/n/b", "S/l/n/b"]),
      // One that leads above itself is taken once.
      (["a/up": ".."], "a/b", ["a/up/a/b"]),
      // The links that lead over a link.
      (["S/n": "../m/x", "m": "a"], "m", ["S/n"]), (["n": "/a"], "a/b", []),
    ] as [([String: String], String, [String])])
  func otherPaths(links: [String: String], path: String, expected: [String]) throws {
    var links = try Self.links(links)
    var isCut = true
    let paths = links.otherPaths(of: Array(path.utf8), isCut: &isCut)
    #expect(paths.map { String(decoding: $0, as: UTF8.self) } == expected)
    #expect(!isCut)
  }

  /// What a submodule holds, and what a link led to that is gone, is not in the tree.
  @Test(
    arguments: [
      (["ci/t": "../cur/x.sh"], "cur", ["ci/t"]), (["ci/t": "../curb/x"], "cur", []),
      (["ci/t": "../cur/x.sh", "cur": "v"], "v", ["ci/t", "cur"]),
      (["ci/t": "../cur/d/x", "k": "ci"], "cur/d", ["ci/t", "k/t"]),
      (["ci/t": "../cur/x", "cur": "/opt"], "cur", ["ci/t"]),
      (["a": "b", "b": "a"], "a", ["b"]), (["ci/t": "../cur"], "cur", ["ci/t"]),
    ] as [([String: String], String, [String])])
  func linksBelowSubmodules(links: [String: String], path: String, expected: [String]) throws {
    var links = try Self.links(links)
    var isCut = true
    let paths = links.otherPaths(of: Array(path.utf8), mayHoldFiles: true, isCut: &isCut)
    #expect(paths.map { String(decoding: $0, as: UTF8.self) } == expected)
    #expect(!isCut)
  }

  /// Paths that are too long to be checked out are counted like others.
  @Test func pathsThatComeToNothingAreBounded() throws {
    let deep = String(repeating: String(repeating: "d", count: 250) + "/", count: 9)
    let up = String(repeating: "../", count: 10)
    var links = try Self.links(
      Dictionary(uniqueKeysWithValues: (0..<1_000).map { ("\($0)/\(deep)l", up + "a") }))
    let cut = (0..<1_000).map { number in
      var isCut = false
      #expect(links.otherPaths(of: Array("a/\(deep)\(number)".utf8), isCut: &isCut).isEmpty)
      return isCut
    }
    #expect(cut.first == false)
    #expect(cut.last == true)
  }

  /// What a link says may lead nowhere at all, many times.
  @Test(arguments: ["./", "a/../"]) func namesThatLeadNowhereAreBounded(name: String) throws {
    let way = String(repeating: name, count: 4_000 / name.utf8.count)
    let links = Dictionary(uniqueKeysWithValues: (0..<100).map { ("l\($0)", way + "a") })
    #expect(throws: GitError.self) { try Self.links(links, work: 1_000_000) }
    #expect(throws: Never.self) { try Self.links(["l": way + "a"], work: 1_000_000) }
  }

  @Test func manyPathsAreCut() throws {
    var links = try Self.links(
      Dictionary(uniqueKeysWithValues: (0..<65).map { ("l\($0)", "a") }))
    var isCut = false
    #expect(links.otherPaths(of: Array("a/b".utf8), isCut: &isCut).count == 64)
    #expect(isCut)
  }
}

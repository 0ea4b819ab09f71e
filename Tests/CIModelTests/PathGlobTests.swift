import CIModel
import Testing

@Suite struct PathGlobTests {
  @Test(arguments: [
    ("Sources/**", "Sources/A.swift", true),
    ("Sources/**", "Sources/Deep/er/A.swift", true),
    ("Sources/**", "Sources", false),
    ("Sources/**", "OtherSources/A.swift", false),
    ("Sources/", "Sources/A.swift", true),
    ("./Sources/**", "Sources/A.swift", true),
    ("**/*.snap", "a.snap", true),
    ("**/*.snap", "x/y/a.snap", true),
    ("*.snap", "x/a.snap", false),
    ("Sources/**/Generated/*.swift", "Sources/Generated/A.swift", true),
    ("Sources/**/Generated/*.swift", "Sources/x/y/Generated/A.swift", true),
    ("Sources/**/Generated/*.swift", "Sources/x/Generated/y/A.swift", false),
    ("**", "anything/at/all", true),
    ("CHANGELOG{,.md}", "CHANGELOG", true),
    ("CHANGELOG{,.md}", "CHANGELOG.md", true),
    ("{a,b/{c,d}}/x", "b/d/x", true),
    ("{a,b/{c,d}}/x", "b/x", false),
    ("{open", "{open", true),
    ("file?.swift", "file1.swift", true),
    ("file?.swift", "file/.swift", false),
    ("[a-c]*", "banana", true),
    ("[!a-c]*", "banana", false),
    ("[x", "[x", true),
    ("a\\*b", "a*b", true),
    ("a\\*b", "axb", false),
    ("größe/*.swift", "größe/ä.swift", true),
    ("a*b*c", "aXbYbZc", true),
    ("a*b*c", "aXbYbZ", false),
    ("?.sql", "é.sql", true),
    ("?.sql", "e\u{301}.sql", true),
    ("?.sql", "\u{FFFD}.sql", true),
    ("*?.sql", "ae\u{301}\u{302}.sql", true),
    ("*[e]x", "e\u{301}\u{302}e\u{301}x", true),
    ("*[\u{300}-\u{36F}]*", "ae\u{301}\u{302}", true),
    ("*[!e]?x", "e\u{301}\u{302}ax", true),
    ("[!e]x", "e\u{301}x", false),
    ("?.sql", "ab.sql", false),
    ("[!a].sql", "é.sql", true),
    ("[é].sql", "é.sql", true),
    ("[à-ö].sql", "é.sql", true),
    ("[à-ö].sql", "a.sql", false),
    ("**/a/**/b", "x/a/y/z/b", true),
    ("**/a/**/b", "x/a/a/c", false),
    ("**/a*/x/**/b", "a1/y/a2/x/b", true),
    ("a**/b", "ab/b", true),
    ("{{a,b},c}", "b", true),
    ("{a,{b}", "{a,b", true),
    ("", "", true),
    ("", "a", false),
  ])
  func matches(glob: String, path: String, expected: Bool) {
    #expect(PathGlob(glob).matches(path) == expected)
  }

  /// Every pattern of up to five characters against every path of up to four, beside the definition.
  @Test func matchesAsDefined() {
    let paths = Self.texts("ab/", upTo: 4)
    var wrong: [String] = []
    for pattern in Self.texts("a/*", upTo: 5) where !pattern.contains("***") {
      let glob = PathGlob.withoutBraces(pattern)
      // A slash at the end stands for what is below.
      let defined = Array((pattern.hasSuffix("/") ? pattern + "**" : pattern).utf8)[...]
      for path in paths where glob.matches(path) != Self.isMatch(defined, Array(path.utf8)[...]) {
        wrong.append("\(pattern) \(path)")
      }
    }
    #expect(wrong == [])
  }

  private static func texts(_ letters: String, upTo length: Int) -> [String] {
    var texts = [""]
    var last = texts
    for _ in 0..<length {
      last = last.flatMap { text in letters.map { text + String($0) } }
      texts += last
    }
    return texts
  }

  private static func isMatch(_ pattern: ArraySlice<UInt8>, _ path: ArraySlice<UInt8>) -> Bool {
    let (star, slash) = (UInt8(ascii: "*"), UInt8(ascii: "/"))
    guard let first = pattern.first else { return path.isEmpty }
    let rest = pattern.dropFirst()
    if first == star, rest.first == star {
      if rest.count == 1 { return true }
      if rest.dropFirst().first == slash {
        let behind = rest.dropFirst(2)
        return isMatch(behind, path)
          || path.indices.contains { path[$0] == slash && isMatch(behind, path[($0 + 1)...]) }
      }
    }
    guard first == star else {
      return path.first == first && isMatch(rest, path.dropFirst())
    }
    if isMatch(rest, path) { return true }
    return path.first.map { $0 != slash && isMatch(pattern, path.dropFirst()) } ?? false
  }

  /// What chooses files takes the name of a folder for the folder.
  @Test(arguments: [
    ("Sources", "Sources/A.swift", true), ("Sources", "Sources/Deep/A.swift", true),
    ("Sources", "Sources", true), ("Sources", "OtherSources/A.swift", false),
    ("Sources", "Sources2/A.swift", false), ("{Sources,App}", "App/A.swift", true),
    ("./Sources", "Sources/A.swift", true), ("Sources/*", "Sources/Deep/A.swift", false),
    ("Sou*", "Sources/A.swift", false), ("Package.swift", "Package.swift", true),
    ("a/b", "a/b/c", true), ("", "a", false),
  ])
  func choosesFiles(glob: String, path: String, expected: Bool) {
    #expect(PathGlob.choosingFiles(glob).matches(path) == expected)
  }

  @Test func hostilePatternsEnd() {
    // Exponential in a matcher that tries every split; here each answers at once.
    let stars = PathGlob(String(repeating: "a*", count: 40) + "b")
    #expect(!stars.matches(String(repeating: "a", count: 4_000)))
    let braces = PathGlob(String(repeating: "{a,b}", count: 40))
    #expect(!braces.matches("c"))
    let folders = PathGlob(String(repeating: "**/z/", count: 40) + "b")
    #expect(!folders.matches(String(repeating: "z/", count: 400)))
    let open = PathGlob(String(repeating: "{", count: 100_000))
    #expect(!open.matches("c"))
    let deep = String(repeating: "{", count: 50_000) + String(repeating: "}", count: 50_000)
    #expect(!PathGlob(deep).matches("c"))
    // Each group has too many alternatives, and is met in all that are around it.
    let nested = (0..<14).reduce(String(repeating: "{a,b}", count: 8)) { glob, _ in
      "{\(glob),\(String(repeating: "{a,b}", count: 6))}"
    }
    #expect(PathGlob(nested).alternativeCount <= 256)
    #expect(!PathGlob(nested).matches("c"))
    // Each bracket looks for its end.
    let brackets = PathGlob("*" + String(repeating: "[", count: 2_000) + "b")
    #expect(!brackets.matches(String(repeating: "[", count: 2_000)))
    // As many components as a path can have.
    let many = String(repeating: "a/", count: 2_000)
    for pattern in ["**/b/**", "**/*.b", "**/ab/c*", "**/a/b"] {
      #expect(!PathGlob(pattern).matches(many + "a"))
    }
    // As many copies of a long pattern.
    let long = String(repeating: "{a,b}", count: 8) + String(repeating: "x", count: 100_000)
    #expect(PathGlob(long).alternativeCount <= 16)
  }

  @Test(arguments: [
    ("{a,b}/*", "{a,b}/c", true), ("{a,b}/*", "a/c", false), ("{a,b}/", "{a,b}/c/d", true),
    ("./*.{x}", "a.{x}", true),
  ])
  func withoutBraces(glob: String, path: String, expected: Bool) {
    #expect(PathGlob.withoutBraces(glob).matches(path) == expected)
    #expect(PathGlob.withoutBraces(glob).text == glob)
  }

  @Test(arguments: [
    ("abc", 100, 3), ("a*c", 100, 300), ("a?c", 100, 10_300), ("{a,b}*", 100, 400), ("", 100, 0),
  ])
  func work(glob: String, length: Int, expected: Double) {
    #expect(PathGlob(glob).work(onPathOf: length) == expected)
  }

  @Test(arguments: [
    ("vendor/**", "vendor", true), ("vendor/x", "vendor", true), ("vendor/**", "lib/vendor", false),
    ("**/vendor/**", "vendor", true), ("**/vendor/**", "lib/vendor", true),
    ("**/vendor/**", "lib/vend", false), ("**/vendor/*.c", "a/b/vendor", true),
    ("Sources/**/Generated/**", "Sources/A/Generated", true),
    ("Sources/**/Generated/**", "Sources/Generated", true),
    ("Sources/**/Generated/**", "Other/Generated", false),
    ("**/a/**/c/x", "a/a", true), ("**/a/**/c/x", "a/b", false), ("**/a/**/c/x", "a/b/c", true),
    ("**/*.orig", "a", false), ("Sources/**/*.swift", "Sources/a", false), ("**", "a", false),
    ("**/*/x", "a/b", true), ("vendor", "vendor", false), ("{a,b/**}/c/**", "b/d/c", true),
  ])
  func namesFolder(glob: String, folder: String, expected: Bool) {
    #expect(PathGlob(glob).namesFolder(folder) == expected)
  }

  @Test(arguments: [
    (".git*/workflows/**", ".github", true),
    ("{.github,.gitlab}/workflows/**", ".gitlab", true),
    ("./.github/workflows/*.yml", ".github/workflows", true),
    ("./.github/workflows/*.yml", ".github/actions", false),
    ("**/*.pem", "keys", true),
    ("Sources/**", "Sources", true),
    ("Sources/A.swift", "Sources/A.swift", false),
    ("*.pem", "keys", false),
    ("a/b", "a/b/c", false),
  ])
  func reachesBelow(glob: String, folder: String, expected: Bool) {
    #expect(PathGlob(glob).reachesBelow(folder) == expected)
  }
}

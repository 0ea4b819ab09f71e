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
    ("", "", true),
    ("", "a", false),
  ])
  func matches(glob: String, path: String, expected: Bool) {
    #expect(PathGlob(glob).matches(path) == expected)
  }

  @Test func hostilePatternsEnd() {
    // Exponential in a matcher that tries every split; here each answers at once.
    let stars = PathGlob(String(repeating: "a*", count: 40) + "b")
    #expect(!stars.matches(String(repeating: "a", count: 4_000)))
    let braces = PathGlob(String(repeating: "{a,b}", count: 40))
    #expect(!braces.matches("c"))
  }
}

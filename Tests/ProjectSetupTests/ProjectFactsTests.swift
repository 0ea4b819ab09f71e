import TestSupport
import Testing

@testable import ProjectSetup

struct ProjectFactsTests {
  @Test(arguments: [
    ("https://github.com/ada/kit.git", "github.com"), ("git@github.com:ada/kit", "github.com"),
    ("ssh://git@gitlab.example.com:22/ada/kit", "gitlab.example.com"), ("file:///srv/kit", nil),
    ("https://ada:secret@github.com/ada/kit", "github.com"), ("/srv/kit", nil), ("../a:b", nil),
    ("https://a\u{1B}[31m/b", nil), ("", nil), ("-x:y", nil),
  ])
  func findsTheHost(url: String, host: String?) {
    #expect(GitFacts.host(of: url) == host)
  }

  @Test(
    arguments: [
      ([], "github.com", SetupService.github), ([], "gitlab.example.com", .gitlab),
      ([".circleci/config.yml"], "github.com", .circleci), ([".gitlab-ci.yml"], nil, .gitlab),
      ([".buildkite/pipeline.yml"], "github.com", .buildkite), ([], "github.com.evil.org", nil),
      ([".github/workflows/a.yml"], nil, .github), ([], "example.com", nil), ([], nil, nil),
    ] as [([String], String?, SetupService?)])
  func guessesTheService(files: [String], host: String?, service: SetupService?) throws {
    let directory = try ScratchDirectory()
    for file in files { try directory.write("", to: file) }
    #expect(SetupService.guess(root: directory.path, remoteHost: host)?.service == service)
  }

  @Test(
    arguments: [
      ("// swift-tools-version:5.1\n", nil, "6.3"), ("// swift-tools-version: 6.4.1\n", nil, "6.4"),
      ("// swift-tools-version: 7\n", nil, "7.0"), ("import PackageDescription\n", nil, "6.3"),
      ("// swift-tools-version: 5.9\n", "6.2.1\n", "6.2.1"),
      ("// swift-tools-version: 5.9\n", "main-snapshot\n", "6.3"),
      ("// swift-tools-version: 5.9\n", "6.2; rm -rf /\n", "6.3"),
      ("// swift-tools-version: 999999999999999999999\n", nil, "6.3"),
    ] as [(String, String?, String)])
  func choosesSwift(manifest: String, named: String?, version: String) throws {
    let directory = try ScratchDirectory()
    try directory.write(manifest, to: "Package.swift")
    if let named { try directory.write(named, to: ".swift-version") }
    #expect(ProjectFacts(root: directory.path).swiftVersion == version)
  }

  /// An older Swift reads the manifest for its version.
  @Test func anotherManifestForAnOlderSwift() throws {
    let directory = try ScratchDirectory()
    try directory.write("// swift-tools-version: 6.5\n", to: "Package.swift")
    try directory.write("// swift-tools-version: 6.4\n", to: "Package@swift-6.4.swift")
    #expect(ProjectFacts(root: directory.path).swiftVersion == "6.4")
  }

  @Test func findsThePackagesBelow() throws {
    let directory = try ScratchDirectory()
    for path in ["Core", "Apps/Shop", "With Blank", "Ü", "it's", "Core/Demo"] {
      try directory.write("// swift-tools-version: 6.0\n", to: "\(path)/Package.swift")
    }
    let facts = ProjectFacts(root: directory.path)
    #expect(!facts.isPackage && !facts.lints)
    #expect(facts.packages == ["Apps/Shop", "Core", "With Blank", "Ü"])
    #expect(facts.untestedPackages == facts.packages)
    #expect(facts.omittedPackages == "Core/Demo, it's")
    #expect(
      facts.warnings == [
        "the package in 'it's' is left out: its path has special characters",
        "the package in Core/Demo is left out: it is inside another package, or too deep",
      ])
    try directory.write(
      "let package = Package(name: \"A\", targets: names.map { .testTarget(name: $0) })\n",
      to: "Core/Package.swift")
    #expect(ProjectFacts(root: directory.path).untestedPackages.first == "Apps/Shop")
    try directory.write("{}", to: "Core/.swift-format")
    #expect(ProjectFacts(root: directory.path).lints)
  }

  @Test func namesThePackagesInsideAPackage() throws {
    let directory = try ScratchDirectory()
    for path in ["", "Benchmarks/", "Tests/Fixtures/A/", ".build/checkouts/B/"] {
      try directory.write("// swift-tools-version: 6.0\n", to: "\(path)Package.swift")
    }
    #expect(
      ProjectFacts(root: directory.path).warnings
        == ["the package in Benchmarks is left out: steps with `dir:` can build it"])
  }

  @Test(arguments: [
    ("a", true), ("a b/c", true), ("Kit Ü ber", true), ("a(b)&c+d@e", true), ("a'b", false),
    ("a,b", false), ("a]", false), ("$a", false), ("a#b", false), (" a", false), ("a ", false),
    ("-a", false), ("a\nb", false), ("a\u{202E}b", false), ("a\"b", false), ("a\\b", false),
  ])
  func knowsWhatQuotesAreEnoughFor(path: String, isQuotable: Bool) {
    #expect(isQuotablePath(path) == isQuotable)
  }
}

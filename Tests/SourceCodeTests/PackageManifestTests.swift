import SourceCode
import Testing

struct PackageManifestTests {
  private static let usual = PackageManifest(
    Array(
      """
      // swift-tools-version:6.0
      import PackageDescription
      let name = "Ghost"
      let package = Package(
        name: "thing",
        targets: [
          // .target(name: "Old"),
          .target(name: "Core", dependencies: [.target(name: "Deep"), system]),
          .target(
            name: "Deep",  // (a comment with a parenthesis
            path: "./Library/Deep/"),
          .executableTarget(name: "demo", dependencies: ["Core"]),
          .macro(name: "Macros"),
          .testTarget(name: "CoreTests", dependencies: ["Core"]),
          .testTarget(name: "MacrosTests", path: "Spec"),
          .target(name: name),
          .target(name: "A\\(name)"),
          .target(name: "Away", path: "../Away"),
          .target(name: "Elsewhere", path: folder),
        ])
      """.utf8))

  @Test(arguments: [
    ("Sources/Core/A.swift", "Core", false, true), ("Source/Core/A.swift", "Core", false, true),
    ("src/Core/Deep/A.swift", "Core", false, true), ("Library/Deep/A.swift", "Deep", false, true),
    ("Sources/demo/main.swift", "demo", false, false),
    ("Sources/Macros/A.swift", "Macros", false, true),
    ("Tests/CoreTests/A.swift", "CoreTests", true, true),
    ("Spec/A.swift", "MacrosTests", true, true),
  ])
  func findsTheTarget(path: String, name: String, isTest: Bool, isTested: Bool) throws {
    let target = try #require(Self.usual.target(of: path))
    #expect(target.name == name)
    #expect(target.isTest == isTest)
    #expect(Self.usual.isTested(target) == isTested)
  }

  @Test(arguments: [
    "Sources/Corelike/A.swift", "Sources/A.swift", "Sources/Ghost/A.swift", "Package.swift",
    "Library/A.swift", "Sources/Old/A.swift", "Sources/Away/A.swift", "Sources/Elsewhere/A.swift",
  ])
  func findsNone(path: String) {
    #expect(Self.usual.target(of: path) == nil)
  }

  @Test(arguments: [
    // The only target may lie in the folder itself.
    (".target(name: \"A\"), .testTarget(name: \"ATests\")", "Sources/B.swift", true),
    (".target(name: \"A\", path: \"Source\")", "Source/Deep/B.swift", true),
    (".target(name: \"A\", path: \".\")", "B.swift", true),
    // A folder within another target's is its own.
    (
      """
      .target(name: "A", path: "Sources"), .executableTarget(name: "b", path: "Sources/b"),
      .testTarget(name: "ATests", dependencies: ["A"])
      """, "Sources/b/B.swift", false
    ),
    // What tests depend on is not known.
    (
      """
      .target(name: "A"), .target(name: "B"), .testTarget(name: "ATests", dependencies: common)
      """, "Sources/B/B.swift", true
    ),
    (".target(name: \"A\"), .target(name: \"B\")", "Sources/B/B.swift", true),
  ])
  func knowsWhatIsTested(targets: String, path: String, isTested: Bool) throws {
    let manifest = PackageManifest(Array("let package = Package(targets: [\(targets)])".utf8))
    let target = try #require(manifest.target(of: path))
    #expect(manifest.isTested(target) == isTested)
  }

  /// As SwiftPM reads it.
  @Test(arguments: [
    ("// swift-tools-version:5.9", [5, 9]), ("//swift-tools-version:5.9.1;x", [5, 9, 1]),
    ("// Swift-Tools-Version: 5.5", [5, 5]), ("\n\r\n\u{B} // swift-tools-version:5.5", [5, 5]),
    ("//\tswift-tools-version:\t5.5\n", [5, 5]),
    ("//\u{A0}swift-tools-version:\u{A0}5.5\u{2028}", [5, 5]),
    (String(repeating: "\n", count: 300) + "// swift-tools-version:5.5", [5, 5]),
    ("// The swift-tools-version:5.5", [5]), ("/// swift-tools-version:5.5", [5]), ("", [5]),
    ("// A\n// swift-tools-version:5.5", [5]), ("/", [5]), ("//", [5]),
  ])
  func toolsVersion(text: String, version: [Int]) {
    #expect(PackageManifest(Array(text.utf8)).toolsVersion == version)
  }

  /// Targets have no names of their own as dependencies, and packages are named by their folders.
  @Test func dependenciesOfTargets() {
    let manifest = PackageManifest(
      Array(
        """
        let package = Package(name: "a", dependencies: [.package(path: "Local/Kit")], targets: [
          .target(name: "A", path: "A"), .target(name: "B", path: "B"),
          .target(name: "C", path: "C"),
          .testTarget(name: "ATests", dependencies: ["A", "B"], path: "ATests"),
          .testTarget(
            name: "BTests", dependencies: ["B", .product(name: "X", package: "kit")], path: "BTests"),
        ])
        """.utf8))
    let found = manifest.dependencies(of: manifest.targets.filter(\.isTest))
    #expect(found.targets.sorted() == ["A", "B"])
    #expect(found.packages == ["Local/Kit"])
  }

  /// However Swift lets the call be written.
  @Test(arguments: [
    (".package(url: \"a\")", 1), (".package (url: \"a\")", 1), (".`package`(url: \"a\")", 1),
    (".package/**/(url: \"a\")", 1), (". /* a */ package\n(url: \"a\")", 1),
    (".package(path: \"a\")", 0),
    (".\u{A0}package\u{A0}(url\u{A0}: \"a\")", 1),
    (".packages(url: \"a\")", 0), (".package.url(\"a\")", 0), ("// .package(url: \"a\")", 0),
    ("#if false\n.package(url: \"a\")\n#endif", 0), (".package a(url: \"a\")", 0),
  ])
  func dependencies(text: String, count: Int) {
    #expect(PackageManifest.dependencies(in: Array(text.utf8))?.count == count)
  }

  /// Behind the last call that is read there may be any other.
  @Test(arguments: [(1_999, 1 as Int?), (2_000, nil)])
  func dependenciesBehindManyCalls(count: Int, found: Int?) {
    let text = String(repeating: ".package(path: \"a\"),", count: count - 1)
    let manifest = Array("\(text).package(url: \"b\")".utf8)
    #expect(PackageManifest.dependencies(in: manifest)?.count == found)
  }

  /// A manifest that is longer than anybody writes, or whose conditions take too long to find out, says nothing.
  @Test(arguments: [
    String(repeating: "// a\n", count: 60_000),
    "#if \(String(repeating: "D && ", count: 20_000))E\n#endif\n",
  ])
  func tooMuch(text: String) {
    let manifest = "let package = Package(targets: [.testTarget(name: \"A\")])\n"
    #expect(PackageManifest(Array(manifest.utf8)).targets.count == 1)
    let bytes = Array((manifest + text).utf8)
    #expect(PackageManifest(bytes).targets.isEmpty)
    #expect(PackageManifest.dependencies(in: bytes) == nil)
    #expect(ManifestDependencies.named(in: bytes) == nil)
  }

  @Test(arguments: [
    "", ".target(", ".target(name: \"A\"", ".target(name: \"A", ".testTarget", ".", "/* .target(",
    ".target(name: \"\"\"\nA\n\"\"\")", ".target)))", ".target(name:)", ".target(path: \"\")",
  ])
  func takesAnything(text: String) {
    let manifest = PackageManifest(Array(text.utf8))
    #expect(manifest.target(of: "Sources/B.swift")?.name != "B")
  }
}

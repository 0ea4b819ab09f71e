import SourceCode
import Testing

/// What a manifest says of the dependencies that are resolved.
struct ManifestDependenciesTests {
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription

    let syntax: Version = "600.0.0"
    let settings: [SwiftSetting] = [.enableUpcomingFeature("A")]
    let host = "https://github.com"
    enum Versions { static let log: Version = "1.0.0" }
    func apple(_ name: String, _ version: Version = Versions.log) -> Package.Dependency {
      .package(url: "\\(host)/\\(name)", from: version)
    }
    var tools: [Package.Dependency] = [.package(path: "../b")]
    let package = Package(
      name: "Cart",
      products: [.library(name: "Cart", targets: ["Cart"])],
      dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax", exact: syntax),
        apple("swift-log", "1.0.0"),
        .package(path: "../a"),
      ] + tools,
      targets: [.target(name: "Cart", swiftSettings: settings)])
    if Context.environment["X"] != nil {
      package.dependencies.append(.package(url: "c", branch: "main"))
    }
    for target in package.targets { target.swiftSettings = settings }
    tools += more
    let more = [apple("d")]

    """

  @Test(arguments: [
    ("600.0.0", "601.0.0", true), ("\"swift-log\", \"1.0.0\"", "\"swift-evil\", \"1.0.0\"", true),
    ("log: Version = \"1.0.0\"", "log: Version = \"2.0.0\"", true),
    ("https://github.com\"", "https://evil.com\"", true),
    ("branch: \"main\"", "branch: \"x\"", true),
    ("] + tools", "]", true), ("apple(\"d\")", "apple(\"e\")", true),
    ("from: version", "exact: version", true),
    ("\"X\"", "\"Y\"", true),
    // What says nothing of them.
    (".enableUpcomingFeature(\"A\")", ".enableUpcomingFeature(\"B\")", false),
    ("name: \"Cart\"", "name: \"Cake\"", false), ("../a", "../z", false), ("../b", "../z", false),
    ("    apple", "    // a\n    apple", false),
    ("swiftSettings = settings", "swiftSettings = []", false),
    ("targets: [.target", "targets: [.target(name: \"B\"), .target", false),
    ("    .package(path: \"../a\"),\n", "", false), ("6.0", "6.1", false),
  ])
  func changes(text: String, replacement: String, isOther: Bool) throws {
    let new = Self.manifest.replacing(text, with: replacement)
    #expect(new != Self.manifest)
    let (before, after) = (
      try #require(ManifestDependencies.named(in: Array(Self.manifest.utf8))),
      try #require(ManifestDependencies.named(in: Array(new.utf8)))
    )
    #expect((before.sorted() != after.sorted()) == isOther)
  }

  /// Wherever the call of the package stands.
  @Test(arguments: [
    "let p = Package(dependencies: [f(@)])",
    "let p = PackageDescription.Package.init (dependencies:[f(@)])",
    "let o = Package(name: \"\")\nlet p = Package(dependencies: [f(@)])",
    "let d = @\nlet p = Package(dependencies: d)",
    "let p = Package(dependencies\u{A0}: [f(@)])",
    "let p = Package(name: \"\")\np.dependencies\u{A0}=\u{A0}[]\npackage.dependencies\u{A0}+= [f(@)]",
    "let d = @; let p = Package(dependencies: [.package(url: d)])",
    "let p = Package(name: \"\")\np.dependencies = []\npackage.dependencies += [f(@)]",
    "extension Version { static var d: Version { @ } }\nlet p = Package(dependencies: [.package(url: \"\", from: .d)])",
  ])
  func places(text: String) {
    let versions = ["1", "2"].map {
      ManifestDependencies.named(in: Array(text.replacing("@", with: $0).utf8))?.sorted()
    }
    #expect(versions[0] != nil && versions[0] != versions[1])
  }

  /// Nothing of this takes longer than its length.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "Package(", "a.", "a=", "package.dependencies ", "let a = b;", "a\n.b\n", "[a, ", ".package(",
      "func ",
    ])
  func manyOfThem(piece: String) {
    let text = "let p = Package(dependencies: [a(b)])\n" + String(repeating: piece, count: 20_000)
    _ = ManifestDependencies.named(in: Array(text.utf8))
  }
}

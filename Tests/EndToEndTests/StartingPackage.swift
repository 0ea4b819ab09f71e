import TestSupport
import Testing

/// A small package as somebody has it who does not know devtool yet.
struct StartingPackage: Sendable, CustomTestStringConvertible {
  var name: String
  var files: [String: String]

  var testDescription: String { name }

  private static let testing = "import Testing\n@Test func holds() { #expect(1 + 1 == 2) }\n"
  private static let xctest = """
    import XCTest
    final class OneTests: XCTestCase {
      func testOne() { XCTAssertEqual(1, 1) }
      static var allTests = [("testOne", testOne)]
    }

    """

  private static func manifest(_ version: String, _ arguments: String) -> String {
    "// swift-tools-version:\(version)\nimport PackageDescription\n"
      + "let package = Package(name: \"One\", \(arguments))\n"
  }

  private static func library(_ name: String) -> [String: String] {
    [
      "Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "\(name)", products: [.library(name: "\(name)", targets: ["\(name)"])],
        targets: [.target(name: "\(name)"), .testTarget(name: "\(name)Tests")])
      """, "Sources/\(name)/A.swift": "public func two() -> Int { 2 }\n",
      "Tests/\(name)Tests/T.swift": testing,
    ]
  }

  static let untested = StartingPackage(
    name: "no tests",
    files: [
      "Package.swift": manifest("6.0", "targets: [.target(name: \"One\")]"),
      "Sources/One/A.swift": "public let one = 1\n",
    ])

  static let withLibrary = StartingPackage(
    name: "library", files: library("One").merging([".swift-format": "{}\n"]) { $1 })

  private static let executable = StartingPackage(
    name: "executable with C target",
    files: [
      "Package.swift": manifest(
        "5.9",
        "targets: [.target(name: \"CSum\"), .executableTarget(name: \"One\", dependencies: [\"CSum\"]), "
          + ".testTarget(name: \"OneTests\", dependencies: [\"CSum\"])]"),
      "Sources/CSum/include/sum.h": "int sum(int a, int b);\n",
      "Sources/CSum/sum.c": "#include \"sum.h\"\nint sum(int a, int b) { return a + b; }\n",
      "Sources/One/main.swift": "import CSum\nprint(sum(1, 2))\n",
      "Tests/OneTests/T.swift": xctest,
    ])

  private static let macro = StartingPackage(
    name: "macro",
    files: [
      "Package.swift": "// swift-tools-version: 6.0\nimport CompilerPluginSupport\n"
        + manifest(
          "6.0",
          "platforms: [.macOS(.v13)], targets: [.macro(name: \"OneMacros\"), .target(name: \"One\", "
            + "dependencies: [\"OneMacros\"]), .testTarget(name: \"OneTests\", dependencies: [\"One\"])]"
        ),
      "Sources/OneMacros/A.swift": "@main struct Plugin { static func main() {} }\n",
      "Sources/One/A.swift": "public let one = 1\n", "Tests/OneTests/T.swift": testing,
    ])

  private static let plugin = StartingPackage(
    name: "plug-in",
    files: [
      "Package.swift": manifest(
        "5.10",
        "targets: [.plugin(name: \"Greet\", capability: .command(intent: .custom(verb: \"greet\", "
          + "description: \"Greets\"))), .testTarget(name: \"OneTests\")]"),
      "Plugins/Greet/A.swift": "import PackagePlugin\n@main struct Greet: CommandPlugin {\n"
        + "  func performCommand(context: PluginContext, arguments: [String]) throws {}\n}\n",
      "Tests/OneTests/T.swift": xctest,
    ])

  private static let monorepo = StartingPackage(
    name: "monorepo of three",
    files: Dictionary(
      uniqueKeysWithValues: ["App", "Core", "Libs/Tools"].flatMap { folder in
        library(folder == "Libs/Tools" ? "Tools" : folder).map { ("\(folder)/\($0.key)", $0.value) }
      }))

  private static let old = StartingPackage(
    name: "Swift 5 mode with LinuxMain",
    files: [
      "Package.swift": manifest(
        "5.1",
        "targets: [.target(name: \"One\"), .testTarget(name: \"OneTests\", dependencies: [\"One\"])], "
          + "swiftLanguageVersions: [.v5]"),
      "Sources/One/A.swift": "public let one = 1\n", "Tests/OneTests/T.swift": xctest,
      "Tests/LinuxMain.swift":
        "import XCTest\n@testable import OneTests\nXCTMain([testCase(OneTests.allTests)])\n",
    ])

  static let all = [withLibrary, executable, macro, plugin, monorepo, untested, old]

  /// A repository that holds it, cloned from GitHub.
  func repository() throws -> ScratchRepository {
    let repository = try ScratchRepository()
    try repository.commit("Begin", files.mapValues { $0 })
    try repository.git("remote", "add", "origin", "https://github.com/ada/one.git")
    return repository
  }
}

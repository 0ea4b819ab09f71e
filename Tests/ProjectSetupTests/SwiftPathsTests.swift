import TestSupport
import Testing

@testable import ProjectSetup

struct SwiftPathsTests {
  @Test(
    arguments: [
      (nil, ["Package.swift", "Sources", "Tests"]),
      ("Kit", ["Package.swift", "Snippets", "Code/A", "Kit"]),
      ("None", []),
    ] as [(String?, [String])])
  func findsThePackagesOwnCode(directory: String?, expected: [String]) throws {
    let folder = try ScratchDirectory()
    let files = [
      "Package.swift", "Sources/A/A.swift", "Tests/ATests/A.swift", "Pods/B/B.swift",
      "Kit/Sources.md", "Kit/Snippets/C.swift", "Kit/Code/A/C.swift", "Kit/Kit/C.swift",
      "Kit/Other/C.swift",
    ]
    for file in files { try folder.write("", to: file) }
    try folder.write(
      "let p = Package(targets: [.target(name: \"A\"), .testTarget(name: \"ATests\")])",
      to: "Package.swift")
    try folder.write(
      """
      let p = Package(targets: [
        .target(name: "B", path: "Kit"), .target(name: "A", path: "Code/A"),
        .target(name: "C", path: "Missing"),
      ])
      """, to: "Kit/Package.swift")
    #expect(swiftPaths(in: folder.path, directory) == expected)
  }
}

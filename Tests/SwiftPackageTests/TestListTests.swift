import SwiftPackage
import TestSupport
import Testing

struct TestListTests {
  /// SwiftPM looks in each folder that contains a test target, up to the package root.
  @Test(
    arguments: [
      ([], "Tests/ATests", nil), (["LinuxMain.swift"], "Tests/ATests", "LinuxMain.swift"),
      (["LinuxMain.swift"], "Tests", "LinuxMain.swift"),
      (["Tests/XCTMain.swift", "LinuxMain.swift"], "Tests/ATests", "Tests/XCTMain.swift"),
      (["Tests/ATests/LinuxMain.swift", "Other/LinuxMain.swift"], "Tests/ATests", nil),
    ] as [([String], String, String?)])
  func findsTheListOfTests(files: [String], target: String, expected: String?) throws {
    let folder = try ScratchDirectory()
    for file in files { try folder.write("XCTMain([])\n", to: file) }
    let package = PackageDescription(
      name: "A",
      targets: [
        PackageTarget(name: "A", kind: .library, path: "Other/A"),
        PackageTarget(name: "ATests", kind: .test, path: target),
      ])
    #expect(package.testList(in: folder.path) == expected)
  }
}

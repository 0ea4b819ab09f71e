import CIModel
import SwiftPackage
import TestExecution
import TestSupport
import Testing

/// Where tests without a place are looked for.
struct TestSourcesTests {
  private static let source = """
    import XCTest

    final class CartTests: XCTestCase {
      func testThrows() throws { throw Problem() }
      #if os(Linux)
        func testTwice() {}
      #else
        func testTwice() {}
      #endif
      class Inner: XCTestCase {
        func testDeep() {}
      }
    }
    """

  @Test(
    arguments: [
      ("CartTests", "testThrows", .failed, nil, "pkg/Tests/ShopTests/A.swift:4"),
      ("CartTests", "testThrows", .crashed, nil, "pkg/Tests/ShopTests/A.swift:4"),
      ("CartTests.Inner", "testDeep", .failed, nil, "pkg/Tests/ShopTests/A.swift:11"),
      ("CartTests", "testThrows", .passed, nil, "pkg/Tests/ShopTests/A.swift:4"),
      ("CartTests", "testThrows", .failed, "B.swift", "B.swift:0"),
      ("CartTests", "testTwice", .failed, nil, nil),
      ("OtherTests", "testThrows", .failed, nil, nil),
    ] as [(String, String, TestOutcome, String?, String?)])
  func findsTheDeclaration(
    suite: String, function: String, outcome: TestOutcome, known: String?, expected: String?
  ) throws {
    let folder = try ScratchDirectory()
    try folder.write(Self.source, to: "Tests/ShopTests/A.swift")
    let package = PackageDescription(
      name: "Shop",
      targets: [
        PackageTarget(
          name: "ShopTests", kind: .test, path: "Tests/ShopTests",
          sources: ["A.swift", "Gone.swift"])
      ])
    var tests = [
      TestCase(
        name: "\(suite).\(function)", framework: .xctest, module: "ShopTests", suite: suite,
        function: function, outcome: outcome, file: known)
    ]
    TestSources(package, packageRoot: folder.path, prefix: "pkg/").locate(&tests)
    #expect(tests[0].file.map { "\($0):\(tests[0].line ?? 0)" } == expected)
  }
}

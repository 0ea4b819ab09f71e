import Testing

@testable import CIRules

/// Which paths no build of SwiftPM reads as sources.
struct TestPlacesTests {
  @Test(
    arguments: [
      ("Tests/A/a.swift", false), ("Tests/.a/a.swift", true), ("Tests/A/.a.swift", true),
      ("Tests/A.xcassets/a.swift", true), ("Tests/a.XCAssets/b/a.swift", true),
      ("Tests/A.xcassets.d/a.swift", false), ("Tests/A.x/a.swift", false),
      ("Tests/a.xib", false), ("Tests/a.\u{301}xib/a.swift", false),
    ] as [(String, Bool)])
  func leavesOut(path: String, expected: Bool) {
    #expect(TestPlaces.isLeftOut(path) == expected)
  }
}

import Testing

@testable import CoverageData

struct ChangedSourcesTests {
  /// A manifest is at the root of a package, not within its sources.
  @Test(arguments: [
    ("Package.swift", false), ("Package@swift-6.swift", false), ("Package@swift-5.9.swift", false),
    ("Packages/Kit/Package.swift", false), ("Packages/Kit/Package@swift-6.0.swift", false),
    ("Package@swift-b.swift", true), ("Package@swift-.swift", true),
    ("Sources/App/Package.swift", true), ("Kit/src/Package@swift-6.0.swift", true),
    ("Sources/App/A.swift", true), ("Sources/App/A.txt", false),
  ])
  func sources(path: String, isSource: Bool) {
    #expect(ChangedSources.isSource(path) == isSource)
    #expect(
      ChangedSources.isSource(path, isInTarget: true) == (isSource || !path.hasSuffix(".txt")))
  }
}

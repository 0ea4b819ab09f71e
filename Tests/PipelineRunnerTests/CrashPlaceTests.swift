import CIModel
import CoverageData
import SwiftPackage
import Testing

@testable import PipelineRunner

@Suite struct CrashPlaceTests {
  private let package = PackageDescription(
    name: "P",
    targets: [
      PackageTarget(
        name: "K-Tests", moduleName: "K_Tests", kind: .test, path: "Tests/K",
        sources: ["A.swift", "Deep/B.swift", "x/Same.swift", "y/Same.swift"])
    ])

  @Test(
    arguments: [
      ("K_Tests/A.swift", "pkg/Tests/K/A.swift"),
      ("K_Tests/B.swift", "pkg/Tests/K/Deep/B.swift"),
      ("K_Tests/Same.swift", "K_Tests/Same.swift"),
      ("K_Tests/C.swift", "K_Tests/C.swift"),
      ("Other/A.swift", "Other/A.swift"),
      ("Tests/K/A.swift", "Tests/K/A.swift"),
      (nil, nil),
    ] as [(String?, String?)])
  func findsTheFileOfAFileID(printed: String?, expected: String?) {
    let crash = Crash(reason: "Fatal error", file: printed, line: 3)
    #expect(crash.located(in: package, prefix: "pkg/").file == expected)
  }
}

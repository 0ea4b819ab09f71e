import CIModel
import CoverageData
import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct RealPackageTests {
  /// Checkouts that `swift build --build-tests --enable-code-coverage` has built and whose test
  /// product has left its profiles in `prof/`, separated by colons.
  private static let checkouts =
    ProcessInfo.processInfo.environment["DEVTOOL_COVERAGE_CHECKOUTS"]?
    .split(separator: ":").map(String.init) ?? []

  @Test(.enabled(if: !checkouts.isEmpty), arguments: checkouts)
  func agreesWithLLVMCov(root: String) throws {
    let profiles = try FileManager.default.contentsOfDirectory(atPath: root + "/prof")
    let package = MeasuredPackage(
      root: root, binPath: root + "/.build/debug", profiles: profiles.map { "\(root)/prof/\($0)" },
      toolchain: try .testing(), scratch: try ScratchDirectory())
    try package.expectParity()
    let collected = try package.collect(package.inputs())
    print(root, collected.coverage.totals, collected.coverage.excluded, collected.notes)
  }
}

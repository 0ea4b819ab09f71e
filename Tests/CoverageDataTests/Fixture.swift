import CIModel
import CoverageData
import Foundation
import SwiftPackage

enum Fixture {
  static func url(_ name: String, testFile: String = #filePath) -> URL {
    URL(fileURLWithPath: testFile).deletingLastPathComponent()
      .appendingPathComponent("Fixtures").appendingPathComponent(name)
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: url(name)))
  }

  static func text(_ name: String) throws -> String {
    try String(contentsOf: url(name), encoding: .utf8)
  }

  static func export(_ bytes: [UInt8]) throws -> [ExportedFile] {
    var files: [ExportedFile] = []
    try bytes.withUnsafeBytes { bytes in
      try ExportScanner.scan(bytes) { files.append($0) }
    }
    return files
  }

  static func covkit() throws -> [ExportedFile] {
    try export(bytes("covkit-llvm-cov-21.json"))
  }

  static func covkitInputs(_ policy: CoveragePolicy = CoveragePolicy()) throws -> CoverageInputs {
    let package = try PackageDescription(json: bytes("covkit-describe-6.3.1.json"))
    return CoverageInputs(
      profiles: [],
      objects: ["/package/.build/x86_64-unknown-linux-gnu/debug/CovKitPackageTests.xctest"],
      repositoryRoot: "/package", packageRoot: "/package", targets: package.targets, policy: policy)
  }
}

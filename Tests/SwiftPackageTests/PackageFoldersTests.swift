import SwiftPackage
import TestSupport
import Testing

struct PackageFoldersTests {
  @Test(
    arguments: [
      ([], nil), (["Package.swift"], nil), ([".build/checkouts/Package.swift"], nil),
      (["App/Package.swift"], "The package is in App: run devtool there."),
      (
        ["ios/A/Package.swift", "Pods/Package.swift"], "The package is in ios/A: run devtool there."
      ),
      (
        ["b/Package.swift", "a/Package.swift", "a/c/Package.swift"],
        "There are packages in a, b: run devtool in one of them."
      ),
    ] as [([String], String?)])
  func namesThePackagesBelow(files: [String], expected: String?) throws {
    let folder = try ScratchDirectory()
    for file in files { try folder.write("// swift-tools-version: 6.0\n", to: file) }
    #expect(PackageFolders.advice(below: folder.path) == expected)
  }
}

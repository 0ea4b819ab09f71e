import FileSystem
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
      (["a/b/c/d/Package.swift"], "The package is in a/b/c/d: run devtool there."),
      (["a/b/c/d/e/f/Package.swift"], nil),
    ] as [([String], String?)])
  func namesThePackagesBelow(files: [String], expected: String?) throws {
    let folder = try ScratchDirectory()
    for file in files { try folder.write("// swift-tools-version: 6.0\n", to: file) }
    #expect(PackageFolders.advice(below: folder.path) == expected)
  }

  @Test func listsEachPackageOnce() throws {
    let folder = try ScratchDirectory()
    for path in ["Kit", "Kit/Examples/Demo", "libs/Core", "x/y/z/Deep", "Kit/.build/checkouts/A"] {
      try folder.write("// swift-tools-version: 6.0\n", to: "\(path)/Package.swift")
    }
    for (link, target) in [("Again", "Kit"), ("libs/Up", ".."), ("Core", "libs/Core")] {
      try makeLink("\(folder.path)/\(link)", to: target)
    }
    #expect(PackageFolders.below(folder.path) == ["Kit", "libs/Core"])
    #expect(PackageFolders.others(below: folder.path) == ["Kit/Examples/Demo", "x/y/z/Deep"])
  }
}

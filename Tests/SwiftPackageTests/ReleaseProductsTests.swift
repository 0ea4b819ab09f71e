import Foundation
import SwiftPackage
import TestSupport
import Testing

@Suite struct ReleaseProductsTests {
  @Test func tellsProgramsAndLibrariesFromTheRest() throws {
    let scratch = try ScratchDirectory()
    let made = [
      "release/tool": 7, "release/libKit.so": 5, "release/libKit.a": 3, "release/tool.d": 1,
      "release/AppPackageTests": 9, "release/Macros-tool": 9, "release/AppTests-test-runner": 9,
      "debug/tool": 99, "out/Products/Release-linux/other": 4, "out/Products/Debug-linux/other": 99,
      "release/folder/tool": 2,
    ]
    for (path, size) in made {
      let file = try scratch.write(String(repeating: "a", count: size), to: path)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    try scratch.write("text", to: "release/notes")
    #expect(
      ReleaseProducts.sizes(in: scratch.path) == ["tool": 7, "libKit.so": 5, "other": 4])
    #expect(ReleaseProducts.sizes(in: scratch.path + "/none") == [:])
  }

  @Test func tellsWhetherAnEarlierBuildIsThere() throws {
    let scratch = try ScratchDirectory()
    func areLeft(_ isRelease: Bool) -> Bool {
      BuildProducts.areLeft(
        in: scratch.path, by: isRelease ? ["build", "-c", "release"] : ["build"])
    }
    try scratch.write("", to: "checkouts/a/Package.swift")
    #expect(!areLeft(false))
    try scratch.write("", to: "debug/M.build/a.o")
    #expect(areLeft(false))
    #expect(!areLeft(true))
    try scratch.write("", to: "out/Products/Release-linux/tool")
    #expect(areLeft(true))
  }
}

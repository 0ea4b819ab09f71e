import SwiftPackage
import TestSupport
import Testing

struct PackageNameTests {
  @Test(arguments: [
    ("let package = Package(\n  name: \"Store\",\n  targets: [.target(name: \"A\")])\n", "Store"),
    ("let package = Package(name: \"B <b>\")", "B <b>"), ("let package = Package(name: name)", nil),
    ("", nil), ("let name = \"Other\"", nil), (nil, nil),
  ])
  func readsTheNameOfThePackage(manifest: String?, name: String?) throws {
    let folder = try ScratchDirectory()
    if let manifest { try folder.write(manifest, to: "Package.swift") }
    #expect(PackageName.read(in: folder.path) == name)
  }
}

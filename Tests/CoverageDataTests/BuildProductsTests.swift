import CoverageData
import SwiftPackage
import TestSupport
import Testing

struct BuildProductsTests {
  @Test func readsADescription() throws {
    let package = try PackageDescription(json: Fixture.bytes("covkit-describe-6.3.1.json"))
    #expect(package.name == "CovKit")
    #expect(
      package.targets.map(\.name) == ["Core", "CoreTests", "Helpers", "Unlinked", "covkit-tool"])
    #expect(package.targets.map(\.isTest) == [false, true, true, false, false])
    let tool = try #require(package.targets.last)
    #expect(tool.kind == .executable)
    #expect(tool.moduleName == "covkit_tool")
    #expect(tool.dependencies == ["Core"])
    #expect(package.executables.map(\.name) == ["covkit-tool"])
  }

  @Test(arguments: ["", "warning: nothing here", "{}", #"{"name":1,"targets":[]}"#])
  func refusesOtherText(text: String) {
    #expect(throws: PackageDescriptionError.self) { try PackageDescription(json: Array(text.utf8)) }
  }

  @Test func findsObjects() throws {
    let package = try PackageDescription(json: Fixture.bytes("covkit-describe-6.3.1.json"))
    let scratch = try ScratchDirectory()
    let products = BuildProducts(binPath: scratch.path, package: package)
    #expect(throws: CoverageError.noObjects(folder: scratch.path)) { try products.objects() }
    #expect(products.testProduct == nil)

    for file in [
      "CovKitPackageTests.xctest", "Core.build/Regions.swift.o", "Unlinked.build/B.swift.o",
      "Unlinked.build/A.swift.o", "Unlinked.build/A.d", "covkit_tool.build/main.swift.o",
    ] {
      try scratch.write("", to: file)
    }
    #expect(
      try products.objects()
        == [
          "CovKitPackageTests.xctest", "Unlinked.build/A.swift.o", "Unlinked.build/B.swift.o",
          "covkit_tool.build/main.swift.o",
        ].map { "\(scratch.path)/\($0)" })

    try scratch.write("", to: "covkit-tool")
    #expect(
      try products.objects()
        == [
          "CovKitPackageTests.xctest", "covkit-tool", "Unlinked.build/A.swift.o",
          "Unlinked.build/B.swift.o",
        ].map { "\(scratch.path)/\($0)" })
  }

  @Test(arguments: [
    ("/p/.build/x86_64-unknown-linux-gnu/debug", "/p/.build"),
    ("/p/.build/out/Products/Debug-linux", "/p/.build"),
    ("/p/.build/out/Products/Release", "/p/.build"),
    ("/p/.build/sanitize-thread/x86_64-unknown-linux-gnu/debug", "/p/.build/sanitize-thread"),
    // A package that is called so.
    ("/out/Products/.build/arm64-apple-macosx/debug", "/out/Products/.build"),
    ("/debug", nil), ("", nil),
  ])
  func knowsTheBuildFolder(binPath: String, scratch: String?) {
    let package = PackageDescription(name: "CovKit", targets: [])
    #expect(BuildProducts(binPath: binPath, package: package).scratchPath == scratch)
  }

  @Test func knowsWhatTheNativeBuildDoesNotMeasure() throws {
    let scratch = try ScratchDirectory()
    let package = PackageDescription(
      name: "Kit",
      targets: [
        PackageTarget(name: "CKit", kind: .library, path: "Sources/CKit", sources: ["a.c"]),
        PackageTarget(name: "CTool", kind: .executable, path: "Sources/CTool", sources: ["m.mm"]),
        PackageTarget(name: "Headers", kind: .library, path: "Sources/Headers"),
        PackageTarget(name: "Kit", kind: .library, path: "Sources/Kit", sources: ["Kit.swift"]),
        PackageTarget(name: "CHelp", kind: .library, path: "Tests/CHelp", sources: ["h.cpp"]),
      ])
    let products = BuildProducts(binPath: scratch.path, package: package)
    try scratch.write("", to: "KitTests.so")
    #expect(products.uninstrumentedTargets == [])
    try scratch.write("", to: "KitPackageTests.xctest")
    #expect(products.uninstrumentedTargets == ["CKit", "CTool"])
  }

  @Test func findsTheBinaryInABundle() throws {
    let scratch = try ScratchDirectory()
    let file = "CovKitPackageTests.xctest/Contents/MacOS/CovKitPackageTests"
    try scratch.write("", to: file)
    let package = PackageDescription(name: "CovKit", targets: [])
    #expect(
      BuildProducts(binPath: scratch.path, package: package).testProduct
        == "\(scratch.path)/\(file)")
  }

  @Test func findsTheLibrariesOfTheOtherBuildSystem() throws {
    let scratch = try ScratchDirectory()
    for file in ["CoreTests.so", "Core.o", "Unlinked.o"] { try scratch.write("", to: file) }
    let package = try PackageDescription(json: Fixture.bytes("covkit-describe-6.3.1.json"))
    #expect(
      try BuildProducts(binPath: scratch.path, package: package).objects() == [
        "\(scratch.path)/CoreTests.so", "\(scratch.path)/Unlinked.o",
      ])
  }
}

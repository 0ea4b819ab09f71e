import CoverageData
import Foundation
import PipelineRunner
import TestSupport
import Testing

@testable import LocalState
@testable import SwiftPackage

/// What a product was built from, and whether that is still there.
@Suite struct SourceFreshnessTests {
  let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    for path in [
      "Package.swift", "Sources/A/a.swift", "Core/c.swift", "Tests/T/t.swift",
      "Core/Core.docc/Core.md", "README.md",
    ] {
      try scratch.write("// \(path)\n", to: "package/\(path)")
    }
    try scratch.write("linked", to: "package/.build/product")
    try scratch.write("local", to: "local/Sources/L/l.swift")
  }

  private var root: String { scratch.path + "/package" }

  /// - Parameter key: Without one nothing is kept.
  private func freshness(_ key: StateKey? = testKey) -> SourceFreshness {
    SourceFreshness(
      products: [root + "/.build/product"],
      sources: BuiltSources.Search(
        packageRoot: root, targets: ["Core", "Sources/A", "Tests/T"],
        packages: [scratch.path + "/local"]),
      state: StateFolder(root: root, key: key))
  }

  /// SwiftPM compiles what a target's folder links to.
  @Test func sourcesBehindALinkAreSources() throws {
    try shell(
      "mkdir -p real gen; echo new > real/m.swift; ln -s ../real Sources/M; ln -s .. Sources/A/up;"
        + " echo new > gen/g.swift; ln -s ../../gen Sources/A/gen; ln -s ../Sources gen/loop"
        + "; ln -s / Sources/A/all")
    let search = BuiltSources.Search(packageRoot: root, targets: ["Sources/A", "Sources/M"])
    #expect(
      search.files().keys.sorted() == [
        "Package.swift", "Sources/A/a.swift", "Sources/A/gen/g.swift",
        "Sources/M/m.swift", "Tests/T/t.swift",
      ])
  }

  private func shell(_ script: String) throws {
    let result = try run("bash", ["-ec", script], in: root)
    #expect(result.status == 0, "\(result.standardError)")
  }

  /// A build that begins after everything was written, and does `during`.
  private func build(_ during: String = "", _ key: StateKey? = testKey) throws -> SourceFreshness {
    let start = BuildStarts.now(in: root)
    // Longer than a tick of the clock that stamps files.
    try shell("sleep 0.05; " + during)
    var built = freshness(key)
    built.noteBuild(startedAt: start)
    return built
  }

  private func edited(_ freshness: SourceFreshness? = nil) -> [String] {
    (freshness ?? self.freshness()).edits().map(\.path)
  }

  @Test(arguments: [
    ("touch Sources/A/a.swift", []),
    ("cp Core/c.swift c; echo new > Core/c.swift; mv c Core/c.swift", []),
    ("echo edited > Core/Core.docc/Core.md; echo edited > README.md", []),
    ("echo edited > Sources/A/a.swift", ["Sources/A/a.swift"]),
    // A time from before the build hides no edit.
    ("echo edited > Core/c.swift; touch -d '1 hour ago' Core/c.swift", ["Core/c.swift"]),
    (
      "echo new > Core/n.swift; echo new > Package@swift-6.0.swift",
      ["Core/n.swift", "Package@swift-6.0.swift"]
    ),
    ("rm Tests/T/t.swift", ["Tests/T/t.swift"]),
  ])
  func isToldByContent(script: String, edits: [String]) throws {
    _ = try build()
    #expect(edited() == [])
    try shell(script)
    #expect(edited() == edits)
    // The next build finds all of it, and may have nothing to link.
    _ = try build()
    #expect(edited() == [])
  }

  @Test func packagesBesideItAreSources() throws {
    _ = try build()
    try shell("echo edited > ../local/Sources/L/l.swift")
    #expect(edited() == [scratch.path + "/local/Sources/L/l.swift"])
  }

  /// Both build systems note in the build folder which packages lie beside the package.
  @Test(arguments: ["x86_64-unknown-linux-gnu/debug", "out/Products/Debug-linux"])
  func packagesBesideItAreFound(folder: String) throws {
    try scratch.write(
      """
      {"object": {"dependencies": [{"packageRef": {"location": "\(scratch.path)/local"},
        "state": {"name": "fileSystem", "path": "\(scratch.path)/local"}}]}}
      """, to: "package/.build/workspace-state.json")
    let description = try PackageDescription(
      json: Array(
        """
        {"name": "p", "targets": [], "products": [],
         "dependencies": [{"identity": "local", "type": "fileSystem", "path": "\(scratch.path)/local"}]}
        """.utf8))
    let search = BuiltSources.Search(
      BuiltPackage(
        description: description,
        products: BuildProducts(binPath: "\(root)/.build/\(folder)", package: description)),
      packageRoot: root)
    #expect(search.files().keys.contains(scratch.path + "/local/Sources/L/l.swift"))
  }

  @Test func whatIsWrittenDuringTheBuildIsUnknown() throws {
    let built = try build("echo edited > Core/c.swift")
    #expect(edited(built) == ["Core/c.swift"])
    #expect(edited() == ["Core/c.swift"])
    _ = try build()
    #expect(edited() == [])
  }

  @Test func thisRunNeedsNoPlaceToKeepIt() throws {
    let built = try build("", nil)
    try shell("touch Core/c.swift; echo edited > Sources/A/a.swift")
    #expect(edited(built) == ["Sources/A/a.swift"])
  }

  /// A cached build folder under a new checkout: the product is old, the sources are new.
  @Test func aRestoredProductIsAsOldAsItIs() throws {
    try shell("touch -d '2 days ago' .build/product")
    let built = try build()
    #expect(edited(built) == [])
    #expect(edited() == [])
  }

  @Test func ofAnotherProductOnlyTheTimeIsKnown() throws {
    _ = try build()
    try shell(
      "echo relinked > .build/product; touch Core/c.swift; touch -d '1 hour' Tests/T/t.swift")
    try shell("touch -d '1 minute' .build/product")
    #expect(edited() == ["Tests/T/t.swift"])
  }

  @Test func namesMayHoldAnything() throws {
    try scratch.write("x", to: "package/Sources/A/a\tb\nc\\d.swift")
    _ = try build()
    #expect(edited() == [])
    try scratch.write("y", to: "package/Sources/A/a\tb\nc\\d.swift")
    #expect(edited() == ["Sources/A/a\tb\nc\\d.swift"])
  }
}

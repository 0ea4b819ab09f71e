import CIModel
import CoverageData
import SwiftPackage
import Testing

struct CoverageAssemblerTests {
  private func assemble(_ inputs: CoverageInputs) throws -> (Coverage, [String]) {
    var assembler = CoverageAssembler(inputs)
    for file in try Fixture.covkit() { assembler.add(file) }
    return (try assembler.coverage(), assembler.unmatchedGlobs)
  }

  @Test func countsThePackagesSourcesOnly() throws {
    let (coverage, _) = try assemble(try Fixture.covkitInputs())
    #expect(
      coverage.files.map(\.path) == [
        "Sources/Core/Generated.generated.swift", "Sources/Core/Regions.swift",
        "Sources/Core/Search.swift", "Sources/Unlinked/Unlinked.swift",
        "Sources/covkit-tool/main.swift",
      ])
    #expect(coverage.files.map(\.target) == ["Core", "Core", "Core", "Unlinked", "covkit-tool"])
    #expect(coverage.totals.lines == .init(covered: 30, count: 47))
    #expect(coverage.totals.otherLines == .init(covered: 40, count: 59))
    #expect(coverage.excluded.map(\.reason) == ["generated", "tests"])
    #expect(coverage.excluded.map(\.files) == [3, 2])
    #expect(coverage.excluded.last?.lines == .init(covered: 14, count: 14))
  }

  @Test func bothMetricsHoldTheSameNumbers() throws {
    let (distinct, _) = try assemble(try Fixture.covkitInputs(.init(metric: .distinct)))
    let (llvm, _) = try assemble(try Fixture.covkitInputs(.init(metric: .llvm)))
    #expect(distinct.totals.lines == llvm.totals.otherLines)
    #expect(distinct.totals.otherLines == llvm.totals.lines)
    #expect(distinct.files.map(\.lines) == llvm.files.map(\.otherLines))
  }

  @Test func leavesOutIgnoredFilesAndNamesIdleGlobs() throws {
    let policy = CoveragePolicy(ignore: ["**/*.generated.swift", "Sources/Gone/**"])
    let (coverage, unmatched) = try assemble(try Fixture.covkitInputs(policy))
    #expect(coverage.files.count == 4)
    #expect(coverage.excluded.first { $0.reason == "ignored" }?.files == 1)
    #expect(unmatched == ["Sources/Gone/**"])
  }

  @Test func pathsAreRelativeToTheRepository() throws {
    var inputs = try Fixture.covkitInputs(.init(ignore: ["package/Sources/Core/**"]))
    inputs.repositoryRoot = "/"
    let (coverage, unmatched) = try assemble(inputs)
    #expect(
      coverage.files.map(\.path) == [
        "package/Sources/Unlinked/Unlinked.swift", "package/Sources/covkit-tool/main.swift",
      ])
    #expect(unmatched.isEmpty)
  }

  /// - Parameters:
  ///   - products: The targets of the package's library.
  ///   - hints: The folders that a hint names.
  private static let targetsOnlyForTests: [([String], [(String, [String])], [String])] = [
    (["Core"], [("Helpers", ["Core"]), ("HelpersTests", ["Helpers"])], ["Sources/Helpers"]),
    (["Core", "Helpers"], [("Helpers", []), ("HelpersTests", ["Helpers"])], []),
    // What a product, an executable, a plugin or no test depends on is a source.
    (["Core"], [("Core", ["Helpers"]), ("Helpers", []), ("CoreTests", ["Helpers"])], []),
    (["Core"], [("tool", ["Helpers"]), ("Helpers", []), ("ToolTests", ["Helpers"])], []),
    (["Core"], [("plugin", ["Helpers"]), ("Helpers", []), ("CoreTests", ["Helpers"])], []),
    (["Core"], [("Helpers", [])], []),
    // One helper uses another, and both in a circle that no package has.
    (
      ["Core"], [("Helpers", ["More"]), ("More", ["Helpers"]), ("CoreTests", ["Helpers"])],
      ["Sources/Helpers", "Sources/More"]
    ),
    // There is nothing else: it is what the package is for.
    ([], [("Helpers", []), ("CoreTests", ["Helpers"])], []),
    // Below `Tests`, what only tests use does not count; the rest does, with a hint.
    (["Core"], [("Beside", []), ("CoreTests", ["Beside"])], []),
    (["Core"], [("Beside", []), ("BesideToo", ["Beside"]), ("CoreTests", ["BesideToo"])], []),
    (["Core"], [("Beside", [])], []),
    (
      ["Core"], [("Core", ["Beside"]), ("Beside", []), ("CoreTests", ["Beside"])], ["Tests/Beside"]
    ),
    (
      ["Other"], [("Core", ["Beside"]), ("Beside", []), ("CoreTests", ["Core"])],
      ["Tests/Beside", "Sources/Core"]
    ),
    (["Core", "Beside"], [("Beside", []), ("CoreTests", ["Beside"])], ["Tests/Beside"]),
    (["Core"], [("plugin", ["Beside"]), ("Beside", [])], ["Tests/Beside"]),
    (
      ["BesideToo", "Core"], [("BesideToo", ["Beside"]), ("Beside", [])],
      ["Tests/Beside", "Tests/BesideToo"]
    ),
  ]

  @Test(arguments: targetsOnlyForTests)
  func namesTargetsThatOnlyTestsUse(
    products: [String], targets: [(name: String, uses: [String])], hints: [String]
  ) throws {
    func folder(_ name: String) -> String {
      name.hasSuffix("Tests") || name.hasPrefix("Beside") ? "Tests" : "Sources"
    }
    let names = targets.map(\.name)
    let all = targets + products.filter { !names.contains($0) }.map { ($0, []) }
    let described = all.map { name, uses in
      let kinds = ["tool": "executable", "plugin": "plugin"]
      let kind = name.hasSuffix("Tests") ? "test" : kinds[name] ?? "library"
      return """
        {"name":"\(name)","type":"\(kind)","path":"\(folder(name))/\(name)",\
        "target_dependencies":\(uses)}
        """
    }
    let package = try PackageDescription(
      json: Array(
        """
        {"name":"P","targets":[\(described.joined(separator: ","))],"products":\
        [{"name":"P","type":{"library":["automatic"]},"targets":\(products)}]}
        """.utf8))
    let inputs = CoverageInputs(
      profiles: [], objects: [], repositoryRoot: "/r", packageRoot: "/r/p", targets: package.targets
    )
    var assembler = CoverageAssembler(inputs)
    for (name, _) in all {
      var hits = LineHits()
      hits.append(1, 9, count: 1)
      assembler.add(MeasuredFile(path: "/r/p/\(folder(name))/\(name)/a.swift", hits: hits))
    }
    let found = inputs.testHelpers(in: try assembler.coverage())
    #expect(found.count == hints.count)
    for (text, hint) in zip(found, hints) {
      #expect(text.contains(" `p/\(hint)/**` in `coverage.ignore`"))
    }
  }

  @Test func refusesToMeasureNothing() throws {
    let inputs = try Fixture.covkitInputs(.init(ignore: ["**"]))
    #expect(throws: CoverageError.self) { try assemble(inputs) }
    var elsewhere = try Fixture.covkitInputs()
    elsewhere.packageRoot = "/other"
    elsewhere.repositoryRoot = "/other"
    #expect(throws: CoverageError.self) { try assemble(elsewhere) }
  }
}

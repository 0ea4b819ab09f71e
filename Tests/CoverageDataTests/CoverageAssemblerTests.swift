import CIModel
import CoverageData
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

  @Test func refusesToMeasureNothing() throws {
    let inputs = try Fixture.covkitInputs(.init(ignore: ["**"]))
    #expect(throws: CoverageError.self) { try assemble(inputs) }
    var elsewhere = try Fixture.covkitInputs()
    elsewhere.packageRoot = "/other"
    elsewhere.repositoryRoot = "/other"
    #expect(throws: CoverageError.self) { try assemble(elsewhere) }
  }
}

import CIModel
import CoverageData
import Foundation
import TestSupport
import Testing

/// Builds a small package, runs its tests and compares every number with what llvm-cov prints.
struct FixturePackageTests {
  @Test func agreesWithLLVMCov() throws {
    let scratch = try ScratchDirectory()
    let root = scratch.path + "/package"
    try FileManager.default.copyItem(atPath: Fixture.url("covkit").path, toPath: root)
    let options = ["--scratch-path", scratch.path + "/build"]
    let build = try run(
      "swift",
      ["build", "--build-tests", "--enable-code-coverage"] + options,
      in: root)
    try #require(build.status == 0, "\(build.standardOutput)\(build.standardError)")
    let binPath = try run("swift", ["build", "--show-bin-path"] + options, in: root)
      .standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
    let described = try run("swift", ["package", "describe", "--type", "json"], in: root)
    let products = BuildProducts(
      binPath: binPath, package: try PackageDescription(json: Array(described.standardOutput.utf8)))
    let testProduct = try #require(products.testProduct)
    // A comma and a space, because llvm-profdata reads its list as `weight,path`.
    let folder = scratch.path + "/pro, files"
    // The second variable, set by our own profile runtime, would tell the child that the folder
    // exists.
    let tests = try run(
      testProduct, [], in: root,
      environment: [
        "LLVM_PROFILE_FILE": folder + "/%p.profraw", "__LLVM_PROFILE_RT_INIT_ONCE": nil,
      ])
    #expect(tests.status == 0, "\(tests.standardError)")
    let profiles = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let package = MeasuredPackage(
      root: root, binPath: binPath, profiles: profiles.map { "\(folder)/\($0)" },
      toolchain: try .testing(), scratch: scratch)
    try package.expectParity()

    var inputs = try package.inputs()
    let whole = try package.collect(inputs)
    #expect(whole.coverage.files.count == 5)
    #expect(whole.coverage.isPartial == false)
    #expect(whole.notes == [])
    let unlinked = try #require(whole.coverage.files.first { $0.target == "Unlinked" })
    #expect(unlinked.lines.covered == 0)
    #expect(unlinked.uncoveredLines == [[1, 4]])

    // What stays beside the profile is enough to measure again, with the functions.
    let stored = try #require(try StoredMeasurement.read(in: scratch.path))
    var again = stored.inputs(in: scratch.path, inputs.policy)
    again.wantsFunctions = true
    let listed = try CoverageCollector(toolchain: package.toolchain, launcher: .testing)
      .collect(again, workDirectory: scratch.path + "/again").coverage
    #expect(listed.totals == whole.coverage.totals)
    let functions = listed.files.first { $0.target == "Unlinked" }?.functionList
    #expect(functions?.map(\.name) == ["unlinked()"])
    #expect(functions?.first?.count == 0)
    #expect(try StoredMeasurement.read(in: scratch.path + "/nothing") == nil)

    // A damaged profile beside good ones costs completeness, not the report.
    let damaged = try scratch.write("damaged", to: "pro, files/damaged.profraw")
    inputs.profiles.append(damaged.path)
    let partial = try package.collect(inputs)
    #expect(partial.coverage.isPartial)
    #expect(partial.coverage.totals == whole.coverage.totals)
    #expect(partial.notes.count == 1)

    // So many objects that the arguments go through a response file.
    inputs.objects += Array(repeating: inputs.objects[0], count: 2_000)
    #expect(try package.collect(inputs).coverage.totals == whole.coverage.totals)
  }
}

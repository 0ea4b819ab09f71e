import CIModel
import Foundation
import SwiftPackage
import TestSupport
import Testing

@testable import CoverageByTest
@testable import CoverageData

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
      in: root, environment: QuickBuild.environment)
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
    #if os(Linux)
      try expectSameLines(package)
    #endif

    var inputs = try package.inputs()
    let whole = try package.collect(inputs)
    #expect(whole.coverage.files.count == 5)
    #expect(whole.coverage.isPartial == false)
    #expect(whole.notes == [])
    let unlinked = try #require(whole.coverage.files.first { $0.target == "Unlinked" })
    #expect(unlinked.lines.covered == 0)
    #expect(unlinked.uncoveredLines == [[1, 4]])
    #expect(unlinked.missedFunctions?.map(\.name) == ["unlinked()"])
    for file in whole.coverage.files {
      let missed = try #require(file.missedFunctions)
      #expect(missed.filter(\.isMissed) == missed)
      #expect(missed.count { $0.count == 0 } == file.functions.missed, "\(file.path)")
    }

    // What stays beside the profile is enough to measure again, with the functions.
    let stored = try #require(try StoredMeasurement.read(in: scratch.path))
    var again = stored.inputs(in: scratch.path, inputs.policy)
    again.wantsFunctions = true
    let listed = try CoverageCollector(toolchain: package.toolchain, launcher: .testing)
      .collect(again, workDirectory: scratch.path + "/again").coverage
    #expect(listed.totals == whole.coverage.totals)
    let functions = listed.files.first { $0.target == "Unlinked" }?.functionList
    #expect(
      listed.files.map(\.functionsToCover) == whole.coverage.files.map(\.missedFunctions))
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
    try expectNoMixtures(package, options)
  }

  #if os(Linux)
    /// What we read of binaries and profiles ourselves, beside what llvm-cov says of the lines.
    private func expectSameLines(_ package: MeasuredPackage) throws {
      let inputs = try package.inputs()
      let copies = try package.profiles.enumerated().map { index, profile in
        // What was added up is removed.
        try package.scratch.write("", to: "by test/none")
        let copy = "\(package.scratch.path)/by test/\(index).profraw"
        try FileManager.default.copyItem(atPath: profile, toPath: copy)
        return copy
      }
      let sources = package.root + "/Sources/"
      let recorder = TestLinesRecorder(
        try LineMap(objects: inputs.objects) { $0.hasPrefix(sources) })
      recorder.record(tests: ["all"], profiles: copies)
      #expect(recorder.problem == nil)
      #expect(copies.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
      let records = LCOVRecord.parse(try package.llvmCov(["export", "-format=lcov"], inputs))
        .filter { $0.file.hasPrefix(sources) }
      let read = recorder.testLines(
        origin: .init(runID: "", measuredAt: "", toolchain: "", configuration: ""),
        sources: records.map { record in
          TestLines.File(
            path: String(record.file.dropFirst(package.root.count + 1)), target: "", isTest: false,
            text: [])
        }, others: [:], repositoryRoot: package.root, testIDs: ["all"], incomplete: [])
      #expect(read.files.count == 5)
      let test = try #require(read.tests.first)
      #expect(test.isComplete)
      for (index, file) in read.files.enumerated() {
        let record = try #require(records.first { $0.file == "\(package.root)/\(file.path)" })
        let ran = test.parts.filter { $0.file == index }.flatMap { read.lineSets[$0.lines] }
        let executable = Set(file.executableLines.flatMap { Array($0) })
        #expect(executable.count == record.lines.count, "\(file.path)")
        #expect(
          executable.subtracting(ran.flatMap { Array($0) }).sorted() == record.uncovered,
          "\(file.path)")
        #expect(!file.bodies.isEmpty, "\(file.path)")
      }
    }
  #endif

  /// Profiles and binaries that do not belong together, or are none.
  private func expectNoMixtures(_ package: MeasuredPackage, _ options: [String]) throws {
    var inputs = try package.inputs()
    inputs.mayBeOfOtherBuilds = true
    let whole = try package.collect(inputs)
    #expect(whole.coverage.isPartial == false)
    #expect(whole.toolWarnings == [])

    // Binaries without a coverage map beside one that has it do not matter; alone they do.
    let product = inputs.objects[0]
    inputs.objects.append("/bin/sh")
    #expect(try package.collect(inputs).coverage.totals == whole.coverage.totals)
    inputs.objects = ["/bin/sh"]
    #expect(error(package, inputs) == .notInstrumented(objects: ["/bin/sh"]))
    let text = try package.scratch.write("text", to: "text").path
    try age(text)
    inputs.objects = [text]
    #expect(error(package, inputs) == .notABinary(path: text))
    inputs.objects = [product, "/nowhere"]
    #expect(
      error(package, inputs) == .fileFailed(path: "/nowhere", message: "no such file"))
    inputs.objects = [product]
    inputs.profiles = ["/nowhere"]
    #expect(
      error(package, inputs) == .fileFailed(path: "/nowhere", message: "no such file"))

    // A profile of another version of the compiler, and one that is cut off.
    let good = try Data(contentsOf: URL(fileURLWithPath: package.profiles[0]))
    var newer = good
    newer[newer.startIndex + 8] = 99
    for (name, data) in [("newer", newer), ("cut", good.prefix(good.count / 2))] {
      let path = "\(package.scratch.path)/\(name).profraw"
      try data.write(to: URL(fileURLWithPath: path))
      inputs.profiles = [path]
      switch (name, error(package, inputs)) {
      case ("newer", .versionMismatch), ("cut", .unreadableProfiles(1, _)): break
      case (_, let error): Issue.record("\(name): \(String(describing: error))")
      }
    }

    // An object that the tests never ran.
    let all = try package.inputs().objects
    inputs.profiles = package.profiles
    inputs.objects = try #require(all.first { $0.hasSuffix(".swift.o") }.map { [$0] })
    #expect(try package.collect(inputs).toolWarnings.first?.contains("no function") == true)

    // The binaries of an edited function that ran: llvm-cov leaves it out without a word.
    let source = package.root + "/Sources/Core/Regions.swift"
    let old = try String(contentsOfFile: source, encoding: .utf8)
    let edited = old.replacing(
      "let mark = loud ? \"!\" : \".\"",
      with: "let mark = loud ? \"!\" : number > 5 ? \".\" : \",\"")
    #expect(edited != old)
    try edited.write(toFile: source, atomically: true, encoding: .utf8)
    let build = try run(
      "swift", ["build", "--build-tests", "--enable-code-coverage"] + options, in: package.root,
      environment: QuickBuild.environment)
    try #require(build.status == 0, "\(build.standardOutput)")
    inputs = try package.inputs()
    inputs.mayBeOfOtherBuilds = true
    switch error(package, inputs) {
    case .stale: break
    case let error: Issue.record("\(String(describing: error))")
    }
    // Times lie where files were copied.
    for object in inputs.objects { try age(object) }
    switch error(package, inputs) {
    case .otherBuild(let functions, _): #expect(functions > 0)
    case let error: Issue.record("\(String(describing: error))")
    }
  }

  private func age(_ path: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -86_400)], ofItemAtPath: path)
  }

  private func error(_ package: MeasuredPackage, _ inputs: CoverageInputs) -> CoverageError? {
    do {
      _ = try package.collect(inputs)
      return nil
    } catch {
      return error as? CoverageError
    }
  }
}

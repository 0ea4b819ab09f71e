import CIModel
import CoverageData
import Foundation
import ProcessExecution
import SwiftPackage
import TestSupport
import Testing

struct CoverageCollectorTests {
  private let scratch: ScratchDirectory
  private let toolchain = Toolchain(
    swift: "/swift/bin/swift", llvmCov: "/swift/bin/llvm-cov",
    llvmProfdata: "/swift/bin/llvm-profdata", version: "6.3.1", triple: "x86_64-unknown-linux-gnu")

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write("binary", to: "bin/X.xctest")
    try scratch.write("profile", to: "prof/1.profraw")
    try setAge("bin/X.xctest", seconds: 100)
  }

  private func setAge(_ file: String, seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -seconds)],
      ofItemAtPath: "\(scratch.path)/\(file)")
  }

  private func inputs() -> CoverageInputs {
    CoverageInputs(
      profiles: ["\(scratch.path)/prof/1.profraw"], objects: ["\(scratch.path)/bin/X.xctest"],
      repositoryRoot: "/package", packageRoot: "/package", targets: [])
  }

  private func error(_ inputs: CoverageInputs, _ launcher: ProcessLauncher) -> CoverageError? {
    do throws(CoverageError) {
      _ = try CoverageCollector(toolchain: toolchain, launcher: launcher)
        .collect(inputs, workDirectory: "\(scratch.path)/out")
      return nil
    } catch {
      return error
    }
  }

  @Test func wantsProfiles() {
    var inputs = inputs()
    inputs.profiles = []
    #expect(error(inputs, .replaying(.exited(0))) == .noProfiles)
  }

  @Test func namesTheRightTool() throws {
    let message = "unsupported instrumentation profile format version"
    let error = error(
      inputs(),
      .replaying(
        .exited(1), errors: "warning: 1.profraw: \(message)\nerror: no profile can be merged\n"))
    #expect(
      error
        == .versionMismatch(
          tool: "/swift/bin/llvm-profdata", swift: "/swift/bin/swift",
          message: "warning: 1.profraw: \(message)"))
    #expect(error?.help?.contains("/swift/bin/swift") == true)
  }

  @Test func refusesStaleProfiles() throws {
    try setAge("prof/1.profraw", seconds: 200)
    #expect(
      error(inputs(), .replaying(.exited(0)))
        == .stale(
          object: "\(scratch.path)/bin/X.xctest", profile: "\(scratch.path)/prof/1.profraw"))
  }

  @Test func refusesEmptyProfiles() throws {
    try scratch.write("", to: "prof/1.profraw")
    #expect(
      error(inputs(), .replaying(.exited(0))) == .unreadableProfiles(count: 1, message: "empty"))
  }

  @Test func tellsDamagedFromFailed() throws {
    let damaged = "warning: 1.profraw: malformed instrumentation profile data\n"
    #expect(
      error(
        inputs(), .replaying(.exited(1), errors: damaged + "error: no profile can be merged\n"))
        == .unreadableProfiles(
          count: 1, message: "1.profraw: malformed instrumentation profile data"))
    #expect(
      error(inputs(), .replaying(.signaled(9), errors: "error: out of memory\n"))
        == .toolFailed(
          command: "llvm-profdata merge", termination: .signaled(9),
          message: "error: out of memory"))
  }

  @Test func tellsMissingInstrumentation() {
    let launcher = ProcessLauncher { (invocation, output) throws(LaunchError) in
      guard invocation.executable.hasSuffix("llvm-cov") else { return .exited(0) }
      Array("error: X.xctest: no coverage data found\n".utf8)
        .withUnsafeBytes { output(.standardError, $0) }
      return .exited(1)
    }
    #expect(
      error(inputs(), launcher) == .notInstrumented(objects: ["\(scratch.path)/bin/X.xctest"]))
  }

  @Test func wantsAWholeExport() {
    #expect(
      error(inputs(), .replaying(.exited(0), output: #"{"data":[{"files":[{"#))
        == .malformedExport(byteOffset: 20))
  }

  @Test func saysWhatCannotBeStarted() {
    let launcher = ProcessLauncher { (invocation, _) throws(LaunchError) in
      throw .notFound(executable: invocation.executable)
    }
    let error = error(inputs(), launcher)
    #expect(error?.description == "/swift/bin/llvm-profdata not found")
  }

  /// A new package has no code yet; who left everything out is to look there.
  @Test(arguments: [
    (["generated", "tests"], "test products contain no code", "Add code to a target"),
    (["ignored", "tests"], "exclude every measured file", "Check `coverage.ignore`."),
    (["comments"], "exclude every measured file", "Check `coverage.ignore`."),
    ([], "test products contain no code", "Add code to a target"),
  ])
  func saysWhyNothingIsMeasured(reasons: [String], description: String, help: String) {
    let error = CoverageError.allFilesExcluded(
      reasons.map { .init(reason: $0, files: 2, lines: .init(covered: 1, count: 2)) })
    #expect(error.description.contains(description))
    #expect(error.description.hasSuffix(": 2)") == !reasons.isEmpty)
    #expect(error.help?.hasPrefix(help) == true)
  }

  @Test func hasWordsForEveryError() {
    let errors: [CoverageError] = [
      .noProfiles, .noObjects(folder: "/b"), .unreadableProfiles(count: 2, message: "empty"),
      .versionMismatch(tool: "/t", swift: "/s", message: "m"),
      .stale(object: "/o", profile: "/p"), .notInstrumented(objects: ["/o"]),
      .allFilesExcluded([.init(reason: "tests", files: 3, lines: .init(covered: 1, count: 2))]),
      .toolFailed(command: "c", termination: .timedOut, message: ""),
      .toolNotStarted(.badDirectory("/d")), .toolNotStarted(.refused(executable: "/x", code: 7)),
      .malformedExport(byteOffset: 9),
      .fileFailed(path: "/f", message: "m"), .noToolchain("m"),
      .otherSources(path: "A.swift", measuredBy: ["a", "b"]), .builtElsewhere(objects: ["/o"]),
      .binariesNeeded(for: "k"), .otherBuild(functions: 1, of: 2), .notABinary(path: "/o"),
    ]
    for error in errors {
      #expect(!error.description.isEmpty)
      #expect(error.description.hasSuffix(".") == false)
      if let help = error.help { #expect(help.hasSuffix(".")) }
    }
  }
}

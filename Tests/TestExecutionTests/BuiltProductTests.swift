import CIModel
import Foundation
import ProcessExecution
import Synchronization
import TestSupport
import Testing

@testable import TestExecution

/// What a build leaves, and how it is driven.
@Suite struct BuiltProductTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func makeExecutable(_ names: String...) throws {
    for name in names {
      let file = try scratch.write("", to: name)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
  }

  private func found(_ targets: [String] = ["B", "A"]) -> [String]? {
    TestProduct.find(package: "p", testTargets: targets, binPath: scratch.path)?.executables.map {
      String($0.dropFirst(scratch.path.count + 1))
    }
  }

  @Test func findsWhatTheBuildSystemMakes() throws {
    #expect(found() == nil)
    // A bundle, as on macOS.
    try scratch.write("", to: "pPackageTests.xctest/Contents/Info.plist")
    #expect(found() == nil)
    try makeExecutable("A-test-runner")
    // Half of the tests would be no test run.
    #expect(found() == nil)
    try makeExecutable("B-test-runner")
    #expect(found() == ["A-test-runner", "B-test-runner"])
    #expect(found([]) == nil)
    try FileManager.default.removeItem(atPath: scratch.path + "/pPackageTests.xctest")
    try makeExecutable("pPackageTests.xctest")
    #expect(found() == ["pPackageTests.xctest"])
  }

  /// The library holds the tests; the program around it stays as it is.
  @Test func aLibraryTellsHowOldTheTestsAre() throws {
    try makeExecutable("A-test-runner", "B-test-runner")
    try scratch.write("", to: "B.so")
    let product = TestProduct.find(
      package: "p", testTargets: ["A", "B"], binPath: scratch.path)
    #expect(product?.linkedFiles == ["\(scratch.path)/A-test-runner", "\(scratch.path)/B.so"])
  }

  /// Each process gets tests of its own executable, and all are accounted for.
  @Test func everyExecutableRunsItsOwnTests() throws {
    let started = Mutex<[String]>([])
    let launcher = ProcessLauncher { invocation, onOutput throws(LaunchError) in
      let name = String(invocation.executable.dropFirst())
      let module = String(name.prefix(1))
      var text = ""
      switch invocation.arguments.first {
      case "--list-tests":
        text = "Listing 2 tests in Debug-linux.xctest:\n\n\(module).C/one\n\(module).C/two\n"
      case "--testing-library":
        return .exited(69)
      default:
        started.withLock { $0.append("\(name) \(invocation.arguments.joined())") }
        for test in ["one", "two"] {
          text += "Test Case 'C.\(test)' started at 2026-11-20 23:31:18.868\n"
          text += "Test Case 'C.\(test)' passed (0.25 seconds)\n"
        }
      }
      text.withUTF8 { onOutput(.standardOutput, UnsafeRawBufferPointer($0)) }
      return .exited(0)
    }
    let context = TestExecutionContext(
      launcher: launcher, environment: [:], directory: "/", repositoryRoot: "/repo",
      scratchDirectory: scratch.path, profileDirectory: nil, eventStreamVersion: "6.3",
      customWarnings: [], deadline: nil, onOutput: { _ in }, onEvent: { _ in })
    var product = try #require(
      TestProduct(executables: ["/A-test-runner", "/B-test-runner"]))
    try product.listTests(context)
    let ids = ["A.C/one", "A.C/two", "B.C/one", "B.C/two"]
    #expect(product.xctests.map(\.text) == ids)
    let result = try TestExecutor(
      product: product, plan: TestPlan(product, settings: TestSettings()), context: context
    ).run()
    #expect(result.tests.map(\.id) == ids)
    #expect(result.tests.allSatisfy { $0.outcome == .passed })
    #expect(
      started.withLock { $0 } == [
        "A-test-runner A.C", "B-test-runner B.C",
      ])
  }
}

import CIModel
import FileSystem
package import ProcessExecution

/// The built executables that contain a package's tests: one with the native build system, one for
/// each test target with swiftbuild.
package struct TestProduct: Hashable, Sendable {
  /// Absolute paths of plain executables; at least one.
  package let executables: [String]
  package var xctests: [TestID] = []
  package var swiftTestingTests: [TestID] = []
  /// Tags of Swift Testing tests by test id, without the leading dot, including those of their
  /// suites.
  package var tags: [String: [String]] = [:]

  /// The indexes of executables by test id, for tests that are not in the first one.
  private var places: [String: Int] = [:]

  /// - Parameter path: The path of the only executable.
  package init(path: String) {
    executables = [path]
  }

  /// `nil` when the list is empty.
  package init?(executables: [String]) {
    if executables.isEmpty { return nil }
    self.executables = executables
  }

  /// The ids of all tests, those of XCTest first.
  package var ids: [String] { (xctests + swiftTestingTests).map(\.text) }

  /// The index of the executable that contains a test, from 0.
  package func executable(of id: TestID) -> Int { places[id.text] ?? 0 }

  private static let runnerSuffix = "-test-runner"

  /// Whether the tests are in libraries that the executables load.
  var hasLibraries: Bool { executables[0].hasSuffix(TestProduct.runnerSuffix) }

  /// The files that the build links again when a test or the tested code changes.
  package var linkedFiles: [String] {
    executables.map { path in
      guard path.hasSuffix(TestProduct.runnerSuffix) else { return path }
      let library = path.dropLast(TestProduct.runnerSuffix.count) + ".so"
      return fileExists(String(library)) ? String(library) : path
    }
  }

  package var testCount: Int { xctests.count + swiftTestingTests.count }

  /// Finds the test product of `package` in SwiftPM's build folder `binPath`; `nil` when there is
  /// no executable, as with macOS bundles.
  package static func find(
    package: String, testTargets: [String], binPath: String
  ) -> TestProduct? {
    let product = "\(binPath)/\(package)PackageTests.xctest"
    if isExecutable(product) { return TestProduct(path: product) }
    let runners = testTargets.sorted().map { "\(binPath)/\($0)\(runnerSuffix)" }
    // Without one of the runners, its tests would be missing.
    return runners.allSatisfy(isExecutable) ? TestProduct(executables: runners) : nil
  }

  private static func isExecutable(_ path: String) -> Bool {
    isFile(path) && mayExecute(path)
  }

  /// Asks the product for its tests, both frameworks at the same time; takes about 20 ms for each
  /// executable.
  package mutating func listTests(
    _ context: TestExecutionContext
  ) throws(TestExecutionError) {
    for (index, path) in executables.enumerated() {
      let known = (xctests.count, swiftTestingTests.count)
      try listTests(of: path, context)
      for id in xctests.dropFirst(known.0) + swiftTestingTests.dropFirst(known.1) {
        place(id, in: index)
      }
    }
  }

  /// Records the executable that contains a test.
  mutating func place(_ id: TestID, in executable: Int) {
    if executable > 0 { places[id.text] = executable }
  }

  mutating func clearTests() { (xctests, swiftTestingTests, tags, places) = ([], [], [:], [:]) }

  private mutating func listTests(
    of path: String, _ context: TestExecutionContext
  ) throws(TestExecutionError) {
    let stream = "\(context.scratchDirectory)/listing.jsonl"
    let product = self
    let mailbox = Mailbox<Result<String, TestExecutionError>>()
    startThread {
      mailbox.send(
        Result { () throws(TestExecutionError) in
          try product.list(
            path,
            [
              "--testing-library", "swift-testing", "--list-tests", "--event-stream-output-path",
              stream, "--event-stream-version", context.eventStreamVersion,
            ], context)
        })
    }
    let xctestOutput = Result { () throws(TestExecutionError) in
      try product.list(path, ["--list-tests"], context)
    }
    var swiftTestingOutput: Result<String, TestExecutionError>?
    while swiftTestingOutput == nil {
      swiftTestingOutput = mailbox.receive(within: .seconds(1)).first
    }
    xctests += TestProduct.testIDs(inXCTestListing: try xctestOutput.get())
    guard let swiftTestingOutput else { return }
    swiftTestingTests += TestProduct.testIDs(inSwiftTestingListing: try swiftTestingOutput.get())
    tags.merge(TestTags.read(stream, ids: swiftTestingTests.map(\.text))) { $1 }
  }

  private func list(
    _ path: String, _ arguments: [String], _ context: TestExecutionContext
  ) throws(TestExecutionError) -> String {
    var environment = context.environment
    environment["LLVM_PROFILE_FILE"] = "/dev/null"
    // The event stream contains tags only on request.
    environment["SWT_EXPERIMENTAL_EVENT_STREAM_FIELDS_ENABLED"] = "1"
    let capture: ProcessLauncher.Capture
    do throws(LaunchError) {
      let launch = TestLaunch(number: 0, framework: .other, tests: [], purpose: .list)
      capture = try context.launcher.capture(
        context.hook.prepare(
          Invocation(
            path, arguments, directory: context.directory, environment: environment,
            timeout: min(.seconds(120), context.remainingTime ?? .seconds(120))), launch))
    } catch {
      throw .launch(error)
    }
    // Swift Testing's "no tests" status is 69 (EX_UNAVAILABLE).
    switch capture.termination {
    case .exited(0), .exited(69): return capture.text
    default:
      throw .cannotListTests(
        product: path, termination: capture.termination, message: capture.errorText)
    }
  }

  /// Parses `Listing 9 tests in debug.xctest:`, a blank line, then one `Module.Class/test` per
  /// line.
  ///
  /// Source: `main.swift` and `ListTests.swift`, swift-corelibs-xctest.
  static func testIDs(inXCTestListing text: String) -> [TestID] {
    let lines = text.split(whereSeparator: \.isNewline)
    guard let header = lines.firstIndex(where: { $0.hasPrefix("Listing ") && $0.hasSuffix(":") })
    else { return [] }
    return lines[(header + 1)...].filter { $0.contains("/") }.map { TestID(String($0)) }
  }

  /// Parses one test id per line, followed by `/File.swift:line:column` when another module has a
  /// test of the same name. Programs may print other lines while they load.
  static func testIDs(inSwiftTestingListing text: String) -> [TestID] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      guard let dot = line.firstIndex(of: "."), dot > line.startIndex,
        line[..<dot].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
      else { return nil }
      if line.last == ")" { return TestID(String(line)) }
      guard let slash = line.lastIndex(of: "/"), line[..<slash].last == ")",
        line[slash...].contains(".swift:")
      else { return nil }
      return TestID(String(line[..<slash]))
    }
  }
}

package enum TestExecutionError: Error, Hashable {
  case launch(LaunchError)
  /// A filter is invalid; the message follows it, as in `is not a regular expression: …`.
  case badPattern(String, message: String)
  case cannotListTests(product: String, termination: Termination, message: String)
}

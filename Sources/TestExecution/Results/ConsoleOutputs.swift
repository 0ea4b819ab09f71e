import CIModel

/// The output of Swift Testing tests, for each test that printed while it was the only one running.
///
/// The event stream contains no output. The console contains only names that Swift Testing prints
/// without module and suite: among tests with the same name, the one that printed is unknown.
struct ConsoleOutputs {
  private var outputs: [String: String] = [:]

  /// - Parameters:
  ///   - console: The tests according to the console output.
  ///   - tests: All tests of the process according to the event stream.
  init(_ console: [TestCase], of tests: [TestCase]) {
    var counts: [String: Int] = [:]
    for test in tests { counts[test.name, default: 0] += 1 }
    for test in console where test.framework == .swiftTesting && !test.output.isEmpty {
      if counts[test.name] == 1 { outputs[test.name, default: ""] += test.output }
    }
  }

  /// The output of a test; empty when it printed nothing or the printing test is unknown.
  subscript(name: String) -> String {
    let output = outputs[name] ?? ""
    return output.allSatisfy(\.isWhitespace) ? "" : output
  }
}

import CIModel

/// What tests of Swift Testing printed while each of them was the only one that ran.
///
/// The event stream has no output, and the console has no names but those that Swift Testing prints,
/// without module and suite: among tests that share one, the printing one is not known.
struct ConsoleOutputs {
  private var outputs: [String: String] = [:]

  /// - Parameters:
  ///   - console: The tests as the console shows them.
  ///   - tests: All tests of the process, as the event stream names them.
  init(_ console: [TestCase], of tests: [TestCase]) {
    var counts: [String: Int] = [:]
    for test in tests { counts[test.name, default: 0] += 1 }
    for test in console where test.framework == .swiftTesting && !test.output.isEmpty {
      if counts[test.name] == 1 { outputs[test.name, default: ""] += test.output }
    }
  }

  /// Empty where nothing was printed, or it is not known which test printed.
  subscript(name: String) -> String {
    let output = outputs[name] ?? ""
    return output.allSatisfy(\.isWhitespace) ? "" : output
  }
}

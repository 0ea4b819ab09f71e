/// Recognizes SwiftPM's message that a test process was ended by a signal.
///
///     error: Process '/p/X.xctest CrashTests.SigTests/testAbort' exited with unexpected signal code 6
///     error: Exited with unexpected signal code 9
///     Exited with signal code 4
///
/// Source: `AsyncProcessResult.Error` in swift-tools-support-core and SwiftPM.
struct ProcessEnd: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("eE")

  func event(in line: LogLine) -> LogEvent? { Self.parse(line.content) }

  static func parse(_ content: ByteCursor) -> LogEvent? {
    var rest = content
    // SwiftPM before 5.5 printed it without a severity.
    guard rest.skip("error: ") || rest.starts(with: "Exited with ") else { return nil }
    if rest.skip("Exited with unexpected signal code ") || rest.skip("Exited with signal code ") {
      return rest.integer().map { .processEnded(signal: $0, tests: []) }
    }
    guard rest.skip("Process '"),
      let command = rest.take(upToLast: "' exited with unexpected signal code "),
      let signal = rest.integer()
    else { return nil }
    var list = command
    guard list.take(upToLast: " ") != nil else {
      return .processEnded(signal: signal, tests: [])
    }
    // The last argument is the list of tests when it has the form Module.Class/test,…
    guard list.contains("/"), list.contains("."), !list.starts(with: "/") else {
      return .processEnded(signal: signal, tests: [])
    }
    let tests = list.text.split(separator: ",").map(String.init)
    return .processEnded(signal: signal, tests: tests)
  }
}

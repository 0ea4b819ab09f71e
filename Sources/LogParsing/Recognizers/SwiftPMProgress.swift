/// Recognizes SwiftPM's progress lines.
///
///     [5/17] Compiling Demo Demo.swift
///     [3/13] Testing DemoTests.MathTests/testExpectation
///
/// Source: `PercentProgressAnimation` and `ParallelTestRunner` in SwiftPM.
struct SwiftPMProgress: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("[")

  func event(in line: LogLine) -> LogEvent? {
    var rest = line.content
    guard line.indent == 0, rest.skip("["), let step = rest.integer(), rest.skip("/"),
      let total = rest.integer(), rest.skip("] ")
    else { return nil }
    var test = rest
    if test.skip("Testing "), test.contains("/"), !test.contains(" ") {
      return .testEndedSilently(step: step, total: total, id: test.text)
    }
    // Before Swift 5.6.
    if rest.equals("Build complete!") {
      return .buildEnded(action: "build", succeeded: true, seconds: nil)
    }
    return .buildProgress(step: step, total: total, task: rest.text)
  }
}

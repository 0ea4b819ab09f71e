import CIModel

/// Recognizes xcodebuild's result lines of tests that run on several devices at once.
///
///     Test suite 'AlgorithmTests' started on 'Clone 1 of iPhone 16 Pro - App (60915)'
///     Test case 'AlgorithmTests.testAdd()' passed on 'Clone 1 of iPhone 16' (0.001 seconds)
///     Test case 'AlgorithmTests/add()' failed on 'Clone 1 of iPhone 16' (0.004 seconds)
///
/// XCTest writes `Suite.test()` or `-[Suite test]`, Swift Testing `Suite/test()` or `test()`.
/// Source: output of xcodebuild 16.
struct XCTestDeviceLine: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("T")

  func event(in line: LogLine) -> LogEvent? {
    var rest = line.content
    if rest.skip("Test suite '") {
      guard let name = rest.take(upTo: "' started on '") else { return nil }
      return .suiteStarted(name: name.text, .xctest)
    }
    guard rest.skip("Test case '") else { return nil }
    for (verb, outcome) in Self.verbs {
      var attempt = rest
      guard let name = attempt.take(upTo: verb), !name.isEmpty,
        attempt.take(upToLast: "' (") != nil,
        let seconds = attempt.decimal(), attempt.equals(" seconds)")
      else { continue }
      let isXCTest = name.starts(with: "-[") || (!name.contains("/") && name.contains("."))
      return .testEndedOnDevice(
        name: name.text, isXCTest ? .xctest : .swiftTesting, outcome, seconds: seconds)
    }
    return nil
  }

  private static let verbs: [(StaticString, TestOutcome)] = [
    ("' passed on '", .passed), ("' failed on '", .failed), ("' skipped on '", .skipped),
  ]
}

import CIModel

/// Recognizes the activities of a user interface test, and the failure among them.
///
///         t =     6.52s Tear Down
///         t =    15.52s         Assertion Failure: File.m:57: No matches found for "OK" Button
///
/// Source: `XCTActivity` as xcodebuild 7 to 16 prints it.
struct UITestActivity: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("t")

  func event(in line: LogLine) -> LogEvent? {
    var rest = line.content
    guard rest.skip("t = ") else { return nil }
    rest.skipBlanks()
    guard rest.decimal() != nil, rest.skip("s ") else { return nil }
    rest.skipBlanks()
    guard rest.skip("Assertion Failure: "), let file = rest.take(upTo: ":"), !file.isEmpty,
      let number = rest.integer(), rest.skip(": ")
    else { return .notice }
    return .issueRecorded(
      test: nil, .xctest, TestIssue(rest.text, file: XCTestFailure.file(file), line: number))
  }
}

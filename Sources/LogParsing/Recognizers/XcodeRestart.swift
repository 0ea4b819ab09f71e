/// Recognizes Xcode's message that a test process ended in the middle of a test.
///
///     Restarting after unexpected exit, crash, or test timeout in Suite.test(); summary will …
///     Restarting after unexpected exit, crash, or test timeout in -[ObjCTests testExample]; …
///     Restarting after unexpected exit, crash, or test timeout; summary will include …
///
/// Source: output of xcodebuild 12 to 16.
struct XcodeRestart: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("R")

  func event(in line: LogLine) -> LogEvent? {
    var rest = line.content
    guard rest.skip("Restarting after unexpected exit") else { return nil }
    guard let head = rest.take(upTo: "; summary will include"),
      let offset = head.offset(of: " test timeout in ")
    else { return .restarted(after: nil) }
    return .restarted(after: head.dropFirst(offset + " test timeout in ".utf8.count).text)
  }
}

/// Recognizes xcodebuild's chatter.
///
///     2024-11-09 22:03:31.547 xcodebuild[64695:246498] [MT] IDETestOperationsObserverDebug: …
///     --- xcodebuild: WARNING: Using the first of multiple matching destinations:
///     Test session results, code coverage, and logs:
///         t =     6.52s Tear Down
///
/// Source: output of xcodebuild 5 to 16.
struct XcodeNotice: LineRecognizer {
  static let firstBytes: [UInt8]? =
    bytes("-{CDFPRTUWot") + Array(UInt8(ascii: "0")...UInt8(ascii: "9"))

  func event(in line: LogLine) -> LogEvent? {
    let content = line.content
    if let first = content.first, first &- 0x30 < 10 {
      let isXcode =
        content.peek(24) == UInt8(ascii: "x") && content.dropFirst(24).starts(with: "xcodebuild[")
      return isXcode ? .notice : nil
    }
    for opening in Self.openings where content.starts(with: opening) { return .notice }
    return nil
  }

  private static let openings: [StaticString] = [
    "--- xcodebuild: ", "{ platform:", "Command line invocation:", "Details:  createItemModels",
    "Failing tests:", "Function: createItemModels", "Please file a bug at https://feedback",
    "Prepare packages", "Result bundle written to path", "Test session results, ",
    "Testing failed", "Testing passed", "Testing started", "Thread:   <_NSMainThread",
    "The following build commands failed:", "User defaults from command line:",
    "Writing result bundle at path", "objc[", "t = ",
  ]
}

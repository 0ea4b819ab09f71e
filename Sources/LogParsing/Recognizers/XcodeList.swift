/// Recognizes the lines above xcodebuild's indented lists.
///
///     Failing tests:
///     Testing failed:
///     The following build commands failed:
///     Resolved source packages:
///     Test session results, code coverage, and logs:
///
/// Source: output of xcodebuild 5 to 26.
struct XcodeList: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("BCEFPRTUW")

  func event(in line: LogLine) -> LogEvent? {
    guard line.indent == 0 else { return nil }
    var content = line.content
    content.dropTrailingBlanks()
    for (heading, kind) in Self.headings where content.equals(heading) {
      return .listStarted(kind)
    }
    return nil
  }

  private static let headings: [(StaticString, ListKind)] = [
    ("Build settings from command line:", .other),
    ("Build settings from configuration file:", .other),
    ("Command line invocation:", .other), ("Failing tests:", .failingTests),
    ("Resolved source packages:", .other), ("Result bundle written to path:", .other),
    ("Test session results and logs:", .other),
    ("Test session results, code coverage, and logs:", .other),
    ("Testing failed:", .reasons), ("The following build commands failed:", .buildCommands),
    ("The following commands produced analyzer issues:", .other),
    ("User defaults from command line:", .other), ("Writing error result bundle to path:", .other),
    ("Writing result bundle at path:", .other), ("Prepare packages", .other),
    ("Packages:", .other),
  ]
}

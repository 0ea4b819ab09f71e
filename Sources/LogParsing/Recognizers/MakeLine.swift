/// Recognizes the message of make that a recipe failed.
///
///     make: *** [Makefile:37: test-fast] Error 1
///     gmake[1]: *** [all] Error 2
///
/// Source: `child_error` in `job.c`, GNU make 3.81 to 4.4.
struct MakeLine: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("mg")

  func event(in line: LogLine) -> LogEvent? {
    var rest = line.content
    guard line.indent == 0, rest.skip("make") || rest.skip("gmake") else { return nil }
    if rest.skip("[") { guard rest.integer() != nil, rest.skip("]") else { return nil } }
    guard rest.skip(": *** [") else { return nil }
    if rest.ends(with: " (ignored)") { return .notice }
    guard let end = rest.lastOffset(of: "] Error ") else { return nil }
    var status = rest.dropFirst(end + "] Error ".utf8.count)
    guard status.integer() != nil, status.isEmpty else { return nil }
    return .failureWrapper(line.content.text)
  }
}

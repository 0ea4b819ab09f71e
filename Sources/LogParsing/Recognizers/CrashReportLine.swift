/// Recognizes the headlines of crash reports.
///
///     *** Signal 4: Backtracing from 0x7fba01d6df7f... done ***
///     💣 Program crashed: Signal 4: Backtracing from 0xefaea1... done
///     *** Program crashed: Illegal instruction at 0x00007fba01d6df7f ***
///     stack trace for SIGNAL 4 (Illegal instruction: 4):
///     *** Swift runtime failure: Unexpectedly found nil while unwrapping an Optional value ***
///     *** Terminating app due to uncaught exception 'NSRangeException', reason: 'out of bounds'
///     Backtrace took 0.02s
///
/// Source: `swift-backtrace` in the Swift runtime; CoreFoundation's exception handler; bluepill.
struct CrashReportLine: LineRecognizer {
  static let firstBytes: [UInt8]? =
    bytes("*BTdfsRIPClt") + bytes("\u{1F4A3}") + Array(UInt8(ascii: "0")...UInt8(ascii: "9"))

  func event(in line: LogLine) -> LogEvent? {
    var rest = SystemLog.message(line.content)
    if rest.starts(with: "Backtrace took ") { return .crashReportEnded }
    if rest.skip("*** Signal ") || rest.skip("\u{1F4A3} Program crashed: Signal ") {
      guard let signal = rest.integer(), rest.starts(with: ": Backtracing") else { return nil }
      return .signalCaught(signal)
    }
    if rest.skip("stack trace for SIGNAL "), let signal = rest.integer() {
      return .signalCaught(signal)
    }
    if rest.skip("*** Program crashed: ") || rest.skip("\u{1F4A3} Program crashed: ") {
      let reason = rest.offset(of: " at 0x").map { rest.prefix($0) } ?? rest
      return .crashReport(reason: reason.text)
    }
    if rest.skip("*** Swift runtime failure: ") || rest.skip("\u{1F4A3} Swift runtime failure: ") {
      _ = rest.dropSuffix(" ***")
      return .crashReport(reason: rest.text)
    }
    if rest.skip("*** Terminating app due to ") {
      return .crashReport(reason: rest.text)
    }
    // The runtime's message before an abort, which the report does not repeat.
    if rest.starts(with: "Could not cast value of type '") || rest.skip("libc++abi: ")
      || rest.skip("libc++abi.dylib: ")
    {
      return .fatalError(reason: rest.text, file: nil, line: nil)
    }
    if rest.starts(with: "terminate called after throwing an instance of ") {
      return .fatalError(reason: rest.text, file: nil, line: nil)
    }
    if rest.starts(with: "*** First throw call stack") { return .notice }
    if rest.skip("Thread "), rest.ends(with: ":"), rest.integer() != nil,
      rest.first == UInt8(ascii: ":") || rest.first == UInt8(ascii: " ")
    {
      return .crashReportThread(hasCrashed: rest.ends(with: " crashed:"))
    }
    if rest.starts(with: "swift-runtime: failed to suspend thread ") { return .notice }
    if rest.equals("Registers:") || rest.equals("Backtrace:") { return .notice }
    if rest.starts(with: "PID: "), rest.contains(", TID: ") { return .notice }
    if rest.starts(with: "Images ("), rest.ends(with: " omitted):") { return .notice }
    // The end of a headline that was interrupted by other output.
    if rest.equals("done ***") || rest.equals("failed ***") { return .notice }
    return nil
  }

  /// The text directly after `*** Signal 4: Backtracing from 0x7fba01d6df7f...`, which another
  /// thread printed before the report was `done ***`; `nil` when there is none.
  static func glued(_ content: ByteCursor) -> ByteCursor? {
    var rest = content
    guard rest.skip("*** Signal ") || rest.skip("\u{1F4A3} Program crashed: Signal "),
      rest.take(upTo: ": Backtracing from 0x") != nil,
      rest.take(upTo: "...") != nil
    else { return nil }
    _ = rest.skip(" done") || rest.skip(" failed")
    _ = rest.skip(" ***")
    return rest.isEmpty ? nil : rest
  }
}

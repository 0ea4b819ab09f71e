/// Recognizes the headlines of crash reports.
///
///     *** Signal 4: Backtracing from 0x7fba01d6df7f... done ***
///     *** Program crashed: Illegal instruction at 0x00007fba01d6df7f ***
///     *** Terminating app due to uncaught exception 'NSRangeException', reason: 'out of bounds'
///     Backtrace took 0.02s
///
/// Source: `swift-backtrace` in the Swift runtime; CoreFoundation's exception handler.
struct CrashReportLine: LineRecognizer {
  static let firstBytes: [UInt8]? =
    bytes("*BTsRIP") + bytes("\u{1F4A3}") + Array(UInt8(ascii: "0")...UInt8(ascii: "9"))

  func event(in line: LogLine) -> LogEvent? {
    var rest = SystemLog.message(line.content)
    if rest.starts(with: "Backtrace took ") { return .crashReportEnded }
    if rest.skip("*** Signal ") {
      guard let signal = rest.integer(), rest.starts(with: ": Backtracing") else { return nil }
      return .signalCaught(signal)
    }
    if rest.skip("*** Program crashed: ") || rest.skip("\u{1F4A3} Program crashed: ") {
      let reason = rest.offset(of: " at 0x").map { rest.prefix($0) } ?? rest
      return .crashReport(reason: reason.text)
    }
    if rest.skip("*** Terminating app due to ") {
      return .crashReport(reason: rest.text)
    }
    if rest.starts(with: "*** First throw call stack") { return .notice }
    if rest.starts(with: "Thread "), rest.ends(with: " crashed:") { return .notice }
    if rest.starts(with: "swift-runtime: failed to suspend thread ") { return .notice }
    if rest.equals("Registers:") || rest.equals("Backtrace:") { return .notice }
    if rest.starts(with: "PID: "), rest.contains(", TID: ") { return .notice }
    if rest.starts(with: "Images ("), rest.ends(with: " omitted):") { return .notice }
    return nil
  }
}

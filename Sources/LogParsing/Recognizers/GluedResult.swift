/// Recognizes a result line that directly follows output without a line feed.
///
///     partialTest Case 'MathTests.testPrints' passed (0.101 seconds)
///     XCTestOutputBarrierTest Case '-[AppUITests testExample]' started.
///     half a line✔ Test prints() passed after 0.003 seconds.
///     byeerror: Exited with unexpected signal code 6
///     half a line✘ Test prints() recorded an issue at ST.swift:8:30: Expectation failed: 1 == 2
///     0x00007fba0241f000 libswiftSwiftOnonerror: Process '…' exited with unexpected signal code 4
///
/// Source: the test process and its runner write to the same pipe without synchronizing lines.
struct GluedResult: LineRecognizer {
  static let firstBytes: [UInt8]? = nil

  func event(in line: LogLine) -> LogEvent? { Self.parse(line.content) }

  static func parse(_ content: ByteCursor) -> LogEvent? {
    // The message may end in anything, and quote another such line.
    if let offset = content.offset(of: "✘ Test "), offset > 0 {
      let issue = content.dropFirst(offset)
      if issue.contains(" recorded an issue "), let event = SwiftTestingLine.parse(issue) {
        return event
      }
    }
    if let event = failure(content) { return event }
    guard let last = content.last,
      last == UInt8(ascii: ")") || last == UInt8(ascii: ".") || last &- 0x30 < 10
    else { return nil }
    if let offset = content.lastOffset(of: "Test Case '"), offset > 0,
      let event = XCTestCaseLine.parse(content.dropFirst(offset))
    {
      return event
    }
    if let offset = content.lastOffset(of: "Test Suite '"), offset > 0,
      let event = XCTestSuiteLine.parse(content.dropFirst(offset))
    {
      return event
    }
    for opening in processEnds {
      if let offset = content.offset(of: opening), offset > 0,
        let event = ProcessEnd.parse(content.dropFirst(offset))
      {
        return event
      }
    }
    guard content.last == UInt8(ascii: "."), content.offset(of: 0xE2) != nil else { return nil }
    for opening in Self.openings {
      if let offset = content.lastOffset(of: opening), offset > 0,
        let event = SwiftTestingLine.parse(content.dropFirst(offset))
      {
        return event
      }
    }
    return nil
  }

  /// A line of another tool about a failure. The text that such a line begins with is rare, so that
  /// a program hardly prints it in the middle of a line.
  private static func failure(_ content: ByteCursor) -> LogEvent? {
    func tail(from opening: StaticString) -> ByteCursor? {
      content.offset(of: opening).flatMap { $0 > 0 ? content.dropFirst($0) : nil }
    }
    switch content.last ?? 0 {
    case UInt8(ascii: "*") where content.ends(with: "** TEST FAILED **"):
      return .buildEnded(action: "test", succeeded: false, seconds: nil)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      if let rest = tail(from: "make: *** [") ?? tail(from: "make["),
        let event = MakeLine().event(in: LogLine(rest.bytes))
      {
        return event
      }
    case UInt8(ascii: "."):
      if let rest = tail(from: "##[error]Process completed with exit code ") {
        return .failureWrapper(rest.dropFirst("##[error]".utf8.count).text)
      }
      if content.ends(with: "previous launches."),
        let rest = tail(from: "Restarting after unexpected exit, crash, or test timeout")
      {
        return XcodeRestart().event(in: LogLine(rest.bytes))
      }
    default: break
    }
    guard content.contains("Program crashed: ") else { return nil }
    guard
      let rest = tail(from: "\u{1F4A3} Program crashed: ") ?? tail(from: "*** Program crashed: "),
      rest.contains(" at 0x") || rest.contains(": Backtracing from 0x")
    else { return nil }
    return CrashReportLine().event(in: LogLine(rest.bytes))
  }

  /// Number of bytes before SwiftPM's message about the end of the process, whose last output SwiftPM
  /// prints in blocks of 4 KiB: the rest of the line follows in the next one. `nil` when the line
  /// has no such start.
  static func lengthBeforeEnd(in line: LogLine) -> Int? {
    guard let offset = line.content.offset(of: processEnd) else { return nil }
    let length = line.indent + offset
    return (1...4096).contains(length) ? length : nil
  }

  private static let processEnd: StaticString = "error: Process '"

  private static let processEnds: [StaticString] = [
    processEnd, "error: Exited with ", "Exited with signal code ",
  ]

  private static let openings: [StaticString] = [
    "✔ Test ", "✘ Test ", "◇ Test ", "✔ Suite ", "✘ Suite ",
  ]
}

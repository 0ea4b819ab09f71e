/// All recognizers, indexed by the first byte of a line.
struct RecognizerRegistry: Sendable {
  /// Sorted by type name. No two recognizers claim the same line, except that those without first
  /// bytes are asked only after all others have declined.
  static let all: [any LineRecognizer] = [
    BazelLine(),
    CGContextWarning(),
    ClangTotals(),
    CocoaPodsLine(),
    CompilerMessage(),
    CrashReportLine(),
    DeviceReport(),
    FatalErrorLine(),
    ForeignRunner(),
    FormatterLine(),
    FormatterMessage(),
    FrameworkWarning(),
    GHUnitLine(),
    GluedResult(),
    KiwiLine(),
    LayoutConflict(),
    LinkerMessage(),
    LocatedMessage(),
    MakeLine(),
    NetworkFailureLine(),
    ProcessEnd(),
    ProgramFailure(),
    SanitizerReport(),
    ServiceCommand(),
    SnapshotTool(),
    StackFrame(),
    SwiftPMNotice(),
    SwiftPMProgress(),
    SwiftTestingLine(),
    UITestActivity(),
    XCTestCaseLine(),
    XCTestDeviceLine(),
    XCTestSuiteLine(),
    XCTestTotals(),
    XcodeCommand(),
    XcodeEnd(),
    XcodeList(),
    XcodeNotice(),
    XcodeRestart(),
    XcodeRunnerFailure(),
  ]

  /// Created once, since one run reads many short logs.
  static let standard = RecognizerRegistry()

  private let byFirstByte: [[any LineRecognizer]]

  init() {
    var table = [[any LineRecognizer]](repeating: [], count: 256)
    // The recognizers with the fewest first bytes come first: the lines of tests begin with one
    // letter or one glyph, and are the most frequent.
    let claims = Self.all.compactMap { recognizer in
      type(of: recognizer).firstBytes.map { (recognizer, bytes: Set($0)) }
    }
    for (recognizer, bytes) in claims.sorted(by: { $0.bytes.count < $1.bytes.count }) {
      for byte in bytes { table[Int(byte)].append(recognizer) }
    }
    for recognizer in Self.all where type(of: recognizer).firstBytes == nil {
      for byte in table.indices { table[byte].append(recognizer) }
    }
    byFirstByte = table
  }

  /// The event of the line by itself; `nil` when no recognizer takes it.
  func event(in line: LogLine) -> LogEvent? {
    guard line.indent < line.bytes.count else { return .notice }
    let first = Int(line.bytes[line.indent])
    // By index, since a loop over the recognizers copies each.
    for index in byFirstByte[first].indices {
      if let event = byFirstByte[first][index].event(in: line) { return event }
    }
    return nil
  }
}

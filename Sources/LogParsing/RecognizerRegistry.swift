/// Every kind of line, and which of them a line can be by its first byte.
struct RecognizerRegistry: Sendable {
  /// Sorted by type name. No two of them claim the same line, except that those without first
  /// bytes are asked only when the others have declined.
  static let all: [any LineRecognizer] = [
    BazelLine(),
    CGContextWarning(),
    ClangTotals(),
    CompilerMessage(),
    CrashReportLine(),
    FatalErrorLine(),
    ForeignRunner(),
    FrameworkWarning(),
    GluedResult(),
    LayoutConflict(),
    LinkerMessage(),
    LocatedMessage(),
    NetworkFailureLine(),
    ProcessEnd(),
    SanitizerReport(),
    ServiceCommand(),
    SnapshotTool(),
    StackFrame(),
    SwiftPMNotice(),
    SwiftPMProgress(),
    SwiftTestingLine(),
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

  private let byFirstByte: [[any LineRecognizer]]

  init() {
    var table = [[any LineRecognizer]](repeating: [], count: 256)
    for recognizer in Self.all {
      for byte in Set(type(of: recognizer).firstBytes ?? []) { table[Int(byte)].append(recognizer) }
    }
    for recognizer in Self.all where type(of: recognizer).firstBytes == nil {
      for byte in table.indices { table[byte].append(recognizer) }
    }
    byFirstByte = table
  }

  /// What the line says on its own; `nil` when nobody knows it.
  func event(in line: LogLine) -> LogEvent? {
    guard line.indent < line.bytes.count else { return .notice }
    for recognizer in byFirstByte[Int(line.bytes[line.indent])] {
      if let event = recognizer.event(in: line) { return event }
    }
    return nil
  }
}

/// Recognizes the first line of a crash report written by the system.
///
///     Incident Identifier: 356753AC-2172-45DC-977A-11F2328980D0
///     Process:               App [8256]
///     Exception Type:  EXC_BREAKPOINT (SIGTRAP)
///     {"app_name":"App","timestamp":"2022-09-18 15:28:37.00 +0900",…,"bug_type":"309",…}
///
/// `DeviceReportBlock` takes its other lines. Source: “Examining the fields in a crash report” and
/// “Interpreting the JSON format of a crash report” in Apple's documentation.
struct DeviceReport: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("IPE{")

  func event(in line: LogLine) -> LogEvent? {
    guard line.indent == 0 else { return nil }
    let content = line.content
    switch content.first {
    case UInt8(ascii: "I"):
      guard content.starts(with: "Incident Identifier: ") else { return nil }
    case UInt8(ascii: "P"):
      guard content.starts(with: "Process:    "), content.last == UInt8(ascii: "]") else {
        return nil
      }
    case UInt8(ascii: "E"):
      guard content.starts(with: "Exception Type: "), content.contains("EXC_") else { return nil }
    default:
      guard content.starts(with: "{\"app_name\":\""), content.contains("\"bug_type\":\"") else {
        return nil
      }
    }
    return .deviceReportStarted
  }
}

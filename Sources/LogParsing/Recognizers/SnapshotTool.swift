/// Recognizes the paths of differing images that FBSnapshotTestCase prints.
///
///     … App[32051:6521280] If you have Kaleidoscope installed you can run this command to see an image diff:
///     ksdiff "/tmp/reference_testView@2x.png" "/tmp/failed_testView@2x.png"
///
/// Source: `saveFailedReferenceImage` in `FBSnapshotTestController.m`, FBSnapshotTestCase 1 to 8.
struct SnapshotTool: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("Ik") + Array(UInt8(ascii: "0")...UInt8(ascii: "9"))

  func event(in line: LogLine) -> LogEvent? {
    var rest = SystemLog.message(line.content)
    if rest.starts(with: "If you have Kaleidoscope installed you can run this command") {
      return .notice
    }
    guard rest.skip("ksdiff \""), let reference = rest.take(upTo: "\" \""), rest.dropSuffix("\"")
    else { return nil }
    return .snapshotImages(reference: reference.text, actual: rest.text)
  }
}

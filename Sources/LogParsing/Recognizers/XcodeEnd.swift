/// Recognizes the final result line of xcodebuild.
///
///     ** TEST EXECUTE SUCCEEDED ** [109.328 sec]
///     ** BUILD FAILED **
///
/// Source: output of xcodebuild 5 to 16.
struct XcodeEnd: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("*")

  func event(in line: LogLine) -> LogEvent? {
    var rest = line.content
    guard rest.skip("** "), var words = rest.take(upTo: " **") else { return nil }
    let succeeded: Bool
    if words.dropSuffix(" SUCCEEDED") {
      succeeded = true
    } else if words.dropSuffix(" FAILED") || words.dropSuffix(" INTERRUPTED") {
      succeeded = false
    } else {
      return nil
    }
    guard words.bytes.allSatisfy({ $0 == 0x20 || (0x41...0x5A).contains($0) }) else { return nil }
    let seconds = rest.skip(" [") ? rest.decimal() : nil
    return .buildEnded(action: words.text.lowercased(), succeeded: succeeded, seconds: seconds)
  }
}

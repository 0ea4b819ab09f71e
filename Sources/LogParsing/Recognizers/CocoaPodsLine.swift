import CIModel

/// Recognizes CocoaPods' lines about the validation of a podspec.
///
///     - ERROR | [iOS] xcodebuild: Returned an unsuccessful exit code.
///     - WARN  | github_sources: Github repositories should end in `.git`.
///     - NOTE  | [App/Core] xcodebuild:  Pods.xcodeproj: warning: The iOS Simulator deployment target …
///     [!] Cart did not pass validation, due to 1 error.
///     Cart passed validation.
///
/// The first two begin with blanks. Source: `Validator#print_results` in `validator.rb` and
/// `lint.rb`, CocoaPods 0.39 to 1.16.
struct CocoaPodsLine: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("-[")

  func event(in line: LogLine) -> LogEvent? {
    var rest = line.content
    if rest.skip("[!] ") {
      return rest.contains(" did not pass validation") ? .failureWrapper(rest.text) : nil
    }
    guard rest.skip("- ") else { return nil }
    if rest.skip("ERROR | ") { return Self.message(.error, rest) }
    if rest.skip("WARN  | ") { return Self.message(.warning, rest) }
    guard rest.skip("NOTE  | ") else { return nil }
    // The rest is xcodebuild's line, cut to its message.
    guard let tool = rest.offset(of: "xcodebuild:  ") else { return .notice }
    rest.advance(by: tool + "xcodebuild:  ".utf8.count)
    let bytes = rest.bytes
    let event =
      CompilerMessage().event(in: LogLine(bytes)) ?? LocatedMessage().event(in: LogLine(bytes))
    // CocoaPods prints no list below it.
    if case .listStarted? = event { return .notice }
    return event ?? .notice
  }

  private static func message(_ severity: Severity, _ content: ByteCursor) -> LogEvent {
    // The lines below contain the errors.
    if content.contains("Returned an unsuccessful exit code") {
      return .failureWrapper(content.text)
    }
    return .diagnostic(Diagnostic(severity, content.text))
  }
}

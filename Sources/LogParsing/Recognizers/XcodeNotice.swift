/// Recognizes lines of xcodebuild without information about the result.
///
///     2024-11-09 22:03:31.547 xcodebuild[64695:246498] [MT] IDETestOperationsObserverDebug: …
///     --- xcodebuild: WARNING: Using the first of multiple matching destinations:
///     === BUILD TARGET Pods OF PROJECT Pods WITH CONFIGURATION Debug ===
///     $ set -o pipefail && env NSUnbufferedIO=YES xcodebuild -scheme App test | xcbeautify
///     building file list ... done
///     In file included from /p/Demo.h:29:
///
/// Source: output of xcodebuild 5 to 16, of rsync and clang below it, and of bluepill.
struct XcodeNotice: LineRecognizer {
  static let firstBytes: [UInt8]? =
    bytes("$+-{/=BCDFIPRSTUWbosetx") + Array(UInt8(ascii: "0")...UInt8(ascii: "9"))

  func event(in line: LogLine) -> LogEvent? {
    let content = line.content
    if let first = content.first, first &- 0x30 < 10 {
      let isXcode =
        content.peek(24) == UInt8(ascii: "x") && content.dropFirst(24).starts(with: "xcodebuild[")
      return isXcode && !content.contains("IDETestOperationsObserverErrorDomain") ? .notice : nil
    }
    if let call = Self.call(content) { return .xcodebuildCalled(call) }
    return Self.openings.contains(beginningOf: content) ? .notice : nil
  }

  /// The call in xcodebuild's own line, in a shell's trace (`+ xcodebuild …`), or in the command
  /// that fastlane prints before it runs it
  /// (`$ set -o pipefail && env … xcodebuild … | xcbeautify`).
  static func call(_ content: ByteCursor) -> XcodebuildCall? {
    var rest = content
    switch content.first {
    case UInt8(ascii: "/"):
      guard rest.take(upTo: "/usr/bin/xcodebuild ") != nil else { return nil }
    case UInt8(ascii: "x"):
      guard rest.skip("xcodebuild "), rest.contains("-scheme ") else { return nil }
    case UInt8(ascii: "$"), UInt8(ascii: "+"), UInt8(ascii: "s"), UInt8(ascii: "e"):
      guard
        content.starts(with: "$ ") || content.starts(with: "+ ")
          || content.starts(with: "set -o pipefail && ")
          || content.starts(with: "env NSUnbuffered"),
        rest.take(upTo: "xcodebuild ") != nil, rest.contains("-scheme ")
      else { return nil }
    default:
      return nil
    }
    return XcodebuildCall(arguments: rest)
  }

  private static let openings = OpeningTable([
    "--- xcodebuild: ", "/* com.apple.", "/usr/bin/codesign --", "=== ANALYZE TARGET ",
    "=== BUILD TARGET ", "=== CLEAN TARGET ", "Build description path: ",
    "Build description signature: ", "Details:  createItemModels",
    "Function: createItemModels", "Please file a bug at https://feedback",
    "Resolve Package Graph", "Signing Identity: ",
    "Testing failed on ", "Testing passed", "Testing started",
    "Thread:   <_NSMainThread", "Using response file: ", "objc[", "{ platform:",
    "building file list ... done", "total size is ",
    "BP_APP_PROC_ENDED", "While building module '", "In file included from ",
    "SimDevice: ",
  ])
}

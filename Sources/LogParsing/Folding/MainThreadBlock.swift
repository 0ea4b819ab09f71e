/// The lines of the Main Thread Checker's report after its headline.
///
///     PID: 8121, TID: 90210, Thread name: (none), Queue name: com.example.work, QoS: 0
///     Backtrace:
///     4   App                  0x00000001054f5bd8 -[Page update] + 140
///     5   libdispatch.dylib    0x0000000105714c74 _dispatch_client_callout + 16
///
/// Xcode shows a report twice, once from standard error between lines of `=` and once from the
/// system log with `[reports]` in front. Source: output of Xcode 9 to 16.
struct MainThreadBlock {
  let shape: String
  /// The called API and its caller, as far as they are known.
  private(set) var identifiers: [String]
  /// The test that was running alone when the report began.
  let test: String?
  /// Whether it is the system log's copy.
  let isCopy: Bool
  private var hasCaller = false

  init(shape: String, identifiers: [String], test: String?, isCopy: Bool) {
    self.shape = shape
    self.identifiers = identifiers
    self.test = test
    self.isCopy = isCopy
  }

  /// Takes the line if it belongs to the report; returns whether it does.
  mutating func take(_ line: LogLine) -> Bool {
    var content = line.content
    content.dropTrailingBlanks()
    guard let first = content.first else { return false }
    if first &- 0x30 < 10 { return takeFrame(content) }
    switch first {
    case UInt8(ascii: "P"): return content.starts(with: "PID: ") && endsWithQuality(content)
    case UInt8(ascii: "B"): return content.equals("Backtrace:")
    case UInt8(ascii: "="): return content.bytes.allSatisfy { $0 == first }
    default:
      // The end of a line that was interrupted by other output.
      return endsWithQuality(content)
    }
  }

  /// `…, QoS: 0`
  private func endsWithQuality(_ content: ByteCursor) -> Bool {
    guard let offset = content.lastOffset(of: ", QoS: ") else { return false }
    var rest = content.dropFirst(offset + ", QoS: ".utf8.count)
    return rest.integer() != nil && rest.isEmpty
  }

  /// `4   App   0x00000001054f5bd8 -[Page update] + 140`
  private mutating func takeFrame(_ content: ByteCursor) -> Bool {
    var rest = content
    guard rest.integer() != nil, rest.first == 0x20 else { return false }
    rest.skipBlanks()
    guard let image = rest.take(upTo: " 0x"), let symbol = rest.take(upToLast: " + ") else {
      return false
    }
    var name = symbol
    guard name.take(upTo: " ") != nil else { return false }
    if !hasCaller, !Self.isSystem(image) {
      hasCaller = true
      identifiers.append(SymbolName.readable(name.text))
    }
    return true
  }

  private static func isSystem(_ image: ByteCursor) -> Bool {
    systemImages.contains { image.starts(with: $0) }
  }

  /// Prefixes of the names of Apple's own images.
  private static let systemImages: [StaticString] = [
    "???", "AppKit", "CFNetwork", "Combine ", "CoreFoundation", "Foundation", "GraphicsServices",
    "QuartzCore", "SwiftUI", "UIKit", "WebKit", "XCTest", "dyld", "libMainThreadChecker",
    "libdispatch", "libobjc", "libswift", "libsystem", "libxpc",
  ]
}

import CIModel

/// Recognizes a request that was sent, or attempted, over the network because no stub answered it.
///
///     … App[1:2] Task <8D2F>.<1> finished with error [-1009] Error Domain=NSURLErrorDomain Code=-1009 "…" UserInfo={…}
///     🚨 No mocked data found for url Optional("https://api.example.com/me") method Optional("GET"). …
///     curl: (6) Could not resolve host: example.com
///
/// Other lines of the same failure are recognized, but add no information. Source: CFNetwork and
/// Network.framework as Xcode 9 to 26 show them; `MockingURLProtocol.swift` in Mocker; curl.
struct NetworkFailureLine: LineRecognizer {
  static let firstBytes: [UInt8]? =
    bytes("TNACcn[") + [0xF0] + Array(UInt8(ascii: "0")...UInt8(ascii: "9"))

  func event(in line: LogLine) -> LogEvent? {
    var rest = SystemLog.withoutCategory(SystemLog.message(line.content))
    switch rest.first {
    case UInt8(ascii: "T"):
      guard rest.skip("Task <") else { return nil }
      if rest.contains(" HTTP load failed") || rest.contains(" load failed with error") {
        return .notice
      }
      guard rest.take(upTo: "finished with error") != nil else { return nil }
      return Self.warning(rest) ?? .notice
    case UInt8(ascii: "n"):
      return rest.starts(with: "nw_socket_") || rest.starts(with: "nw_connection_")
        || rest.starts(with: "nw_endpoint_") || rest.starts(with: "nw_path_") ? .notice : nil
    case UInt8(ascii: "C"):
      return rest.starts(with: "Connection ") && rest.contains(": received failure notification")
        ? .notice : nil
    case UInt8(ascii: "c"):
      guard rest.skip("curl: ("), let code = rest.integer(), [6, 7, 28, 35].contains(code),
        rest.skip(") ")
      else { return nil }
      return Self.warning(rest)
    case UInt8(ascii: "A"), UInt8(ascii: "N"), 0xF0:
      _ = rest.skip("\u{1F6A8} ")
      guard
        rest.starts(with: "No mocked data found for url ")
          || rest.starts(with: "An unexpected HTTP request was fired")
      else { return nil }
      return Self.warning(rest)
    default:
      return nil
    }
  }

  private static func warning(_ content: ByteCursor) -> LogEvent? {
    NetworkFailure.warning(in: content.text).map {
      .runtimeWarning(category: $0.category, shape: $0.shape, identifiers: $0.identifiers)
    }
  }
}

import CIModel

/// Recognizes failures that were caused by a request without a stub.
///
///     … Error Domain=NSURLErrorDomain Code=-1009 "The Internet connection appears to be offline." UserInfo={NSErrorFailingURLStringKey=https://api.example.com/me, …}
///     … Missing mock for URL: Optional("https://api.example.com/me")
///     … NIOConnectionError(host: "localhost", port: 5432, … connect(…): Connection refused (errno: 111) …
///     failed - Failed due to unstubbed networking.
///
/// Source: `AROHHTTPNoStubAssertionBot.m` in Artsy's eigen; `NSURLError.h`;
/// `MockingURLProtocol.swift` in Mocker; `LSNocilla.m` in Nocilla; curl's and NIO's messages.
enum NetworkFailure {
  static func warning(in message: String) -> IssueWarning? {
    guard let shape = shape(of: message) else { return nil }
    return IssueWarning(
      category: RuntimeWarningCategory.network, shape: shape, identifiers: hosts(in: message))
  }

  private static func shape(of message: String) -> String? {
    var message = message
    return message.withUTF8 { shape(of: ByteCursor(UnsafeRawBufferPointer($0))) }
  }

  private static func shape(of message: ByteCursor) -> String? {
    var rest = message
    if rest.take(upTo: "NSURLErrorDomain") != nil {
      let near = rest.prefix(64)
      for (code, words) in codes where near.contains(code) {
        return "NSURLErrorDomain \(code): \(words)"
      }
    }
    if message.contains("NSPOSIXErrorDomain Code=61") || message.contains("Connection refused") {
      return "connection refused"
    }
    for (words, shape) in phrases where message.contains(words) { return shape }
    return nil
  }

  private static let codes: [(StaticString, String)] = [
    ("-1001", "the request timed out"), ("-1003", "a host could not be found"),
    ("-1004", "could not connect to the server"), ("-1005", "the network connection was lost"),
    ("-1006", "the DNS lookup failed"),
    ("-1009", "the Internet connection appears to be offline"),
    ("-1018", "international roaming is off"), ("-1020", "data is not allowed"),
    ("-1022", "App Transport Security forbids the connection"),
    ("-1200", "a secure connection could not be made"),
  ]

  private static let phrases: [(StaticString, String)] = [
    ("No mocked data found for url", "request is not stubbed"),
    ("Missing mock for URL", "request is not stubbed"),
    ("An unexpected HTTP request was fired", "request is not stubbed"),
    ("NocillaUnexpectedRequest", "request is not stubbed"),
    ("request is not stubbed", "request is not stubbed"),
    ("Request not stubbed", "request is not stubbed"),
    ("Unstubbed request", "request is not stubbed"),
    ("unstubbed request", "request is not stubbed"),
    ("unstubbed networking", "request is not stubbed"),
    ("No stub for ", "request is not stubbed"), ("No stub found", "request is not stubbed"),
    ("No mock for ", "request is not stubbed"), ("No mock found", "request is not stubbed"),
    ("Unregistered request", "request is not stubbed"),
    ("unregistered URL", "request is not stubbed"),
    ("Unmocked request", "request is not stubbed"),
    ("Could not resolve host", "a host could not be found"),
    ("Couldn't connect to server", "could not connect to the server"),
    ("Could not connect to server", "could not connect to the server"),
    ("Failed to connect to ", "could not connect to the server"),
    ("Temporary failure in name resolution", "a host could not be found"),
  ]

  /// The hosts of the URLs in the message; sorted, without duplicates.
  private static func hosts(in message: String) -> [String] {
    var message = message
    return message.withUTF8 { hosts(in: ByteCursor(UnsafeRawBufferPointer($0))) }
  }

  private static func hosts(in message: ByteCursor) -> [String] {
    var found: Set<String> = []
    for scheme in schemes {
      var rest = message
      while rest.take(upTo: scheme) != nil {
        let host = rest.prefix(while: isHostByte)
        let name = host.offset(of: UInt8(ascii: ":")).map { host.prefix($0) } ?? host
        if !name.isEmpty { found.insert(name.text) }
      }
    }
    for opening in openings {
      var rest = message
      guard rest.take(upTo: opening) != nil else { continue }
      let host = rest.prefix(while: isHostByte)
      if !host.isEmpty { found.insert(host.text) }
    }
    return found.sorted()
  }

  private static let schemes: [StaticString] = ["http://", "https://", "ws://", "wss://"]
  private static let openings: [StaticString] = [
    "resolve host: ", "(host: \"", "Failed to connect to ",
  ]

  private static func isHostByte(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "_")
  }
}

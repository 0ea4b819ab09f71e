#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An address as a process passes it to the kernel (`struct sockaddr`), parsed as far as needed to
/// decide whether it is outside of this machine.
enum SocketAddress: Hashable, Sendable {
  case internet(host: String, port: Int, isLoopback: Bool)
  /// A Unix socket; the path of an abstract one begins with `@`.
  case local(path: String)
  /// An address of the kernel, a disconnect, or another family that is not known to leave the
  /// machine.
  case other

  /// - Parameter bytes: `struct sockaddr_in`, `sockaddr_in6` or `sockaddr_un` in the kernel's
  ///   layout.
  init(_ bytes: [UInt8]) {
    guard bytes.count >= 2 else {
      self = .other
      return
    }
    switch Int32(UInt16(bytes[0]) | UInt16(bytes[1]) << 8) {
    case AF_INET where bytes.count >= 8:
      self = Self.version4(bytes[4..<8], port: Self.port(bytes))
    case AF_INET6 where bytes.count >= 24:
      self = Self.version6(bytes[8..<24], port: Self.port(bytes))
    case AF_UNIX:
      let path = bytes.dropFirst(2)
      self =
        path.first == 0
        ? .local(path: "@" + String(decoding: path.dropFirst(), as: UTF8.self))
        : .local(path: String(decoding: path.prefix { $0 != 0 }, as: UTF8.self))
    default:
      self = .other
    }
  }

  /// `127.0.0.1:80`, `[::1]:80`; without the port where it is 0.
  var text: String? {
    guard case .internet(let host, let port, _) = self else { return nil }
    if port == 0 { return host }
    return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  private static func port(_ bytes: [UInt8]) -> Int { Int(bytes[2]) << 8 | Int(bytes[3]) }

  private static func version4(_ octets: ArraySlice<UInt8>, port: Int) -> SocketAddress {
    let host = octets.map { String($0) }.joined(separator: ".")
    // Linux connects the unspecified address to loopback.
    let isLoopback = octets.first == 127 || octets.allSatisfy { $0 == 0 }
    return .internet(host: host, port: port, isLoopback: isLoopback)
  }

  private static func version6(_ octets: ArraySlice<UInt8>, port: Int) -> SocketAddress {
    let bytes = Array(octets)
    let leading = bytes[..<10].allSatisfy { $0 == 0 }
    if leading, bytes[10] == 0xff, bytes[11] == 0xff {
      return version4(bytes[12...], port: port)
    }
    let isLoopback =
      leading && bytes[10..<15].allSatisfy { $0 == 0 } && (bytes[15] == 0 || bytes[15] == 1)
    return .internet(host: version6Text(bytes), port: port, isLoopback: isLoopback)
  }

  /// The text form of RFC 5952: lower case; the longest run of at least two zero groups, the first
  /// of equals, becomes `::`.
  private static func version6Text(_ bytes: [UInt8]) -> String {
    let groups = stride(from: 0, to: 16, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    var best = 0..<0
    var index = 0
    while index < groups.count {
      let end = groups[index...].firstIndex { $0 != 0 } ?? groups.count
      if end - index > max(1, best.count) { best = index..<end }
      index = end + 1
    }
    let words = groups.map { String($0, radix: 16) }
    if best.isEmpty { return words.joined(separator: ":") }
    return words[..<best.lowerBound].joined(separator: ":") + "::"
      + words[best.upperBound...].joined(separator: ":")
  }
}

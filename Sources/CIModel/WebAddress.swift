/// An address that is safe as a link: `https`, a host, and a path of plain characters.
///
/// The address may be untrusted, so it is never repaired: a malformed one is rejected.
package struct WebAddress: Hashable, Sendable {
  package let text: String
  /// The host in lower case, with the port if there is one.
  package let host: String

  private static let scheme = "https://"
  private static let longest = 2_000

  /// - Returns: `nil` if there is a user name, a fragment, or a character that RFC 3986 requires to
  ///   be encoded.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.longest, bytes.starts(with: Self.scheme.utf8),
      bytes.dropFirst(Self.scheme.utf8.count).allSatisfy(Self.isPlain), Self.isEncoded(bytes)
    else { return nil }
    let rest = bytes.dropFirst(Self.scheme.utf8.count)
    let host = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    guard Self.isHost(host) else { return nil }
    self.text = text
    self.host = String(decoding: host, as: UTF8.self).lowercased()
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "-._~/?%&=+:,;!()".utf8.contains(byte)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (97...122).contains(byte | 0x20)
  }

  /// Whether two hexadecimal digits follow each `%`.
  private static func isEncoded(_ bytes: [UInt8]) -> Bool {
    bytes.indices.allSatisfy { index in
      bytes[index] != UInt8(ascii: "%")
        || bytes.count > index + 2
          && bytes[(index + 1)...(index + 2)].allSatisfy {
            (48...57).contains($0) || (97...102).contains($0 | 0x20)
          }
    }
  }

  private static func isHost(_ text: some Collection<UInt8>) -> Bool {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard let name = parts.first, parts.count <= 2, name.count <= 253 else { return false }
    if parts.count == 2 {
      guard (1...5).contains(parts[1].count), parts[1].allSatisfy({ (48...57).contains($0) })
      else { return false }
    }
    return name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { label in
        !label.isEmpty && label.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
      }
  }
}

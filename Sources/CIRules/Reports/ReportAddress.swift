import CIModel

/// The path of a file that a report names by its URI (RFC 3986).
struct ReportAddress: Hashable {
  /// The path with escapes such as `%20` decoded. Text that is not a valid URI, for example because
  /// an escape is incomplete, is used as it is.
  let path: String
  /// The URI itself if it differs from the path.
  let written: String?

  init(_ address: String) {
    path = Self.decoded(address) ?? address
    written = path == address ? nil : address
  }

  /// Decodes a URI; `nil` when an escape is incomplete or is `%00`.
  private static func decoded(_ address: String) -> String? {
    guard address.contains("%") else { return address }
    var bytes: [UInt8] = []
    var rest = Array(address.utf8)[...]
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "%") {
        bytes.append(byte)
      } else if let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit),
        high + low > 0
      {
        bytes.append(high << 4 | low)
      } else {
        return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self).cuttingRunsOfMarks
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

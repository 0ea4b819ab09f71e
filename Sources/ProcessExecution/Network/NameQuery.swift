/// The name that a DNS query asks for.
///
/// Source: RFC 1035, sections 4.1.1 and 4.1.2: a header of 12 bytes, then the name as labels, each
/// preceded by its length, then the type and the class.
enum NameQuery {
  /// The host name in a packet; `nil` when the packet is no query.
  static func host(in packet: [UInt8]) -> String? {
    guard packet.count >= 17, packet[2] & 0x80 == 0, packet[2] & 0x78 == 0,
      packet[4] == 0, packet[5] == 1
    else { return nil }
    var labels: [String] = []
    var index = 12
    while index < packet.count {
      let length = Int(packet[index])
      index += 1
      if length == 0 {
        // Type and class follow the name.
        return index + 4 <= packet.count ? name(labels) : nil
      }
      guard length < 64, index + length <= packet.count else { return nil }
      let label = packet[index..<(index + length)]
      guard label.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { return nil }
      labels.append(String(decoding: label, as: UTF8.self))
      index += length
    }
    return nil
  }

  private static func name(_ labels: [String]) -> String {
    labels.isEmpty ? "." : labels.joined(separator: ".")
  }
}

/// The armour in which OpenPGP, SSH and X.509 signatures are written.
///
/// Format: RFC 9580, section 6.2; `PROTOCOL.sshsig` of OpenSSH; RFC 7468.
enum SignatureArmour {
  typealias Line = Slice<UnsafeRawBufferPointer>

  private static let marks = ["PGP SIGNATURE", "SSH SIGNATURE", "SIGNED MESSAGE"].map {
    (begin: Array("-----BEGIN \($0)-----".utf8), end: Array("-----END \($0)-----".utf8))
  }

  /// The lines before the base64, such as `Comment: …`, when the lines are one whole signature;
  /// `nil` otherwise.
  static func comments(in lines: [Line]) -> ArraySlice<Line>? {
    let lines = lines.filter { !$0.isEmpty }
    guard let first = lines.first, let last = lines.last,
      marks.contains(where: { first.elementsEqual($0.begin) && last.elementsEqual($0.end) })
    else { return nil }
    let content = lines.dropFirst().dropLast()
    let comments = content.prefix { $0.contains(UInt8(ascii: ":")) }
    return areBase64(content[comments.endIndex...]) ? comments : nil
  }

  /// Whether all lines are as long as the first one, except for the last one and a checksum. Other
  /// text within a signature, such as a token, seldom is.
  private static func areBase64(_ lines: ArraySlice<Line>) -> Bool {
    var lines = lines
    if let sum = lines.last, sum.count == 5, sum.first == UInt8(ascii: "=") { lines.removeLast() }
    guard let length = lines.first?.count else { return false }
    return lines.dropLast().allSatisfy { $0.count == length }
      && (lines.last?.count ?? 0) <= length && lines.allSatisfy { $0.allSatisfy(isBase64) }
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "+"), UInt8(ascii: "/"),
      UInt8(ascii: "="):
      true
    default: false
    }
  }
}

/// The signature of a shared access signature of Azure: `sig=` in an address that also says until when it holds (`se=`)
/// or what it allows (`sp=`).
///
/// Source: https://learn.microsoft.com/rest/api/storageservices/create-service-sas
enum SharedSignature {
  static let name = "Azure shared access signature"
  /// Two bytes of `sig=` that are rarer in text than its first ones.
  static let pair = Array("g=".utf8)

  private static let key = Array("sig=".utf8)
  /// Characters of a SHA-256 in base64, without the `=` at its end.
  private static let length = 43
  /// Bytes of the address that are looked at on each side, at least.
  private static let longestSide = 512
  /// Bytes that are looked at together, for all signatures in them.
  private static let longestRead = 4_096

  /// An address that was looked at.
  struct Address {
    /// Where the signatures begin of which the same is true.
    fileprivate let range: Range<Int>
    /// Whether it says until when, or what it allows.
    fileprivate let isGrant: Bool
  }

  /// Where the signature is, if the pair belongs to its name.
  static func value(
    in bytes: UnsafeRawBufferPointer, at offset: Int, _ known: inout Address?
  ) -> Range<Int>? {
    let start = offset + 2
    guard offset >= 3, bytes[(start - 4)..<start].elementsEqual(key),
      isBorder(start - 5, in: bytes), let end = end(in: bytes, from: start),
      isBeside(start, in: bytes, &known)
    else { return nil }
    return start..<end
  }

  /// Where a signature ends that begins here. A `+`, a `/` and a `=` may be written with `%`.
  private static func end(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var (index, count) = (start, 0)
    while count < length, index < bytes.count {
      if bytes[index].isASCIIAlphanumeric || "+/-_".utf8.contains(bytes[index]) {
        index += 1
      } else if ["%2b", "%2f"].contains(where: { isNext($0, in: bytes, at: index) }) {
        index += 3
      } else {
        return nil
      }
      count += 1
    }
    guard count == length else { return nil }
    if isNext("%3d", in: bytes, at: index) { return index + 3 }
    guard index < bytes.count else { return index }
    if bytes[index] == UInt8(ascii: "=") { return index + 1 }
    return bytes[index].isASCIIAlphanumeric || "+/-_%".utf8.contains(bytes[index]) ? nil : index
  }

  private static func isNext(_ text: String, in bytes: UnsafeRawBufferPointer, at start: Int)
    -> Bool
  {
    bytes[start...].prefix(text.utf8.count).map { $0 | 0x20 }.elementsEqual(text.utf8)
  }

  /// Whether `se=` or `sp=` stands in the same address.
  ///
  /// - Parameter start: Where the value begins.
  private static func isBeside(
    _ start: Int, in bytes: UnsafeRawBufferPointer, _ known: inout Address?
  ) -> Bool {
    if let known, known.range.contains(start) { return known.isGrant }
    let before = max(1, start - longestSide)..<start
    let behind = start..<min(bytes.count, start + longestRead + longestSide)
    let first = before.last { !isOfAddress(bytes[$0]) } ?? before.lowerBound
    let end = behind.first { !isOfAddress(bytes[$0]) }
    let last = end ?? behind.upperBound
    let isGrant = (first..<max(first, last - 2)).contains { index in
      bytes[index] == UInt8(ascii: "s") && bytes[index + 2] == UInt8(ascii: "=")
        && "ep".utf8.contains(bytes[index + 1]) && isBorder(index - 1, in: bytes)
    }
    known = Address(range: start..<max(start + 1, end ?? last - longestSide), isGrant: isGrant)
    return isGrant
  }

  /// `&`, also as HTML (`&amp;`) and JSON (`\u0026`) write it, or the `?` before the first name.
  private static func isBorder(_ index: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard index >= 0 else { return false }
    return "?&;".utf8.contains(bytes[index])
      || bytes[...index].suffix(escape.count).elementsEqual(escape)
  }

  private static let escape = Array("\\u0026".utf8)

  private static func isOfAddress(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !"\"'<>`".utf8.contains(byte)
  }
}

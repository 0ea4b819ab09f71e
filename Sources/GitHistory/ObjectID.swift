import CLibgit2

/// The SHA-1 id of a git object, stored in three words for fast hashing and comparison.
struct ObjectID: Hashable, Comparable, Sendable {
  /// Bytes 0…7, 8…15 and 16…19, big-endian, so that comparing the words compares the bytes.
  private let high: UInt64
  private let middle: UInt64
  private let low: UInt32

  init(_ oid: git_oid) {
    (high, middle, low) = withUnsafeBytes(of: oid) { bytes in
      (
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
      )
    }
  }

  static let byteCount = 20

  /// The first two hexadecimal digits.
  var firstByte: UInt8 { UInt8(truncatingIfNeeded: high >> 56) }

  /// The tree without entries, which always exists, even in an empty repository.
  static let emptyTree = ObjectID(
    high: 0x4b82_5dc6_42cb_6eb9, middle: 0xa060_e54b_f8d6_9288, low: 0xfbee_4904)

  private init(high: UInt64, middle: UInt64, low: UInt32) {
    self.high = high
    self.middle = middle
    self.low = low
  }

  /// Reads 20 bytes from an offset; `nil` when there are fewer.
  init?(bytes: UnsafeRawBufferPointer, at offset: Int) {
    guard offset >= 0, offset <= bytes.count - ObjectID.byteCount else { return nil }
    high = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    middle = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
    low = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt32.self))
  }

  /// Parses exactly 40 hexadecimal digits.
  init?(hex digits: some Collection<UInt8>) {
    guard digits.count == 40 else { return nil }
    var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
    for (index, digit) in digits.enumerated() {
      guard let value = ObjectID.value(ofDigit: digit) else { return nil }
      switch index {
      case ..<16: words.0 = words.0 << 4 | value
      case ..<32: words.1 = words.1 << 4 | value
      default: words.2 = words.2 << 4 | value
      }
    }
    high = words.0
    middle = words.1
    low = UInt32(truncatingIfNeeded: words.2)
  }

  init?(hex text: String) {
    self.init(hex: Array(text.utf8))
  }

  var oid: git_oid {
    var result = git_oid()
    withUnsafeMutableBytes(of: &result) { bytes in
      bytes.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
      bytes.storeBytes(of: middle.bigEndian, toByteOffset: 8, as: UInt64.self)
      bytes.storeBytes(of: low.bigEndian, toByteOffset: 16, as: UInt32.self)
    }
    return result
  }

  /// The id as 40 lowercase hexadecimal digits.
  var hex: String {
    func padded(_ value: some BinaryInteger, _ width: Int) -> String {
      let digits = String(value, radix: 16)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return padded(high, 16) + padded(middle, 16) + padded(low, 8)
  }

  static func < (left: ObjectID, right: ObjectID) -> Bool {
    (left.high, left.middle, left.low) < (right.high, right.middle, right.low)
  }

  private static func value(ofDigit digit: UInt8) -> UInt64? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(digit - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(digit - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(digit - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}

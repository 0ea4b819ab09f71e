import CPlatform

/// The hash function of FIPS 180-4, section 6.2.
struct SHA256: Sendable {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  private var pending: [UInt8] = []
  /// In bytes.
  private var length: UInt64 = 0
  /// Not the processor's own instructions; for tests of the other way.
  private let isPortable: Bool

  init(isPortable: Bool = false) {
    self.isPortable = isPortable
  }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    length &+= UInt64(bytes.count)
    var rest = bytes
    if !pending.isEmpty {
      let count = min(64 - pending.count, rest.count)
      pending.append(contentsOf: rest[..<count])
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      guard pending.count == 64 else { return }
      pending.withUnsafeBytes { compress($0) }
      pending.removeAll(keepingCapacity: true)
    }
    let whole = rest.count & ~63
    compress(UnsafeRawBufferPointer(rebasing: rest[..<whole]))
    pending.append(contentsOf: rest[whole...])
  }

  mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  /// The hash of everything so far, in lower-case hexadecimal.
  var hex: String {
    var copy = self
    let bits = length &* 8
    var padding: [UInt8] = [0x80]
    while (pending.count + padding.count) % 64 != 56 { padding.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      padding.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    padding.withUnsafeBytes { copy.update($0) }
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(64)
    for word in copy.state {
      for shift in stride(from: 28, through: 0, by: -4) {
        text.append(digits[Int(word >> UInt32(shift) & 15)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  static func hex(_ text: String) -> String {
    var hash = SHA256()
    hash.update(text)
    return hash.hex
  }

  static func hex(_ bytes: [UInt8]) -> String {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.hex
  }

  /// - Parameter blocks: A multiple of 64 bytes.
  private mutating func compress(_ blocks: UnsafeRawBufferPointer) {
    guard let start = blocks.baseAddress, !blocks.isEmpty else { return }
    let bytes = start.assumingMemoryBound(to: UInt8.self)
    if isPortable {
      platform_sha256_blocks_portable(&state, bytes, blocks.count / 64)
    } else {
      platform_sha256_blocks(&state, bytes, blocks.count / 64)
    }
  }
}

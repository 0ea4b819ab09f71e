import CPlatform

/// The SHA-256 hash function (FIPS 180-4, section 6.2).
package struct SHA256: Sendable {
  private var state = SIMD8<UInt32>(
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19)
  /// The start of an incomplete block of 64 bytes.
  private var pending = SIMD64<UInt8>()
  private var pendingCount = 0
  /// The length in bytes.
  private var length: UInt64 = 0
  /// Whether to avoid the processor's SHA instructions; used by tests of the portable code.
  private let isPortable: Bool

  package init(isPortable: Bool = false) {
    self.isPortable = isPortable
  }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    length &+= UInt64(bytes.count)
    var rest = bytes
    if pendingCount > 0 {
      let count = min(64 - pendingCount, rest.count)
      keep(UnsafeRawBufferPointer(rebasing: rest[..<count]))
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      guard pendingCount == 64 else { return }
      compressPending()
    }
    let whole = rest.count & ~63
    compress(UnsafeRawBufferPointer(rebasing: rest[..<whole]))
    keep(UnsafeRawBufferPointer(rebasing: rest[whole...]))
  }

  package mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  /// Appends bytes to the incomplete block; at most as many as fit.
  private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
    let start = pendingCount
    withUnsafeMutableBytes(of: &pending) { block in
      UnsafeMutableRawBufferPointer(rebasing: block[start...]).copyMemory(from: bytes)
    }
    pendingCount += bytes.count
  }

  private mutating func compressPending() {
    let block = pending
    withUnsafeBytes(of: block) { compress($0) }
    pending = SIMD64()
    pendingCount = 0
  }

  /// The hash of everything so far: 32 bytes.
  package var bytes: [UInt8] {
    var copy = self
    copy.end()
    return (0..<8).flatMap { word in withUnsafeBytes(of: copy.state[word].bigEndian, Array.init) }
  }

  /// The hash of everything so far, in lower-case hexadecimal.
  package var hex: String {
    var copy = self
    copy.end()
    let state = copy.state
    return String(unsafeUninitializedCapacity: 64) { text in
      for word in 0..<8 {
        var bits = state[word]
        for place in (8 * word..<8 * word + 8).reversed() {
          let nibble = UInt8(truncatingIfNeeded: bits & 15)
          text[place] = nibble &+ (nibble < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
          bits >>= 4
        }
      }
      return 64
    }
  }

  /// Appends a one bit, zeros, and the length of the text in bits.
  private mutating func end() {
    let bits = (length &* 8).bigEndian
    withUnsafeBytes(of: UInt8(0x80)) { keep($0) }
    if pendingCount == 64 || pendingCount > 56 { compressPending() }
    pendingCount = 56
    withUnsafeBytes(of: bits) { keep($0) }
    compressPending()
  }

  package static func hex(_ text: String) -> String {
    var hash = SHA256()
    hash.update(text)
    return hash.hex
  }

  package static func hex(_ bytes: [UInt8]) -> String {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.hex
  }

  /// - Parameter blocks: The number of bytes must be a multiple of 64.
  private mutating func compress(_ blocks: UnsafeRawBufferPointer) {
    guard let start = blocks.baseAddress, !blocks.isEmpty else { return }
    let bytes = start.assumingMemoryBound(to: UInt8.self)
    let isPortable = isPortable
    withUnsafeMutablePointer(to: &state) { state in
      state.withMemoryRebound(to: UInt32.self, capacity: 8) { words in
        if isPortable {
          platform_sha256_blocks_portable(words, bytes, blocks.count / 64)
        } else {
          platform_sha256_blocks(words, bytes, blocks.count / 64)
        }
      }
    }
  }
}

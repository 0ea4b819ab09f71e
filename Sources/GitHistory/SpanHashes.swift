/// The content of a file for git's detection of renames: the number of bytes in pieces with each
/// hash.
///
/// A piece ends after a newline or after 64 bytes. Hash and pieces are those of git's
/// `diffcore-delta.c` (`hash_chars`), so that similarities equal git's. An unterminated last line
/// counts, as in git 2.44 and later; older versions leave it out.
struct SpanHashes {
  /// The hashes, sorted.
  private(set) var hashes: [UInt32] = []
  /// The number of bytes in the pieces of each hash.
  private(set) var counts: [UInt32] = []

  /// A prime; all hashes are smaller.
  static let hashCount = 107_927

  /// The pieces of an empty content.
  init() {}

  /// - Parameters:
  /// - isText: Whether to leave out a carriage return before a newline.
  /// - scratch: `hashCount` zeros, which are zeros again afterwards.
  init(_ bytes: UnsafeRawBufferPointer, isText: Bool, scratch: inout [UInt32]) {
    var touched: [UInt32] = []
    scratch.withUnsafeMutableBufferPointer { table in
      var first: UInt32 = 0
      var second: UInt32 = 0
      var length: UInt32 = 0
      func close() {
        let hash = (first &+ second &* 0x61) % UInt32(SpanHashes.hashCount)
        if table[Int(hash)] == 0 { touched.append(hash) }
        table[Int(hash)] &+= length
        (first, second, length) = (0, 0, 0)
      }
      let last = bytes.count - 1
      for index in bytes.indices {
        let byte = bytes[index]
        if isText, byte == 0x0D, index < last, bytes[index + 1] == 0x0A { continue }
        let old = first
        first = (first << 7) ^ (second >> 25)
        second = (second << 7) ^ (old >> 25)
        first &+= UInt32(byte)
        length += 1
        if length >= 64 || byte == 0x0A { close() }
      }
      if length > 0 { close() }
      touched.sort()
      hashes = touched
      counts = touched.map { table[Int($0)] }
      for hash in touched { table[Int(hash)] = 0 }
    }
  }

  /// The number of bytes of pieces that both files have (`diffcore_count_changes`).
  func sharedBytes(with other: SpanHashes) -> Int {
    var total = 0
    var left = 0
    var right = 0
    while left < hashes.count, right < other.hashes.count {
      if hashes[left] < other.hashes[right] {
        left += 1
      } else if hashes[left] > other.hashes[right] {
        right += 1
      } else {
        total += Int(min(counts[left], other.counts[right]))
        left += 1
        right += 1
      }
    }
    return total
  }
}

/// The profile that a process wrote at its end: the number of times that it passed each counter.
///
/// Source: `INSTR_PROF_RAW_HEADER` and `INSTR_PROF_DATA` of `InstrProfData.inc`, which is part of
/// every toolchain; version 10, of LLVM 19 to 21.
struct RawProfile {
  private static let magic: UInt64 = 0xFF6C_7072_6F66_7281
  private static let version: UInt64 = 10
  private static let dataSize = 64

  private let data: UnsafeRawBufferPointer
  private let counters: UnsafeRawBufferPointer
  private let countersDelta: UInt64
  /// The range of the counters in the file, in bytes.
  let counterRange: Range<Int>
  private let names: UnsafeRawBufferPointer
  /// Whether the profile contains no other data, such as recorded values, which cannot be summed.
  let hasOnlyCounters: Bool

  init(_ bytes: UnsafeRawBufferPointer) throws(BinaryReader.Malformed) {
    var reader = BinaryReader(bytes)
    guard try reader.number(UInt64.self) == RawProfile.magic else {
      throw BinaryReader.Malformed(offset: 0)
    }
    // The high bits indicate variants, such as one-byte counters, that Swift does not use.
    let version = try reader.number(UInt64.self)
    guard version == RawProfile.version else {
      throw BinaryReader.Malformed(
        offset: 8, version: Int(truncatingIfNeeded: version & 0xFF_FFFF))
    }
    let idsSize = try reader.count(UInt64.self)
    let functions = try reader.count(UInt64.self)
    let before = try reader.count(UInt64.self)
    let count = try reader.count(UInt64.self)
    let after = try reader.count(UInt64.self)
    let bitmaps = try reader.count(UInt64.self)
    let afterBitmaps = try reader.count(UInt64.self)
    let namesSize = try reader.count(UInt64.self)
    countersDelta = try reader.number(UInt64.self)
    try reader.skip(2 * 8)
    let vtables = try reader.count(UInt64.self)
    let vtableNames = try reader.count(UInt64.self)
    try reader.skip(8)
    try reader.skip(idsSize)
    guard functions <= reader.remaining / RawProfile.dataSize, count <= reader.remaining / 8
    else { throw BinaryReader.Malformed(offset: reader.offset) }
    data = try reader.slice(functions * RawProfile.dataSize)
    try reader.skip(before)
    let start = reader.offset
    counters = try reader.slice(count * 8)
    counterRange = start..<reader.offset
    try reader.skip(after)
    try reader.skip(bitmaps)
    try reader.skip(afterBitmaps)
    names = try reader.slice(namesSize)
    // Names are padded to a multiple of eight bytes.
    hasOnlyCounters = bitmaps == 0 && vtables == 0 && vtableNames == 0 && reader.remaining < 8
  }

  /// Whether another profile has the same functions at the same offsets; addresses differ between
  /// processes.
  func isOfSameBinary(as other: RawProfile) -> Bool {
    names.elementsEqual(other.names) && data.count == other.data.count
      && countersDelta == other.countersDelta
  }

  /// Calls `body` for every function with a non-zero counter: the hash of its name and its
  /// counters.
  func forEachExecuted(_ body: (UInt64, [UInt64]) -> Void) throws(BinaryReader.Malformed) {
    let count = data.count / RawProfile.dataSize
    for index in 0..<count {
      let start = index * RawProfile.dataSize
      func number<Number: FixedWidthInteger>(_ offset: Int, _ type: Number.Type) -> Number {
        Number(littleEndian: data.loadUnaligned(fromByteOffset: start + offset, as: type))
      }
      // The distance is relative to the function's own record; that in the header belongs to the
      // first record.
      let relative = number(16, UInt64.self) &- (countersDelta &- UInt64(start))
      let own = number(48, UInt32.self)
      guard let offset = Int(exactly: relative), offset % 8 == 0, offset <= counters.count,
        Int(own) <= (counters.count - offset) / 8
      else { throw BinaryReader.Malformed(offset: start) }
      let values = (0..<Int(own)).map { counter in
        UInt64(
          littleEndian: counters.loadUnaligned(
            fromByteOffset: offset + counter * 8, as: UInt64.self))
      }
      if values.contains(where: { $0 != 0 }) { body(number(0, UInt64.self), values) }
    }
  }
}

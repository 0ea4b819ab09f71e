#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A range of bytes that recognizers read from the front, without copying.
///
/// It borrows the line's memory, so it must not outlive the call that it was passed to.
package struct ByteCursor {
  package let base: UnsafeRawBufferPointer
  package private(set) var position: Int
  package private(set) var end: Int

  package init(_ bytes: UnsafeRawBufferPointer) {
    base = bytes
    position = 0
    end = bytes.count
  }

  private init(_ base: UnsafeRawBufferPointer, _ position: Int, _ end: Int) {
    self.base = base
    self.position = position
    self.end = end
  }

  package var count: Int { end - position }
  package var isEmpty: Bool { position >= end }

  /// The next byte; `nil` at the end.
  package var first: UInt8? { position < end ? base[position] : nil }
  package var last: UInt8? { position < end ? base[end - 1] : nil }

  /// The byte `offset` bytes ahead; `nil` past the end.
  package func peek(_ offset: Int) -> UInt8? {
    let index = position + offset
    return offset >= 0 && index < end ? base[index] : nil
  }

  /// The bytes as text; invalid UTF-8 becomes U+FFFD.
  package var text: String {
    String(decoding: UnsafeRawBufferPointer(rebasing: base[position..<end]), as: UTF8.self)
  }

  /// The rest of the bytes.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: base[position..<end])
  }

  // MARK: Looking

  package func starts(with literal: StaticString) -> Bool {
    let length = literal.utf8CodeUnitCount
    guard length <= count, let pointer = base.baseAddress else { return false }
    return memcmp(pointer + position, literal.utf8Start, length) == 0
  }

  package func ends(with literal: StaticString) -> Bool {
    let length = literal.utf8CodeUnitCount
    guard length <= count, let pointer = base.baseAddress else { return false }
    return memcmp(pointer + (end - length), literal.utf8Start, length) == 0
  }

  package func equals(_ literal: StaticString) -> Bool {
    count == literal.utf8CodeUnitCount && starts(with: literal)
  }

  package func contains(_ literal: StaticString) -> Bool { offset(of: literal) != nil }

  /// The distance to the next occurrence of a byte; `nil` when there is none.
  package func offset(of byte: UInt8) -> Int? {
    guard position < end, let pointer = base.baseAddress,
      let found = memchr(pointer + position, Int32(byte), count)
    else { return nil }
    return UnsafeRawPointer(found) - (pointer + position)
  }

  /// The distance to the first occurrence of the literal; `nil` when there is none.
  package func offset(of literal: StaticString) -> Int? {
    let length = literal.utf8CodeUnitCount
    guard length > 0, let pointer = base.baseAddress else { return nil }
    var from = position
    while from + length <= end {
      guard
        let found = memchr(pointer + from, Int32(literal.utf8Start[0]), end - from - length + 1)
      else { return nil }
      let index = UnsafeRawPointer(found) - pointer
      if memcmp(found, literal.utf8Start, length) == 0 { return index - position }
      from = index + 1
    }
    return nil
  }

  /// The distance to the last occurrence of the literal; `nil` when there is none.
  package func lastOffset(of literal: StaticString) -> Int? {
    let length = literal.utf8CodeUnitCount
    guard length > 0, length <= count, let pointer = base.baseAddress else { return nil }
    var index = end - length
    while index >= position {
      if base[index] == literal.utf8Start[0],
        memcmp(pointer + index, literal.utf8Start, length) == 0
      {
        return index - position
      }
      index -= 1
    }
    return nil
  }

  // MARK: Reading

  /// Skips the literal if it comes next; returns whether it did.
  package mutating func skip(_ literal: StaticString) -> Bool {
    guard starts(with: literal) else { return false }
    position += literal.utf8CodeUnitCount
    return true
  }

  package mutating func skip(_ byte: UInt8) -> Bool {
    guard first == byte else { return false }
    position += 1
    return true
  }

  /// Removes the literal from the end if it comes last; returns whether it did.
  package mutating func dropSuffix(_ literal: StaticString) -> Bool {
    guard ends(with: literal) else { return false }
    end -= literal.utf8CodeUnitCount
    return true
  }

  package mutating func advance(by offset: Int) {
    position = min(end, position + max(0, offset))
  }

  /// The next `length` bytes.
  package func prefix(_ length: Int) -> ByteCursor {
    ByteCursor(base, position, min(end, position + max(0, length)))
  }

  /// The bytes before the first one that does not fit.
  package func prefix(while fits: (UInt8) -> Bool) -> ByteCursor {
    var index = position
    while index < end, fits(base[index]) { index += 1 }
    return ByteCursor(base, position, index)
  }

  package func dropFirst(_ length: Int) -> ByteCursor {
    ByteCursor(base, min(end, position + max(0, length)), end)
  }

  /// Returns the bytes before the literal's first occurrence, and skips the literal.
  package mutating func take(upTo literal: StaticString) -> ByteCursor? {
    guard let offset = offset(of: literal) else { return nil }
    let taken = prefix(offset)
    position += offset + literal.utf8CodeUnitCount
    return taken
  }

  /// Returns the bytes before the literal's last occurrence, and skips the literal.
  package mutating func take(upToLast literal: StaticString) -> ByteCursor? {
    guard let offset = lastOffset(of: literal) else { return nil }
    let taken = prefix(offset)
    position += offset + literal.utf8CodeUnitCount
    return taken
  }

  package mutating func skipBlanks() {
    while let byte = first, byte == 0x20 || byte == 0x09 { position += 1 }
  }

  package mutating func dropTrailingBlanks() {
    while let byte = last, byte == 0x20 || byte == 0x09 { end -= 1 }
  }

  /// Reads decimal digits; `nil` when there are none or the number does not fit.
  package mutating func integer() -> Int? {
    var value = 0
    var start = position
    while start < end, case let digit = base[start] &- 0x30, digit < 10 {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int(digit))
      guard !overflow, !carry else { return nil }
      value = sum
      start += 1
    }
    guard start > position else { return nil }
    position = start
    return value
  }

  /// Reads digits with an optional fraction; `nil` when there is no digit before it.
  package mutating func decimal() -> Double? {
    var copy = self
    guard let whole = copy.integer() else { return nil }
    var mantissa = whole
    var scale = 1.0
    if copy.first == UInt8(ascii: "."), let next = copy.peek(1), next &- 0x30 < 10 {
      copy.position += 1
      while let byte = copy.first, byte &- 0x30 < 10 {
        // Digits beyond the precision of a Double are skipped.
        if mantissa < 1 << 49 {
          mantissa = mantissa * 10 + Int(byte &- 0x30)
          scale *= 10
        }
        copy.position += 1
      }
    }
    self = copy
    // Both are exact, so the quotient is the nearest Double, as if the text had been converted.
    return Double(mantissa) / scale
  }
}

/// Makes invisible characters in text of other people visible.
///
/// Control characters drive terminals and CI services, directional marks show a line in another
/// order than it has (CVE-2021-42574), and characters without a width make two names look alike.
/// Each is shown in Swift's notation: `\u{202E}`. Joiners and selectors are kept where scripts and
/// emoji use them: after a character beyond ASCII.
package enum VisibleText {
  /// - Parameters:
  /// - keepsColor: Whether to keep escape sequences that set colours; else they are removed.
  /// - tab: The replacement of a tab.
  package static func shown(
    _ text: String, keepsColor: Bool = false, tab: String = "    "
  ) -> String {
    var text = text
    let isReadable = text.withUTF8 { bytes in
      isVisible(UnsafeRawBufferPointer(bytes), keepsColor: keepsColor, keepsTabs: tab == "\t")
    }
    if isReadable { return text }
    let scalars = Array(text.unicodeScalars)
    // Bytes, because `append(contentsOf:)` of scalars copies everything that is already there.
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    var previous: Unicode.Scalar?
    func show(_ scalar: Unicode.Scalar) {
      if scalar.isASCII {
        result.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        UTF8.encode(scalar).map { result += $0 }
      }
      previous = scalar
    }
    func escape(_ scalar: Unicode.Scalar) {
      appendEscaped(scalar, to: &result)
      previous = "}"
    }
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      switch scalar {
      case "\n": show(scalar)
      case "\t":
        result += tab.utf8
        previous = " "
      // A Windows line end.
      case "\r" where next == "\n" || next == nil: break
      case "\u{1B}":
        if let end = endOfStyle(scalars, from: index) {
          if keepsColor, isColor(scalars[index..<end]) {
            scalars[index..<end].forEach(show)
          }
          index = end
          continue
        }
        escape(scalar)
      case _ where isHidden(scalar, after: previous, before: next): escape(scalar)
      default: show(scalar)
      }
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Appends a scalar in the form `\u{202E}`.
  private static func appendEscaped(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    bytes += "\\u{".utf8
    appendHexadecimal(scalar.value, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Appends a number in upper case, without leading zeros.
  package static func appendHexadecimal(_ value: UInt32, to bytes: inout [UInt8]) {
    if value > 0xF { appendHexadecimal(value >> 4, to: &bytes) }
    let digit = UInt8(truncatingIfNeeded: value & 0xF)
    bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
  }

  /// Whether a character is invisible, or changes the order in which a reader sees others.
  ///
  /// - Parameters:
  /// - previous: The character before it, if it is shown.
  /// - next: The character after it.
  package static func isHidden(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?
  ) -> Bool {
    if isDangerous(scalar) { return true }
    guard scalar.properties.isDefaultIgnorableCodePoint else { return false }
    // A flag such as that of Wales, or `#` as a keycap.
    if 0xE0020...0xE007F ~= scalar.value {
      return previous.map { $0.value != 0x1F3F4 && !(0xE0020...0xE007E ~= $0.value) } ?? true
    }
    if scalar == "\u{FE0F}", next == "\u{20E3}" { return false }
    guard let previous, !previous.isASCII else { return true }
    let isJoiner = scalar == "\u{200C}" || scalar == "\u{200D}"
    return isJoiner && next?.isASCII ?? true
  }

  /// Whether a character is a C0 or C1 control, a line or paragraph separator, or changes the
  /// reading direction; names and messages need none of them.
  package static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F,
      0xFEFF, 0xFFF9...0xFFFB:
      true
    default: false
    }
  }

  // MARK: Looking at bytes

  /// The dangerous character beyond ASCII, or DEL, at the start of UTF-8 bytes; `nil` for any
  /// other. All of these characters have at most four hexadecimal digits.
  package static func dangerousUnit(_ bytes: UnsafeRawBufferPointer) -> Unicode.Scalar? {
    guard let lead = bytes.first else { return nil }
    switch lead {
    case 0x7F: return "\u{7F}"
    // The lead bytes of the characters of `isDangerous`.
    case 0xC2, 0xD8, 0xE2, 0xEF:
      var decoder = UTF8()
      var rest = bytes.prefix(4).makeIterator()
      guard case .scalarValue(let scalar) = decoder.decode(&rest), isDangerous(scalar) else {
        return nil
      }
      return scalar
    default: return nil
    }
  }

  /// All dangerous characters in UTF-8, with their offsets.
  package static func dangerousUnits(
    _ bytes: UnsafeRawBufferPointer
  ) -> [(offset: Int, unit: Unicode.Scalar)] {
    bytes.indices.compactMap { index in
      guard bytes[index] >= 0x7F else { return nil }
      let rest = UnsafeRawBufferPointer(rebasing: bytes[index...])
      return dangerousUnit(rest).map { (index, $0) }
    }
  }

  /// Whether `shown` certainly leaves the text unchanged; `false` is possible for such text, too.
  package static func isVisible(
    _ bytes: UnsafeRawBufferPointer, keepsColor: Bool, keepsTabs: Bool
  ) -> Bool {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case 0x20...0x7E, 0x0A, 0x80...0xBF: continue
      case 0x09: if !keepsTabs { return false }
      case 0x1B:
        guard keepsColor, index < bytes.count, bytes[index] == UInt8(ascii: "[") else {
          return false
        }
        let start = index - 1
        index += 1
        while index < bytes.count, 0x30...0x3B ~= bytes[index] { index += 1 }
        guard index < bytes.count, bytes[index] == UInt8(ascii: "m") else { return false }
        index += 1
        if conceals(bytes[start..<index]) { return false }
      case 0x00...0x1F, 0x7F: return false
      default:
        let rest = UnsafeRawBufferPointer(rebasing: bytes[index...])
        if mayBeHidden(byte, rest) { return false }
      }
    }
    return true
  }

  /// Whether a character with this lead byte may have to be escaped.
  private static func mayBeHidden(_ lead: UInt8, _ rest: UnsafeRawBufferPointer) -> Bool {
    let second = rest.first ?? 0
    switch lead {
    case 0xC2: return second < 0xA0 || second == 0xAD
    case 0xCD: return second == 0x8F
    case 0xD8: return second == 0x9C
    case 0xE2:
      return second == 0x80 && rest.count > 1 && (rest[1] < 0x90 || 0xA8...0xAE ~= rest[1])
        || second == 0x81 && rest.count > 1 && rest[1] >= 0xA0
    case 0xE3: return second == 0x85
    case 0xF0: return second == 0x9B || second == 0x9D
    case 0xE1, 0xEF, 0xF3: return true
    default: return false
    }
  }

  // MARK: Escape sequences

  /// The index after an escape sequence that sets colours (`ESC [ … m`) or clears the rest of a
  /// line (`ESC [ K`), as compilers write them around words; `nil` for any other.
  private static func endOfStyle(_ scalars: [Unicode.Scalar], from start: Int) -> Int? {
    var index = start + 1
    guard index < scalars.count, scalars[index] == "[" else { return nil }
    index += 1
    while index < scalars.count, "0"..."?" ~= scalars[index] { index += 1 }
    guard index < scalars.count, scalars[index] == "m" || scalars[index] == "K" else { return nil }
    return index + 1
  }

  private static func isColor(_ sequence: ArraySlice<Unicode.Scalar>) -> Bool {
    sequence.last == "m" && sequence.dropFirst(2).dropLast().allSatisfy { "0"...";" ~= $0 }
      && !conceals(sequence.map { UInt8(truncatingIfNeeded: $0.value) })
  }

  /// Whether a sequence that sets colours hides the text after it (8, ECMA-48, 8.3.117). Jenkins
  /// interprets it as the beginning of a note (`ConsoleNote.PREAMBLE_STR`).
  package static func conceals(_ sequence: some Sequence<UInt8>) -> Bool {
    let numbers = Array(sequence.dropFirst(2).dropLast())
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    var index = 0
    while index < numbers.count {
      switch numbers[index] {
      case 8: return true
      // An indexed or RGB colour; the numbers after it are no commands.
      case 38, 48, 58:
        let kind = index + 1 < numbers.count ? numbers[index + 1] : nil
        index += kind == 5 ? 3 : kind == 2 ? 5 : 1
      default: index += 1
      }
    }
    return false
  }
}

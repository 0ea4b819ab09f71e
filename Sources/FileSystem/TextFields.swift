#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lines of tab-separated fields with escaped content.
package enum TextFields {
  package static func line(_ fields: String...) -> String {
    fields.map(escaped).joined(separator: "\t") + "\n"
  }

  /// The fields of a line without its terminator.
  package static func fields(_ line: ArraySlice<UInt8>) -> [String] {
    line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map(unescaped)
  }

  private static func escaped(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "\t") && byte != UInt8(ascii: "\n")
        && byte != UInt8(ascii: "\r")
    }
    if isPlain { return text }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"): bytes += Array("\\\\".utf8)
      case UInt8(ascii: "\t"): bytes += Array("\\t".utf8)
      case UInt8(ascii: "\n"): bytes += Array("\\n".utf8)
      case UInt8(ascii: "\r"): bytes += Array("\\r".utf8)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  package static func unescaped(_ field: ArraySlice<UInt8>) -> String {
    guard field.contains(UInt8(ascii: "\\")) else { return String(decoding: field, as: UTF8.self) }
    var bytes: [UInt8] = []
    var isEscape = false
    for byte in field {
      if isEscape {
        switch byte {
        case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
        case UInt8(ascii: "r"): bytes.append(UInt8(ascii: "\r"))
        case UInt8(ascii: "t"): bytes.append(UInt8(ascii: "\t"))
        default: bytes.append(byte)
        }
        isEscape = false
      } else if byte == UInt8(ascii: "\\") {
        isEscape = true
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Text with a checksum: its last line is the hash of the lines before.
package enum SealedText {
  package static func bytes(_ text: String) -> [UInt8] {
    Array(text.utf8) + Array("end\t\(SHA256.hex(text))\n".utf8)
  }

  /// The lines; `nil` when the text was truncated or changed.
  package static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>]? {
    // `end`, a tab, 64 digits and the end of the line.
    let length = 69
    guard bytes.count >= length else { return nil }
    let body = bytes.dropLast(length)
    guard
      String(decoding: bytes.suffix(length), as: UTF8.self) == "end\t\(SHA256.hex(Array(body)))\n"
    else { return nil }
    return body.split(separator: UInt8(ascii: "\n"))
  }
}

extension ArraySlice<UInt8> {
  /// Removes and returns the elements before a byte, and drops the byte; all elements if it does
  /// not occur.
  @discardableResult
  package mutating func removeFirst(through byte: UInt8) -> ArraySlice<UInt8> {
    let length = withUnsafeBytes { bytes in
      bytes.baseAddress.flatMap { start in
        memchr(start, Int32(byte), bytes.count).map { UnsafeRawPointer($0) - start }
      }
    }
    let end = startIndex + (length ?? count)
    let taken = self[startIndex..<end]
    self = self[(length == nil ? end : end + 1)...]
    return taken
  }
}

/// Folds names in the way case-insensitive file systems compare them (APFS, HFS+, NTFS).
///
/// Two names are the same file when their foldings are equal as strings. Swift compares strings by
/// canonical equivalence, so two encodings of an accent are already equal. These file systems also
/// ignore invisible characters, and dots and spaces at the end of a name.
package enum FoldedName {
  /// A text without case differences, by full Unicode case folding: `ſ` becomes `s`, and `ß`
  /// becomes `ss`. Of marks in a row, only the first 64 count (`String.cuttingRunsOfMarks`).
  package static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    // Few scripts have cases, and finding out is faster than each of these steps.
    let hasCases = text.unicodeScalars.contains { !$0.isASCII && $0.properties.isCased }
    // `ẞ` is its own upper case, and that of `ß` is `SS`.
    let small = text.unicodeScalars.contains("ẞ") ? text.lowercased() : text
    let folded = (hasCases ? small.uppercased() : small).lowercased().cuttingRunsOfMarks
    guard folded.unicodeScalars.contains(where: isUnseen) else { return folded }
    return String(String.UnicodeScalarView(folded.unicodeScalars.filter { !isUnseen($0) }))
  }

  /// The folded name of a file or folder; a name that is not UTF-8 equals only itself.
  package static func name(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return "\u{FFFD}" + String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
    return withoutEnd(folded(text))
  }

  /// A path with each component folded.
  package static func path(_ path: RepositoryPath) -> String {
    if path.bytes.allSatisfy({ $0 < 0x80 }) { return asciiPath(path.bytes) }
    return path.bytes.split(separator: UInt8(ascii: "/")).map { name($0) }.joined(separator: "/")
  }

  /// The same for a path of ASCII characters, in one pass.
  private static func asciiPath(_ bytes: some Collection<UInt8>) -> String {
    var folded: [UInt8] = []
    folded.reserveCapacity(bytes.count)
    for (index, name) in bytes.split(separator: UInt8(ascii: "/")).enumerated() {
      if index > 0 { folded.append(UInt8(ascii: "/")) }
      let start = folded.count
      for byte in name {
        let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        folded.append(isUpper ? byte | 0x20 : byte)
      }
      while folded.count > start, let last = folded.last, ". ".utf8.contains(last) {
        folded.removeLast()
      }
    }
    return String(decoding: folded, as: UTF8.self)
  }

  /// A name without the dots and spaces at its end.
  package static func withoutEnd(_ name: String) -> String {
    var scalars = name.unicodeScalars
    while let last = scalars.last, last == "." || last == " " { scalars.removeLast() }
    return String(scalars)
  }

  /// Whether HFS+ ignores a character: joiners, directional marks, the byte order mark.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
    default: false
    }
  }
}

/// Names as disks compare them that do not tell upper from lower case (APFS, HFS+, NTFS).
///
/// Two names are one there when their foldings are equal as strings: Swift compares strings by what
/// they mean, so two ways to write an accent are one already. Such disks also pass over characters
/// that are not shown, and over dots and spaces at the end of a name.
package enum FoldedName {
  /// A text without regard to case, as Unicode folds it fully: `ſ` is `s`, and `ß` is `ss`.
  package static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    let folded = text.uppercased().lowercased()
    guard folded.unicodeScalars.contains(where: isUnseen) else { return folded }
    return String(String.UnicodeScalarView(folded.unicodeScalars.filter { !isUnseen($0) }))
  }

  /// A name of a folder; a name that is not UTF-8 is like itself alone.
  package static func name(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return "\u{FFFD}" + String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
    return withoutEnd(folded(text))
  }

  /// A path, name by name.
  package static func path(_ path: RepositoryPath) -> String {
    path.bytes.split(separator: UInt8(ascii: "/")).map { name($0) }.joined(separator: "/")
  }

  /// Without the dots and spaces at the end.
  package static func withoutEnd(_ name: String) -> String {
    var scalars = name.unicodeScalars
    while let last = scalars.last, last == "." || last == " " { scalars.removeLast() }
    return String(scalars)
  }

  /// What HFS+ passes over: joiners, marks of direction, the byte order mark.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
    default: false
    }
  }
}

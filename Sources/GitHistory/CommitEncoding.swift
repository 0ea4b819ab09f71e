/// The encoding that the header of a commit names.
///
/// Besides UTF-8, only Latin-1 and its two everyday variants are decoded. Any other is decoded as
/// UTF-8 with U+FFFD for invalid bytes, and its commits count as unread.
struct CommitEncoding {
  private let name: String
  /// What the bytes of a variant of Latin-1 stand for; `nil` for other encodings.
  private let characters: [UInt8: Unicode.Scalar]?

  /// - Parameter name: The value of the header; empty where there is none.
  init(_ name: ArraySlice<UInt8>) {
    // Like git and iconv, ignores blanks at the end.
    let end = name.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? name.startIndex
    self.name = String(decoding: name[..<end], as: UTF8.self).lowercased()
    switch self.name {
    case "iso-8859-1", "iso8859-1", "latin1", "latin-1": characters = [:]
    case "iso-8859-15", "iso8859-15", "latin9", "latin-9": characters = Self.latin9
    case "windows-1252", "cp1252": characters = Self.windows1252
    default: characters = nil
    }
  }

  /// Whether these texts are read as git shows them.
  func reads(_ texts: [ArraySlice<UInt8>]) -> Bool {
    if Self.isUTF8(name) || characters != nil { return true }
    return keepsASCII && texts.allSatisfy { $0.allSatisfy { $0 < 0x80 } }
  }

  func decode(_ bytes: ArraySlice<UInt8>) -> String {
    guard let characters else { return String(decoding: bytes, as: UTF8.self) }
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(characters[byte] ?? Unicode.Scalar(byte)) }
    return String(text)
  }

  /// git shows bytes as they are where an encoding has no meaning for them, as ASCII has none.
  private static func isUTF8(_ name: String) -> Bool {
    ["", "ascii", "us-ascii", "utf-8", "utf8"].contains(name)
  }

  /// Whether ASCII text is encoded as ASCII, so that words in it are visible: git shows
  /// `+AGcAaABwAF8-` in UTF-7 as `ghp_`.
  private var keepsASCII: Bool {
    ["big5", "gb18030", "gbk"].contains(name)
      || ["iso-8859-", "iso8859", "latin", "koi8-", "windows-", "cp125", "euc-", "gb2312"]
        .contains(where: name.hasPrefix) && !name.hasPrefix("latin-greek")
  }

  private static let latin9: [UInt8: Unicode.Scalar] = [
    0xA4: "€", 0xA6: "Š", 0xA8: "š", 0xB4: "Ž", 0xB8: "ž", 0xBC: "Œ", 0xBD: "œ", 0xBE: "Ÿ",
  ]

  private static let windows1252: [UInt8: Unicode.Scalar] = [
    0x80: "€", 0x82: "‚", 0x83: "ƒ", 0x84: "„", 0x85: "…", 0x86: "†", 0x87: "‡", 0x88: "ˆ",
    0x89: "‰", 0x8A: "Š", 0x8B: "‹", 0x8C: "Œ", 0x8E: "Ž", 0x91: "‘", 0x92: "’", 0x93: "“",
    0x94: "”", 0x95: "•", 0x96: "–", 0x97: "—", 0x98: "˜", 0x99: "™", 0x9A: "š", 0x9B: "›",
    0x9C: "œ", 0x9E: "ž", 0x9F: "Ÿ",
  ]
}

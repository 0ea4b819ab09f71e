/// What is written in a file that git takes for binary: one NUL in a source, or UTF-16, hides all of it
/// from whoever looks at lines.
enum HiddenText {
  /// How a text is written that is not UTF-8.
  private struct Encoding {
    /// Bytes of a code unit: 2 or 4.
    var width: Int
    var isBigEndian: Bool
  }

  /// Whether the file is UTF-16 or UTF-32, by its byte order mark or by where its zeros are.
  static func isWide(_ bytes: UnsafeRawBufferPointer) -> Bool { encoding(bytes) != nil }

  /// The bytes as UTF-8 where the file is UTF-16 or UTF-32; else as they are.
  static func decoded(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    guard let encoding = encoding(bytes) else { return Array(bytes) }
    let width = encoding.width
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / width)
    let units = stride(from: 0, to: bytes.count - width + 1, by: width).lazy.map { start in
      (0..<width).reduce(UInt32(0)) { unit, index in
        unit << 8 | UInt32(bytes[encoding.isBigEndian ? start + index : start + width - 1 - index])
      }
    }
    func append(_ scalar: Unicode.Scalar) {
      // The byte order mark is no letter of the first word.
      if scalar == "\u{FEFF}", text.isEmpty { return }
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    if width == 4 {
      for unit in units { append(Unicode.Scalar(unit) ?? "\u{FFFD}") }
      return text
    }
    var decoder = UTF16()
    var iterator = units.map { UInt16(truncatingIfNeeded: $0) }.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): append(scalar)
      case .error: append("\u{FFFD}")
      case .emptyInput: return text
      }
    }
  }

  private static func encoding(_ bytes: UnsafeRawBufferPointer) -> Encoding? {
    guard bytes.count >= 2 else { return nil }
    if bytes.count >= 4 {
      if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return Encoding(width: 4, isBigEndian: false) }
      if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return Encoding(width: 4, isBigEndian: true) }
    }
    if bytes.starts(with: [0xFE, 0xFF]) { return Encoding(width: 2, isBigEndian: true) }
    if bytes.starts(with: [0xFF, 0xFE]) { return Encoding(width: 2, isBigEndian: false) }
    let sample = bytes.prefix(4_096)
    // Of plain English text in UTF-16 one half of the bytes is zero.
    guard sample.contains(0) else { return nil }
    var zeros = (even: 0, odd: 0)
    for index in sample.indices where sample[index] == 0 {
      if index.isMultiple(of: 2) { zeros.even += 1 } else { zeros.odd += 1 }
    }
    let most = sample.count * 2 / 5
    if zeros.even >= most, zeros.odd * 8 < zeros.even {
      return Encoding(width: 2, isBigEndian: true)
    }
    if zeros.odd >= most, zeros.even * 8 < zeros.odd {
      return Encoding(width: 2, isBigEndian: false)
    }
    return nil
  }

  /// Whether a file is one that people write: by its name, or because less than a twentieth of its
  /// bytes, or one or two, are control characters that no text has.
  ///
  /// - Parameter path: Names that compilers and tools read as text are no matter of what they hold: else a
  ///   comment full of control characters would hide the rest.
  static func looksLikeText(_ bytes: some Collection<UInt8>, path: [UInt8]) -> Bool {
    let name = path.split(separator: UInt8(ascii: "/")).last ?? []
    let ending =
      name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).last ?? []
    if textEndings.contains(String(decoding: ending, as: UTF8.self).lowercased())
      || bytes.starts(with: "#!".utf8)
    {
      return true
    }
    let odd = bytes.reduce(0) { count, byte in
      byte < 0x20 && !(0x09...0x0D).contains(byte) && byte != 0x1B ? count + 1 : count
    }
    return odd * 20 < bytes.count + 40
  }

  private static let textEndings: Set<String> = [
    "bash", "c", "cc", "cfg", "cmake", "conf", "cpp", "css", "csv", "cxx", "dart", "entitlements",
    "env",
    "fish", "go", "gradle", "h", "hpp", "html", "java", "js", "json", "jsx", "kt", "kts", "m", "md",
    "mk",
    "mm", "modulemap", "pbxproj", "php", "pl", "plist", "podspec", "properties", "proto", "py",
    "rb",
    "resolved", "rs", "rst", "rules", "s", "sh", "sql", "strings", "swift", "swiftinterface", "tcl",
    "toml", "ts", "tsx", "txt", "xcconfig", "xcscheme", "xml", "yaml", "yml", "zsh",
    "makefile", "dockerfile", "gemfile", "podfile", "cartfile", "rakefile", "brewfile", "fastfile",
  ]
}

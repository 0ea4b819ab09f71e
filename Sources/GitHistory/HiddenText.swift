#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Decodes the text of a file in other ways than as plain UTF-8.
///
/// A NUL in a source, or UTF-16, hides its lines from a program that reads lines of UTF-8; and two
/// bytes before a text make one program decode it as UTF-16, while the shell and the compiler read
/// it as it is. So there is no guess: rules that guard get every reading.
enum HiddenText {
  /// A way to read a file: the decoding of its bytes, and the characters that end its lines.
  struct Reading: Hashable {
    var letters = Letters.plain
    var lines = Lines.feeds

    static let plain = Reading()

    /// Whether compilers (a NUL is a blank) or editors (UTF-16) read a file with NULs this way.
    var isThatOfTools: Bool { lines == .feeds && (letters == .plainBlanks || letters == .decoded) }

    /// The text of bytes in this reading; the unchanged bytes if they cannot be decoded this way.
    func text(_ bytes: [UInt8]) -> [UInt8] { lines.text(letters.text(bytes)) }

    /// The content in this reading; the stored one if it is unchanged, which is compared faster.
    func text(_ content: FileContent) -> FileContent {
      self == .plain ? content : .bytes(text(content.withBytes { Array($0) }))
    }
  }

  /// Reads bytes in several ways, and decodes them once for those with the same letters in a row.
  struct Reader {
    let bytes: [UInt8]
    private var last: (letters: Letters, text: [UInt8])?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func text(_ reading: Reading) -> [UInt8] {
      if let last, last.letters == reading.letters { return reading.lines.text(last.text) }
      let text = reading.letters.text(bytes)
      last = (reading.letters, text)
      return reading.lines.text(text)
    }
  }

  enum Letters: CaseIterable {
    /// The unchanged bytes.
    case plain
    /// Decoded from UTF-16 or UTF-32.
    case decoded
    /// Without NULs and byte order marks, as some compilers and shells read them; this also shows
    /// most of UTF-16 and UTF-32, wherever in a file it begins.
    case withoutNuls
    /// With each NUL as a blank, as the Swift and C compilers read it, and each blank of Unicode, as
    /// Swift (U+00A0), C and JavaScript do.
    case plainBlanks

    fileprivate func text(_ bytes: [UInt8]) -> [UInt8] {
      switch self {
      case .plain: bytes
      case .decoded: bytes.withUnsafeBytes(HiddenText.decoded) ?? bytes
      case .withoutNuls: HiddenText.withoutNuls(HiddenText.withoutMark(bytes))
      case .plainBlanks:
        SpecialCharacters.blanks.replaced(
          in: HiddenText.withoutMark(bytes).map { $0 == 0 ? 0x20 : $0 })
      }
    }
  }

  enum Lines: CaseIterable {
    /// At line feeds, as in git.
    case feeds
    /// Also at every carriage return without a line feed, as in Swift and C.
    case returns
    /// Also at U+2028 and U+2029, as in JavaScript.
    case script
    /// At every Unicode line end, as Python splits text.
    case unicode

    fileprivate func text(_ bytes: [UInt8]) -> [UInt8] {
      switch self {
      case .feeds: bytes
      case .returns: HiddenText.withLineFeeds(bytes)
      case .script: SpecialCharacters.scriptLineEnds.replaced(in: HiddenText.withLineFeeds(bytes))
      case .unicode: SpecialCharacters.unicodeLineEnds.replaced(in: HiddenText.withLineFeeds(bytes))
      }
    }

    /// Whether a text contains line ends that only this way recognizes.
    fileprivate func occur(in bytes: UnsafeRawBufferPointer) -> Bool {
      switch self {
      case .feeds: true
      case .returns: HiddenText.holdsLoneReturn(bytes)
      case .script: SpecialCharacters.scriptLineEnds.occur(in: bytes)
      case .unicode: SpecialCharacters.unicodeLineEnds.occur(in: bytes)
      }
    }
  }

  /// Whether there are readings other than the plain one.
  static func isAmbiguous(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return false }
    return mark(bytes) != nil || bytes.starts(with: utf8Mark)
      || memchr(start, 0, bytes.count) != nil || holdsOtherLineEnds(bytes)
      || SpecialCharacters.blanks.occur(in: bytes)
  }

  /// The readings that differ from the plain one.
  ///
  /// - Parameter withLines: Whether to distinguish line ends; in data, only pieces of text matter.
  static func readings(of bytes: [UInt8], withLines: Bool = true) -> [Reading] {
    guard bytes.withUnsafeBytes(isAmbiguous) else { return [] }
    let holdsNul = bytes.contains(0) || bytes.starts(with: utf8Mark)
    var readings: [Reading] = []
    func add(_ letters: Letters, _ text: [UInt8]) {
      let kinds = withLines ? Lines.allCases : [.feeds]
      for lines in kinds where text.withUnsafeBytes(lines.occur) {
        let reading = Reading(letters: letters, lines: lines)
        if reading != .plain { readings.append(reading) }
      }
    }
    if let decoded = bytes.withUnsafeBytes(decoded) { add(.decoded, decoded) }
    // In UTF-16, there is a NUL between `\r` and `\n`.
    if holdsNul { add(.withoutNuls, Letters.withoutNuls.text(bytes)) } else { add(.plain, bytes) }
    // No line end contains a NUL or a blank.
    let holdsBlanks = withoutMark(bytes).withUnsafeBytes(SpecialCharacters.blanks.occur)
    if bytes.contains(0) || withLines && holdsBlanks { add(.plainBlanks, bytes) }
    return readings
  }

  private static func withoutNuls(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bytes.count) { text, count in
      bytes.withUnsafeBufferPointer { bytes in
        for byte in bytes where byte != 0 {
          text[count] = byte
          count += 1
        }
      }
    }
  }

  // MARK: Line ends

  /// Whether any program finds other lines in a text than git.
  static func holdsOtherLineEnds(_ text: UnsafeRawBufferPointer) -> Bool {
    holdsLoneReturn(text) || SpecialCharacters.unicodeLineEnds.occur(in: text)
  }

  /// Whether a compiler finds other lines in a text than git.
  static func holdsLineEndsOfCompilers(_ text: UnsafeRawBufferPointer) -> Bool {
    holdsLoneReturn(text) || SpecialCharacters.compilerLineEnds.occur(in: text)
  }

  /// The number of line ends in one line of git that some program recognizes and git does not.
  static func otherLineEnds(in line: UnsafeRawBufferPointer) -> Int {
    var count = SpecialCharacters.unicodeLineEnds.count(in: line)
    for index in line.indices where line[index] == UInt8(ascii: "\r") {
      if index + 1 == line.count || line[index + 1] != UInt8(ascii: "\n") { count += 1 }
    }
    return count
  }

  private static func holdsLoneReturn(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = bytes.baseAddress else { return false }
    var offset = 0
    while offset < bytes.count,
      let found = memchr(start + offset, Int32(UInt8(ascii: "\r")), bytes.count - offset)
    {
      offset = found - UnsafeMutableRawPointer(mutating: start) + 1
      if offset == bytes.count || bytes[offset] != UInt8(ascii: "\n") { return true }
    }
    return false
  }

  private static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
    var text = bytes
    text.withUnsafeMutableBufferPointer { text in
      for index in text.indices where text[index] == UInt8(ascii: "\r") {
        if index + 1 == text.count || text[index + 1] != UInt8(ascii: "\n") {
          text[index] = UInt8(ascii: "\n")
        }
      }
    }
    return text
  }

  // MARK: UTF-16 and UTF-32

  /// An encoding other than UTF-8.
  private struct Encoding {
    /// The size of a code unit in bytes: 2 or 4.
    var width: Int
    var isBigEndian: Bool
  }

  /// The byte order mark of UTF-8, which some editors write and compilers ignore.
  private static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The encoding that a byte order mark indicates.
  private static func mark(_ bytes: UnsafeRawBufferPointer) -> Encoding? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return Encoding(width: 4, isBigEndian: false) }
    if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return Encoding(width: 4, isBigEndian: true) }
    if bytes.starts(with: [0xFE, 0xFF]) { return Encoding(width: 2, isBigEndian: true) }
    if bytes.starts(with: [0xFF, 0xFE]) { return Encoding(width: 2, isBigEndian: false) }
    return nil
  }

  private static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    for mark: [UInt8] in [[0, 0, 0xFE, 0xFF], [0xFF, 0xFE], [0xFE, 0xFF], utf8Mark]
    where bytes.starts(with: mark) {
      return bytes.dropFirst(mark.count)
    }
    return bytes[...]
  }

  /// The bytes converted to UTF-8 if a byte order mark indicates UTF-16 or UTF-32, or if they
  /// contain a NUL and are entirely valid in such an encoding; else `nil`.
  private static func decoded(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    if let encoding = mark(bytes) { return decode(bytes, encoding, mayBeWrong: true) }
    var zeros = (even: 0, odd: 0)
    for index in bytes.indices where bytes[index] == 0 {
      if index.isMultiple(of: 2) { zeros.even += 1 } else { zeros.odd += 1 }
    }
    guard zeros.even + zeros.odd > 0 else { return nil }
    // The upper half of a common character is zero.
    let isBigEndian = zeros.even > zeros.odd
    return decode(bytes, Encoding(width: 4, isBigEndian: isBigEndian), mayBeWrong: false)
      ?? decode(bytes, Encoding(width: 2, isBigEndian: isBigEndian), mayBeWrong: false)
  }

  /// - Parameter mayBeWrong: Whether invalid characters become U+FFFD; if false, they make the
  ///   result `nil`.
  private static func decode(
    _ bytes: UnsafeRawBufferPointer, _ encoding: Encoding, mayBeWrong: Bool
  ) -> [UInt8]? {
    let width = encoding.width
    guard mayBeWrong || bytes.count.isMultiple(of: width) else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / width * 3)
    var isWrong = !bytes.count.isMultiple(of: width)
    func append(_ scalar: Unicode.Scalar?) {
      // The byte order mark does not belong to the text.
      if scalar == "\u{FEFF}", text.isEmpty { return }
      isWrong = isWrong || scalar == nil
      if let scalar, scalar.isASCII { return text.append(UInt8(scalar.value)) }
      text.append(
        contentsOf: UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
    }
    func unit(_ start: Int) -> UInt32 {
      var unit: UInt32 = 0
      for index in 0..<width {
        let place = encoding.isBigEndian ? start + index : start + width - 1 - index
        unit = unit << 8 | UInt32(bytes[place])
      }
      return unit
    }
    var start = 0
    while start + width <= bytes.count, mayBeWrong || !isWrong {
      let first = unit(start)
      start += width
      guard width == 2, 0xD800..<0xE000 ~= first else {
        append(Unicode.Scalar(first))
        continue
      }
      if first < 0xDC00, start + 2 <= bytes.count, 0xDC00..<0xE000 ~= unit(start) {
        append(Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (unit(start) - 0xDC00)))
        start += 2
      } else {
        append(nil)
      }
    }
    return isWrong && !mayBeWrong ? nil : text
  }

  // MARK: Text and data

  /// Whether a whole file is treated as text. A file is not if its name, or its first bytes when
  /// the name is inconclusive, identifies it as a picture, an archive, a program or the like and it
  /// contains control characters that text never has. Without the first condition, a comment full
  /// of such characters would hide the rest.
  ///
  /// - Parameter believesHeader: Whether the first bytes count, which anyone can write.
  static func looksLikeText(
    _ bytes: some Collection<UInt8>, path: [UInt8], believesHeader: Bool = true
  ) -> Bool {
    let name = path.split(separator: UInt8(ascii: "/")).last ?? []
    let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let ending = parts.last ?? []
    // Names such as `tool` and `libz.so.1` are inconclusive.
    let tellsNothing =
      parts.count < 2 || ending.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    let isData =
      dataEndings.contains(String(decoding: ending, as: UTF8.self).lowercased())
      || tellsNothing && believesHeader && ProgramHeader.begins(bytes)
    guard isData else { return true }
    let odd = bytes.reduce(0) { count, byte in
      byte < 0x20 && !(0x09...0x0D).contains(byte) && byte != 0x1B ? count + 1 : count
    }
    return odd * 20 < bytes.count + 40
  }

  private static let dataEndings: Set<String> = [
    "7z", "a", "aac", "ai", "aif", "aiff", "apk", "ar", "avi", "avif", "bin", "bmp", "br", "bz2",
    "caf", "car", "class", "dat", "data", "db", "dds", "dex", "dll", "dmg", "doc", "docx", "dylib",
    "ear", "eot", "exe", "exr", "fbx", "flac", "gif", "glb", "gz", "hdr", "heic", "heif", "icns",
    "ico", "idx", "ipa", "iso", "jar", "jpeg", "jpg", "keystore", "ktx", "lib", "lz4", "m4a", "m4v",
    "metallib", "mid", "mlmodel", "mo", "mov", "mp3", "mp4", "mpeg", "mpg", "nib", "npy", "npz",
    "numbers", "o", "obj", "odp", "ods", "odt", "ogg", "ogv", "onnx", "opus", "otf", "pack",
    "pages",
    "parquet", "pb", "pch", "pcm", "pdb", "pdf", "pkg", "png", "ppt", "pptx", "profdata", "profraw",
    "psd", "pvr", "pyc", "rar", "raw", "realm", "rlib", "rtfd", "sketch", "so", "sqlite",
    "sqlite3", "swf", "swiftdoc", "swiftmodule", "tar", "tflite", "tgz", "tif", "tiff", "ttc",
    "ttf",
    "usdz", "war", "wasm", "wav", "webm", "webp", "whl", "wma", "wmv", "woff", "woff2", "xcarchive",
    "xls", "xlsx", "xz", "zip", "zst",
  ]
}

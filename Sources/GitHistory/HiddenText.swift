#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is written in a file beside what its bytes say as UTF-8.
///
/// A NUL in a source, or UTF-16, hides all of it from a program that looks at lines; and two bytes in
/// front of a text make UTF-16 of it for one program, while the shell and the compiler read on. So
/// no guess takes the place of the bytes: a rule that guards gets every reading.
enum HiddenText {
  /// A way to read a file: how its bytes are letters, and where its lines end.
  struct Reading: Hashable {
    var letters = Letters.plain
    var lines = Lines.feeds

    static let plain = Reading()

    /// Whether compilers, which take a NUL for a blank, or editors, which know UTF-16, read a file with NULs so.
    var isThatOfTools: Bool { lines == .feeds && (letters == .nulsAsBlanks || letters == .decoded) }

    /// The bytes as they are where they cannot be read in this way.
    func text(_ bytes: [UInt8]) -> [UInt8] { lines.text(letters.text(bytes)) }
  }

  enum Letters: CaseIterable {
    /// As they are.
    case plain
    /// From UTF-16 or UTF-32.
    case decoded
    /// What compilers and shells see that pass over NULs and byte order marks, and most of UTF-16
    /// and UTF-32 wherever in a file it begins.
    case withoutNuls
    /// What the compilers of Swift and C see that take a NUL for a blank.
    case nulsAsBlanks

    fileprivate func text(_ bytes: [UInt8]) -> [UInt8] {
      switch self {
      case .plain: bytes
      case .decoded: bytes.withUnsafeBytes(HiddenText.decoded) ?? bytes
      case .withoutNuls: HiddenText.withoutMark(bytes).filter { $0 != 0 }
      case .nulsAsBlanks: HiddenText.withoutMark(bytes).map { $0 == 0 ? 0x20 : $0 }
      }
    }
  }

  enum Lines: CaseIterable {
    /// At line feeds, as for git.
    case feeds
    /// At every carriage return that stands by itself, too, as in Swift and C.
    case returns
    /// At U+2028 and U+2029, too, which end lines in JavaScript.
    case script
    /// At everything that ends a line for Unicode, as Python splits text.
    case unicode

    fileprivate func text(_ bytes: [UInt8]) -> [UInt8] {
      switch self {
      case .feeds: bytes
      case .returns: HiddenText.withLineFeeds(bytes)
      case .script: LineEnds.script.withLineFeeds(HiddenText.withLineFeeds(bytes))
      case .unicode: LineEnds.unicode.withLineFeeds(HiddenText.withLineFeeds(bytes))
      }
    }

    /// Whether a text has lines that end in this way alone.
    fileprivate func occur(in bytes: UnsafeRawBufferPointer) -> Bool {
      switch self {
      case .feeds: true
      case .returns: HiddenText.holdsLoneReturn(bytes)
      case .script: LineEnds.script.occur(in: bytes)
      case .unicode: LineEnds.unicode.occur(in: bytes)
      }
    }
  }

  /// Whether there is a reading beside the plain one.
  static func isAmbiguous(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return false }
    return mark(bytes) != nil || bytes.starts(with: utf8Mark)
      || memchr(start, 0, bytes.count) != nil
      || holdsLoneReturn(bytes) || LineEnds.unicode.occur(in: bytes)
  }

  /// The readings beside the plain one that differ from it.
  ///
  /// - Parameter withLines: Whether it matters where lines end; in data, pieces of text do.
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
    // In UTF-16 a NUL is between `\r` and `\n`.
    if holdsNul { add(.withoutNuls, Letters.withoutNuls.text(bytes)) } else { add(.plain, bytes) }
    if withLines, bytes.contains(0) { add(.nulsAsBlanks, Letters.nulsAsBlanks.text(bytes)) }
    return readings
  }

  // MARK: Line ends

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

  /// How a text is written that is not UTF-8.
  private struct Encoding {
    /// Bytes of a code unit: 2 or 4.
    var width: Int
    var isBigEndian: Bool
  }

  /// What some editors put in front of UTF-8, and compilers pass over.
  private static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The encoding that a byte order mark names.
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

  /// The bytes as UTF-8, where a byte order mark says that they are UTF-16 or UTF-32, or where they
  /// hold a NUL and can be nothing else that is wrong nowhere; else `nil`.
  private static func decoded(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    if let encoding = mark(bytes) { return decode(bytes, encoding, mayBeWrong: true) }
    var zeros = (even: 0, odd: 0)
    for index in bytes.indices where bytes[index] == 0 {
      if index.isMultiple(of: 2) { zeros.even += 1 } else { zeros.odd += 1 }
    }
    guard zeros.even + zeros.odd > 0 else { return nil }
    // The upper half of a common character is the one that is zero.
    let isBigEndian = zeros.even > zeros.odd
    return decode(bytes, Encoding(width: 4, isBigEndian: isBigEndian), mayBeWrong: false)
      ?? decode(bytes, Encoding(width: 2, isBigEndian: isBigEndian), mayBeWrong: false)
  }

  /// - Parameter mayBeWrong: U+FFFD stands for what is no character; else the result is `nil` then.
  private static func decode(
    _ bytes: UnsafeRawBufferPointer, _ encoding: Encoding, mayBeWrong: Bool
  ) -> [UInt8]? {
    let width = encoding.width
    guard mayBeWrong || bytes.count.isMultiple(of: width) else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / width)
    var isWrong = !bytes.count.isMultiple(of: width)
    func append(_ scalar: Unicode.Scalar?) {
      // The byte order mark is no letter of the first word.
      if scalar == "\u{FEFF}", text.isEmpty { return }
      isWrong = isWrong || scalar == nil
      text.append(
        contentsOf: UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
    }
    func unit(_ start: Int) -> UInt32 {
      (0..<width).reduce(UInt32(0)) { unit, index in
        unit << 8 | UInt32(bytes[encoding.isBigEndian ? start + index : start + width - 1 - index])
      }
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

  /// Whether all of a file is what people write. Every file is, but for those whose name, or first bytes
  /// where the name says nothing, tell that they are pictures, archives, programs or the like, and
  /// that hold control characters that no text has: else a comment full of those would hide the rest.
  ///
  /// - Parameter believesHeader: Whether first bytes tell, which anybody can write.
  static func looksLikeText(
    _ bytes: some Collection<UInt8>, path: [UInt8], believesHeader: Bool = true
  ) -> Bool {
    let name = path.split(separator: UInt8(ascii: "/")).last ?? []
    let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let ending = parts.last ?? []
    // `tool` and `libz.so.1`.
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

/// The header of an entry in a tar archive: 512 bytes. Only the fields that every tar reads (ustar)
/// are used.
///
/// Source: POSIX.1-2024, pax, "ustar Interchange Format".
struct TarHeader: Hashable {
  static let blockSize = 512

  /// The kind of an entry, by its type flag.
  enum Kind: Hashable {
    case file
    case folder
    /// Extended headers of pax and GNU tar, which describe the next entry.
    case more
    /// Links, devices and the like.
    case other
  }

  var name: String
  /// In bytes.
  var size: Int
  var kind = Kind.file

  /// - Parameter size: In bytes.
  init(name: String, size: Int) {
    self.name = name
    self.size = size
  }

  /// The number of bytes of the content, padded to whole blocks.
  static func padded(_ size: Int) -> Int { (size + blockSize - 1) / blockSize * blockSize }

  // MARK: Reading

  /// Whether a block looks like a header, intact or not.
  static func isHeader(_ block: [UInt8]) -> Bool {
    block.count == blockSize && block[257..<262].elementsEqual("ustar".utf8)
  }

  /// - Returns: `nil` when the block is not a valid header.
  init?(_ block: [UInt8]) {
    guard Self.isHeader(block), let sum = Self.number(block[148..<156]), sum == Self.sum(block),
      let size = Self.number(block[124..<136])
    else { return nil }
    let name = String(decoding: Self.text(block[0..<100]), as: UTF8.self)
    // GNU tar stores other data where ustar has the prefix of a long name.
    let isPOSIX = block[262] == 0
    let prefix = isPOSIX ? String(decoding: Self.text(block[345..<500]), as: UTF8.self) : ""
    self.name = prefix.isEmpty ? name : "\(prefix)/\(name)"
    self.size = size
    kind =
      switch block[156] {
      case 0, UInt8(ascii: "0"): .file
      case UInt8(ascii: "5"): .folder
      case UInt8(ascii: "x"), UInt8(ascii: "g"), UInt8(ascii: "L"), UInt8(ascii: "K"): .more
      default: .other
      }
  }

  private static func text(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    field.prefix { $0 != 0 }
  }

  /// Parses octal digits between blanks; `nil` for anything else, such as GNU's form for sizes from
  /// 8 GiB on.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    let digits = field.drop { $0 == UInt8(ascii: " ") }
      .prefix { $0 != 0 && $0 != UInt8(ascii: " ") }
    guard !digits.isEmpty, digits.allSatisfy({ (48...55).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 8 + Int($1 - 48) }
  }

  /// The checksum of a header, computed with its own field as blanks.
  private static func sum(_ block: [UInt8]) -> Int {
    block.enumerated().reduce(0) { sum, byte in
      sum + ((148..<156).contains(byte.offset) ? 32 : Int(byte.element))
    }
  }

  // MARK: Writing

  /// - Parameter time: Seconds since 1970.
  /// - Precondition: The name has at most 100 bytes.
  func block(time: Int64) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    func put(_ text: String, _ start: Int) {
      for (offset, byte) in text.utf8.enumerated() { block[start + offset] = byte }
    }
    func octal(_ value: Int, _ digits: Int) -> String {
      let text = String(value, radix: 8)
      return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
    put(String(name.prefix(100)), 0)
    put("0000644", 100)
    put("0000000", 108)
    put("0000000", 116)
    put(octal(size, 11), 124)
    put(octal(Int(max(0, min(time, 0o777_7777_7777))), 11), 136)
    put("0", 156)
    put("ustar", 257)
    put("00", 263)
    put(octal(Self.sum(block), 6), 148)
    block[155] = UInt8(ascii: " ")
    return block
  }
}

/// Finds the line of a test's file in the text of a failure: `(/app/a.test.js:5:17)`,
/// `./spec/a_spec.rb:8:in 'block'`.
struct StackPlace {
  private let name: [UInt8]

  /// - Parameter file: The path as the report names it; `nil` and a longer one than any file has
  ///   occur in no text.
  init?(_ file: String?) {
    guard let file, file.utf8.count <= ToolReport.longestName else { return nil }
    name = Array(file.utf8.dropFirst(file.utf8.starts(with: "./".utf8) ? 2 : 0))
    if name.isEmpty { return nil }
  }

  /// The line of the file in a text, 1-based; `nil` when there is none.
  func line(in text: String) -> Int? {
    let bytes = Array(text.utf8.prefix(1 << 16))
    var start = 0
    while let found = bytes.withUnsafeBytes({
      ByteSearch.firstOffset(of: name, in: $0, from: start)
    }) {
      let end = found + name.count
      let isWhole = found == 0 || !Self.isPart(bytes[found - 1])
      if isWhole, end < bytes.count, bytes[end] == UInt8(ascii: ":"),
        let line = Self.number(bytes[(end + 1)...])
      {
        return line
      }
      start = end
    }
    return nil
  }

  /// Whether a byte belongs to a file name. A `/` does not, as a folder may precede the name.
  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: byte >= 0x80
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    let digits = bytes.prefix(9).prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return Int(String(decoding: digits, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
  }
}

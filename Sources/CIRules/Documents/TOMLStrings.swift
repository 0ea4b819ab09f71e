/// The strings of a TOML file with their keys, in each way to write them: `members = ["a"]` below
/// `[workspace]`, `workspace.members = ['a']`, `workspace = { members = ["a"] }`.
///
/// Format: https://toml.io/en/v1.0.0. Values are not checked further than needed to find their ends.
struct TOMLStrings {
  /// The file is not TOML, or nested deeper than anybody writes.
  struct Unreadable: Error {}

  /// A list has the key for each of its strings.
  private(set) var all: [(key: [String], text: String)] = []
  private let bytes: [UInt8]
  private var position = 0

  private static let deepest = 16

  init(_ bytes: [UInt8]) throws(Unreadable) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    var table: [String] = []
    skipLines()
    while position < bytes.count {
      if skip("[") {
        let isList = skip("[")
        table = try key(in: [])
        guard skip("]"), !isList || skip("]") else { throw Unreadable() }
      } else {
        try pair(in: table)
      }
      skipBlanks()
      guard position == bytes.count || "#\r\n".utf8.contains(bytes[position]) else {
        throw Unreadable()
      }
      skipLines()
    }
  }

  /// The strings of a key.
  func texts(of key: String...) -> [String] { all.filter { $0.key == key }.map(\.text) }

  private mutating func pair(in table: [String]) throws(Unreadable) {
    let key = try key(in: table)
    guard skip("=") else { throw Unreadable() }
    skipBlanks()
    try value(of: key, depth: 0)
  }

  /// Reads names with dots between them, and the blanks around them.
  private mutating func key(in table: [String]) throws(Unreadable) -> [String] {
    var names = table
    repeat {
      skipBlanks()
      if let quote = nextQuote {
        names.append(try string(in: quote))
      } else {
        let name = bytes[position...].prefix { $0.isWordByte || $0 == UInt8(ascii: "-") }
        if name.isEmpty { throw Unreadable() }
        position = name.endIndex
        names.append(String(decoding: name, as: UTF8.self))
      }
      skipBlanks()
    } while skip(".")
    if names.count > Self.deepest { throw Unreadable() }
    return names
  }

  private mutating func value(of key: [String], depth: Int) throws(Unreadable) {
    if depth > Self.deepest { throw Unreadable() }
    if let quote = nextQuote {
      all.append((key, try string(in: quote)))
    } else if skip("[") {
      try elements(to: "]") { reader throws(Unreadable) in
        try reader.value(of: key, depth: depth + 1)
      }
    } else if skip("{") {
      try elements(to: "}") { reader throws(Unreadable) in
        let inner = try reader.key(in: key)
        guard reader.skip("=") else { throw Unreadable() }
        reader.skipBlanks()
        try reader.value(of: inner, depth: depth + 1)
      }
    } else {
      let rest = bytes[position...].drop { !",]}#\r\n".utf8.contains($0) }
      if rest.startIndex == position { throw Unreadable() }
      position = rest.startIndex
    }
  }

  private mutating func elements(
    to end: Unicode.Scalar, _ read: (inout Self) throws(Unreadable) -> Void
  ) throws(Unreadable) {
    skipLines()
    while !skip(end) {
      try read(&self)
      skipLines()
      let isSeparated = skip(",")
      skipLines()
      if !isSeparated, position == bytes.count || bytes[position] != UInt8(ascii: end) {
        throw Unreadable()
      }
    }
  }

  private var nextQuote: UInt8? {
    guard position < bytes.count, "\"'".utf8.contains(bytes[position]) else { return nil }
    return bytes[position]
  }

  /// Reads a string of one or of several lines; of escapes only those of quotation marks and
  /// backslashes, since no other occurs in paths.
  private mutating func string(in quote: UInt8) throws(Unreadable) -> String {
    let mark = bytes[position...].prefix { $0 == quote }.count
    if mark == 2 || mark >= 6 {
      position += mark == 2 ? 2 : 6
      return ""
    }
    let closing = Array(repeating: quote, count: mark >= 3 ? 3 : 1)
    position += closing.count
    var text: [UInt8] = []
    while position < bytes.count {
      if bytes[position] == quote, bytes[position...].starts(with: closing) {
        position += closing.count
        return String(decoding: text, as: UTF8.self)
      }
      if closing.count == 1, bytes[position] == UInt8(ascii: "\n") { break }
      if bytes[position] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\""),
        position + 1 < bytes.count
      {
        position += 1
      }
      text.append(bytes[position])
      position += 1
    }
    throw Unreadable()
  }

  /// Moves behind a character if it comes next.
  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipBlanks() {
    position = bytes[position...].drop { $0 == 0x20 || $0 == 0x09 }.startIndex
  }

  /// Skips blanks, line ends and comments.
  private mutating func skipLines() {
    while true {
      position = bytes[position...].drop { " \t\r\n".utf8.contains($0) }.startIndex
      guard skip("#") else { return }
      position = bytes[position...].drop { $0 != UInt8(ascii: "\n") }.startIndex
    }
  }
}

/// The lines of a `.gitattributes` that make git check out text that differs from the stored one.
///
/// They are matched more broadly than in git, and patterns are not evaluated: git decides which
/// files a line concerns, and a second implementation could decide differently. `filter=lfs` is
/// left out, because it changes only pointers, which are checked one by one. So is `eol`, which
/// only adds a carriage return before a line feed.
///
/// Format: gitattributes(5); `parse_attr_line` in git's `attr.c`.
struct AttributeLines {
  struct Line: Hashable {
    /// 1-based.
    var number: Int
    /// The line as written, with one blank between words; unchanged to the byte when git may read
    /// only a part of it.
    var text: [UInt8]
    /// The words that set or unset a converting attribute.
    var words: [[UInt8]]
    /// Whether one of the words sets an attribute.
    var sets: Bool

    static func == (one: Line, other: Line) -> Bool { one.text == other.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  private(set) var lines: [Line] = []

  /// The attributes that convert: from an encoding, by a program, or by expanding `$Id` and
  /// `$Format`.
  static let converting: Set<[UInt8]> = Set(
    ["working-tree-encoding", "filter", "ident", "export-subst"].map { Array($0.utf8) })

  /// - Parameter names: `converting`, and the macros that set these attributes.
  init(_ bytes: [UInt8], names: Set<[UInt8]> = converting) {
    Self.forEachRow(bytes) { number, line in
      // Git ignores a line that is longer than 2048 bytes, and ends a line at a NUL.
      let isCut = line.bytes.count > 2_000 || line.bytes.contains(0)
      let words = line.words.filter { word in
        names.contains(Self.name(of: word)) && !word.elementsEqual("filter=lfs".utf8)
      }
      if words.isEmpty { return }
      let sets = words.contains { $0.first != UInt8(ascii: "-") && $0.first != UInt8(ascii: "!") }
      let text =
        isCut
        ? Array(line.bytes)
        : Array(([line.pattern] + line.words).joined(separator: [UInt8(ascii: " ")]))
      lines.append(Line(number: number, text: text, words: words.map { Array($0) }, sets: sets))
    }
  }

  /// Whether the lines have the same effect in any order: none unsets an attribute, and all set the
  /// same.
  var areAlike: Bool {
    lines.allSatisfy(\.sets) && Set(lines.flatMap(\.words)).count < 2
  }

  /// `converting`, and the macros of a file at the repository root that set these attributes.
  static func names(macrosOf file: [UInt8]) -> Set<[UInt8]> {
    let prefix = Array("[attr]".utf8)
    var macros: [[UInt8]] = []
    /// For each name, the macros that mention it, as indices: their own names can be long.
    var uses: [[UInt8]: [Int]] = [:]
    forEachRow(file) { _, line in
      guard line.pattern.starts(with: prefix) else { return }
      // Git also accepts `[attr] name`.
      let own = line.pattern.dropFirst(prefix.count)
      for word in line.words where !word.elementsEqual("filter=lfs".utf8) {
        uses[name(of: word), default: []].append(macros.count)
      }
      macros.append(Array(own.isEmpty ? line.words.first ?? [] : own))
    }
    var names = converting
    var open = Array(names)
    while let name = open.popLast() {
      for macro in Set(uses.removeValue(forKey: name) ?? [])
      where names.insert(macros[macro]).inserted { open.append(macros[macro]) }
    }
    return names
  }

  /// The name in an attribute word: `filter` for `-filter`, `!filter`, `filter` and `filter=x`.
  private static func name(of word: ArraySlice<UInt8>) -> [UInt8] {
    let isPrefixed = word.first == UInt8(ascii: "-") || word.first == UInt8(ascii: "!")
    return Array(word.dropFirst(isPrefixed ? 1 : 0).prefix { $0 != UInt8(ascii: "=") })
  }

  private struct Row {
    var pattern: ArraySlice<UInt8>
    var words: [ArraySlice<UInt8>]
    /// The whole line.
    var bytes: ArraySlice<UInt8>
  }

  /// Calls `body` for each line that is no comment, with its 1-based number.
  private static func forEachRow(_ bytes: [UInt8], _ body: (Int, Row) -> Void) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var rest = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    var number = 0
    while !rest.isEmpty {
      number += 1
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest[line.endIndex...].dropFirst()
      let text = line.drop(while: isBlank)
      guard let first = text.first, first != UInt8(ascii: "#") else { continue }
      let end =
        first == UInt8(ascii: "\"")
        ? endOfQuotes(text) ?? endOfWord(text) : endOfWord(text)
      let words = text[end...].split(whereSeparator: isBlank)
      body(number, Row(pattern: text[..<end], words: words, bytes: text))
    }
  }

  private static func endOfWord(_ line: ArraySlice<UInt8>) -> Int {
    line.firstIndex(where: isBlank) ?? line.endIndex
  }

  /// The offset after the closing quotation mark; attributes may follow directly. `nil` when git
  /// cannot unquote the pattern and splits the line at blanks.
  ///
  /// Source: `unquote_c_style` in git's `quote.c`.
  private static func endOfQuotes(_ line: ArraySlice<UInt8>) -> Int? {
    var index = line.startIndex + 1
    while index < line.endIndex {
      switch line[index] {
      case UInt8(ascii: "\""): return index + 1
      case UInt8(ascii: "\\"):
        let escape = line[(index + 1)...]
        if let letter = escape.first, "abfnrtv\\\"".utf8.contains(letter) {
          index += 2
        } else if let first = escape.first, (UInt8(ascii: "0")...UInt8(ascii: "3")).contains(first),
          escape.count > 2,
          escape.dropFirst().prefix(2).allSatisfy({
            (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0)
          })
        {
          index += 4
        } else {
          return nil
        }
      default: index += 1
      }
    }
    return nil
  }

  /// Whether a byte separates words. For git, a NUL ends the line; here, the text after it counts
  /// too.
  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0
  }
}

import CIModel

/// Extracts the visible text of a document, as far as needed to know whether a line has words: a
/// line that is rendered as nothing has none.
enum ShownText {
  /// - Parameter path: The path of the document. Its file name extension selects the markup;
  ///   without a known one the text is shown as it is.
  static func of(_ bytes: [UInt8], at path: String) -> [UInt8] {
    let name = path.lastPathName.lowercased()
    switch name.split(separator: ".").last ?? "" {
    case "md", "markdown", "mdown", "mdx", "mkd", "mkdn": return ShownMarkdown.text(of: bytes)
    case "rst": return withoutExplicitMarkup(bytes)
    case "adoc", "asc", "asciidoc": return withoutLineComments(bytes)
    default: return bytes
    }
  }

  /// AsciiDoc without comments: lines that begin with `//`, the lines between two lines `////`, and
  /// paragraphs and blocks with the style `[comment]`.
  ///
  /// Source: https://docs.asciidoctor.org/asciidoc/latest/comments
  private static func withoutLineComments(_ bytes: [UInt8]) -> [UInt8] {
    var mark: ArraySlice<UInt8>?
    // Whether the lines of such a paragraph have begun; `nil` outside of one.
    var comment: Bool?
    return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).flatMap {
      line -> [UInt8] in
      let end = line.lastIndex { $0 > 0x20 } ?? line.startIndex
      let text = line.isEmpty ? line : line[...end]
      let slashes = text.prefix { $0 == UInt8(ascii: "/") }.count
      if let open = mark {
        if text == open { mark = nil }
        return []
      }
      if slashes >= 4, slashes == text.count { mark = text }
      if let hasBegun = comment {
        // The lines between two lines `--` are one block.
        if text.elementsEqual("--".utf8) { mark = text }
        let isBlank = !text.contains { $0 > 0x20 }
        comment = mark != nil || hasBegun && isBlank ? nil : hasBegun || !isBlank
        return []
      }
      if ["[comment]", "[comment,"].contains(where: { text.starts(with: $0.utf8) }) {
        comment = false
        return []
      }
      return slashes == 2 || mark != nil ? [] : line + [UInt8(ascii: "\n")]
    }
  }

  /// reStructuredText without comments and targets: paragraphs that begin with `..`, also in a list
  /// item, and the lines indented below them unless they are directives (`.. note::`).
  ///
  /// Source: https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html, "Explicit Markup Blocks".
  private static func withoutExplicitMarkup(_ bytes: [UInt8]) -> [UInt8] {
    // The column of the comment.
    var comment: Int?
    return bytes.split(separator: UInt8(ascii: "\n")).flatMap { line -> [UInt8] in
      let indent = line.prefix { $0 <= 0x20 }.count
      if let column = comment, indent > column || indent == line.count { return [] }
      comment = nil
      let text = line.withoutMarksOfItems
      if text.starts(with: "..".utf8), text.dropFirst(2).first.map({ $0 <= 0x20 }) ?? true {
        if !text.namesShownDirective { comment = text.startIndex - line.startIndex }
        return []
      }
      // This is the target of a link without a name.
      if text.starts(with: "__ ".utf8) { return [] }
      return line + [UInt8(ascii: "\n")]
    }
  }
}

extension ArraySlice<UInt8> {
  /// The line behind its indentation and the marks that begin list items.
  fileprivate var withoutMarksOfItems: Self {
    var text = drop { $0 <= 0x20 }
    while let end = text.endOfMark, end < text.endIndex, text[end] <= 0x20 {
      text = text[end...].drop { $0 <= 0x20 }
    }
    return text
  }

  /// The end of the mark of a list item, `*`, `2.`, `(a)` or `#.`, or of the name of a field,
  /// `:name:`; `nil` when there is none.
  private var endOfMark: Int? {
    if first == UInt8(ascii: ":") {
      return dropFirst().firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 }
    }
    let mark = prefix { $0 > 0x20 }
    if ["*", "+", "-", "•", "‣", "⁃"].contains(where: { mark.elementsEqual($0.utf8) }) {
      return mark.endIndex
    }
    let isInBrackets = mark.first == UInt8(ascii: "(")
    guard let last = mark.last, (isInBrackets ? ")" : ".)").utf8.contains(last) else { return nil }
    let number = mark.dropFirst(isInBrackets ? 1 : 0).dropLast()
    let isNumber =
      number.elementsEqual("#".utf8)
      || number.count == 1 && number.allSatisfy(\.isASCIIAlphanumeric)
      || number.allSatisfy { "0123456789".utf8.contains($0) }
      || number.allSatisfy { "ivxlcdm".utf8.contains($0 | 0x20) }
    return isNumber && !number.isEmpty ? mark.endIndex : nil
  }

  /// Whether a line names a visible directive, `.. note:: …`, and not `.. raw:: latex` and the
  /// like, which readers do not see.
  fileprivate var namesShownDirective: Bool {
    let name = dropFirst(2).drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
    return name.suffix(2).elementsEqual("::".utf8)
      && !["index", "meta", "raw", "role", "title"].contains {
        name.dropLast(2).elementsEqual($0.utf8)
      }
  }
}

/// Markdown without comments, tags, entities, targets of links, definitions of links, and the signs
/// that begin headings and list items.
///
/// Source: https://spec.commonmark.org/0.31.2, sections 4.5, 4.7, 5.2, 6.2, 6.3 and 6.6.
struct ShownMarkdown {
  private let bytes: [UInt8]
  private var result: [UInt8] = []
  private var blocks = MarkdownBlocks()
  /// Whether the current line belongs to a quote.
  private var isInQuote = false
  /// The range that was searched for the end of a tag, and whether a tag ends there.
  private struct EndOfTag {
    var from = 0
    var to = 0
    var isEnd = false
  }

  /// The last search for the end of a tag.
  private var endOfTag = EndOfTag()
  /// The last search for the end of the tag that begins with each word of `hidden`.
  private var endsOfClosing: [[UInt8]: EndOfTag] = [:]
  private var definitions: LinkDefinitions
  /// The last search for each word of `hidden`.
  private var words: [[UInt8]: LinkDefinitions.Search] = [:]

  static func text(of bytes: [UInt8]) -> [UInt8] {
    let text = MarkdownText.withoutComments(String(decoding: bytes, as: UTF8.self))
    var reader = ShownMarkdown(bytes: Array(text.utf8))
    reader.read()
    return reader.result
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    definitions = LinkDefinitions(bytes)
  }

  private mutating func read() {
    var index = 0
    while index < bytes.count {
      let end = definitions.endOfLine(index)
      let line = bytes[index..<end]
      switch MarkdownText.beginsLine(bytes, at: index) ? blocks.read(line) : .text {
      case .code:
        result += line
        index = end
      case .fence: index = end
      case .text:
        let start = behindMarks(index, end)
        isInQuote = bytes[index..<start].contains(UInt8(ascii: ">"))
        index = definitions.end(of: start, isInQuote: isInQuote) ?? appendShown(start..<end)
      }
      result.append(UInt8(ascii: "\n"))
      index += 1
    }
  }

  private func isBlank(_ index: Int) -> Bool { index >= bytes.count || bytes[index] <= 0x20 }

  /// Offset behind the marks `> `, `- `, `1. `, `## ` and `[x] `.
  private func behindMarks(_ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end {
      let byte = bytes[index]
      let digits = bytes[index..<end].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        .endIndex
      if byte <= 0x20 || "-*+>#".utf8.contains(byte) {
        index += 1
      } else if digits > index, digits < end, ".)".utf8.contains(bytes[digits]),
        isBlank(digits + 1)
      {
        index = digits + 1
      } else if byte == UInt8(ascii: "["), index + 2 < end, bytes[index + 2] == UInt8(ascii: "]"),
        isBlank(index + 3)
      {
        index += 3
      } else {
        break
      }
    }
    return index
  }

  /// Adds the visible part of a line, and of the line that contains the end of a tag which begins
  /// in it.
  ///
  /// - Returns: The end of that line.
  private mutating func appendShown(_ line: Range<Int>) -> Int {
    let tick = UInt8(ascii: "`")
    let marks = line.count { bytes[$0] == tick && ($0 == line.lowerBound || bytes[$0 - 1] != tick) }
    var isCode = false
    var (index, lineEnd) = (line.lowerBound, line.upperBound)
    while index < lineEnd {
      if bytes[index] == tick, index == line.lowerBound || bytes[index - 1] != tick {
        isCode = !isCode && marks.isMultiple(of: 2)
      }
      if !isCode, let end = endOfHidden(index) {
        index = end
        if index > lineEnd { lineEnd = definitions.endOfLine(index) }
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return lineEnd
  }

  /// The end of a tag, an entity, or the target of a link whose text ends here; `nil` when nothing
  /// is hidden.
  private mutating func endOfHidden(_ start: Int) -> Int? {
    guard start + 1 < bytes.count else { return nil }
    switch (bytes[start], bytes[start + 1]) {
    case (UInt8(ascii: "&"), _):
      let name = bytes[(start + 1)...].prefix(32).prefix {
        $0 == UInt8(ascii: "#") || $0.isWordByte
      }
      return name.endIndex < bytes.count && bytes[name.endIndex] == UInt8(ascii: ";")
        ? name.endIndex + 1 : nil
    case (UInt8(ascii: "]"), UInt8(ascii: "(")): return endOfTarget(start + 1, UInt8(ascii: ")"))
    case (UInt8(ascii: "]"), UInt8(ascii: "[")): return endOfTarget(start + 1, UInt8(ascii: "]"))
    case (UInt8(ascii: "<"), let first) where Self.beginsTag(first):
      let name = bytes[(start + 2)...].prefix { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
      // `<https://a.org>` and `<ada@a.org>` are shown.
      guard name.endIndex < bytes.count,
        bytes[name.endIndex] <= 0x20 || "/!?>[".utf8.contains(bytes[name.endIndex])
          || "!?".utf8.contains(first)
      else { return nil }
      for (begin, end) in Self.hidden where begins(with: begin, at: start) {
        guard let last = last(of: end, from: start + begin.count) else { continue }
        return end[0] == UInt8(ascii: "<")
          ? endOfTag(from: last, &endsOfClosing[end, default: EndOfTag()]) : last
      }
      return endOfTag(from: start, &endOfTag)
    default: return nil
    }
  }

  /// Constructs that end only with a word of their own, and show nothing before it.
  private static let hidden = [
    ("<![CDATA[", "]]>"), ("<?", "?>"), ("<script", "</script"), ("<style", "</style"),
    ("<template", "</template"),
  ].map { (Array($0.utf8), Array($1.utf8)) }

  private func begins(with word: [UInt8], at start: Int) -> Bool {
    start + word.count <= bytes.count
      && word.indices.allSatisfy { word[$0] | 0x20 == bytes[start + $0] | 0x20 }
  }

  /// Offset behind a word such as `]]>` or `?>`, or of the beginning of one such as `</style`.
  private mutating func last(of word: [UInt8], from start: Int) -> Int? {
    if let known = words[word], known.from <= start, start <= known.to {
      return known.isOver ? known.to : nil
    }
    var search = LinkDefinitions.Search(from: start, to: start)
    while search.to < bytes.count, !search.isOver {
      search.isOver = begins(with: word, at: search.to)
      search.to += 1
    }
    if search.isOver { search.to += word[0] == UInt8(ascii: "<") ? -1 : word.count - 1 }
    words[word] = search
    return search.isOver ? search.to : nil
  }

  private static func beginsTag(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || "/!?".utf8.contains(byte)
  }

  private func endOfTag(from start: Int, _ known: inout EndOfTag) -> Int? {
    if known.from <= start, start < known.to { return known.isEnd ? known.to : nil }
    var index = start
    var quote: UInt8?
    while index < bytes.count, quote != nil || bytes[index] != UInt8(ascii: ">") {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\n"), index + 1 < bytes.count, bytes[index + 1] == byte { break }
      // The value of an attribute may contain any character.
      if byte == quote {
        quote = nil
      } else if quote == nil, "\"'".utf8.contains(byte), bytes[index - 1] == UInt8(ascii: "=") {
        quote = byte
      }
      index += 1
    }
    let isEnd = index < bytes.count && bytes[index] == UInt8(ascii: ">")
    known = EndOfTag(from: start, to: index + 1, isEnd: isEnd)
    return isEnd ? index + 1 : nil
  }

  /// The end of the target of a link, with its parentheses in pairs; for an unclosed target, the
  /// end of the bytes that were examined.
  private mutating func endOfTarget(_ start: Int, _ close: UInt8) -> Int {
    var (index, depth) = (start, 0)
    while index < min(bytes.count, start + LinkDefinitions.longest) {
      let byte = bytes[index]
      if byte == bytes[start] { depth += 1 }
      if byte == close { depth -= 1 }
      if depth == 0 { return index + 1 }
      if byte == UInt8(ascii: "\n"), index + 1 < bytes.count, bytes[index + 1] == byte { break }
      if byte == UInt8(ascii: "\""), let end = definitions.closing(byte, from: index + 1) {
        index = end
      }
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, bytes.count)
  }
}

/// A block of HTML in a Markdown document: until its end, its lines begin nothing else. Comments are
/// not known here, because they are removed before, or hide their lines in another way.
///
/// Source: https://spec.commonmark.org/0.31.2, section 4.6.
struct HTMLBlock {
  /// The texts of which one ends the block with its line, in lower case; a blank line if there are
  /// none.
  private let ends: [String]

  /// - Parameters:
  ///   - line: A line behind the marks of its containers.
  ///   - interrupts: Whether the block would interrupt a paragraph.
  /// - Returns: `nil` when no block begins here.
  init?(_ line: ArraySlice<UInt8>, interrupts: Bool) {
    let tag = line.drop { $0 == UInt8(ascii: " ") }
    guard tag.startIndex - line.startIndex < 4, tag.first == UInt8(ascii: "<") else { return nil }
    let inside = tag.dropFirst()
    if inside.starts(with: "?".utf8) {
      ends = ["?>"]
    } else if inside.starts(with: "![CDATA[".utf8) {
      ends = ["]]>"]
    } else if inside.first == UInt8(ascii: "!") {
      guard inside.dropFirst().first?.isASCIILetter ?? false else { return nil }
      ends = [">"]
    } else {
      let isClosing = inside.first == UInt8(ascii: "/")
      let name = inside.dropFirst(isClosing ? 1 : 0).prefix(while: Self.isInName)
      let rest = line[name.endIndex...]
      guard name.first?.isASCIILetter ?? false else { return nil }
      let word = String(decoding: name, as: UTF8.self).lowercased()
      let isBorder = rest.first.map { $0 <= 0x20 || $0 == UInt8(ascii: ">") } ?? true
      if Self.texts.contains(word) {
        guard isBorder, !isClosing else { return nil }
        ends = Self.texts.map { "</\($0)>" }
      } else if Self.blocks.contains(word), isBorder || rest.starts(with: "/>".utf8) {
        ends = []
      } else if !interrupts, Self.isTag(rest, isClosing: isClosing) {
        ends = []
      } else {
        return nil
      }
    }
  }

  /// Whether the block ends with a line, the one that begins it included.
  func isEnded(by line: ArraySlice<UInt8>) -> Bool {
    if ends.isEmpty { return line.allSatisfy { $0 <= 0x20 } }
    let text = String(decoding: line, as: UTF8.self).lowercased()
    return ends.contains { text.contains($0) }
  }

  /// Elements whose text is no Markdown, whatever lines it has.
  private static let texts = ["pre", "script", "style", "textarea"]
  private static let blocks: Set<String> = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center",
    "col", "colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5",
    "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link", "main", "menu",
    "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search", "section",
    "source", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track",
    "ul",
  ]

  private static func isInName(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-")
  }

  /// Whether a line is nothing but a complete tag.
  ///
  /// - Parameter rest: The line behind the name of the element.
  private static func isTag(_ rest: ArraySlice<UInt8>, isClosing: Bool) -> Bool {
    var rest = rest
    while true {
      let text = rest.drop { $0 == UInt8(ascii: " ") }
      let end = text.first == UInt8(ascii: "/") && !isClosing ? text.dropFirst() : text
      if end.first == UInt8(ascii: ">") { return end.dropFirst().allSatisfy { $0 <= 0x20 } }
      // An attribute, with or without a value.
      let name = text.prefix { isInName($0) || "_:.".utf8.contains($0) }
      guard !isClosing, !name.isEmpty, text.startIndex > rest.startIndex else { return false }
      rest = text[name.endIndex...]
      let sign = rest.drop { $0 == UInt8(ascii: " ") }
      guard sign.first == UInt8(ascii: "=") else { continue }
      let value = sign.dropFirst().drop { $0 == UInt8(ascii: " ") }
      if let quote = value.first, "\"'".utf8.contains(quote) {
        guard let close = value.dropFirst().firstIndex(of: quote) else { return false }
        rest = value[(close + 1)...]
      } else {
        let word = value.prefix { $0 > 0x20 && !"\"'=<>`".utf8.contains($0) }
        if word.isEmpty { return false }
        rest = value[word.endIndex...]
      }
    }
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20
  }
}

import CIModel

/// The definitions of links in Markdown, which are not shown.
///
/// Source: https://spec.commonmark.org/0.31.2, section 4.7.
struct LinkDefinitions {
  private let bytes: [UInt8]
  /// Whether the definition that is read belongs to a quote.
  private var isInQuote = false
  /// The last search for each closing sign.
  private var searches: [UInt8: Search] = [:]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The end of `[//]: # (…)`, `[comment]: <> (…)` or the like, which links to nothing; `nil` when
  /// no such definition is in the line that begins here.
  mutating func endOfComment(_ line: Int) -> Int? {
    let start = line + bytes[line...].prefix { $0 == 0x20 }.count
    // A footnote is shown, and to find the end of each of many would take time.
    guard !bytes[start...].starts(with: "[^".utf8), let end = end(of: start),
      let colon = closing(UInt8(ascii: "]"), from: start + 1)
    else {
      return nil
    }
    let address = bytes[behindGap(colon + 2)...].prefix { $0 > 0x20 }
    return address.elementsEqual("#".utf8) || address.elementsEqual("<>".utf8) ? end : nil
  }

  /// The end of a link definition, `[label]: address "title"`, which can span several lines, or of
  /// a footnote with the paragraphs indented below it; `nil` when there is neither.
  mutating func end(of start: Int, isInQuote: Bool = false) -> Int? {
    self.isInQuote = isInQuote
    guard start < bytes.count, bytes[start] == UInt8(ascii: "["),
      let close = closing(UInt8(ascii: "]"), from: start + 1), close + 1 < bytes.count,
      bytes[close + 1] == UInt8(ascii: ":")
    else { return nil }
    if bytes[start + 1] == UInt8(ascii: "^") { return endOfFootnote(endOfLine(close)) }
    let address = behindGap(close + 2)
    // An address with blanks is enclosed in `<` and `>`.
    let isQuoted = address < bytes.count && bytes[address] == UInt8(ascii: "<")
    let quote =
      isQuoted ? bytes[address..<endOfLine(address)].firstIndex(of: UInt8(ascii: ">")) : nil
    let endOfAddress =
      quote.map { $0 + 1 } ?? bytes[address...].firstIndex { $0 <= 0x20 } ?? bytes.count
    let title = behindGap(endOfAddress)
    let isTitle = title > endOfAddress && title < bytes.count
    if isTitle, let mark = Self.titleMarks[bytes[title]],
      let end = closing(mark, from: title + 1), behindGap(end + 1, lines: 0) == endOfLine(end)
    {
      return endOfLine(end)
    }
    let end = endOfLine(endOfAddress)
    return behindGap(endOfAddress, lines: 0) == end ? end : nil
  }

  /// - Parameter first: The end of the first line of the footnote.
  private func endOfFootnote(_ first: Int) -> Int {
    var (end, next) = (first, first)
    while next < bytes.count {
      let line = (next + 1)..<max(next + 1, endOfLine(min(next + 1, bytes.count)))
      let isBlank = bytes[line].allSatisfy { $0 <= 0x20 }
      let isIndented = bytes[line].first == 0x09 || bytes[line].prefix(4).elementsEqual("    ".utf8)
      guard isBlank || isIndented else { break }
      if !isBlank { end = line.upperBound }
      next = line.upperBound
    }
    return end
  }

  private static let titleMarks: [UInt8: UInt8] = [
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "'"): UInt8(ascii: "'"),
    UInt8(ascii: "("): UInt8(ascii: ")"),
  ]

  /// Offset behind blanks and at most this many line ends; in a quote also behind the marks of the
  /// next line.
  private func behindGap(_ start: Int, lines: Int = 1) -> Int {
    var (index, left) = (start, lines)
    while index < bytes.count,
      bytes[index] <= 0x20 || isInQuote && left < lines && bytes[index] == UInt8(ascii: ">")
    {
      if bytes[index] == UInt8(ascii: "\n") {
        if left == 0 { break }
        left -= 1
      } else if bytes[index] == UInt8(ascii: "\r"), lines == 0 {
        break
      }
      index += 1
    }
    return index
  }

  /// Maximum bytes of a label or a title; the longest label has 999 characters.
  static let longest = 4_000

  struct Search {
    var from: Int
    /// Offset up to which the text was searched.
    var to: Int
    /// Whether the search ended there, with a match or at a place that ends any search.
    var isOver = false
  }

  /// Offset of a closing sign without a backslash before it; `nil` when a blank line comes first. A
  /// search continues where the last one for the sign ended.
  mutating func closing(_ sign: UInt8, from start: Int) -> Int? {
    var search = searches[sign] ?? Search(from: start, to: start)
    if !(search.from...search.to).contains(start) { search = Search(from: start, to: start) }
    let end = min(bytes.count, start + Self.longest)
    while !search.isOver, search.to < end {
      let byte = bytes[search.to]
      if byte == sign || byte == UInt8(ascii: "[") && sign == UInt8(ascii: "]") {
        search.isOver = !isEscaped(search.to)
      } else if byte == UInt8(ascii: "\n"), search.to + 1 < bytes.count {
        search.isOver = bytes[search.to + 1] == byte
      }
      if !search.isOver { search.to += 1 }
    }
    searches[sign] = search
    return search.isOver && search.to < end && bytes[search.to] == sign ? search.to : nil
  }

  private func isEscaped(_ index: Int) -> Bool {
    bytes[..<index].reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1
  }

  func endOfLine(_ index: Int) -> Int {
    bytes[index...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      ?? bytes.count
  }
}

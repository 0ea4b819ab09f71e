internal import Reporters
internal import TerminalUI

/// Lays out Markdown, as far as the pages of the documentation use it, as text of a fixed width.
///
/// Headings begin lines, and all else is indented below them. Code stays as it is, however wide.
struct ManualText {
  private let width: Int
  private let paint: Paint
  private(set) var result = ""
  private var paragraph: [Substring] = []
  /// Columns that the lines of the paragraph begin behind; the first one has a mark there.
  private var indentation = (first: "  ", rest: "  ")
  private var table: [[String]] = []

  /// - Parameter width: In columns; less than 20 are taken for 20.
  init(width: Int, paint: Paint) {
    (self.width, self.paint) = (max(width, 20), paint)
  }

  mutating func render(_ markdown: String) {
    var isCode = false
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      let content = line.drop { $0 == " " }
      if content.hasPrefix("```") {
        flush()
        isCode.toggle()
      } else if isCode {
        result += line.isEmpty ? "\n" : "      \(paint.code(String(line)))\n"
      } else if content.hasPrefix("|") {
        if table.isEmpty { flush() }
        table.append(Self.cells(content))
      } else if !(content.hasPrefix("<!--") && content.hasSuffix("-->")) {
        read(content, indentedBy: line.count - content.count)
      }
    }
    flush()
    while result.hasSuffix("\n\n") { result.removeLast() }
  }

  private mutating func read(_ content: Substring, indentedBy depth: Int) {
    if !table.isEmpty { flush() }
    if content.isEmpty {
      flush()
      if !result.isEmpty, !result.hasSuffix("\n\n") { result += "\n" }
    } else if content.hasPrefix("#"), let space = content.firstIndex(of: " ") {
      flush()
      result +=
        paint.bold(Self.plain(content[space...].dropFirst(), Paint(color: false, unicode: true)))
        + "\n"
    } else if let mark = Self.mark(content) {
      flush()
      let margin = String(repeating: " ", count: 2 + depth)
      indentation = (margin + mark, margin + String(repeating: " ", count: mark.count))
      paragraph = [content.dropFirst(mark.count)]
    } else {
      paragraph.append(content)
    }
  }

  /// `- ` or `2. ` at the beginning of an element of a list.
  private static func mark(_ content: Substring) -> String? {
    if content.hasPrefix("- ") { return "- " }
    let digits = content.prefix { $0.isNumber }
    return !digits.isEmpty && content.dropFirst(digits.count).hasPrefix(". ") ? digits + ". " : nil
  }

  /// Ends the paragraph or table.
  private mutating func flush() {
    if !paragraph.isEmpty {
      let text = Self.plain(paragraph.joined(separator: " ")[...], paint)
      let room = width - indentation.rest.count
      for (index, line) in Self.wrapped(text, room).enumerated() {
        result += (index == 0 ? indentation.first : indentation.rest) + line + "\n"
      }
    }
    if !table.isEmpty { writeTable() }
    paragraph = []
    table = []
    indentation = ("  ", "  ")
  }

  // MARK: Words

  /// The text between marks: code keeps its backticks where nothing else sets it apart.
  private static func plain(_ text: Substring, _ paint: Paint) -> String {
    var result = ""
    var rest = text
    while let first = rest.first {
      rest.removeFirst()
      switch first {
      case "`":
        guard let end = rest.firstIndex(of: "`") else {
          result.append(first)
          continue
        }
        let code = String(rest[..<end])
        result += paint.color ? paint.code(code) : "`\(code)`"
        rest = rest[rest.index(after: end)...]
      case "*" where rest.first == "*":
        rest.removeFirst()
        guard let end = rest.firstRange(of: "**") else { continue }
        result += paint.bold(plain(rest[..<end.lowerBound], Paint(color: false, unicode: true)))
        rest = rest[end.upperBound...]
      case "\\" where rest.first.map { "|*_`[<".contains($0) } == true:
        result.append(rest.removeFirst())
      case "!" where rest.first == "[": continue
      case "[":
        guard let link = link(&rest, paint) else {
          result.append(first)
          continue
        }
        result += link
      default: result.append(first)
      }
    }
    return result
  }

  /// The words of a link behind its first bracket, with where it leads.
  private static func link(_ rest: inout Substring, _ paint: Paint) -> String? {
    guard let middle = rest.firstRange(of: "]("),
      let end = rest[middle.upperBound...].firstIndex(of: ")")
    else { return nil }
    // The bracket may stand for itself, and a link may come later.
    guard !rest[..<middle.lowerBound].contains("[") else { return nil }
    let words = plain(rest[..<middle.lowerBound], paint)
    let target = rest[middle.upperBound..<end]
    rest = rest[rest.index(after: end)...]
    if target.contains("://") { return words == target ? words : "\(words) (\(target))" }
    let topic = String(target.prefix { $0 != "#" }.replacing(".md", with: ""))
    guard ManualPage.topics.contains(topic) else { return words }
    return words.hasSuffix(".md") ? "devtool help \(topic)" : "\(words) (help \(topic))"
  }

  /// Lines of at most so many columns; a longer word has a line of its own.
  private static func wrapped(_ text: String, _ columns: Int) -> [String] {
    var lines: [String] = []
    var (line, used) = ("", 0)
    for word in text.split(separator: " ") {
      let size = columnsOf(word)
      if used > 0, used + 1 + size > columns {
        lines.append(line)
        (line, used) = ("", 0)
      }
      line += (used > 0 ? " " : "") + word
      used += (used > 0 ? 1 : 0) + size
    }
    return lines + [line]
  }

  /// Without the sequences that set colours.
  private static func columnsOf(_ text: some StringProtocol) -> Int {
    guard text.utf8.contains(0x1B) else { return DisplayWidth.of(text) }
    return DisplayWidth.of(String(text).replacing(/\u{1B}\[[0-9;]*m/, with: ""))
  }

  // MARK: Tables

  /// A bar within code or behind a backslash divides no cells.
  private static func cells(_ line: Substring) -> [String] {
    var cells = [""]
    var (isEscaped, isCode) = (false, false)
    for character in line.dropFirst() {
      if character == "|", !isEscaped, !isCode {
        cells.append("")
        continue
      }
      if character == "`" { isCode.toggle() }
      if character == "|", isEscaped { cells[cells.count - 1].removeLast() }
      isEscaped = character == "\\" && !isEscaped
      cells[cells.count - 1].append(character)
    }
    return cells.dropLast().map { $0.split(separator: " ").joined(separator: " ") }
  }

  private mutating func writeTable() {
    let rows = table.filter { row in !row.allSatisfy { $0.allSatisfy { "-:".contains($0) } } }
      .map { $0.map { Self.plain($0[...], paint) } }
    let count = rows.map(\.count).max() ?? 0
    guard count > 0 else { return }
    let natural = (0..<count).map { column in
      rows.map { $0.count > column ? Self.columnsOf($0[column]) : 0 }.max() ?? 0
    }
    var columns = natural
    // Two spaces stand before each column; the widest gives way.
    let room = max(width - 2 * count, count)
    while columns.reduce(0, +) > room,
      let widest = columns.indices.max(by: { columns[$0] < columns[$1] })
    {
      columns[widest] -= 1
    }
    let isNarrow = columns.indices.contains { columns[$0] < min(natural[$0], Self.narrowest) }
    if isNarrow { writeList(rows) } else { writeRows(rows, columns) }
  }

  /// A column of fewer characters is no column.
  private static let narrowest = 8

  /// Each row as a list of its cells, with what stands above them.
  private mutating func writeList(_ rows: [[String]]) {
    let heads = rows.first ?? []
    for row in rows.dropFirst() {
      for (column, cell) in row.enumerated() where !cell.isEmpty || column == 0 {
        let head = column < heads.count && !heads[column].isEmpty ? heads[column] + ": " : ""
        let lines = Self.wrapped(column == 0 ? cell : head + cell, width - 6)
        let margin = column == 0 ? "  " : "      "
        result += lines.map { margin + $0 + "\n" }.joined()
      }
    }
  }

  private mutating func writeRows(_ rows: [[String]], _ columns: [Int]) {
    for row in rows {
      let cells = row.enumerated().map { Self.wrapped($1, columns[$0]) }
      for line in 0..<(cells.map(\.count).max() ?? 0) {
        var text = ""
        for (column, cell) in cells.enumerated() {
          let part = line < cell.count ? cell[line] : ""
          let gap = column == cells.count - 1 ? 0 : max(0, columns[column] - Self.columnsOf(part))
          text += "  " + part + String(repeating: " ", count: gap)
        }
        while text.hasSuffix(" ") { text.removeLast() }
        result += text + "\n"
      }
    }
  }
}

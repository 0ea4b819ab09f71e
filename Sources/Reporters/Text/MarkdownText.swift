import CIModel

/// Makes untrusted text safe for the Markdown of GitHub and GitLab.
///
/// GitLab searches for references in the rendered text (https://docs.gitlab.com/user/markdown/,
/// "GitLab-specific references"), so escapes and entities do not prevent it from finding them.
enum MarkdownText {
  /// Returns text on one line in which nothing is markup, HTML, a mention or a reference.
  static func plain(_ text: String) -> String {
    // The preceding bytes, in lowercase.
    var before: UInt64 = 0
    func isBehind(_ word: String) -> Bool {
      let end = word.utf8.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return before & (1 << (8 * UInt64(word.utf8.count)) - 1) == end
    }
    // Whether there is a slash in the word so far.
    var isPath = false
    return Screen.cleaned(shortLine(text)).rewritingPairs { byte, next in
      defer {
        before = before << 8 | UInt64(byte | 0x20)
        isPath = byte > 0x20 && (isPath || byte == UInt8(ascii: "/"))
      }
      if let written = brokenReference(byte, next) { return written }
      return switch byte {
      case UInt8(ascii: "\n"): " "
      case UInt8(ascii: "&"): "&amp;"
      case UInt8(ascii: "<"): "&lt;"
      // `group/project>` refers to a project of GitLab.
      case UInt8(ascii: ">"): isPath ? "&#8203;&gt;" : "&gt;"
      // Neither a backslash nor an entity prevents these from referring to people, issues and
      // addresses, but a zero-width space does.
      case UInt8(ascii: "@"): "@&#8203;"
      case UInt8(ascii: "#"): "#&#8203;"
      // A quick action of GitLab begins a line.
      case UInt8(ascii: "/") where before == 0 || isBehind(":"): "&#8203;/"
      case UInt8(ascii: ":") where labels.contains(where: isBehind): "&#8203;:"
      case UInt8(ascii: ".") where isBehind("www"): "&#8203;."
      case UInt8(ascii: "-") where isBehind("gh") || isBehind("gl"): "&#8203;-"
      case UInt8(ascii: "\\"): "\\\\"
      case UInt8(ascii: "`"): "\\`"
      case UInt8(ascii: "*"): "\\*"
      case UInt8(ascii: "_"): "\\_"
      case UInt8(ascii: "["): "\\["
      case UInt8(ascii: "]"): "\\]"
      case UInt8(ascii: "|"): "\\|"
      case UInt8(ascii: "~"): "\\~"
      case UInt8(ascii: "$"): "\\$"
      default: nil
      }
    }
  }

  /// The last letters before the colon of `[issue:1]`, `[vulnerability:1]` and the like.
  private static let labels = [
    "ence", "epic", "flag", "item", "lity", "page", "ssue", "tact",
  ]

  /// Puts a zero-width space after a sign that begins a reference: `!1`, `&1`, `$1`, `%name`,
  /// `~name`, `*iteration:1`.
  private static func brokenReference(_ sign: UInt8, _ next: UInt8) -> StaticString? {
    let isNumber = UInt8(ascii: "0")...UInt8(ascii: "9") ~= next
    return switch sign {
    case UInt8(ascii: "!") where isNumber: "!&#8203;"
    case UInt8(ascii: "&") where isNumber: "&amp;&#8203;"
    case UInt8(ascii: "$") where isNumber: "\\$&#8203;"
    case UInt8(ascii: "%") where next > 0x20: "%&#8203;"
    case UInt8(ascii: "~") where next > 0x20: "\\~&#8203;"
    case UInt8(ascii: "*") where next == UInt8(ascii: "i"): "\\*&#8203;"
    default: nil
    }
  }

  /// Formats a sentence of devtool, with commands in backticks.
  static func sentence(_ text: String) -> String {
    codeParts(of: text).map { $0.isCode ? code($0.text) : plain($0.text) }.joined()
  }

  /// Formats Markdown of the team on one line of a table; interpolated values remain text.
  static func team(_ text: TeamText) -> String {
    let written = text.parts.map { part in
      if case .markdown(let markdown) = part { Screen.cleaned(markdown) } else { "" }
    }
    // A value stands between the backticks around it.
    let hasCode = hasPlainCode(written.joined(separator: " "))
    var isCode = false
    return zip(text.parts, written).map { part, markdown in
      guard case .text(let value) = part else {
        if !markdown.count(where: { $0 == "`" }).isMultiple(of: 2) { isCode.toggle() }
        return markdown.replacing("|", with: "\\|").replacing("\n", with: "<br>")
      }
      if hasCode, isCode {
        let content = codeContent(value.replacing("`", with: "'"))
        // Fences without content would begin a longer one.
        return content.isEmpty ? " " : content
      }
      // A quote would end an HTML attribute, a parenthesis an address.
      return plain(value).replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
        .replacing("(", with: "&#40;").replacing(")", with: "&#41;")
    }.joined()
  }

  /// Whether every backtick begins or ends a code span, so that the code is known: in code there is
  /// no markup, and an escape would be visible.
  private static func hasPlainCode(_ markdown: String) -> Bool {
    longestRun(of: UInt8(ascii: "`"), in: markdown) == 1
      && markdown.count { $0 == "`" }.isMultiple(of: 2)
      && !markdown.contains { $0 == "\\" || $0 == "<" }
  }

  /// A code span on one line that is safe in a table cell.
  static func code(_ text: String) -> String {
    let content = codeContent(text)
    // Fences without content would begin a longer one.
    if content.isEmpty { return "" }
    let fence = String(repeating: "`", count: longestRun(of: UInt8(ascii: "`"), in: content) + 1)
    // Spaces keep a backtick at either end from joining the fence.
    let tick = UInt8(ascii: "`")
    let pad = content.utf8.first == tick || content.utf8.last == tick ? " " : ""
    return fence + pad + content + pad + fence
  }

  private static func codeContent(_ text: String) -> String {
    Screen.cleaned(shortLine(text)).rewriting { byte in
      byte == UInt8(ascii: "|") ? "\\|" : byte == UInt8(ascii: "\n") ? " " : nil
    }
  }

  /// A code block; the middle of a long text is omitted.
  ///
  /// - Parameter whole: Names the report that contains the whole text.
  static func block(
    _ text: String, language: String = "text", whole: String = LongText.whole
  ) -> String {
    let content = Screen.cleaned(LongText(text, bytes: 4_000).joined(whole: whole))
    let fence = String(
      repeating: "`", count: max(3, longestRun(of: UInt8(ascii: "`"), in: content) + 1))
    return "\(fence)\(language)\n\(content)\n\(fence)\n"
  }

  static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }

  private static func longestRun(of mark: UInt8, in text: String) -> Int {
    var longest = 0
    var current = 0
    for byte in text.utf8 {
      current = byte == mark ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest
  }
}

/// A part of a Markdown document that can be cut between its entries.
struct MarkdownSection {
  /// The heading, and the head of the table if there is one.
  var head: String
  /// Complete rows or blocks.
  var entries: [String]
  /// Indices of entries that are shown even when others must be omitted.
  var essential: Set<Int> = []
}

extension MarkdownSection {
  /// - Parameters:
  ///   - most: The maximum number of rows; a sentence counts the others.
  ///   - noun: What a row is about.
  static func table(
    _ title: String, _ columns: [String], _ rows: [[String]], most: Int = .max, _ noun: String = ""
  ) -> MarkdownSection {
    let more = rows.count - most
    return MarkdownSection(
      head: "\n### \(title)\n\n" + MarkdownText.row(columns)
        + MarkdownText.row(columns.map { _ in "---" }),
      entries: rows.prefix(most).map(MarkdownText.row)
        + (more > 0 ? ["\nand \(counted(more, "more \(noun)"))\n"] : []))
  }

  /// Joins the sections that have entries, as long as they fit.
  ///
  /// - Parameters:
  ///   - limit: The maximum size in bytes. From the first entry that does not fit, all entries
  ///     except essential ones are omitted, and a sentence states their number.
  ///   - whole: A sentence of devtool that names the report with everything.
  static func join(
    _ start: String, _ sections: [MarkdownSection], limit: Int, whole: String
  ) -> String {
    let sections = sections.filter { !$0.entries.isEmpty }
    let total = sections.reduce(0) { $0 + $1.entries.count }
    func notice(_ missing: Int) -> String {
      "\n_Shortened: \(counted(missing, "entry", plural: "entries")) left out; "
        + MarkdownText.sentence(whole) + "._\n"
    }
    let whole = start + sections.map { $0.head + $0.entries.joined() }.joined()
    if whole.utf8.count <= limit { return whole }
    let room = limit - notice(total).utf8.count
    var reserved = Reserved(sections, room: room / 2)
    var text = start
    var size = text.utf8.count
    var written = 0
    var isFull = false
    for (number, section) in sections.enumerated() {
      var head = section.head
      for (index, entry) in section.entries.enumerated() {
        let isReserved = reserved.takes(number, index)
        if isFull, !isReserved { continue }
        let cost = head.utf8.count + entry.utf8.count
        guard size + cost + reserved.size <= room else {
          isFull = true
          continue
        }
        text += head + entry
        size += cost
        head = ""
        written += 1
      }
    }
    return text + notice(total - written)
  }

  /// The room reserved for essential entries.
  private struct Reserved {
    /// The size of each reserved entry, by section and index.
    private var costs: [[Int: Int]] = []
    private(set) var size = 0

    /// - Parameter room: The maximum to reserve; further essential entries are treated like others.
    init(_ sections: [MarkdownSection], room: Int) {
      for section in sections {
        var costs: [Int: Int] = [:]
        for index in section.essential.sorted() {
          let head = costs.isEmpty ? section.head.utf8.count : 0
          let cost = head + section.entries[index].utf8.count
          guard size + cost <= room else { break }
          costs[index] = cost
          size += cost
        }
        self.costs.append(costs)
      }
    }

    /// Releases the room of an entry; returns whether room was reserved for it.
    mutating func takes(_ section: Int, _ index: Int) -> Bool {
      guard let cost = costs[section][index] else { return false }
      size -= cost
      return true
    }
  }
}

package import CIModel
import Patterns

/// Flags insufficient descriptions of pull requests.
package struct PullRequestBodyRule: Rule {
  package static let descriptor = RuleDescriptor(
    id: "pr-body",
    summary:
      "Flags a pull request description that is too short, lacks a section or has unticked "
      + "boxes.",
    why:
      "Without a description, the reviewer has to guess what the change is for, and so does "
      + "everybody who finds it years later. The comments of a template (`<!-- … -->`, "
      + "`[//]: # (…)`) do not "
      + "count.",
    parameters: [
      .init(
        "checkboxes", .choice(["any", "ticked"]),
        "Whether every `- [ ]` must be ticked; `any` by default."),
      .init(
        "forbid", .optionalList(.text), "Template text that must not be left in the description."),
      .init(
        "min", .integer(min: 0),
        "Minimum length in characters; invisible ones and entities do not count. 20 by default."),
      .init("pattern", .pattern, "Pattern that the description must match."),
      .init("sections", .list(.text), "Required headings, with text or a picture below them."),
    ],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "a few words", pullRequest: PullRequest(body: "Pipes were read twice; now they are not.")),
    .clean("no known pull request"),
    .flagged("no description", as: .warning, pullRequest: PullRequest(body: "")),
    .flagged(
      "only comments of a template", as: .warning,
      pullRequest: PullRequest(body: "<!-- Please describe your change in many words. -->\n")),
    .flagged(
      "a missing section, and an empty one", as: .warning, .warning,
      values: ["sections": .list([.text("Why"), .text("How")])],
      pullRequest: PullRequest(body: "## What\nPipes are read once.\n\n## How\n\n## Else\nx")),
    .clean(
      "headings of any level and case", ["sections": .list([.text("why"), .text("How it works")])],
      pullRequest: PullRequest(body: "# Why:\r\nIt was slow.\r\n\r\n### How it works\r\nFaster.")),
    .clean(
      "headings with emoji",
      ["sections": .list([.text(":bulb: Description"), .text("💡 Why"), .text("Tests")])],
      pullRequest: PullRequest(
        body: "## :bulb: Description\nPipes were read twice.\n## Why?\nSlow.\n## 🧪 Tests\nTwo.")),
    .flagged(
      "a heading that only begins with the name", as: .warning,
      values: ["sections": .list([.text("Test")])],
      pullRequest: PullRequest(body: "## Testing\nPipes are read once, and tested.")),
    .flagged(
      "an unticked box", as: .warning, values: ["checkboxes": .text("ticked")],
      pullRequest: PullRequest(body: "Pipes are read once.\n- [x] tests\n- [ ] changelog")),
    .flagged(
      "words of the template", as: .warning, values: ["forbid": .list([.text("Describe here")])],
      pullRequest: PullRequest(body: "Describe here what you did, please.")),
  ]

  private let options: RuleOptions

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
  }

  package var id: String { options.id }

  package func missingFacts(in facts: Facts) -> [String] {
    facts.pullRequest?.body == nil ? ["body"] : []
  }

  package func findings(in facts: Facts) -> [Finding] {
    guard let body = facts.pullRequest?.body else { return [] }
    let help = "Edit the description of the pull request."
    let text = MarkdownText.withoutComments(body)
    let lines = Self.lines(of: text)
    var findings: [Finding] = []
    let count =
      Self.showsAnything(text) ? Self.withoutEntities(Self.withoutTags(text)).shownCount : 0
    let least = options.integer("min") ?? 20
    if count < least {
      findings.append(
        options.finding(
          "the description has \(counted(count, "character")), minimum is \(least)",
          help: "Say in the description what the change is for."))
    }
    let isText = Self.areText(lines)
    let sections = options.texts("sections") ?? []
    for name in sections {
      guard let problem = Self.problem(ofSection: name, of: sections, in: lines, isText) else {
        continue
      }
      findings.append(options.finding(problem, help: "Write the section '\(name)'."))
    }
    let open = lines.indices.filter { isText[$0] }.map { lines[$0] }.filter { Self.isOpenBox($0) }
    if options.text("checkboxes") == "ticked", !open.isEmpty {
      let names = shortList(
        open.map { line in
          String(line.drop { $0 != "]" }.dropFirst().drop { $0 == " " })
        })
      findings.append(
        options.finding(
          "the description has "
            + "\(counted(open.count, "unticked box", plural: "unticked boxes")): \(names)",
          help: "Do what it says and tick it, or remove the line."))
    }
    let shown = text.withoutInvisible
    for words in options.texts("forbid") ?? [] {
      let seen = words.withoutInvisible
      guard text.includes(words) || !seen.isEmpty && shown.includes(seen) else { continue }
      findings.append(options.finding("the description contains '\(words)'", help: help))
    }
    if let pattern = options.pattern("pattern"), !pattern.occurs(in: text) {
      findings.append(
        options.finding("the description does not match `\(pattern.text)`", help: help))
    }
    return findings
  }

  /// The lines of a text by the rules of Markdown, which end with a line feed, a carriage return or
  /// both.
  private static func lines(of text: String) -> [Substring] {
    var lines: [Substring] = []
    for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let parts = line.split(separator: 0x0D, omittingEmptySubsequences: false)
      let endsTwice = parts.count > 1 && line.last == 0x0D
      lines += (endsTwice ? parts.dropLast() : parts).map { Substring($0) }
    }
    return lines
  }

  /// Whether a line is `- [ ] text`, `* [ ] text` or `1. [ ] text`, also nested in other lists and
  /// in quotes.
  private static func isOpenBox(_ line: Substring) -> Bool {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var text = line.utf8.drop(while: isBlank)
    var isItem = false
    while let first = text.first {
      if first == UInt8(ascii: ">") {
        isItem = false
        text = text.dropFirst().drop(while: isBlank)
        continue
      }
      let digits = text.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
      let mark = text.dropFirst(digits)
      guard let sign = mark.first, (digits == 0 ? "-*+" : ".)").utf8.contains(sign),
        mark.dropFirst().first.map(isBlank) ?? false
      else { break }
      isItem = true
      text = mark.dropFirst().drop(while: isBlank)
    }
    // GitLab takes any blank.
    let box = Substring(text).prefix(3)
    return isItem && box.count == 3 && box.hasPrefix("[") && box.hasSuffix("]")
      && box.dropFirst().dropLast().allSatisfy(\.isWhitespace)
  }

  /// Whether each line is outside of code blocks, in which boxes and headings do not count.
  private static func areText(_ lines: [Substring]) -> [Bool] {
    var blocks = MarkdownBlocks()
    return lines.map { blocks.read(Array($0.utf8)[...]) == .text }
  }

  /// The level of `# Why` or `<h1>Why</h1>`, indented by up to three spaces; 0 for any other line.
  private static func level(of line: Substring) -> Int {
    let text = line.utf8
    let blanks = text.prefix { $0 == 0x20 }.count
    let count = text.dropFirst(blanks).prefix { $0 == UInt8(ascii: "#") }.count
    let next = text.dropFirst(blanks + count).first
    let tag = text.dropFirst(blanks).prefix(3)
    if blanks <= 3, tag.starts(with: "<h".utf8) || tag.starts(with: "<H".utf8),
      let digit = tag.dropFirst(2).first, UInt8(ascii: "1")...UInt8(ascii: "6") ~= digit
    {
      return Int(digit - UInt8(ascii: "0"))
    }
    return blanks <= 3 && (1...6).contains(count) && next.map { $0 == 0x20 || $0 == 0x09 } ?? true
      ? count : 0
  }

  /// The level of the heading that a line underlines: `===` or `---`; 0 for any other line.
  private static func level(ofUnderline line: Substring) -> Int {
    guard line.utf8.prefix(4).contains(where: { $0 != 0x20 }) else { return 0 }
    let text = line.utf8.drop { $0 == 0x20 }
    let end = text.lastIndex { $0 != 0x20 && $0 != 0x09 } ?? text.startIndex
    let marks = text[...end]
    guard let first = marks.first, marks.allSatisfy({ $0 == first }) else { return 0 }
    return first == UInt8(ascii: "=") ? 1 : first == UInt8(ascii: "-") ? 2 : 0
  }

  /// The level of the heading on a line; 0 for any other line. Underlined text counts only with the
  /// name of a required section, because many a `---` is meant as a separator.
  private static func level(at index: Int, in lines: [Substring], _ names: Set<String>) -> Int {
    let level = level(of: lines[index])
    guard level == 0, index + 1 < lines.count else { return level }
    let underline = Self.level(ofUnderline: lines[index + 1])
    return underline > 0 && names.contains(heading(lines[index])) ? underline : 0
  }

  private static func problem(
    ofSection name: String, of all: [String], in lines: [Substring], _ isText: [Bool]
  ) -> String? {
    let wanted = heading(name[...])
    let names = Set(all.map { heading($0[...]) })
    func level(_ index: Int) -> Int { isText[index] ? Self.level(at: index, in: lines, names) : 0 }
    guard
      let start = lines.indices.first(where: {
        level($0) > 0 && heading(lines[$0..<endOfHeading(at: $0, in: lines)]) == wanted
      })
    else { return "the description has no section '\(name)'" }
    let depth = level(start)
    var section: [Substring] = []
    var end = endOfHeading(at: start, in: lines)
    for index in lines.indices.dropFirst(end) {
      let level = level(index)
      if level > 0, level <= depth { break }
      // A heading below is not content.
      if level > 0 { end = endOfHeading(at: index, in: lines) }
      section.append(index < end ? "" : lines[index])
    }
    return saysSomething(section.joined(separator: "\n"))
      ? nil : "section '\(name)' of the description is empty"
  }

  /// The end of a heading: `<h2>` without `</h2>` on its line goes on to the line with that, within
  /// the same paragraph.
  private static func endOfHeading(at index: Int, in lines: [Substring]) -> Int {
    guard lines[index].utf8.first(where: { $0 != 0x20 }) == UInt8(ascii: "<") else {
      return index + 1
    }
    let rest = lines[index...].prefix(mostHeadingLines).prefix {
      !$0.utf8.allSatisfy { $0 <= 0x20 }
    }
    return rest.firstIndex { $0.contains("</h") || $0.contains("</H") }.map { $0 + 1 } ?? index + 1
  }

  /// Maximum number of lines of a heading, from `<h2>` to `</h2>`.
  private static let mostHeadingLines = 5

  private static func heading(_ lines: ArraySlice<Substring>) -> String {
    heading(lines.joined(separator: " ")[...])
  }

  /// A heading without the signs that may close it: `## Why ##`.
  private static func withoutClosingSigns(_ line: Substring) -> Substring {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let signs = line.utf8.reversed().drop(while: isBlank).drop { $0 == UInt8(ascii: "#") }
    guard let before = signs.first, isBlank(before) else { return line }
    return Substring(line.utf8.prefix(signs.count))
  }

  private static let pictures = ["![", "<img", "<picture", "<video"].map { Array($0.utf8) }

  /// Whether readers see a letter, a number or a picture.
  private static func saysSomething(_ section: String) -> Bool {
    let shown = ShownText.of(Array(section.utf8), at: "a.md")
    return NewWords.occur(in: shown) || NewWords.areDrawn(in: shown) || hasPicture(section)
  }

  private static func hasPicture(_ text: String) -> Bool {
    text.utf8CString.withUnsafeBytes { bytes in
      pictures.contains { ByteSearch.firstOffset(of: $0, in: bytes, from: 0) != nil }
    }
  }

  private static func showsAnything(_ text: String) -> Bool {
    NewWords.areSeen(in: ShownText.of(Array(text.utf8), at: "a.md")) || hasPicture(text)
  }

  /// A text without the tags of HTML that show nothing themselves: all but pictures and links.
  private static func withoutTags(_ text: String) -> String {
    let parts = text.split(separator: "<", omittingEmptySubsequences: false)
    return parts.prefix(1).joined()
      + parts.dropFirst().map { part in
        guard let end = part.firstIndex(of: ">"), let first = part.first,
          first == "/" || first.isLetter,
          !["src", "href", "://", "@"].contains(where: part[..<end].contains)
        else { return "<\(part)" }
        return String(part[part.index(after: end)...])
      }.joined()
  }

  /// A text without `&nbsp;` and the like, most of which stand for blanks.
  private static func withoutEntities(_ text: String) -> String {
    let parts = text.split(separator: "&", omittingEmptySubsequences: false)
    return parts.prefix(1).joined()
      + parts.dropFirst().map { part in
        let rest = part.drop { $0 == "#" || $0.isLetter || $0.isNumber }
        return rest.first == ";" ? rest.dropFirst() : "&\(part)"
      }.joined()
  }

  /// The words of a heading or of the name of a section, without emoji (`💡`, `:bulb:`), numbers,
  /// link targets and surrounding punctuation; the whole heading if it has no words.
  private static func heading(_ line: Substring) -> String {
    let line = withoutClosingSigns(line)
    let shown = String(decoding: ShownText.of(Array(line.utf8), at: "a.md"), as: UTF8.self)
    let text = (NewWords.occur(in: shown.utf8) ? shown[...] : line).drop {
      $0 == "#" || $0.isWhitespace
    }
    var words = text
    if words.first == ":", let end = words.dropFirst().firstIndex(of: ":"),
      words[..<end].dropFirst().allSatisfy({ $0.isLetter || $0.isNumber || "_+-".contains($0) })
    {
      words = words[words.index(after: end)...]
    }
    words = words.drop { !$0.isLetter && !$0.isNumber }
    // `C++` and `C#` keep their punctuation. By scalars, because stepping back over some characters
    // is slow.
    let end = words.unicodeScalars.lastIndex {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "+#)%".unicodeScalars.contains($0)
        || $0.properties.canonicalCombiningClass != .notReordered
    }
    words = end.map { words[words.startIndex...$0] } ?? ""
    return (words.isEmpty ? text : words).lowercased()
  }
}

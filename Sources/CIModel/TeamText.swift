/// Markdown that a team wrote in its configuration, with values filled in that others wrote.
///
/// The two stay apart until a report is written, so that a title cannot be taken for Markdown.
package struct TeamText: Hashable, Sendable {
  package var parts: [Part]

  package enum Part: Hashable, Sendable {
    /// The team's Markdown.
    case markdown(String)
    /// Filled in: text, whatever is in it.
    case text(String)
  }

  package init(_ parts: [Part]) { self.parts = parts }

  /// As it reads where Markdown is not known: `[guide](https://…)` is `guide (https://…)`, and marks
  /// for bold text are left out.
  package var plain: String {
    // A mark stands for each filled part, so that it is not looked into.
    var values: [String] = []
    var text = ""
    for part in parts {
      switch part {
      case .markdown(let markdown): text += markdown.replacing(Self.mark, with: "")
      case .text(let value):
        values.append(value)
        text += Self.mark
      }
    }
    let pieces = Self.withoutMarks(text)
      .split(separator: Self.mark, omittingEmptySubsequences: false)
    return zip(pieces, values + [""]).map { $0 + $1 }.joined()
  }

  /// No character, so that no text has it.
  private static let mark = "\u{10FFFE}"

  private static func withoutMarks(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(where: { $0 == "[" || $0 == "`" }) {
      result += rest[..<start].replacing("**", with: "")
      rest = rest[start...]
      if rest.first == "`" {
        // Code is kept as it is.
        let end =
          rest.dropFirst().firstIndex(of: "`").map { rest.index(after: $0) } ?? rest.endIndex
        result += rest[..<end]
        rest = rest[end...]
      } else if let (label, address, end) = link(rest) {
        result += label.replacing("**", with: "") + (address.isEmpty ? "" : " (\(address))")
        rest = rest[end...]
      } else {
        result += "["
        rest = rest.dropFirst()
      }
    }
    return result + rest.replacing("**", with: "")
  }

  /// The link that a text begins with.
  private static func link(
    _ text: Substring
  ) -> (label: Substring, address: Substring, end: Substring.Index)? {
    guard let close = text.firstRange(of: "]("),
      let end = text[close.upperBound...].firstIndex(of: ")")
    else { return nil }
    let label = text[text.index(after: text.startIndex)..<close.lowerBound]
    let address = text[close.upperBound..<end]
    let isLink = !label.contains { $0 == "[" || $0 == "]" || $0.isNewline }
    return isLink && !address.contains { $0.isWhitespace }
      ? (label, address, text.index(after: end)) : nil
  }
}

/// As `[{ "markdown": "See [the guide](…), " }, { "text": "ada" }]`.
extension TeamText: Codable {
  private enum CodingKeys: String, CodingKey {
    case markdown
    case text
  }

  package init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    parts = []
    while !container.isAtEnd {
      let part = try container.nestedContainer(keyedBy: CodingKeys.self)
      if let markdown = try part.decodeIfPresent(String.self, forKey: .markdown) {
        parts.append(.markdown(markdown))
      } else {
        parts.append(.text(try part.decode(String.self, forKey: .text)))
      }
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for part in parts {
      var keyed = container.nestedContainer(keyedBy: CodingKeys.self)
      switch part {
      case .markdown(let markdown): try keyed.encode(markdown, forKey: .markdown)
      case .text(let text): try keyed.encode(text, forKey: .text)
      }
    }
  }
}

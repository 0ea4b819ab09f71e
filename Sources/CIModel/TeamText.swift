/// Markdown from the team's configuration, with values from other people filled in.
///
/// The parts are kept separate until a report is written, so that a title cannot be interpreted as
/// Markdown.
package struct TeamText: Hashable, Sendable {
  package var parts: [Part]

  package enum Part: Hashable, Sendable {
    /// The team's Markdown.
    case markdown(String)
    /// A filled-in value, always plain text.
    case text(String)
  }

  package init(_ parts: [Part]) { self.parts = parts }

  /// The text without Markdown: `[guide](https://…)` becomes `guide (https://…)`, and `**` is
  /// removed.
  package var plain: String {
    // A mark replaces each filled-in value, so that Markdown in it is not processed.
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

  /// A Unicode noncharacter, which is removed from the Markdown.
  private static let mark = "\u{10FFFE}"

  private static func withoutMarks(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(where: { $0 == "[" || $0 == "`" }) {
      result += rest[..<start].replacing("**", with: "")
      rest = rest[start...]
      if rest.first == "`" {
        // Code is left unchanged.
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

  /// The link at the start of a text.
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

/// Encoded as `[{ "markdown": "See [the guide](…), " }, { "text": "ada" }]`.
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

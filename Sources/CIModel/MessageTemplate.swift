/// The `message` or `help` of a rule: Markdown with `${name}` placeholders; `$${` is a literal
/// `${`.
package struct MessageTemplate: Hashable, Sendable {
  package private(set) var parts: [Part] = []

  package enum Part: Hashable, Sendable {
    case markdown(String)
    /// - Parameter range: The range of the whole `${…}`, as offsets in Unicode scalars.
    case name(String, range: Range<Int>)
  }

  /// The valid placeholder names, apart from the numbers of captures; sorted.
  package static let names = [
    "author", "base", "branch", "count", "default", "file", "files", "line", "lines", "number",
    "title",
  ]

  package init(_ text: String) {
    var scalars = Array(text.unicodeScalars)
    // A YAML block scalar ends with a line break.
    while scalars.last?.properties.isWhitespace ?? false { scalars.removeLast() }
    var written = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      if scalars[index...].starts(with: "$${".unicodeScalars) {
        written.append(contentsOf: "${".unicodeScalars)
        index += 3
      } else if scalars[index...].starts(with: "${".unicodeScalars),
        let end = scalars[index...].firstIndex(of: "}")
      {
        if !written.isEmpty { parts.append(.markdown(String(written))) }
        written = String.UnicodeScalarView()
        var name = String.UnicodeScalarView()
        name.append(contentsOf: scalars[(index + 2)..<end])
        parts.append(.name(String(name), range: index..<(end + 1)))
        index = end + 1
      } else {
        written.append(scalars[index])
        index += 1
      }
    }
    if !written.isEmpty { parts.append(.markdown(String(written))) }
  }

  /// Whether a name refers to a capture of the rule's pattern: `1` to `9`.
  package static func isCapture(_ name: String) -> Bool {
    name.utf8.count == 1 && ("1"..."9").contains(name)
  }

  package var names: [String] {
    parts.compactMap { if case .name(let name, _) = $0 { name } else { nil } }
  }

  /// - Parameter values: The values by name; a placeholder without a value is removed.
  package func filled(_ values: [String: String]) -> TeamText {
    TeamText(
      parts.compactMap { part in
        switch part {
        case .markdown(let text): .markdown(text)
        case .name(let name, _): values[name].map { .text($0) }
        }
      })
  }
}

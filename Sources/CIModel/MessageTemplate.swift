/// `message` or `help` of a rule: Markdown with `${name}` for what is filled in; `$${` is `${`.
package struct MessageTemplate: Hashable, Sendable {
  package private(set) var parts: [Part] = []

  package enum Part: Hashable, Sendable {
    case markdown(String)
    /// - Parameter range: Of the whole `${…}`, as offsets in Unicode scalars.
    case name(String, range: Range<Int>)
  }

  /// What can stand between the braces, beside the numbers of captures; sorted.
  package static let names = [
    "author", "base", "branch", "count", "default", "file", "files", "line", "lines", "number",
    "title",
  ]

  package init(_ text: String) {
    var scalars = Array(text.unicodeScalars)
    // A block of YAML ends with a line break.
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

  /// Whether a name stands for what a pattern of the rule captured: `1` to `9`.
  package static func isCapture(_ name: String) -> Bool {
    name.utf8.count == 1 && ("1"..."9").contains(name)
  }

  package var names: [String] {
    parts.compactMap { if case .name(let name, _) = $0 { name } else { nil } }
  }

  /// - Parameter values: By name; a name without a value is left out.
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

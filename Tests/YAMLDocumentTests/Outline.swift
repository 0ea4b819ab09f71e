import YAMLDocument

/// A tree as one line of text, with places where they are asked for.
func outline(_ node: Node?, places: Bool = false) -> String {
  guard let node else { return "nothing" }
  let place = places ? "@\(show(node.range))" : ""
  switch node.content {
  case .scalar(let scalar):
    return scalar.text + place
  case .sequence(let nodes):
    return "[" + nodes.map { outline($0, places: places) }.joined(separator: ", ") + "]" + place
  case .mapping(let entries):
    let parts = entries.map { entry in
      let keyPlace = places ? "@\(show(entry.keyRange))" : ""
      return "\(entry.key)\(keyPlace): \(outline(entry.value, places: places))"
    }
    return "{" + parts.joined(separator: ", ") + "}" + place
  case .unresolved:
    return "?" + place
  }
}

/// `line:column-column`, or with both lines when there are two.
func show(_ range: SourceRange) -> String {
  let (start, end) = (range.start, range.end)
  let tail = start.line == end.line ? "\(end.column)" : "\(end.line):\(end.column)"
  return "\(start.line):\(start.column)-\(tail)"
}

func parse(_ text: String, limits: Limits = Limits()) -> ParsedDocument {
  ParsedDocument(parsing: Array(text.utf8), limits: limits)
}

/// A value in a YAML document, with its position.
///
/// Aliases and merge keys are resolved: a value that came through one keeps its original position.
package struct Node: Hashable, Sendable {
  package var content: Content
  package var range: SourceRange

  package init(_ content: Content, range: SourceRange) {
    self.content = content
    self.range = range
  }

  package enum Content: Hashable, Sendable {
    case scalar(Scalar)
    case sequence([Node])
    /// Entries in the order of the document; keys are unique.
    case mapping([Entry])
    /// A node whose error was reported, such as an alias without an anchor.
    case unresolved
  }
}

/// A key of a mapping and its value.
package struct Entry: Hashable, Sendable {
  package var key: String
  package var keyRange: SourceRange
  package var value: Node

  package init(key: String, keyRange: SourceRange, value: Node) {
    self.key = key
    self.keyRange = keyRange
    self.value = value
  }
}

/// A piece of text. Its reader decides whether it is a number, a boolean or a date.
package struct Scalar: Hashable, Sendable {
  package enum Style: Hashable, Sendable {
    case plain
    case singleQuoted
    case doubleQuoted
    case literal
    case folded
  }

  package var text: String
  package var style: Style

  package init(_ text: String, style: Style = .plain) {
    self.text = text
    self.style = style
  }

  /// Whether the value is empty, `~` or `null`, without quotes.
  package var isNull: Bool {
    style == .plain && (text.isEmpty || text == "~" || text == "null")
  }
}

extension Node {
  /// Returns the same tree with positions in another of several files.
  package func inFile(_ file: Int) -> Node {
    var node = self
    node.range = range.inFile(file)
    switch content {
    case .scalar, .unresolved: break
    case .sequence(let nodes): node.content = .sequence(nodes.map { $0.inFile(file) })
    case .mapping(let entries):
      node.content = .mapping(
        entries.map { entry in
          Entry(
            key: entry.key, keyRange: entry.keyRange.inFile(file), value: entry.value.inFile(file))
        })
    }
    return node
  }
}

extension SourceRange {
  package func inFile(_ file: Int) -> SourceRange {
    var range = self
    range.start.file = file
    range.end.file = file
    return range
  }
}

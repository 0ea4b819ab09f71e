internal import YAMLDocument

/// A file that was read.
package struct SourceFile: Sendable {
  /// Relative to the checkout.
  package var name: String
  package var text: String

  package init(name: String, text: String) { (self.name, self.text) = (name, text) }
}

/// Why nothing of a file could be read.
package struct UnreadableSource: Error, Hashable {
  package var file: String
  /// 1-based.
  package var line: Int
  package var message: String
}

extension SourceFile {
  /// The file as YAML; JSON is read as such, too.
  func document(_ config: inout ImportedConfig) throws(UnreadableSource) -> Node {
    // White space of JSON that YAML does not allow everywhere.
    let isJSON = text.first { !$0.isWhitespace } == "{"
    let text = isJSON ? text.replacing("\t", with: " ") : text
    let document = ParsedDocument(parsing: Array(text.utf8))
    guard let root = document.root else {
      let error = document.errors.first
      throw UnreadableSource(
        file: name, line: error?.range.start.line ?? 1, message: error?.message ?? "it is empty")
    }
    for error in document.errors {
      config.leave("YAML", at: error.range.start.line, because: error.message)
    }
    return root
  }
}

extension Node {
  var entries: [Entry] {
    if case .mapping(let entries) = content { entries } else { [] }
  }

  /// The elements of a list; one that stands alone counts as a list of itself.
  var elements: [Node] {
    switch content {
    case .sequence(let nodes): nodes
    case .scalar(let scalar): scalar.isNull ? [] : [self]
    case .mapping, .unresolved: [self]
    }
  }

  /// The text of a scalar; `nil` for nothing and for everything else.
  var text: String? {
    if case .scalar(let scalar) = content, !scalar.isNull { scalar.text } else { nil }
  }

  var line: Int { range.start.line }

  subscript(key: String) -> Node? { entries.first { $0.key == key }?.value }
}

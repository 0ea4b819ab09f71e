internal import YAMLDocument

/// A file with its content.
package struct SourceFile: Hashable, Sendable {
  /// The path relative to the checkout.
  package var name: String
  package var text: String

  package init(name: String, text: String) { (self.name, self.text) = (name, text) }
}

/// Why a file could not be read at all.
package struct UnreadableSource: Error, Hashable {
  package var file: String
  /// 1-based.
  package var line: Int
  package var message: String
}

extension SourceFile {
  /// The file parsed as YAML, which includes JSON.
  func document(_ config: inout ImportedConfig) throws(UnreadableSource) -> Node {
    // JSON allows tabs in places where YAML does not.
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

  /// The elements of a list; a single value counts as a list of one.
  var elements: [Node] {
    switch content {
    case .sequence(let nodes): nodes
    case .scalar(let scalar): scalar.isNull ? [] : [self]
    case .mapping, .unresolved: [self]
    }
  }

  /// The text of a scalar; `nil` for a null value and for other nodes.
  var text: String? {
    if case .scalar(let scalar) = content, !scalar.isNull { scalar.text } else { nil }
  }

  var line: Int { range.start.line }

  subscript(key: String) -> Node? { entries.first { $0.key == key }?.value }
}

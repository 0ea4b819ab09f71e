/// A collection that has started but not ended.
struct Frame {
  enum Kind {
    case sequence
    case mapping
  }

  let kind: Kind
  let start: Position
  let anchor: String?
  private var items: [Node] = []
  private var entries: [Entry] = []
  private var pendingKey: PendingKey?
  /// The position of each own key, once there are too many entries to search linearly.
  private var places: [String: Position] = [:]
  private var merge: Merge?
  private var hasRefusedKey = false
  private var size = 1
  private var height = 1

  init(kind: Kind, start: Position, anchor: String?) {
    self.kind = kind
    self.start = start
    self.anchor = anchor
  }

  private enum PendingKey {
    case text(Scalar, SourceRange)
    /// A key that was refused; its value is discarded.
    case refused
  }

  private static let fewEntries = 16
  /// The usual number of elements of a collection; reserving it avoids growing in steps.
  private static let usualCount = 4

  private struct Merge {
    /// The position of the `<<`.
    var place: Position
    /// The number of entries before the `<<`.
    var index: Int
    var source: Node
    /// The range of the value of `<<`.
    var range: SourceRange
  }

  /// - Parameter aliasRange: The range of the alias, if the part came through one.
  mutating func add(
    _ part: Composer.Part, aliasRange: SourceRange?, reporting errors: inout [ParseError]
  ) {
    size += part.size
    height = max(height, part.height + 1)
    guard kind == .mapping else {
      if items.isEmpty { items.reserveCapacity(Frame.usualCount) }
      items.append(part.node)
      return
    }
    guard let key = pendingKey else {
      pendingKey = makeKey(part.node, aliasRange ?? part.node.range, reporting: &errors)
      return
    }
    pendingKey = nil
    guard case .text(let scalar, let range) = key else {
      hasRefusedKey = true
      return
    }
    if let first = place(of: scalar.text) {
      errors.append(ParseError(.duplicateKey(scalar.text, first: first), at: range))
      return
    }
    if scalar.text == "<<", scalar.style == .plain {
      merge = Merge(
        place: range.start, index: entries.count, source: part.node,
        range: aliasRange ?? part.node.range)
    } else {
      if entries.isEmpty { entries.reserveCapacity(Frame.usualCount) }
      entries.append(Entry(key: scalar.text, keyRange: range, value: part.node))
      notePlace()
    }
  }

  /// The position of an own key.
  private func place(of key: String) -> Position? {
    if let merge, key == "<<" { return merge.place }
    if !places.isEmpty { return places[key] }
    for index in entries.indices where entries[index].key == key {
      return entries[index].keyRange.start
    }
    return nil
  }

  /// Records the position of the last entry's key.
  private mutating func notePlace() {
    guard entries.count > Frame.fewEntries else { return }
    for entry in places.isEmpty ? entries[...] : entries.suffix(1) {
      places[entry.key] = entry.keyRange.start
    }
  }

  private func makeKey(
    _ node: Node, _ range: SourceRange, reporting errors: inout [ParseError]
  ) -> PendingKey {
    switch node.content {
    case .scalar(let scalar):
      return .text(scalar, range)
    case .unresolved:
      return .refused
    case .sequence, .mapping:
      errors.append(ParseError(.complexKey, at: range))
      return .refused
    }
  }

  mutating func finish(at end: Position, reporting errors: inout [ParseError]) -> Composer.Part {
    let range = SourceRange(start, end)
    guard kind == .mapping else {
      return Composer.Part(node: Node(.sequence(items), range: range), size: size, height: height)
    }
    if let merge {
      entries.insert(contentsOf: merged(merge, reporting: &errors), at: merge.index)
    }
    // All keys were refused: `{{ name }}` was not meant as a mapping.
    let content = hasRefusedKey && entries.isEmpty ? Node.Content.unresolved : .mapping(entries)
    return Composer.Part(node: Node(content, range: range), size: size, height: height)
  }

  /// The entries that `<<` adds: own keys take precedence, then the sources in order
  /// (https://yaml.org/type/merge.html).
  private func merged(
    _ merge: Merge, reporting errors: inout [ParseError]
  ) -> [Entry] {
    var sources = [merge.source]
    if case .sequence(let list) = merge.source.content { sources = list }
    var result: [Entry] = []
    var taken: Set<String> = []
    for source in sources {
      switch source.content {
      case .mapping(let entries):
        for entry in entries where place(of: entry.key) == nil {
          if taken.insert(entry.key).inserted { result.append(entry) }
        }
      case .unresolved:
        break
      case .scalar, .sequence:
        errors.append(ParseError(.badMerge, at: merge.range))
        return result
      }
    }
    return result
  }
}

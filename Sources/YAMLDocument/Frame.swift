/// A collection that has begun and not ended.
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
  /// Where each own key is written, once there are too many entries to look through.
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
    /// A key that was refused; its value is dropped.
    case refused
  }

  private static let fewEntries = 16
  /// Nearly all collections have about as many elements, and each would be grown into by steps.
  private static let usualCount = 4

  private struct Merge {
    /// Where the `<<` is written.
    var place: Position
    /// How many entries stand before the `<<`.
    var index: Int
    var source: Node
    /// Where the value of `<<` is written.
    var range: SourceRange
  }

  /// - Parameter aliasRange: Where the alias is when the part came through one.
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

  /// Where an own key is written.
  private func place(of key: String) -> Position? {
    if let merge, key == "<<" { return merge.place }
    if !places.isEmpty { return places[key] }
    for index in entries.indices where entries[index].key == key {
      return entries[index].keyRange.start
    }
    return nil
  }

  /// Notes where the key of the last entry is written.
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
    // Nothing but refused keys: `{{ name }}` was not meant as a mapping.
    let content = hasRefusedKey && entries.isEmpty ? Node.Content.unresolved : .mapping(entries)
    return Composer.Part(node: Node(content, range: range), size: size, height: height)
  }

  /// The entries that `<<` brings: own keys win, then the sources in their order
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

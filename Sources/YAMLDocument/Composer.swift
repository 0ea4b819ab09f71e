/// Builds the node tree from events, on an explicit stack, so that no input can overflow the
/// program's stack.
struct Composer {
  private(set) var root: Node?
  private(set) var errors: [ParseError] = []

  private let limits: Limits
  private var stack: [Frame] = []
  private var anchors: [String: Anchor] = [:]
  private var aliasCount = 0
  private var nodeCount = 0
  private var documentCount = 0

  init(limits: Limits) {
    self.limits = limits
  }

  private enum Anchor {
    /// The collection has not ended yet.
    case open
    case complete(Part)
  }

  /// A finished node and its cost.
  struct Part {
    var node: Node
    /// The number of nodes in it, itself included, with aliases expanded.
    var size = 1
    /// The nesting depth of collections; 0 for a scalar.
    var height = 0
  }

  /// Processes the next event; returns whether there is more to read.
  /// - Throws: An error after which parsing cannot continue.
  mutating func take(_ item: (event: Event, range: SourceRange)) throws(ParseError) -> Bool {
    switch item.event {
    case .documentStart:
      documentCount += 1
      if documentCount > 1 {
        let end = Position(line: item.range.start.line, column: item.range.start.column + 3)
        errors.append(ParseError(.severalDocuments, at: SourceRange(item.range.start, end)))
        return false
      }
    case .alias(let name):
      try takeAlias(name, item.range)
    case .scalar(let scalar, let properties):
      try count(1, item.range)
      reportTag(properties, item.range)
      let part = Part(node: Node(.scalar(scalar), range: item.range))
      if let anchor = properties.anchor { anchors[anchor] = .complete(part) }
      add(part)
    case .sequenceStart(let properties):
      try open(.sequence, properties, item.range)
    case .mappingStart(let properties):
      try open(.mapping, properties, item.range)
    case .collectionEnd:
      close(at: item.range.end)
    case .streamEnd:
      return false
    case .other:
      break
    }
    return true
  }

  private mutating func open(
    _ kind: Frame.Kind, _ properties: Event.Properties, _ range: SourceRange
  ) throws(ParseError) {
    try count(1, range)
    guard stack.count < limits.depth else {
      throw ParseError(.tooDeep(limit: limits.depth), at: range)
    }
    reportTag(properties, range)
    if let anchor = properties.anchor { anchors[anchor] = .open }
    stack.append(Frame(kind: kind, start: range.start, anchor: properties.anchor))
  }

  private mutating func close(at end: Position) {
    guard var frame = stack.popLast() else { return }
    let part = frame.finish(at: end, reporting: &errors)
    if let anchor = frame.anchor { anchors[anchor] = .complete(part) }
    add(part)
  }

  private mutating func takeAlias(_ name: String, _ range: SourceRange) throws(ParseError) {
    aliasCount += 1
    guard aliasCount <= limits.aliases else {
      throw ParseError(.tooManyAliases(limit: limits.aliases), at: range)
    }
    switch anchors[name] {
    case .complete(let part):
      try count(part.size, range)
      guard stack.count + part.height <= limits.depth else {
        throw ParseError(.tooDeep(limit: limits.depth), at: range)
      }
      add(part, aliasRange: range)
    case .open:
      errors.append(ParseError(.recursiveAlias(name), at: range))
      add(Part(node: Node(.unresolved, range: range)))
    case nil:
      errors.append(ParseError(.undefinedAlias(name), at: range))
      add(Part(node: Node(.unresolved, range: range)))
    }
  }

  private mutating func add(_ part: Part, aliasRange: SourceRange? = nil) {
    guard let last = stack.indices.last else {
      root = part.node
      return
    }
    stack[last].add(part, aliasRange: aliasRange, reporting: &errors)
  }

  private mutating func count(_ nodes: Int, _ range: SourceRange) throws(ParseError) {
    nodeCount += nodes
    guard nodeCount <= limits.nodes else {
      throw ParseError(.tooManyNodes(limit: limits.nodes), at: range)
    }
  }

  /// Reports every explicit tag as an error, `!!str` included: tags would promise types that no key
  /// requires.
  private mutating func reportTag(_ properties: Event.Properties, _ range: SourceRange) {
    guard let tag = properties.tag else { return }
    let core = "tag:yaml.org,2002:"
    let written = tag.hasPrefix(core) ? "!!" + tag.dropFirst(core.count) : tag
    errors.append(ParseError(.tag(written), at: range))
  }
}

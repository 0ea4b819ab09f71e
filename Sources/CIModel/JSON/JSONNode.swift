/// A value that is being encoded as JSON. The texts of its children lie in one buffer, one after
/// the other; when the value is complete, its own text replaces them. So the only nodes in memory
/// are those on the path from the document to one value.
///
/// A record contains thousands of tests, and a run ends only after it is written; Foundation's
/// encoder allocates an object for every single value.
final class JSONNode: Encoder {
  // One document is encoded at a time, on one thread; checking each access would take a tenth of
  // the time.
  final class Buffer {
    /// Literals, and the texts of complete objects and arrays.
    @exclusivity(unchecked) fileprivate var bytes: [UInt8] = []
    /// The buffer in which the next text is composed.
    @exclusivity(unchecked) private var text: [UInt8] = []
    /// Unused nodes, for reuse.
    @exclusivity(unchecked) fileprivate var spare: [JSONNode] = []
    /// By level, the layout of the last object written there; objects of a list mostly have the
    /// same keys.
    @exclusivity(unchecked) private var shapes: [Shape] = []

    fileprivate func shape(_ keys: [String], level: Int) -> Shape {
      while shapes.count <= level { shapes.append(Shape(keys: [], level: 0)) }
      if shapes[level].keys != keys { shapes[level] = Shape(keys: keys, level: level) }
      return shapes[level]
    }

    fileprivate func node(level: Int) -> JSONNode {
      guard let node = spare.popLast() else { return JSONNode(self, level: level) }
      node.level = level
      return node
    }

    /// Returns a node for reuse, unless a reference to it still exists to continue the encoding.
    fileprivate func giveBack(_ node: consuming JSONNode) {
      guard isKnownUniquelyReferenced(&node) else { return }
      node.clear()
      spare.append(node)
    }

    /// Writes the text of a complete node where the texts of its children begin.
    fileprivate func complete(_ node: JSONNode, from start: Int) -> Range<Int> {
      text.removeAll(keepingCapacity: true)
      node.write(into: &text)
      bytes.removeLast(bytes.count - start)
      bytes.append(contentsOf: text)
      return start..<bytes.count
    }
  }

  /// The order in which the members of an object are written, each with its indented key.
  fileprivate struct Shape {
    let keys: [String]
    let members: [(child: Int, name: [UInt8])]

    /// - Parameter level: The level of the object.
    init(keys: [String], level: Int) {
      self.keys = keys
      let sorted = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
      var members: [(child: Int, name: [UInt8])] = []
      for (position, child) in sorted.enumerated() {
        // The last of several equal keys counts.
        if position + 1 < sorted.count, keys[sorted[position + 1]] == keys[child] { continue }
        var name: [UInt8] = []
        JSONNode.newLine(into: &name, level: level + 1)
        JSONNode.quote(keys[child], into: &name)
        members.append((child, name + Array(" : ".utf8)))
      }
      self.members = members
    }
  }

  private enum Kind {
    /// Nothing has been encoded yet.
    case none
    case literal(Range<Int>)
    case object
    case array
  }

  enum Child {
    case literal(Range<Int>)
    case node(JSONNode)
  }

  @exclusivity(unchecked) private var kind = Kind.none
  private let buffer: Buffer
  /// The depth of the value; the document is at 0.
  private(set) var level: Int
  /// The keys of an object, one for each child; the last of several equal keys counts.
  @exclusivity(unchecked) private var keys: [String] = []
  @exclusivity(unchecked) private var children: [Child] = []

  private init(_ buffer: Buffer, level: Int) {
    self.buffer = buffer
    self.level = level
  }

  /// The text of a document, indented by two spaces a level, with the keys of objects sorted.
  static func text(of value: some Encodable) throws -> [UInt8] {
    let buffer = Buffer()
    // Breaks the reference cycle between the nodes and the buffer.
    defer { buffer.spare = [] }
    let node = JSONNode(buffer, level: 0)
    try value.encode(to: node)
    var text: [UInt8] = []
    text.reserveCapacity(buffer.bytes.count + buffer.bytes.count / 8 + 4_096)
    node.write(into: &text)
    return text
  }

  private func clear() {
    kind = .none
    keys.removeAll(keepingCapacity: true)
    children.removeAll(keepingCapacity: true)
  }

  // These are not used: no encoding fails here, and no type of devtool reads them.
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    kind = .object
    // Most objects have about this many members; reserving avoids growing in steps.
    keys.reserveCapacity(12)
    children.reserveCapacity(12)
    return KeyedEncodingContainer(KeyedJSONContainer<Key>(node: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    kind = .array
    return UnkeyedJSONContainer(node: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleJSONContainer(node: self)
  }

  // MARK: Taking values

  var count: Int { children.count }

  func add(_ child: Child) { children.append(child) }

  func add(_ child: Child, _ key: String) {
    keys.append(key)
    children.append(child)
  }

  /// Replaces the value by another one, such as that of a wrapper.
  func become(_ child: Child) {
    if case .literal(let range) = child { kind = .literal(range) }
  }

  /// A child that is filled later.
  func makeNode() -> JSONNode { JSONNode(buffer, level: level + 1) }

  /// - Parameter level: The level at which its text will be written.
  func child(_ value: some Encodable, level: Int) throws -> Child {
    let node = buffer.node(level: level)
    let start = buffer.bytes.count
    try value.encode(to: node)
    let range: Range<Int>
    if case .literal(let literal) = node.kind {
      range = literal
    } else {
      range = buffer.complete(node, from: start)
    }
    buffer.giveBack(node)
    return .literal(range)
  }

  func literal(_ text: String) -> Child {
    let start = buffer.bytes.count
    buffer.bytes.append(contentsOf: text.utf8)
    return .literal(start..<buffer.bytes.count)
  }

  /// Writes a number; a duration that is infinite or not a number must not make the document fail.
  func literal<Number: BinaryFloatingPoint & CustomStringConvertible>(
    _ number: Number
  ) -> Child {
    guard number.isFinite else {
      return quoted(number.isNaN ? "nan" : number < 0 ? "-inf" : "inf")
    }
    let text = number.description
    return literal(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  func quoted(_ text: String) -> Child {
    let start = buffer.bytes.count
    JSONNode.quote(text, into: &buffer.bytes)
    return .literal(start..<buffer.bytes.count)
  }

  private static func quote(_ text: String, into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { source in
      var plain = source.startIndex
      for (index, byte) in source.enumerated() {
        if byte >= 0xC2 || byte == 0x7F {
          let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(source)[index...])
          guard let unit = VisibleText.dangerousUnit(rest) else { continue }
          bytes.append(contentsOf: source[plain..<index])
          plain = index + UTF8.width(unit)
          bytes.append(contentsOf: escape(of: unit).utf8)
          continue
        }
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
          continue
        }
        bytes.append(contentsOf: source[plain..<index])
        plain = index + 1
        bytes.append(contentsOf: escapes[Int(byte)])
      }
      bytes.append(contentsOf: source[plain...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Escapes characters that control a terminal or change the reading direction, so that the
  /// document can be printed there; its meaning stays the same.
  private static func escape(of unit: Unicode.Scalar) -> String {
    let digits = String(unit.value, radix: 16)
    return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The escape of each byte.
  private static let escapes = (0...UInt8.max).map { Array(escape(of: $0).utf8) }

  private static func escape(of byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\""): "\\\""
    case UInt8(ascii: "\\"): "\\\\"
    case 0x08: "\\b"
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0C: "\\f"
    case 0x0D: "\\r"
    default: "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }
  }

  // MARK: Writing

  private func write(into text: inout [UInt8]) {
    switch kind {
    case .literal(let range): text.append(contentsOf: buffer.bytes[range])
    case .array:
      text.append(UInt8(ascii: "["))
      for (index, child) in children.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        JSONNode.newLine(into: &text, level: level + 1)
        write(child, into: &text)
      }
      close("]", into: &text)
    case .none, .object:
      text.append(UInt8(ascii: "{"))
      for (index, member) in buffer.shape(keys, level: level).members.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        text.append(contentsOf: member.name)
        write(children[member.child], into: &text)
      }
      close("}", into: &text)
    }
  }

  private func write(_ child: Child, into text: inout [UInt8]) {
    switch child {
    case .literal(let range): text.append(contentsOf: buffer.bytes[range])
    case .node(let node): node.write(into: &text)
    }
  }

  private func close(_ bracket: Unicode.Scalar, into text: inout [UInt8]) {
    // Empty containers are formatted as Foundation does.
    if children.isEmpty { text.append(UInt8(ascii: "\n")) }
    JSONNode.newLine(into: &text, level: level)
    text.append(UInt8(ascii: bracket))
  }

  private static func newLine(into text: inout [UInt8], level: Int) {
    text.append(UInt8(ascii: "\n"))
    text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
  }
}

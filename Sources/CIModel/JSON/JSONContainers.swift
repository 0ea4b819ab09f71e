// The encoding containers that pass values from Swift's `Codable` to a `JSONNode`.

struct KeyedJSONContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: JSONNode
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { node.add(node.literal("null"), key.stringValue) }
  func encode(_ value: Bool, forKey key: Key) {
    node.add(node.literal(value ? "true" : "false"), key.stringValue)
  }
  func encode(_ value: String, forKey key: Key) { node.add(node.quoted(value), key.stringValue) }
  func encode(_ value: Double, forKey key: Key) { node.add(node.literal(value), key.stringValue) }
  func encode(_ value: Float, forKey key: Key) { node.add(node.literal(value), key.stringValue) }
  func encode(_ value: Int, forKey key: Key) { number(value, key) }
  func encode(_ value: Int8, forKey key: Key) { number(value, key) }
  func encode(_ value: Int16, forKey key: Key) { number(value, key) }
  func encode(_ value: Int32, forKey key: Key) { number(value, key) }
  func encode(_ value: Int64, forKey key: Key) { number(value, key) }
  func encode(_ value: UInt, forKey key: Key) { number(value, key) }
  func encode(_ value: UInt8, forKey key: Key) { number(value, key) }
  func encode(_ value: UInt16, forKey key: Key) { number(value, key) }
  func encode(_ value: UInt32, forKey key: Key) { number(value, key) }
  func encode(_ value: UInt64, forKey key: Key) { number(value, key) }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    node.add(try node.child(value, level: node.level + 1), key.stringValue)
  }

  private func number(_ value: some BinaryInteger, _ key: Key) {
    node.add(node.literal(value.description), key.stringValue)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> { later(key.stringValue).container(keyedBy: keyType) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    later(key.stringValue).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { later("super") }
  func superEncoder(forKey key: Key) -> any Encoder { later(key.stringValue) }

  private func later(_ key: String) -> JSONNode {
    let child = node.makeNode()
    node.add(.node(child), key)
    return child
  }
}

/// A container of values without keys.
protocol JSONValueContainer {
  var node: JSONNode { get }
  /// The level of the values in the container.
  var level: Int { get }
  func take(_ child: JSONNode.Child)
}

extension JSONValueContainer {
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { take(node.literal("null")) }
  func encode(_ value: Bool) { take(node.literal(value ? "true" : "false")) }
  func encode(_ value: String) { take(node.quoted(value)) }
  func encode(_ value: Double) { take(node.literal(value)) }
  func encode(_ value: Float) { take(node.literal(value)) }
  func encode(_ value: Int) { number(value) }
  func encode(_ value: Int8) { number(value) }
  func encode(_ value: Int16) { number(value) }
  func encode(_ value: Int32) { number(value) }
  func encode(_ value: Int64) { number(value) }
  func encode(_ value: UInt) { number(value) }
  func encode(_ value: UInt8) { number(value) }
  func encode(_ value: UInt16) { number(value) }
  func encode(_ value: UInt32) { number(value) }
  func encode(_ value: UInt64) { number(value) }
  func encode(_ value: some Encodable) throws { take(try node.child(value, level: level)) }

  private func number(_ value: some BinaryInteger) { take(node.literal(value.description)) }
}

struct UnkeyedJSONContainer: JSONValueContainer, UnkeyedEncodingContainer {
  let node: JSONNode
  var level: Int { node.level + 1 }
  var count: Int { node.count }

  func take(_ child: JSONNode.Child) { node.add(child) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> { later().container(keyedBy: keyType) }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { later().unkeyedContainer() }
  func superEncoder() -> any Encoder { later() }

  private func later() -> JSONNode {
    let child = node.makeNode()
    node.add(.node(child))
    return child
  }
}

struct SingleJSONContainer: JSONValueContainer, SingleValueEncodingContainer {
  let node: JSONNode
  var level: Int { node.level }

  func take(_ child: JSONNode.Child) { node.become(child) }
}

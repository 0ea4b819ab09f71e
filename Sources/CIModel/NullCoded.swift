/// An optional that is encoded as `null` instead of being left out.
///
/// The machine-readable contracts promise that their keys are always present; Swift's synthesized
/// `Codable` leaves out a key whose value is `nil`. Decoding accepts both.
@propertyWrapper
package struct NullCoded<Value> {
  package var wrappedValue: Value?

  package init(wrappedValue: Value?) {
    self.wrappedValue = wrappedValue
  }
}

extension NullCoded: Sendable where Value: Sendable {}
extension NullCoded: Equatable where Value: Equatable {}
extension NullCoded: Hashable where Value: Hashable {}

extension NullCoded: Encodable where Value: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue {
      try container.encode(wrappedValue)
    } else {
      try container.encodeNil()
    }
  }
}

extension NullCoded: Decodable where Value: Decodable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
  }
}

extension KeyedEncodingContainer {
  // Synthesized encoding selects these overloads. They encode the value itself; the generic
  // overload creates an encoder for each value, and a record has thousands.

  package mutating func encode(_ value: NullCoded<String>, forKey key: Key) throws {
    try value.wrappedValue.map { try encode($0, forKey: key) } ?? encodeNil(forKey: key)
  }

  package mutating func encode(_ value: NullCoded<Int>, forKey key: Key) throws {
    try value.wrappedValue.map { try encode($0, forKey: key) } ?? encodeNil(forKey: key)
  }

  package mutating func encode(_ value: NullCoded<Double>, forKey key: Key) throws {
    try value.wrappedValue.map { try encode($0, forKey: key) } ?? encodeNil(forKey: key)
  }

  package mutating func encode<Value: RawRepresentable<String> & Encodable>(
    _ value: Value, forKey key: Key
  ) throws {
    try encode(value.rawValue, forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// Makes synthesized decoding treat a missing key as `nil`.
  package func decode<Value: Decodable>(
    _ type: NullCoded<Value>.Type, forKey key: Key
  ) throws -> NullCoded<Value> {
    try decodeIfPresent(type, forKey: key) ?? NullCoded(wrappedValue: nil)
  }
}

/// The shape of a JSON value: the part of JSON Schema (draft 2020-12) that devtool's documents
/// need.
package indirect enum JSONShape: Hashable, Sendable {
  case text
  /// Text in which a regular expression of JSON Schema's dialect (ECMA-262) matches anywhere.
  case matching(String)
  /// An integer.
  case whole(ClosedRange<Int>)
  case number
  case boolean
  /// One of these values.
  case words([JSONValue])
  case list(JSONShape, atLeast: Int)
  /// An object with known keys; keys that match `extensions` are not checked.
  case object([JSONMember], extensions: String?)
  /// An object whose keys are chosen by the writer and match `keys` if it is given.
  case map(JSONShape, keys: String?, atLeast: Int)
  case any([JSONShape])
  case null
  /// A shape that the document defines once under a name.
  case defined(String)

  package static let wholeNumber = JSONShape.whole(0...Int.max)
  /// A 1-based number, such as a line or a column.
  package static let ordinal = JSONShape.whole(1...Int.max)

  package static func object(_ members: [JSONMember]) -> JSONShape {
    .object(members, extensions: nil)
  }

  package static func list(_ element: JSONShape) -> JSONShape { .list(element, atLeast: 0) }

  package static func words(_ words: [String]) -> JSONShape { .words(words.map { .text($0) }) }

  package static func constant(_ text: String) -> JSONShape { .words([.text(text)]) }

  /// The shape, or `null`.
  package var orNull: JSONShape { .any([self, .null]) }
}

/// A key of an object.
package struct JSONMember: Hashable, Sendable {
  package var name: String
  package var shape: JSONShape
  /// A description of the key: a sentence, or a fragment without a full stop.
  package var summary: String
  package var isRequired: Bool

  /// Creates a key that is always present unless `isRequired` is false.
  package init(_ name: String, _ shape: JSONShape, _ summary: String, isRequired: Bool = true) {
    self.name = name
    self.shape = shape
    self.summary = summary
    self.isRequired = isRequired
  }

  /// Creates a key that is left out when it has no value.
  package static func optional(
    _ name: String, _ shape: JSONShape, _ summary: String
  ) -> JSONMember {
    JSONMember(name, shape, summary, isRequired: false)
  }
}

extension JSONShape {
  /// The shape as JSON Schema.
  ///
  /// - Parameter isClosed: Whether objects reject unknown keys. Documents that devtool writes are
  ///   open, because later versions add keys; files that it reads are closed.
  package func schema(isClosed: Bool) -> JSONValue {
    switch self {
    case .text: ["type": "string"]
    case .matching(let pattern): ["type": "string", "pattern": .text(pattern)]
    case .whole(let range): Self.integer(range)
    case .number: ["type": "number"]
    case .boolean: ["type": "boolean"]
    case .null: ["type": "null"]
    case .words(let values):
      values.count == 1 ? ["const": values[0]] : ["enum": .list(values)]
    case .list(let element, let minimum):
      Self.adding(
        minimum > 0 ? ["minItems": .number(Double(minimum))] : [:],
        to: ["type": "array", "items": element.schema(isClosed: isClosed)])
    case .object(let members, let extensions):
      Self.object(members, extensions, isClosed: isClosed)
    case .map(let value, let keys, let minimum):
      Self.adding(
        (keys.map { ["propertyNames": ["pattern": .text($0)]] } ?? [:])
          .merging(minimum > 0 ? ["minProperties": .number(Double(minimum))] : [:]) { $1 },
        to: ["type": "object", "additionalProperties": value.schema(isClosed: isClosed)])
    case .any(let shapes): ["anyOf": .list(shapes.map { $0.schema(isClosed: isClosed) })]
    case .defined(let name): ["$ref": .text("#/$defs/\(name)")]
    }
  }

  private static func integer(_ range: ClosedRange<Int>) -> JSONValue {
    var members: [String: JSONValue] = ["type": "integer"]
    if range.lowerBound > .min { members["minimum"] = .number(Double(range.lowerBound)) }
    // Beyond 2^53 a JSON number is not exact, and such a bound means no limit.
    if range.upperBound < 1 << 53 { members["maximum"] = .number(Double(range.upperBound)) }
    return .object(members)
  }

  private static func object(
    _ members: [JSONMember], _ extensions: String?, isClosed: Bool
  ) -> JSONValue {
    var properties: [String: JSONValue] = [:]
    for member in members {
      properties[member.name] = adding(
        member.summary.isEmpty ? [:] : ["description": .text(member.summary)],
        to: member.shape.schema(isClosed: isClosed))
    }
    var schema: [String: JSONValue] = ["type": "object", "properties": .object(properties)]
    let required = members.filter(\.isRequired).map(\.name).sorted()
    if !required.isEmpty { schema["required"] = .list(required.map { .text($0) }) }
    if let extensions { schema["patternProperties"] = [extensions: [:]] }
    if isClosed { schema["additionalProperties"] = .boolean(false) }
    return .object(schema)
  }

  private static func adding(_ more: [String: JSONValue], to schema: JSONValue) -> JSONValue {
    guard case .object(let members) = schema else { return schema }
    return .object(members.merging(more) { $1 })
  }
}

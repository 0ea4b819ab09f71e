#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes JSON in the format of all devtool documents: sorted keys, indented, a final newline.
package enum JSONText {
  package static func encode(_ value: some Encodable) -> String {
    String(decoding: bytes(value), as: UTF8.self)
  }

  /// The JSON text in UTF-8.
  package static func bytes(_ value: some Encodable) -> [UInt8] {
    do {
      var text = try JSONNode.text(of: value)
      text.append(UInt8(ascii: "\n"))
      return text
    } catch {
      return Array("{\n  \"error\" : \"this document cannot be encoded\"\n}\n".utf8)
    }
  }

  /// Reads a record that `encode` wrote.
  package static func record(from bytes: [UInt8]) throws -> RunRecord {
    let plain = PlainTests(of: bytes)
    var record = try decode(RunRecord.self, from: plain.rest)
    record.tests = plain.joined(with: record.tests)
    return record
  }

  /// Reads a document that `encode` wrote.
  package static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws
    -> Value
  {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(type, from: Data(bytes))
  }
}

/// A document with the keys of a model type and `schema`; `devtool schema` prints its shape.
package struct SchemaDocument<Content: Encodable>: Encodable {
  private let schema: String
  private let content: Content

  package init(schema: String, content: Content) {
    self.schema = schema
    self.content = content
  }

  private enum CodingKeys: String, CodingKey {
    case schema
  }

  package func encode(to encoder: any Encoder) throws {
    try content.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(schema, forKey: .schema)
  }
}

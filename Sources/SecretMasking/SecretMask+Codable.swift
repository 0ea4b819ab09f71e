import CIModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SecretMask {
  /// Returns a copy of a value whose texts contain no secrets; words of closed lists stay
  /// unchanged.
  package func masked<Value: Codable>(_ value: Value) -> Value {
    let encoder = JSONEncoder()
    // A secret must appear unescaped.
    encoder.outputFormatting = .withoutEscapingSlashes
    // After a backslash there may be a character that a secret contains, or an escape sequence.
    guard let data = try? encoder.encode(value),
      data.contains(UInt8(ascii: "\\")) || finds(in: Array(data)),
      let tree = try? JSONDecoder().decode(JSONValue.self, from: data),
      let encoded = try? encoder.encode(masked(tree)),
      let masked = try? JSONDecoder().decode(Value.self, from: encoded)
    else { return value }
    return masked
  }

  /// Keys whose values are words of devtool.
  private static let vocabulary: Set<String> = [
    "action", "category", "framework", "kind", "outcome", "schema", "severity", "status", "verdict",
  ]

  /// Keys of objects whose own keys are untrusted.
  private static let named: Set<String> = ["outputs"]

  /// - Parameter isNamed: Whether the keys are untrusted, so that their values are not words of
  ///   devtool.
  private func masked(_ tree: JSONValue, isNamed: Bool = false) -> JSONValue {
    switch tree {
    case .text(let text): .text(masked(text))
    case .list(let items): .list(items.map { masked($0) })
    case .object(let members):
      .object(
        Dictionary(
          members.map { key, value in
            if isNamed { return (masked(key), masked(value)) }
            return (
              key,
              Self.vocabulary.contains(key)
                ? value : masked(value, isNamed: Self.named.contains(key))
            )
          }, uniquingKeysWith: { first, _ in first }))
    case .null, .boolean, .number: tree
    }
  }
}

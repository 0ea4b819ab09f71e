import CIModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SecretMask {
  /// A value whose texts hold no secret any more; words of closed lists stay as they are.
  package func masked<Value: Codable>(_ value: Value) -> Value {
    let encoder = JSONEncoder()
    // So that a secret stands there as it is.
    encoder.outputFormatting = .withoutEscapingSlashes
    guard let data = try? encoder.encode(value), finds(in: Array(data)),
      let tree = try? JSONDecoder().decode(JSONValue.self, from: data),
      let encoded = try? encoder.encode(masked(tree)),
      let masked = try? JSONDecoder().decode(Value.self, from: encoded)
    else { return value }
    return masked
  }

  /// Keys whose texts are words of ours.
  private static let vocabulary: Set<String> = [
    "action", "category", "framework", "kind", "outcome", "schema", "severity", "status", "verdict",
  ]

  private func masked(_ tree: JSONValue) -> JSONValue {
    switch tree {
    case .text(let text): .text(masked(text))
    case .list(let items): .list(items.map { masked($0) })
    case .object(let members):
      .object(
        Dictionary(
          members.map { key, value in
            (key, Self.vocabulary.contains(key) ? value : masked(value))
          }, uniquingKeysWith: { first, _ in first }))
    case .null, .boolean, .number: tree
    }
  }
}

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
    // Behind a backslash stands what may be inside of a secret: an escape sequence, or what it holds.
    guard let data = try? encoder.encode(value),
      data.contains(UInt8(ascii: "\\")) || finds(in: Array(data)),
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

  /// Keys of objects whose own keys are chosen by others.
  private static let named: Set<String> = ["outputs"]

  /// - Parameter isNamed: The keys were chosen by others, and none is a word of ours.
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

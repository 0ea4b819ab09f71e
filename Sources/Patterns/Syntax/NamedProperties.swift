/// Properties that the standard library provides only through its own regular expressions, such as
/// scripts. They are queried for one scalar at a time, which takes constant time.
final class NamedProperties {
  // A class, because a `Regex` is expensive to create and not `Sendable`: each matcher has its own.
  private var expressions: [String: Regex<AnyRegexOutput>] = [:]

  static func isKnown(_ name: String) -> Bool { expression(name) != nil }

  func contains(_ scalar: Unicode.Scalar, in name: String) -> Bool {
    let expression: Regex<AnyRegexOutput>
    if let known = expressions[name] {
      expression = known
    } else if let made = Self.expression(name) {
      expressions[name] = made
      expression = made
    } else {
      return false
    }
    return String(scalar).wholeMatch(of: expression) != nil
  }

  private static func expression(_ name: String) -> Regex<AnyRegexOutput>? {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "_-= .".unicodeScalars.contains($0)
    }
    guard !name.isEmpty, name.utf8.count <= 64, isPlain else { return nil }
    return (try? Regex("\\p{\(name)}"))?.matchingSemantics(.unicodeScalar)
  }
}

package import CIModel
import Foundation

/// Holds a document against a JSON Schema: the keywords that devtool's own schemas use, and an error
/// for every other one, so that nothing is checked less than it seems.
package struct SchemaValidation {
  private let root: JSONValue
  /// Every place of the schema that a value of the document was held against, such as
  /// `/files/[]/status`.
  package private(set) var visited: Set<String> = []

  private static let keywords: Set<String> = [
    "$defs", "$id", "$ref", "$schema", "additionalProperties", "anyOf", "const", "description",
    "enum", "items", "maximum", "minItems", "minProperties", "minimum", "pattern",
    "patternProperties", "properties", "propertyNames", "required", "title", "type",
  ]

  package init(_ schema: JSONValue) {
    root = schema
  }

  /// What is wrong, each with the place in the document; empty when the document is right.
  package mutating func problems(in document: JSONValue) -> [String] {
    check(document, root, at: "", "")
  }

  /// - Parameters:
  ///   - place: In the document.
  ///   - path: In the document, with `[]` for every index.
  private mutating func check(
    _ value: JSONValue, _ schema: JSONValue, at place: String, _ path: String
  ) -> [String] {
    guard case .object(let rules) = schema else { return ["\(place): the schema is no object"] }
    let unknown = Set(rules.keys).subtracting(Self.keywords).sorted()
    guard unknown.isEmpty else { return ["\(place): unknown keywords \(unknown)"] }
    visited.insert(path)
    if let name = rules["$ref"]?.text {
      guard let target = root["$defs"]?[String(name.dropFirst("#/$defs/".count))] else {
        return ["\(place): no definition \(name)"]
      }
      return check(value, target, at: place, path)
    }
    if let choices = rules["anyOf"]?.list {
      var failures: [[String]] = []
      for choice in choices {
        var attempt = self
        let problems = attempt.check(value, choice, at: place, path)
        if problems.isEmpty {
          self = attempt
          return []
        }
        failures.append(problems)
      }
      // The choice that came furthest says most: one of another type says least.
      func insight(_ problems: [String]) -> Int {
        guard let first = problems.first, first.hasPrefix("\(place): ") else { return 2 }
        return first.contains(" is no ") ? 0 : 1
      }
      return failures.max { insight($0) < insight($1) } ?? ["\(place): nothing is allowed here"]
    }
    if let type = rules["type"]?.text, !Self.isOf(type, value) {
      return ["\(place): \(value.description) is no \(type)"]
    }
    if let constant = rules["const"], constant != value {
      return ["\(place): \(value.description) is not \(constant.description)"]
    }
    if let values = rules["enum"]?.list, !values.contains(value) {
      return ["\(place): \(value.description) is none of \(values.map(\.description))"]
    }
    switch value {
    case .text(let text):
      if let pattern = rules["pattern"]?.text, !Self.occurs(pattern, in: text) {
        return ["\(place): '\(text)' does not match \(pattern)"]
      }
    case .number(let number):
      if case .number(let limit)? = rules["minimum"], number < limit {
        return ["\(place): \(number) is less than \(limit)"]
      }
      if case .number(let limit)? = rules["maximum"], number > limit {
        return ["\(place): \(number) is more than \(limit)"]
      }
    case .list(let elements):
      if let minimum = rules["minItems"]?.integer, elements.count < minimum {
        return ["\(place): fewer than \(minimum)"]
      }
      guard let items = rules["items"] else { return [] }
      var problems: [String] = []
      for (index, element) in elements.enumerated() {
        problems += check(element, items, at: "\(place)/\(index)", path + "/[]")
      }
      return problems
    case .object(let members): return check(members, rules, at: place, path)
    case .null, .boolean: break
    }
    return []
  }

  private mutating func check(
    _ members: [String: JSONValue], _ rules: [String: JSONValue], at place: String, _ path: String
  ) -> [String] {
    var problems: [String] = []
    for name in rules["required"]?.list ?? [] where name.text.flatMap({ members[$0] }) == nil {
      problems.append("\(place): '\(name.description)' is missing")
    }
    if let minimum = rules["minProperties"]?.integer, members.count < minimum {
      problems.append("\(place): fewer than \(minimum)")
    }
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      if let pattern = rules["propertyNames"]?["pattern"]?.text, !Self.occurs(pattern, in: name) {
        problems.append("\(place): '\(name)' does not match \(pattern)")
      }
      if let schema = rules["properties"]?[name] {
        problems += check(value, schema, at: "\(place)/\(name)", "\(path)/\(name)")
        continue
      }
      if case .object(let patterns)? = rules["patternProperties"],
        patterns.keys.contains(where: { Self.occurs($0, in: name) })
      {
        continue
      }
      switch rules["additionalProperties"] {
      case .boolean(false)?: problems.append("\(place): '\(name)' is not known")
      case .object(let schema)?:
        problems += check(value, .object(schema), at: "\(place)/\(name)", path + "/*")
      default: break
      }
    }
    return problems
  }

  private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
    switch (type, value) {
    case ("string", .text), ("number", .number), ("boolean", .boolean), ("null", .null),
      ("array", .list), ("object", .object):
      true
    case ("integer", .number(let number)): number == number.rounded()
    default: false
    }
  }

  private static func occurs(_ pattern: String, in text: String) -> Bool {
    (try? Regex(pattern)).map { text.contains($0) } ?? false
  }

  /// Every place of the schema that a document can have a value at, as in `visited`.
  package var places: Set<String> {
    var places: Set<String> = []
    collect(root, "", &places)
    return places
  }

  private func collect(_ schema: JSONValue, _ path: String, _ places: inout Set<String>) {
    places.insert(path)
    if let name = schema["$ref"]?.text,
      let target = root["$defs"]?[String(name.dropFirst("#/$defs/".count))]
    {
      collect(target, path, &places)
    }
    for choice in schema["anyOf"]?.list ?? [] { collect(choice, path, &places) }
    if let items = schema["items"] { collect(items, path + "/[]", &places) }
    if case .object(let properties)? = schema["properties"] {
      for (name, property) in properties { collect(property, "\(path)/\(name)", &places) }
    }
  }
}

import CIModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads files of keys and values.
enum PropertyTree {
  /// JSON, or a property list as XML; `nil` for everything else.
  static func read(_ bytes: [UInt8]) -> JSONValue? {
    if bytes.first(where: { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 })
      == UInt8(ascii: "<")
    {
      return PropertyListReader.read(bytes)
    }
    return try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
  }

  /// The value at a path of names with dots between them; a name that holds a dot itself goes first.
  static func value(_ tree: JSONValue, at path: String) -> JSONValue? {
    if let value = tree[path] { return value }
    var value: JSONValue? = tree
    for name in path.split(separator: ".") { value = value?[String(name)] }
    return value
  }
}

/// Property lists as XML: `dict`, `array`, `string`, `integer`, `real`, `true`, `false`, `date`,
/// `data`.
struct PropertyListReader {
  private var elements: XMLScanner

  static func read(_ bytes: [UInt8]) -> JSONValue? {
    var reader = PropertyListReader(elements: XMLScanner(bytes))
    while let event = reader.elements.next() {
      guard case .start(let name, _, let isEmpty) = event else { continue }
      if name != "plist" { return reader.value(name, isEmpty: isEmpty, depth: 0) }
    }
    return nil
  }

  /// The value whose start has been read.
  private mutating func value(_ name: String, isEmpty: Bool, depth: Int) -> JSONValue? {
    guard depth < 64 else { return nil }
    switch name {
    case "true": return isEmpty || skip() ? .boolean(true) : nil
    case "false": return isEmpty || skip() ? .boolean(false) : nil
    case "dict": return isEmpty ? .object([:]) : dictionary(depth: depth)
    case "array": return isEmpty ? .list([]) : array(depth: depth)
    default:
      guard let text = isEmpty ? "" : content() else { return nil }
      if name == "integer" || name == "real" { return Double(text).map { .number($0) } }
      return .text(text)
    }
  }

  private mutating func dictionary(depth: Int) -> JSONValue? {
    var members: [String: JSONValue] = [:]
    var key: String?
    while let event = elements.next() {
      switch event {
      case .end: return .object(members)
      case .text: continue
      case .start("key", _, let isEmpty):
        key = isEmpty ? "" : content()
      case .start(let name, _, let isEmpty):
        guard let member = key, let value = value(name, isEmpty: isEmpty, depth: depth + 1) else {
          return nil
        }
        members[member] = value
        key = nil
      }
    }
    return nil
  }

  private mutating func array(depth: Int) -> JSONValue? {
    var values: [JSONValue] = []
    while let event = elements.next() {
      switch event {
      case .end: return .list(values)
      case .text: continue
      case .start(let name, _, let isEmpty):
        guard let value = value(name, isEmpty: isEmpty, depth: depth + 1) else { return nil }
        values.append(value)
      }
    }
    return nil
  }

  /// The text up to the end of the element.
  private mutating func content() -> String? {
    var text = ""
    while let event = elements.next() {
      switch event {
      case .text(let part): text += part
      case .end: return text
      case .start: return nil
      }
    }
    return nil
  }

  private mutating func skip() -> Bool { content() != nil }
}

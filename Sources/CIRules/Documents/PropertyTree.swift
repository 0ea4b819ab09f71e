import CIModel

/// A file of keys and values that every program reads in the same way.
///
/// Strings are compared by their bytes and numbers by their digits: two numbers that a program
/// rounds to one, or two strings that look alike, are not the same value. Anything that programs
/// read differently, such as a duplicate name in an object, cannot be read at all.
enum PropertyTree: Hashable {
  case null
  case boolean(Bool)
  /// A JSON number, or a scalar of a property list that is not a string; `kind` is `number` or the
  /// name of the element.
  case scalar(kind: String, [UInt8])
  case text([UInt8])
  case list([PropertyTree])
  case object([[UInt8]: PropertyTree])

  /// Reads JSON, or a property list as XML; `nil` for everything else.
  static func read(_ bytes: [UInt8]) -> PropertyTree? {
    let text = withoutMark(bytes)
    guard String(validating: text, as: UTF8.self) != nil else { return nil }
    return isXML(bytes) ? PropertyListReader.read(text) : StrictJSONReader.read(text)
  }

  /// Offset of the last of the names that lead to a value; `nil` when there is no such value.
  static func offset(of names: [[UInt8]], in bytes: [UInt8]) -> Int? {
    let text = withoutMark(bytes)
    return isXML(bytes)
      ? PropertyListReader.offset(of: names[...], in: text)
      : StrictJSONReader.offset(of: names[...], in: text)
  }

  /// Whether a text is XML, provided that it can be read at all.
  static func isXML(_ bytes: [UInt8]) -> Bool {
    let blanks: [UInt8] = [0x20, 0x0A, 0x0D, 0x09]
    return withoutMark(bytes).first { !blanks.contains($0) } == UInt8(ascii: "<")
  }

  /// Whether a text begins with a byte order mark, which some readers of JSON refuse.
  static func hasMark(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0xEF, 0xBB, 0xBF]) }

  private static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    hasMark(bytes) ? bytes[3...] : bytes[...]
  }

  /// Whether every program reads a name in the same way. For a program in C it ends at a NUL, and
  /// others skip characters that cannot be shown.
  static func isPlainName(_ name: [UInt8]) -> Bool {
    name.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }

  /// A value with the names that lead to it.
  struct Place: Hashable {
    var names: [[UInt8]]
    var value: PropertyTree
  }

  /// Maximum number of characters of a value that are shown.
  private static let mostShown = 100

  /// The value as a person would write it in a message, shortened; containers by their names in
  /// JSON.
  var description: String {
    switch self {
    case .null: "null"
    case .boolean(let value): String(value)
    case .scalar(_, let text), .text(let text):
      // A character has at most four bytes, and one more shows that the text is longer.
      RuleWords.cut(
        String(decoding: text.prefix(4 * (Self.mostShown + 1)), as: UTF8.self), to: Self.mostShown
      ).cuttingRunsOfMarks
    case .list: "a list"
    case .object: "an object"
    }
  }
}

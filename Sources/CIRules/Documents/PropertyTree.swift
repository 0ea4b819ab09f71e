import CIModel

/// A file of keys and values as every program reads it.
///
/// Texts are their bytes and numbers are what is written: two numbers that are one to a program that
/// rounds, or two texts that look alike, are not the same value. What programs read differently, such
/// as a name that an object has twice, cannot be read at all.
indirect enum PropertyTree: Hashable {
  case null
  case boolean(Bool)
  /// JSON's numbers, and scalars of property lists that are no text; `kind` is the element's name.
  case scalar(kind: String, [UInt8])
  case text([UInt8])
  case list([PropertyTree])
  case object([[UInt8]: PropertyTree])

  /// JSON, or a property list as XML; `nil` for everything else.
  static func read(_ bytes: [UInt8]) -> PropertyTree? {
    let text = withoutMark(bytes)
    guard String(validating: text, as: UTF8.self) != nil else { return nil }
    return isXML(bytes) ? PropertyListReader.read(text) : StrictJSONReader.read(text)
  }

  /// Where the last of the names that lead to a value stands; `nil` where nothing does.
  static func offset(of names: [[UInt8]], in bytes: [UInt8]) -> Int? {
    let text = withoutMark(bytes)
    return isXML(bytes)
      ? PropertyListReader.offset(of: names[...], in: text)
      : StrictJSONReader.offset(of: names[...], in: text)
  }

  /// Whether a text is XML, if it is anything that can be read.
  static func isXML(_ bytes: [UInt8]) -> Bool {
    let blanks: [UInt8] = [0x20, 0x0A, 0x0D, 0x09]
    return withoutMark(bytes).first { !blanks.contains($0) } == UInt8(ascii: "<")
  }

  private static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
  }

  /// Whether every program takes a name for the same: one that is written in C ends at a NUL, and
  /// others pass over what cannot be shown.
  static func isPlainName(_ name: [UInt8]) -> Bool {
    name.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }

  /// A value with the names that lead to it.
  struct Place: Hashable {
    var names: [[UInt8]]
    var value: PropertyTree
  }

  /// As a person would write it in a message; containers as JSON names them.
  var description: String {
    switch self {
    case .null: "null"
    case .boolean(let value): String(value)
    case .scalar(_, let text), .text(let text):
      String(decoding: text, as: UTF8.self).cuttingRunsOfMarks
    case .list: "a list"
    case .object: "an object"
    }
  }
}

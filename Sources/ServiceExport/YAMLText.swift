/// Writes a YAML document: block style, indented by two spaces, keys in the given order.
indirect enum YAMLText {
  case text(String)
  /// A value followed by a comment.
  case commented(String, String)
  case number(Int)
  /// A number with these digits.
  case decimal(String)
  case flag(Bool)
  case null
  /// The lines of a literal block.
  case script([String])
  /// A list on one line.
  case words([String])
  case numbers([Int])
  case list([YAMLText])
  case mapping([Entry])

  struct Entry {
    var key: String
    var value: YAMLText
    /// Whether a blank line precedes the entry.
    var isApart = false

    init(_ key: String, _ value: YAMLText, isApart: Bool = false) {
      (self.key, self.value, self.isApart) = (key, value, isApart)
    }
  }

  /// The document; ends with a line break.
  var rendered: String {
    lines.map { $0.isEmpty ? "\n" : $0 + "\n" }.joined()
  }

  private var lines: [String] {
    switch self {
    case .text(let text): [Self.scalar(text)]
    case .commented(let text, let comment): ["\(Self.scalar(text)) # \(comment)"]
    case .number(let number): ["\(number)"]
    case .decimal(let digits): [digits]
    case .flag(let flag): ["\(flag)"]
    case .null: [""]
    case .words(let words): ["[\(words.map(Self.flowScalar).joined(separator: ", "))]"]
    case .numbers(let numbers): ["[\(numbers.map(String.init).joined(separator: ", "))]"]
    case .script(let script): ["|"] + script
    case .list(let items):
      items.isEmpty ? ["[]"] : items.flatMap { Self.marked("- ", $0.lines, "  ") }
    case .mapping(let entries):
      entries.isEmpty ? ["{}"] : entries.flatMap(\.lines)
    }
  }

  private static func marked(_ mark: String, _ lines: [String], _ indent: String) -> [String] {
    lines.enumerated().map { index, line in
      index == 0 ? mark + line : line.isEmpty ? "" : indent + line
    }
  }

  fileprivate static func value(_ key: String, _ value: YAMLText) -> [String] {
    let name = scalar(key)
    switch value {
    case .list(let items) where !items.isEmpty: break
    case .mapping(let entries) where !entries.isEmpty: break
    case .null: return ["\(name):"]
    default: return marked("\(name): ", value.lines, "  ")
    }
    return ["\(name):"] + value.lines.map { $0.isEmpty ? "" : "  \($0)" }
  }

  /// A text as one line of YAML that reads back as the same string.
  static func scalar(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

  private static func flowScalar(_ text: String) -> String {
    let isSimple = text.utf8.allSatisfy { isWord($0) || "./_-".utf8.contains($0) }
    return isSimple && isPlain(text) ? text : quoted(text)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (97...122).contains(byte | 0x20) || (48...57).contains(byte)
  }

  /// Words that a reader of YAML 1.1 or 1.2 may parse as another type than string.
  private static let otherTypes: Set<String> = [
    "y", "n", "yes", "no", "on", "off", "true", "false", "null",
  ]

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    // `on` is a key of workflows, and their parsers read it as a string.
    if text != "on", otherTypes.contains(text.lowercased()) { return false }
    let isHidden = text.hasPrefix(".devtool")
    guard (97...122).contains(first | 0x20) || first == UInt8(ascii: "$") || isHidden else {
      return false
    }
    return text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
      && last != UInt8(ascii: " ") && last != UInt8(ascii: ":")
      && !text.contains(": ") && !text.contains(" #")
  }

  private static func quoted(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
      return "'" + text.replacing("'", with: "''") + "'"
    }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case " "..."~": result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        result += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
    }
    return result + "\""
  }
}

extension YAMLText.Entry {
  fileprivate var lines: [String] {
    (isApart ? [""] : []) + YAMLText.value(key, value)
  }
}

extension YAMLText: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .number(value) }
  init(booleanLiteral value: Bool) { self = .flag(value) }
}

extension YAMLText: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (String, YAMLText)...) {
    self = .mapping(elements.map { Entry($0.0, $0.1) })
  }
}

extension YAMLText: ExpressibleByArrayLiteral {
  init(arrayLiteral elements: YAMLText...) { self = .list(elements) }
}

/// The type of a part of a condition.
package enum ValueType: Hashable, Sendable {
  case text
  case number
  /// A duration in seconds.
  case duration
  case boolean
  /// A list of texts.
  case list

  /// The name of the type in messages.
  package var phrase: String {
    switch self {
    case .text: "text"
    case .number: "a number"
    case .duration: "a duration"
    case .boolean: "true or false"
    case .list: "a list"
    }
  }

  /// The name of the type in the documentation.
  package var word: String {
    switch self {
    case .text: "text"
    case .number: "number"
    case .duration: "duration"
    case .boolean: "boolean"
    case .list: "list"
    }
  }
}

/// The value of a part of a condition.
package enum Value: Hashable, Sendable {
  case text(String)
  case number(Double)
  /// A duration in seconds.
  case duration(Double)
  case boolean(Bool)
  case list([String])
  /// The value depends on an unknown fact.
  case unknown

  /// The value in the syntax of conditions; a long one is shortened.
  package var description: String {
    switch self {
    case .text(let text): Self.quoted(text)
    case .number(let number): Self.plain(number)
    case .duration(let seconds): Self.plain(seconds) + "s"
    case .boolean(let boolean): String(boolean)
    case .list(let items):
      "[" + items.prefix(5).map(Self.quoted).joined(separator: ", ")
        + (items.count > 5 ? ", … \(items.count - 5) more]" : "]")
    case .unknown: "unknown"
    }
  }

  private static func quoted(_ text: String) -> String {
    let limit = 60
    let line = text.prefix { !$0.isNewline }
    let shown = line.prefix(limit)
    let isWhole = shown.utf8.count == text.utf8.count
    let safe = shown.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control ? "\u{FFFD}" : String(scalar)
    }.joined()
    return "\"\(safe)\(isWhole ? "" : "…")\""
  }

  private static func plain(_ number: Double) -> String {
    if let whole = Int(exactly: number) { return String(whole) }
    return String(number)
  }
}

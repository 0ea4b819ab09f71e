import CIModel

/// A team's own runtime warning, compiled.
struct CustomWarning {
  let id: String
  private let regex: Regex<AnyRegexOutput>
  /// Bytes that every match contains; most lines are turned away by them.
  private let literal: [UInt8]

  /// Throws what `Regex` throws when the pattern is none.
  init(_ custom: WarningPolicy.Custom) throws {
    id = custom.id
    regex = try Regex(custom.pattern)
    literal = Array(Self.requiredLiteral(of: custom.pattern).utf8)
  }

  /// What a line says by the pattern.
  struct Match: Hashable {
    var shape: String
    /// What the groups without a place's name captured.
    var identifiers: [String]
    /// From the groups `file`, `line` and `message`.
    var file: String?
    var line: Int?
    var message: String?
  }

  /// The first match in the line. With a group `message` that is the shape, else the whole match;
  /// either without addresses and numbers.
  func match(in line: LogLine) -> Match? {
    guard literal.isEmpty || Self.contains(literal, line.bytes) else { return nil }
    let text = line.text
    guard let found = text.firstMatch(of: regex) else { return nil }
    var match = Match(shape: "", identifiers: [])
    for group in found.output.dropFirst() {
      guard let words = group.substring, !words.isEmpty else { continue }
      switch group.name {
      case "file": match.file = String(words)
      case "line": match.line = Int(words)
      case "message": match.message = String(words)
      default: match.identifiers.append(String(words))
      }
    }
    // A number without a file is no place.
    if match.file == nil { match.line = nil }
    match.shape = WarningShape.shape(of: match.message ?? String(text[found.range]))
    if match.message == match.shape { match.message = nil }
    return match
  }

  /// The longest run of plain characters outside of groups, sets and repetitions; empty when an
  /// alternative or an option makes that uncertain. The name of a group changes nothing.
  static func requiredLiteral(of pattern: String) -> String {
    var pattern = pattern
    for name in ["file", "line", "message"] {
      pattern = pattern.replacing("(?<\(name)>", with: "(").replacing("(?P<\(name)>", with: "(")
    }
    if pattern.contains("|") || pattern.contains("(?") { return "" }
    var best = ""
    var run = ""
    var depth = 0
    var isInSet = false
    var isEscaped = false
    func better() -> String { run.utf8.count > best.utf8.count ? run : best }
    for character in pattern {
      if isEscaped {
        isEscaped = false
        if character.isLetter || character.isNumber || depth > 0 || isInSet {
          best = better()
          run = ""
        } else {
          run.append(character)
        }
        continue
      }
      switch character {
      case "\\":
        isEscaped = true
      case "[" where !isInSet:
        isInSet = true
        best = better()
        run = ""
      case "]" where isInSet:
        isInSet = false
      case _ where isInSet:
        break
      case "(":
        depth += 1
        best = better()
        run = ""
      case ")":
        depth -= 1
      case "*", "?", "{":
        // The character in front need not be there.
        if !run.isEmpty { run.removeLast() }
        best = better()
        run = ""
      case "+", ".", "^", "$", "}":
        best = better()
        run = ""
      default:
        if depth == 0 { run.append(character) }
      }
    }
    return better()
  }

  private static func contains(_ literal: [UInt8], _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let first = literal.first, literal.count <= bytes.count else { return false }
    let cursor = ByteCursor(bytes)
    var from = 0
    while let offset = cursor.dropFirst(from).offset(of: first) {
      let start = from + offset
      guard start + literal.count <= bytes.count else { return false }
      if bytes[start..<(start + literal.count)].elementsEqual(literal) { return true }
      from = start + 1
    }
    return false
  }
}

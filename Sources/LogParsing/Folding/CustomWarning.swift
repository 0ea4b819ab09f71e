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

  /// The shape and the first group of the first match.
  func match(in line: LogLine) -> (shape: String, identifiers: [String])? {
    guard literal.isEmpty || Self.contains(literal, line.bytes) else { return nil }
    guard let match = line.text.firstMatch(of: regex) else { return nil }
    let group = match.output.count > 1 ? match.output[1].substring.map(String.init) : nil
    return (WarningShape.shape(of: String(line.text[match.range])), group.map { [$0] } ?? [])
  }

  /// The longest run of plain characters outside of groups, sets and repetitions; empty when an
  /// alternative or an option makes that uncertain.
  static func requiredLiteral(of pattern: String) -> String {
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

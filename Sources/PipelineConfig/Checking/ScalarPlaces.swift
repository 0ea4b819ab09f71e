internal import YAMLDocument

/// Where each character of a YAML scalar is written, so that a mistake inside the text can be
/// pointed at, whatever the quotes, escapes and line folds around it.
struct ScalarPlaces: Hashable, Sendable {
  /// One for each Unicode scalar of the text, and the end behind the last.
  private let positions: [Position]

  /// The places of a range of the text; both ends are offsets in Unicode scalars.
  func range(_ offsets: Range<Int>) -> SourceRange {
    let last = positions.count - 1
    let start = positions[min(max(offsets.lowerBound, 0), last)]
    guard offsets.upperBound > offsets.lowerBound else {
      return SourceRange(
        start, Position(line: start.line, column: start.column + 1, file: start.file))
    }
    // Behind the last character that is in it: what follows may stand on the next line.
    var end = positions[min(max(offsets.upperBound - 1, 0), last)]
    end.column += 1
    return SourceRange(start, max(start, end))
  }

  /// - Parameters:
  ///   - range: The scalar with its quotes or its `|`, as the parser reports it.
  ///   - lines: The file's lines as Unicode scalars, without terminators.
  init(of scalar: Scalar, at range: SourceRange, in lines: [[Unicode.Scalar]]) {
    var reader = Reader(lines: lines, at: range.start, end: range.end)
    reader.skipProperties()
    var positions: [Position] = []
    switch scalar.style {
    case .singleQuoted, .doubleQuoted: reader.advance()
    case .literal, .folded: reader.skipLine()
    case .plain: break
    }
    for character in scalar.text.unicodeScalars {
      positions.append(reader.take(character, scalar.style))
    }
    positions.append(reader.position)
    self.positions = positions
  }

  /// Walks through the file beside the text that the parser made of it.
  private struct Reader {
    let lines: [[Unicode.Scalar]]
    private(set) var position: Position
    let end: Position

    init(lines: [[Unicode.Scalar]], at start: Position, end: Position) {
      self.lines = lines
      self.position = start
      self.end = end
    }

    private var current: Unicode.Scalar? {
      guard lines.indices.contains(position.line - 1) else { return nil }
      let line = lines[position.line - 1]
      return line.indices.contains(position.column - 1) ? line[position.column - 1] : nil
    }

    mutating func advance() { position.column += 1 }

    mutating func skipLine() {
      position = Position(line: position.line + 1, column: 1, file: position.file)
    }

    /// An anchor stands before its value.
    mutating func skipProperties() {
      while let scalar = current, scalar == "&" || scalar == "!" {
        while let scalar = current, !scalar.properties.isWhitespace { advance() }
        skipSpace()
      }
    }

    private mutating func skipSpace() {
      while position < end {
        if let scalar = current {
          guard scalar == " " || scalar == "\t" else { return }
          advance()
        } else {
          skipLine()
        }
      }
    }

    /// The place of the next character of the text.
    mutating func take(_ character: Unicode.Scalar, _ style: Scalar.Style) -> Position {
      if style == .doubleQuoted, current == "\\" || (current == nil || isSpace) {
        if let place = takeEscape(character) { return place }
      }
      if character == " " || character == "\n" || character == "\t" {
        // A fold: one character of the text for all of the space that it replaces.
        let place = position
        if current == nil {
          skipLine()
        } else if isSpace {
          advance()
        }
        return place
      }
      if current != character { skipSpace() }
      let place = position
      advance()
      if style == .singleQuoted, character == "'" { advance() }
      return place
    }

    private var isSpace: Bool { current == " " || current == "\t" }

    /// `\"`, `\x41`, and the backslash that joins two lines; `nil` when no escape stands here.
    private mutating func takeEscape(_ character: Unicode.Scalar) -> Position? {
      let start = position
      while true {
        if isSpace && character != " " && character != "\t" { skipSpace() }
        guard current == "\\" else { break }
        let place = position
        advance()
        guard let kind = current else {
          // Joins two lines: the space before the text of the next one is not part of it.
          skipSpace()
          continue
        }
        let length: Int
        switch kind {
        case "x": length = 3
        case "u": length = 5
        case "U": length = 9
        default: length = 1
        }
        position.column += length
        return place
      }
      if position != start, current == character {
        let place = position
        advance()
        return place
      }
      return nil
    }
  }
}

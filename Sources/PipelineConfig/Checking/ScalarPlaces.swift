internal import YAMLDocument

/// The place of each character of a YAML scalar in the file, so that messages can point into the
/// text, whatever the quotes, escapes and line folds.
struct ScalarPlaces: Hashable, Sendable {
  /// The place of each Unicode scalar of the text, and of the end.
  private let positions: [Position]

  /// The place of a range of the text; both ends are offsets in Unicode scalars.
  func range(_ offsets: Range<Int>) -> SourceRange {
    let last = positions.count - 1
    let start = positions[min(max(offsets.lowerBound, 0), last)]
    guard offsets.upperBound > offsets.lowerBound else {
      return SourceRange(
        start, Position(line: start.line, column: start.column + 1, file: start.file))
    }
    // The end is just after the last character of the range; the next one may be on another line.
    var end = positions[min(max(offsets.upperBound - 1, 0), last)]
    end.column += 1
    return SourceRange(start, max(start, end))
  }

  /// - Parameters:
  ///   - range: The range of the scalar with its quotes or its `|`, as the parser reports it.
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

  /// Reads the file in step with the text that the parser made of it.
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

    /// Skips an anchor or tag before the value.
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

    /// Returns the place of the next character of the text, and moves past it.
    mutating func take(_ character: Unicode.Scalar, _ style: Scalar.Style) -> Position {
      if style == .doubleQuoted, current == "\\" || (current == nil || isSpace) {
        if let place = takeEscape(character) { return place }
      }
      if character == " " || character == "\n" || character == "\t" {
        // A fold: one character of the text replaces all of this space.
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

    /// Reads an escape such as `\"` or `\x41`, or a backslash that joins two lines; `nil` when
    /// there is no escape here.
    private mutating func takeEscape(_ character: Unicode.Scalar) -> Position? {
      let start = position
      while true {
        if isSpace && character != " " && character != "\t" { skipSpace() }
        guard current == "\\" else { break }
        let place = position
        advance()
        guard let kind = current else {
          // The backslash joins two lines; the indentation of the next line is not part of the
          // text.
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

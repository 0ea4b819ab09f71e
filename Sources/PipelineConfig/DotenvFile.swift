/// Reads a `.env` file: `NAME=value` lines with `#` comments, an optional `export` before the name,
/// and optional quotes around the value. In double quotes, which may span lines, `\n`, `\t`, `\r`,
/// `\"`, `\\` and `\$` are escapes; in single quotes there are none. Nothing is expanded: `$HOME`
/// stays as written.
package struct DotenvFile: Hashable, Sendable {
  /// The variables in the order of the file.
  package var values: [(name: String, value: String)] { zip(names, texts).map { ($0, $1) } }
  private var names: [String] = []
  private var texts: [String] = []

  package struct Failure: Error, Hashable, CustomStringConvertible {
    /// 1-based.
    package var line: Int
    package var reason: String

    package var description: String { "line \(line) \(reason)" }
  }

  package init(_ text: String) throws(Failure) {
    var reader = Reader(text)
    while let (name, value) = try reader.next() {
      names.append(name)
      texts.append(value)
    }
  }

  private struct Reader {
    private var rest: Substring.UnicodeScalarView
    private var line = 1

    init(_ text: String) {
      rest = text[...].unicodeScalars
      if rest.first == "\u{FEFF}" { rest.removeFirst() }
    }

    mutating func next() throws(Failure) -> (String, String)? {
      while let scalar = rest.first {
        if scalar.properties.isWhitespace {
          advance()
        } else if scalar == "#" {
          skipLine()
        } else {
          return try assignment()
        }
      }
      return nil
    }

    private mutating func advance() {
      if rest.removeFirst() == "\n" { line += 1 }
    }

    private mutating func skipLine() {
      while let scalar = rest.first, scalar != "\n" { rest.removeFirst() }
    }

    private mutating func skipSpaces() {
      while let scalar = rest.first, scalar == " " || scalar == "\t" { rest.removeFirst() }
    }

    private mutating func word() -> String {
      var text = String.UnicodeScalarView()
      while let scalar = rest.first,
        scalar == "_" || scalar.isASCII && (scalar.properties.isAlphabetic || "0"..."9" ~= scalar)
      {
        text.append(rest.removeFirst())
      }
      return String(text)
    }

    private mutating func assignment() throws(Failure) -> (String, String) {
      var name = word()
      skipSpaces()
      if name == "export", rest.first != "=" {
        name = word()
        skipSpaces()
      }
      guard let first = name.unicodeScalars.first, !("0"..."9" ~= first), rest.first == "=" else {
        throw Failure(line: line, reason: "is not NAME=value")
      }
      rest.removeFirst()
      skipSpaces()
      switch rest.first {
      case "\"": return (name, try doubleQuoted())
      case "'": return (name, try singleQuoted())
      default: return (name, plain())
      }
    }

    /// Reads up to the end of the line or to a comment after white space.
    private mutating func plain() -> String {
      var text = String.UnicodeScalarView()
      while let scalar = rest.first, scalar != "\n" {
        if scalar == "#", text.last.map({ $0.properties.isWhitespace }) ?? true {
          skipLine()
          break
        }
        text.append(rest.removeFirst())
      }
      while let last = text.last, last.properties.isWhitespace { text.removeLast() }
      return String(text)
    }

    private mutating func singleQuoted() throws(Failure) -> String {
      let start = line
      rest.removeFirst()
      var text = String.UnicodeScalarView()
      while let scalar = rest.first {
        advance()
        if scalar == "'" {
          try endOfValue()
          return String(text)
        }
        text.append(scalar)
      }
      throw Failure(line: start, reason: "has no closing '")
    }

    private mutating func doubleQuoted() throws(Failure) -> String {
      let start = line
      rest.removeFirst()
      var text = String.UnicodeScalarView()
      while let scalar = rest.first {
        advance()
        if scalar == "\"" {
          try endOfValue()
          return String(text)
        }
        guard scalar == "\\", let escaped = rest.first else {
          text.append(scalar)
          continue
        }
        advance()
        switch escaped {
        case "n": text.append("\n")
        case "r": text.append("\r")
        case "t": text.append("\t")
        case "\"", "\\", "$": text.append(escaped)
        case "\n": break
        default:
          text.append(scalar)
          text.append(escaped)
        }
      }
      throw Failure(line: start, reason: "has no closing \"")
    }

    /// Checks that only a comment follows a quoted value.
    private mutating func endOfValue() throws(Failure) {
      skipSpaces()
      guard let scalar = rest.first, scalar != "\n", scalar != "\r" else { return }
      guard scalar == "#" else {
        throw Failure(line: line, reason: "has text after the closing quote")
      }
      skipLine()
    }
  }
}

/// Breaks a shell command into several lines.
enum ShellLines {
  /// Splits a command at spaces that are neither quoted nor escaped; a word that is too long for a
  /// line gets a line of its own.
  ///
  /// - Parameter width: The maximum number of columns of a line.
  static func of(_ command: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in words(of: command) {
      if let last = lines.last, DisplayWidth.of(last) + 1 + DisplayWidth.of(word) <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(word)
      }
    }
    return lines
  }

  private static func words(of command: String) -> [String] {
    var words = [""]
    var quote: Character?
    var isEscaped = false
    for character in command {
      if character == " ", quote == nil, !isEscaped {
        words.append("")
        continue
      }
      words[words.count - 1].append(character)
      if isEscaped {
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      }
    }
    // A command with an unterminated quote cannot be split.
    return quote == nil && !isEscaped ? words : [command]
  }
}

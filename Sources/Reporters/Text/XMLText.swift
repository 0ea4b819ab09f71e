extension String {
  /// Escaped for the content of an XML element.
  var xmlText: String { xmlEscaped(isAttribute: false) }

  /// Escaped for a double-quoted XML attribute; line breaks survive as character references.
  var xmlAttribute: String { xmlEscaped(isAttribute: true) }

  /// XML 1.0, production `Char`: other characters are forbidden even as references.
  private func xmlEscaped(isAttribute: Bool) -> String {
    // Most text needs nothing; 0xEF begins the two forbidden characters behind ASCII.
    let needsCare = utf8.contains { byte in
      byte < 0x20 || byte == 0x26 || byte == 0x3C || byte == 0x3E || byte == 0x22 || byte == 0xEF
    }
    if !needsCare { return self }
    var result = ""
    result.reserveCapacity(utf8.count + 16)
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"" where isAttribute: result += "&quot;"
      case "\n" where isAttribute: result += "&#10;"
      case "\t" where isAttribute: result += "&#9;"
      // A bare one would be read as a line feed.
      case "\r": result += "&#13;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

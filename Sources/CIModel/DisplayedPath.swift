/// A path as people read it: as it is, or in quotes with escapes when it has characters that would
/// break the line, drive the terminal or turn the reading direction.
///
/// The escapes are those of git (`quote_c_style` in `quote.c`: `\n`, `\t`, `\"`, `\\`, and three
/// octal digits for each other byte); like git with `core.quotePath=false`, letters beyond ASCII
/// stay as they are. A path with quotes alone stays as it is, too.
package func displayedPath(_ path: String) -> String {
  guard path.unicodeScalars.contains(where: isUnsafe) else { return path }
  var text = "\""
  for scalar in path.unicodeScalars {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\t": text += "\\t"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case _ where isUnsafe(scalar):
      for byte in String(scalar).utf8 {
        text += "\\"
        for shift in [6, 3, 0] { text += String((byte >> shift) & 7) }
      }
    default: text.unicodeScalars.append(scalar)
    }
  }
  return text + "\""
}

/// Controls of C0 and C1, line and paragraph separators, and what changes the reading direction.
private func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
  default: false
  }
}

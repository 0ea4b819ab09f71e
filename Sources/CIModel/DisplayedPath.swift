/// A path for display: unchanged, or quoted and escaped if it contains characters that would break
/// the line, control the terminal or change the reading direction.
///
/// The escapes are those of git (`quote_c_style` in `quote.c`: `\n`, `\t`, `\"`, `\\`, and three
/// octal digits for each other byte); like git with `core.quotePath=false`, letters beyond ASCII
/// are not escaped. A path whose only special characters are quotes is also unchanged.
package func displayedPath(_ path: String) -> String {
  var path = path
  let isPlain = path.withUTF8 { bytes in
    VisibleText.isVisible(UnsafeRawBufferPointer(bytes), keepsColor: false, keepsTabs: false)
      && !bytes.contains(UInt8(ascii: "\n"))
  }
  if isPlain { return path }
  let scalars = Array(path.unicodeScalars)
  var isSafe = true
  var text = ""
  for (index, scalar) in scalars.enumerated() {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\t", "\n", "\r":
      text += scalar == "\t" ? "\\t" : scalar == "\n" ? "\\n" : "\\r"
      isSafe = false
    case _
    where VisibleText.isHidden(
      scalar, after: index > 0 ? scalars[index - 1] : nil,
      before: index + 1 < scalars.count ? scalars[index + 1] : nil):
      isSafe = false
      for byte in String(scalar).utf8 {
        text += "\\"
        for shift in [6, 3, 0] { text += String((byte >> shift) & 7) }
      }
    default: text.unicodeScalars.append(scalar)
    }
  }
  return isSafe ? path : "\"\(text)\""
}

/// What `(?i)` and its siblings switch on and off.
struct PatternOptions: Hashable, Sendable {
  /// `i`
  var ignoresCase = false
  /// `s`: `.` takes line breaks, too.
  var dotTakesBreaks = false
  /// `m`: `^` and `$` are the ends of lines.
  var isMultiline = false
  /// `x`: white space and `#` comments mean nothing.
  var isExtended = false
  /// `n`: only groups with a name capture.
  var capturesNamesOnly = false
  /// `U`: quantifiers take as little as they can, and with `?` as much.
  var isReluctant = false
  /// `D`, `S`, `W`, `P`
  var hasASCIIDigits = false
  var hasASCIISpaces = false
  var hasASCIIWords = false
  var hasASCIIClasses = false

  /// Returns whether the letter is that of an option.
  mutating func set(_ letter: Unicode.Scalar, to value: Bool) -> Bool {
    switch letter {
    case "i": ignoresCase = value
    case "s": dotTakesBreaks = value
    case "m": isMultiline = value
    case "x": isExtended = value
    case "n": capturesNamesOnly = value
    case "U": isReluctant = value
    case "D": hasASCIIDigits = value
    case "S": hasASCIISpaces = value
    case "W": hasASCIIWords = value
    case "P": hasASCIIClasses = value
    default: return false
    }
    return true
  }

  var digit: ScalarProperty { hasASCIIDigits || hasASCIIClasses ? .asciiDigit : .digit }
  var space: ScalarProperty { hasASCIISpaces || hasASCIIClasses ? .asciiSpace : .space }
  var word: ScalarProperty { hasASCIIWords || hasASCIIClasses ? .asciiWord : .word }
}

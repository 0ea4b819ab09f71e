/// The options that `(?i)` and similar groups change.
struct PatternOptions: Hashable, Sendable {
  /// `i`
  var ignoresCase = false
  /// `s`: `.` also matches line breaks.
  var dotTakesBreaks = false
  /// `m`: `^` and `$` match at the beginning and end of lines.
  var isMultiline = false
  /// `x`: white space and `#` comments are ignored.
  var isExtended = false
  /// `n`: only named groups capture.
  var capturesNamesOnly = false
  /// `U`: quantifiers match as little as possible, and with `?` as much as possible.
  var isReluctant = false
  /// `D`, `S`, `W`, `P`
  var hasASCIIDigits = false
  var hasASCIISpaces = false
  var hasASCIIWords = false
  var hasASCIIClasses = false

  /// Sets the option of a letter; returns whether there is such an option.
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

/// Reads durations such as `500ms`, `30s`, `1h30m`.
package enum DurationText {
  /// The units, largest first, each with its length in milliseconds.
  private static let units: [(name: String, milliseconds: Int)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60000), ("s", 1000), ("ms", 1),
  ]

  /// The longest valid duration in milliseconds.
  private static let maximum = 365 * 24 * 3_600_000

  /// The duration; `nil` when the text is no duration or a duration of zero.
  package static func duration(_ text: String) -> Duration? {
    try? parse(text).get()
  }

  static func parse(_ text: String) -> Result<Duration, TextProblem> {
    if text.utf8.allSatisfy(isDigit), !text.isEmpty {
      return .failure(
        TextProblem(
          message: "must be a duration with a unit, not '\(shortened(text))'",
          fixes: fixes(for: text),
          help: "add a unit: d, h, m, s or ms"))
    }
    guard let milliseconds = milliseconds(in: text) else {
      return .failure(
        TextProblem(
          message: "must be a duration with a unit, not '\(shortened(text))'",
          help: "the units are d, h, m, s and ms, in whole numbers, for example 1h30m or 1s500ms"))
    }
    guard milliseconds > 0 else {
      return .failure(
        TextProblem(
          message: "must be longer than '\(shortened(text))'",
          help: "remove it if there should be no limit"))
    }
    guard milliseconds <= maximum else {
      return .failure(
        TextProblem(
          message: "must be at most a year, not '\(shortened(text))'",
          help: "write a shorter duration"))
    }
    return .success(.milliseconds(milliseconds))
  }

  /// Suggests units: small numbers probably mean seconds or minutes, large ones milliseconds.
  private static func fixes(for digits: String) -> [String] {
    switch digits.utf8.count {
    case ...2: ["\(digits)s", "\(digits)m"]
    case ...6: ["\(digits)ms", "\(digits)s"]
    default: []
    }
  }

  /// The milliseconds; `nil` when the text is no duration. A sum that is too large becomes
  /// `maximum + 1`.
  private static func milliseconds(in text: String) -> Int? {
    var rest = Array(text.utf8)[...]
    var total = 0
    var remaining = units[...]
    while !rest.isEmpty {
      let digits = rest.prefix(while: isDigit)
      rest = rest.dropFirst(digits.count)
      let letters = rest.prefix { !isDigit($0) }
      rest = rest.dropFirst(letters.count)
      // Each unit once, the larger before the smaller.
      guard !digits.isEmpty,
        let index = remaining.firstIndex(where: { letters.elementsEqual($0.name.utf8) })
      else { return nil }
      let count = Int(String(decoding: digits, as: UTF8.self)) ?? maximum + 1
      let (product, overflow) = count.multipliedReportingOverflow(by: remaining[index].milliseconds)
      total = min(total + (overflow ? maximum + 1 : min(product, maximum + 1)), maximum + 1)
      remaining = remaining[(index + 1)...]
    }
    return text.isEmpty ? nil : total
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}

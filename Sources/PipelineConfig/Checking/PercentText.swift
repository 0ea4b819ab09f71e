/// Reads percentages with at most two decimals.
package enum PercentText {
  /// Hundredths of a percent, 0…10000; `nil` when the text is no percentage.
  package static func hundredths(_ text: String) -> Int? {
    try? parse(text).get()
  }

  /// - Parameter isDifference: Whether the number is a difference of two percentages, which may be
  ///   less than one.
  static func parse(
    _ text: String, isDifference: Bool = false
  ) -> Result<Int, TextProblem> {
    if text.last == "%" {
      let number = text.dropLast().filter { $0 != " " }
      let isRight = (try? parse(number).get()) != nil
      return .failure(
        TextProblem(
          message: "must not have a '%' sign", fixes: isRight ? [number] : [],
          help: "write a number from 0 to 100"))
    }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isNumber =
      parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
      && (parts[0].count == 1 || parts[0].first != UInt8(ascii: "0"))
    guard isNumber else {
      return .failure(
        TextProblem(
          message: "must be a percentage from 0 to 100, not '\(shortened(text))'",
          fixes: text.contains(",") ? [text.replacing(",", with: ".")] : []))
    }
    guard parts.count == 1 || parts[1].count <= 2 else {
      return .failure(
        TextProblem(
          message: "has more than two decimals: '\(shortened(text))'",
          fixes: [
            "\(String(decoding: parts[0], as: UTF8.self))."
              + String(decoding: parts[1].prefix(2), as: UTF8.self)
          ]))
    }
    let decimals = parts.count == 1 ? "" : String(decoding: parts[1], as: UTF8.self)
    let padded = decimals + String(repeating: "0", count: 2 - decimals.count)
    guard parts[0].count <= 3,
      let value = Int(String(decoding: parts[0], as: UTF8.self) + padded), value <= 10_000
    else {
      return .failure(
        TextProblem(
          message: "must be a percentage from 0 to 100, not '\(shortened(text))'",
          help: "write a number from 0 to 100"))
    }
    // A required 0.8 percent makes no sense: the author means 80, and would never learn that almost
    // nothing is required.
    guard value == 0 || value >= 100 || isDifference else {
      return .failure(
        TextProblem(
          message: "is a percentage from 0 to 100, not a fraction: '\(text)'",
          fixes: [String(value)]))
    }
    return .success(value)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}

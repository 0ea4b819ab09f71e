/// Counts the elements of a collection in code, as far as literals show them.
enum ListedCode {
  /// Maximum count; more elements are not counted.
  static let most = 1_000

  /// - Parameter code: The code without white space and comments; each string literal is a `"`, or
  ///   `""` when it is empty.
  /// - Returns: 1 when literals do not show the count.
  static func count(of code: ArraySlice<UInt8>) -> Int {
    min(known(code) ?? 1, most)
  }

  private static func known(_ code: ArraySlice<UInt8>) -> Int? {
    if code.first == UInt8(ascii: "["), EmptyCode.endOfBrackets(code) == code.endIndex {
      return EmptyCode.parts(of: code).count { !$0.isEmpty && $0 != [UInt8(ascii: ":")] }
    }
    if code.starts(with: "zip(".utf8), EmptyCode.endOfBrackets(code.dropFirst(3)) == code.endIndex {
      let counts = EmptyCode.parts(of: code.dropFirst(3)).map { list(Array($0)) }
      return counts.contains { $0 == nil } ? nil : counts.compactMap { $0 }.min()
    }
    return range(code)
  }

  /// Counts an argument of `zip`; `nil` for a nested `zip`.
  private static func list(_ code: [UInt8]) -> Int? {
    code.starts(with: "zip(".utf8) ? nil : known(code[...])
  }

  /// Counts `1...5` and `0..<5`.
  private static func range(_ code: ArraySlice<UInt8>) -> Int? {
    let digits = code.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    let sign = code.dropFirst(digits.count).prefix(3)
    guard sign.elementsEqual("...".utf8) || sign.elementsEqual("..<".utf8),
      let first = Int(String(decoding: digits, as: UTF8.self)),
      let last = Int(
        String(decoding: code.dropFirst(digits.count + 3), as: UTF8.self)),
      first <= last, last < Int.max
    else { return nil }
    return last - first + (sign.last == UInt8(ascii: ".") ? 1 : 0)
  }
}

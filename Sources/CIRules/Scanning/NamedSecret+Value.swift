extension NamedSecret {
  static let length = 40
  /// Maximum number of characters of a run that can contain a value: also of an escape before it.
  static let longestRun = length + UnsafeRawBufferPointer.longestEscape
  /// Minimum number of times that a character is followed by one of another kind. In a random value
  /// that happens about 25 times, and in joined words (`andSoOn`) about 12 times.
  private static let fewestTurns = 15

  static func isPart(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || isSign(byte) }

  private static func isSign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
  }

  /// The range of the value in a run of the characters that a value has; `nil` when there is none.
  static func value(
    inRun run: Range<Int>, of bytes: UnsafeRawBufferPointer
  ) -> Range<Int>? {
    guard length...longestRun ~= run.count else { return nil }
    let starts = [
      startOfLast(in: run, of: bytes), startBetweenSigns(in: run, of: bytes),
    ]
    return starts.lazy.compactMap { $0 }.map { $0..<($0 + length) }.first { isRandom(bytes[$0]) }
  }

  /// The start of a value that a run ends with, except for a final `/`. It is the whole run, or an
  /// escape, options or a sign precede it.
  private static func startOfLast(
    in run: Range<Int>, of bytes: UnsafeRawBufferPointer
  ) -> Int? {
    let last = run.upperBound - length
    let starts = bytes[run.upperBound - 1] == UInt8(ascii: "/") ? [last, last - 1] : [last]
    if let start = starts.first(where: {
      $0 > run.lowerBound && bytes.endsEscapeOrDashedOptions($0)
    }) {
      return start
    }
    if starts.contains(run.lowerBound) { return run.lowerBound }
    return last == run.lowerBound + 1 && isSign(bytes[run.lowerBound]) ? last : nil
  }

  /// The start of a value between two equal signs, with at most one word on each side: a template is
  /// filled in with `s/@KEY@/…/g`. Paths and base64 seldom look like that.
  private static func startBetweenSigns(
    in run: Range<Int>, of bytes: UnsafeRawBufferPointer
  ) -> Int? {
    guard let sign = bytes[run].firstIndex(where: isSign),
      sign + 1 + length < run.upperBound, bytes[sign + 1 + length] == bytes[sign],
      run.upperBound == bytes.count || bytes[run.upperBound] != UInt8(ascii: "="),
      isWord(bytes[run.lowerBound..<sign]), isWord(bytes[(sign + length + 2)..<run.upperBound])
    else { return nil }
    return sign + 1
  }

  private enum Kind {
    case lower
    case upper
    case digit
    case sign

    init(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .lower
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .upper
      case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
      default: self = .sign
      }
    }
  }

  private static func turns(_ kinds: [Kind]) -> Int {
    zip(kinds, kinds.dropFirst()).count { $0 != $1 }
  }

  /// Whether a text can be a word, such as `HERE`, `Vault` or `v1`.
  private static func isWord(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    let kinds = text.map { Kind($0) }
    return !kinds.contains(.sign) && turns(kinds) <= 1
  }

  /// Whether a value is random. A hash has letters of one case, and paths and names change the kind
  /// of character less often.
  private static func isRandom(_ value: Slice<UnsafeRawBufferPointer>) -> Bool {
    let kinds = value.map { Kind($0) }
    guard kinds.contains(.lower), kinds.contains(.upper), kinds.contains(.digit) else {
      return false
    }
    return turns(kinds) >= fewestTurns
  }
}

/// Maps scalars to letters: two scalars have the same letter when no part of the pattern
/// distinguishes them. A pattern with only `[a-z]` and `\d` has three letters.
///
/// The table contains the letters of ASCII; a `LetterReader` adds those of other scalars as they
/// occur.
struct LetterTable: Sendable {
  /// The letter for the end of the text.
  static let end = 0

  private(set) var letterOfASCII: [UInt16] = []
  /// For each letter, `width` words with a bit for each set that contains it.
  private(set) var bits: [UInt64]
  private(set) var surroundings: [Surroundings]
  private var numbers: [Signature: Int]
  let width: Int
  /// The facts about adjacent scalars that the pattern needs.
  let needs: Surroundings
  private let sets: [ScalarSet]

  private struct Signature: Hashable {
    var bits: [UInt64]
    var surroundings: Surroundings
  }

  init(_ sets: [ScalarSet], needs: Surroundings) {
    self.sets = sets
    self.needs = needs
    width = (sets.count + 63) / 64
    bits = [UInt64](repeating: 0, count: width)
    surroundings = [needs.intersection(.edge)]
    numbers = [:]
    readASCII()
  }

  private mutating func readASCII() {
    let names = NamedProperties()
    for value in 0..<(128 as UInt8) {
      let scalar = Unicode.Scalar(value)
      let surroundings = surroundings(of: scalar, isLast: false)
      let start = bits.count
      bits += repeatElement(0, count: width)
      for (index, set) in sets.enumerated() where set.contains(scalar, names) {
        bits[start + (index >> 6)] |= 1 << UInt64(index & 63)
      }
      let known = (1..<count).first { letter in
        self.surroundings[letter] == surroundings
          && (0..<width).allSatisfy { bits[letter * width + $0] == bits[start + $0] }
      }
      letterOfASCII.append(UInt16(known ?? count))
      if known != nil {
        bits.removeLast(width)
      } else {
        numbers[Signature(bits: Array(bits[start...]), surroundings: surroundings)] = count
        self.surroundings.append(surroundings)
      }
    }
  }

  var count: Int { surroundings.count }

  func contains(_ letter: Int, in set: Int32) -> Bool {
    bits[letter * width + Int(set >> 6)] >> UInt64(set & 63) & 1 != 0
  }

  /// - Parameter isLast: Whether the text ends after the scalar.
  mutating func letter(of scalar: Unicode.Scalar, isLast: Bool, _ names: NamedProperties) -> Int {
    var signature = Signature(
      bits: [UInt64](repeating: 0, count: width),
      surroundings: surroundings(of: scalar, isLast: isLast))
    for (index, set) in sets.enumerated() where set.contains(scalar, names) {
      signature.bits[index >> 6] |= 1 << UInt64(index & 63)
    }
    if let number = numbers[signature] { return number }
    let number = count
    numbers[signature] = number
    bits += signature.bits
    surroundings.append(signature.surroundings)
    return number
  }

  private func surroundings(of scalar: Unicode.Scalar, isLast: Bool) -> Surroundings {
    if needs.isEmpty { return [] }
    var found = Surroundings.of(scalar)
    if isLast, found.contains(.lineBreak) { found.insert(.lastBreak) }
    return found.intersection(needs)
  }
}

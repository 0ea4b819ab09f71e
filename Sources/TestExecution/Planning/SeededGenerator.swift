/// A generator of random numbers that yields the same sequence for a seed on every machine.
///
/// Source: SplitMix64, Steele, Lea and Flood, "Fast splittable pseudorandom number generators"
/// (2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number below `bound`, uniformly distributed to within 2^-32.
  package mutating func next(below bound: Int) -> Int {
    guard bound > 1 else { return 0 }
    return Int((next() >> 32).multipliedFullWidth(by: UInt64(bound) << 32).high)
  }

  /// Fisher-Yates shuffle; written out, so that the result does not depend on the library version.
  package mutating func shuffle<Element>(_ elements: inout [Element]) {
    guard elements.count > 1 else { return }
    for index in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(index, next(below: index + 1))
    }
  }
}

/// One alternative of a glob, without braces, against one path; both as bytes.
struct GlobMatch {
  let pattern: UnsafeBufferPointer<UInt8>
  let path: UnsafeBufferPointer<UInt8>

  private static let slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*")

  /// Whether the pattern from one offset on matches the path from another one on.
  func matches(_ patternStart: Int, _ pathStart: Int) -> Bool {
    var at = patternStart
    var position = pathStart
    // Where to resume when the last `*` has to take one byte more; this keeps matching linear in
    // the number of stars times the length of the path instead of exponential.
    var resume: (at: Int, position: Int)?
    while true {
      if at < pattern.count, pattern[at] == Self.star {
        if at + 1 < pattern.count, pattern[at + 1] == Self.star {
          if at + 2 == pattern.count { return true }
          if pattern[at + 2] == Self.slash { return matchesBelow(at + 3, position) }
        }
        at += 1
        resume = (at, position)
        continue
      }
      if position < path.count, let next = consume(at, path[position]) {
        at = next
        position += 1
        continue
      }
      if at == pattern.count && position == path.count { return true }
      guard let last = resume, last.position < path.count, path[last.position] != Self.slash
      else { return false }
      resume = (last.at, last.position + 1)
      at = last.at
      position = last.position + 1
    }
  }

  /// What follows `**/`, which stands for no component or for any number of whole ones.
  private func matchesBelow(_ at: Int, _ start: Int) -> Bool {
    var position = start
    while true {
      if matches(at, position) { return true }
      while position < path.count, path[position] != Self.slash { position += 1 }
      if position == path.count { return false }
      position += 1
    }
  }

  /// Where the pattern goes on after one byte of the path, or `nil` when it does not match.
  private func consume(_ at: Int, _ byte: UInt8) -> Int? {
    guard at < pattern.count else { return nil }
    let first = pattern[at]
    switch first {
    case UInt8(ascii: "?"):
      return byte == Self.slash ? nil : at + 1
    case UInt8(ascii: "["):
      // A `]` right behind the bracket belongs to the set.
      var close = at + 2
      while close < pattern.count, pattern[close] != UInt8(ascii: "]") { close += 1 }
      guard close < pattern.count else { return byte == first ? at + 1 : nil }
      guard byte != Self.slash else { return nil }
      let isNegated = pattern[at + 1] == UInt8(ascii: "!") || pattern[at + 1] == UInt8(ascii: "^")
      return contains(at + (isNegated ? 2 : 1), close, byte) != isNegated ? close + 1 : nil
    case UInt8(ascii: "\\"):
      return at + 1 < pattern.count && pattern[at + 1] == byte ? at + 2 : nil
    default:
      return first == byte ? at + 1 : nil
    }
  }

  /// Whether a set of single bytes and ranges, between two offsets, holds a byte.
  private func contains(_ start: Int, _ end: Int, _ byte: UInt8) -> Bool {
    var index = start
    while index < end {
      if index + 2 < end, pattern[index + 1] == UInt8(ascii: "-") {
        if pattern[index] <= byte, byte <= pattern[index + 2] { return true }
        index += 3
      } else {
        if pattern[index] == byte { return true }
        index += 1
      }
    }
    return false
  }
}

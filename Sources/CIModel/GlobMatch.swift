/// Matches one alternative of a glob, without braces, against one path; both in UTF-8.
struct GlobMatch {
  let pattern: UnsafeBufferPointer<UInt8>
  let path: UnsafeBufferPointer<UInt8>

  /// The offset of the last `]` of the pattern; no set ends after it.
  private let lastClose: Int

  init(pattern: UnsafeBufferPointer<UInt8>, path: UnsafeBufferPointer<UInt8>) {
    self.pattern = pattern
    self.path = path
    lastClose = pattern.lastIndex(of: UInt8(ascii: "]")) ?? -1
  }

  private static let slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*")

  /// The state to which matching returns when the last wildcard has to take more.
  private struct Resume {
    /// The offset in the pattern after the wildcard.
    var at: Int
    var position: Int
  }

  /// Whether the pattern matches the path.
  ///
  /// Only the last `*` and the last `**/` are ever extended: the pattern between two `**/` matches
  /// a fixed number of components, so its first match leaves the most for the rest. The time is
  /// therefore bounded by the product of both lengths, which matters because the pattern may be
  /// untrusted.
  func matches() -> Bool {
    var at = 0
    var position = 0
    var star: Resume?
    var components: Resume?
    var marks = 0..<0
    while true {
      if at < pattern.count, pattern[at] == Self.star {
        if at + 1 < pattern.count, pattern[at + 1] == Self.star {
          if at + 2 == pattern.count { return true }
          if pattern[at + 2] == Self.slash {
            at += 3
            components = Resume(at: at, position: position)
            star = nil
            continue
          }
        }
        at += 1
        star = Resume(at: at, position: position)
        continue
      }
      if at < pattern.count, position < path.count, let next = consume(at, position, &marks) {
        (at, position) = next
        continue
      }
      if at == pattern.count && position == path.count { return true }
      if let last = star, last.position < path.count, path[last.position] != Self.slash {
        position = last.position + 1
        at = last.at
        star = Resume(at: at, position: position)
        continue
      }
      guard let last = components, let next = nextComponent(last) else { return false }
      position = next
      at = last.at
      components = Resume(at: at, position: position)
      star = nil
    }
  }

  /// The start of the next component of the path at which the pattern can continue after a `**/`.
  ///
  /// Most patterns continue with a name or a letter that few components start with, and a path can
  /// have two thousand components.
  private func nextComponent(_ last: Resume) -> Int? {
    let rest = pattern[last.at...]
    if !rest.contains(Self.slash), !Self.holdsTwoStars(rest) {
      guard let slash = path[last.position...].lastIndex(of: Self.slash) else { return nil }
      return slash + 1
    }
    var position = last.position
    while let slash = path[position...].firstIndex(of: Self.slash) {
      position = slash + 1
      guard let first = rest.first, !Self.special.contains(first) else { return position }
      if position < path.count, path[position] == first { return position }
    }
    return nil
  }

  private static func holdsTwoStars(_ pattern: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    zip(pattern, pattern.dropFirst()).contains { $0 == star && $1 == star }
  }

  private static let special = Array("*?[\\".utf8)

  /// The offsets in the pattern and the path after one matched character; `nil` when it does not
  /// match.
  ///
  /// - Parameter marks: The last combining marks that were looked at. A star before `?` or a set comes
  ///   to each of thousands.
  private func consume(
    _ at: Int, _ position: Int, _ marks: inout Range<Int>
  ) -> (at: Int, position: Int)? {
    let byte = path[position]
    let first = pattern[at]
    switch first {
    case UInt8(ascii: "?"):
      guard byte != Self.slash else { return nil }
      let behind = Self.scalar(path, position).end
      return (at + 1, endOfMarks(behind, &marks))
    case UInt8(ascii: "["):
      // A `]` directly after the bracket belongs to the set.
      var close = at + 2
      guard close <= lastClose else { return byte == first ? (at + 1, position + 1) : nil }
      while pattern[close] != UInt8(ascii: "]") { close += 1 }
      guard byte != Self.slash else { return nil }
      let isNegated = pattern[at + 1] == UInt8(ascii: "!") || pattern[at + 1] == UInt8(ascii: "^")
      let (scalar, behind) = Self.scalar(path, position)
      guard contains(at + (isNegated ? 2 : 1), close, scalar) != isNegated else { return nil }
      return (close + 1, endOfMarks(behind, &marks))
    case UInt8(ascii: "\\"):
      return at + 1 < pattern.count && pattern[at + 1] == byte ? (at + 2, position + 1) : nil
    default:
      return first == byte ? (at + 1, position + 1) : nil
    }
  }

  /// Whether a set of single characters and ranges, between two offsets, contains a scalar.
  private func contains(_ start: Int, _ end: Int, _ scalar: UInt32) -> Bool {
    var index = start
    while index < end {
      let (first, next) = Self.scalar(pattern, index)
      if next + 1 < end, pattern[next] == UInt8(ascii: "-") {
        let (last, behind) = Self.scalar(pattern, next + 1)
        if first <= scalar, scalar <= last { return true }
        index = behind
      } else {
        if first == scalar { return true }
        index = next
      }
    }
    return false
  }

  /// Where a character as people count it ends: behind the combining marks that follow its scalar.
  private func endOfMarks(_ start: Int, _ marks: inout Range<Int>) -> Int {
    if marks.contains(start) { return marks.upperBound }
    var end = start
    while end + 1 < path.count, path[end] == 0xCC || (path[end] == 0xCD && path[end + 1] < 0xB0) {
      end += 2
    }
    marks = start..<end
    return end
  }

  /// The scalar at an offset in UTF-8, and the offset of the next one.
  private static func scalar(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int
  ) -> (scalar: UInt32, end: Int) {
    let first = bytes[start]
    let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard length > 1, start + length <= bytes.count else { return (UInt32(first), start + 1) }
    let bits = UInt32(first) & (0x7F >> UInt32(length))
    let scalar = bytes[(start + 1)..<(start + length)].reduce(bits) {
      $0 << 6 | UInt32($1 & 0x3F)
    }
    return (scalar, start + length)
  }
}

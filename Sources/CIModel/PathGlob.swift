/// A glob on repository-relative paths.
///
/// `*` and `?` match within one path component, `**` matches any number of whole components,
/// `[a-z]` and `[!a-z]` match one character of a set, `{a,b}` matches either alternative, and a
/// trailing `/` means everything below. A glob without a `/` matches the whole path, not just the
/// file name: write `**/*.snap` for every folder.
package struct PathGlob: Hashable, Sendable {
  package let text: String
  private let alternatives: [[UInt8]]

  package init(_ text: String) {
    self.text = text
    var pattern = Array(text.utf8)
    if pattern.starts(with: Array("./".utf8)) { pattern.removeFirst(2) }
    if pattern.last == UInt8(ascii: "/") { pattern.append(contentsOf: Array("**".utf8)) }
    alternatives = PathGlob.expandBraces(pattern)
  }

  package func matches(_ path: String) -> Bool {
    let bytes = Array(path.utf8)
    return alternatives.contains { PathGlob.match($0[...], bytes[...]) }
  }

  /// Expands `{a,b}` groups, at most 256 alternatives; beyond that, and for an unbalanced brace,
  /// the text stands for itself.
  private static func expandBraces(_ pattern: [UInt8]) -> [[UInt8]] {
    var results: [[UInt8]] = [[]]
    var index = 0
    while index < pattern.count {
      guard pattern[index] == UInt8(ascii: "{"),
        let (choices, next) = braceGroup(in: pattern, at: index),
        results.count * choices.count <= 256
      else {
        for position in results.indices { results[position].append(pattern[index]) }
        index += 1
        continue
      }
      let expanded = choices.flatMap(expandBraces)
      results = results.flatMap { prefix in expanded.map { prefix + $0 } }
      index = next
    }
    return results
  }

  private static func braceGroup(in pattern: [UInt8], at start: Int) -> ([[UInt8]], Int)? {
    var depth = 0
    var choices: [[UInt8]] = []
    var current: [UInt8] = []
    for index in start..<pattern.count {
      let byte = pattern[index]
      switch byte {
      case UInt8(ascii: "{"):
        depth += 1
        if depth > 1 { current.append(byte) }
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return (choices + [current], index + 1) }
        current.append(byte)
      case UInt8(ascii: ",") where depth == 1:
        choices.append(current)
        current = []
      default:
        current.append(byte)
      }
    }
    return nil
  }

  private static func match(_ pattern: ArraySlice<UInt8>, _ path: ArraySlice<UInt8>) -> Bool {
    let slash = UInt8(ascii: "/")
    let star = UInt8(ascii: "*")
    var pattern = pattern
    var path = path
    // Where to resume when the last `*` has to take one byte more; this keeps matching linear in
    // the number of stars times the length of the path instead of exponential.
    var resume: (pattern: ArraySlice<UInt8>, path: ArraySlice<UInt8>)?
    while true {
      if pattern.first == star {
        let next = pattern.index(after: pattern.startIndex)
        if next < pattern.endIndex, pattern[next] == star {
          let rest = pattern[(next + 1)...]
          if rest.isEmpty { return true }
          if rest.first == slash {
            // `**/` stands for no component or for any number of whole ones.
            let tail = rest.dropFirst()
            var candidate = path
            while true {
              if match(tail, candidate) { return true }
              guard let cut = candidate.firstIndex(of: slash) else { return false }
              candidate = candidate[(cut + 1)...]
            }
          }
        }
        pattern = pattern.dropFirst()
        resume = (pattern, path)
        continue
      }
      if let byte = path.first, let step = consume(pattern, byte) {
        pattern = step
        path = path.dropFirst()
        continue
      }
      if pattern.isEmpty && path.isEmpty { return true }
      guard let (resumePattern, resumePath) = resume, let byte = resumePath.first, byte != slash
      else { return false }
      resume = (resumePattern, resumePath.dropFirst())
      pattern = resumePattern
      path = resumePath.dropFirst()
    }
  }

  /// The rest of the pattern after one byte of the path, or `nil` when it does not match.
  private static func consume(_ pattern: ArraySlice<UInt8>, _ byte: UInt8) -> ArraySlice<UInt8>? {
    guard let first = pattern.first else { return nil }
    switch first {
    case UInt8(ascii: "?"):
      return byte == UInt8(ascii: "/") ? nil : pattern.dropFirst()
    case UInt8(ascii: "["):
      guard let close = pattern.dropFirst(2).firstIndex(of: UInt8(ascii: "]")) else {
        return byte == first ? pattern.dropFirst() : nil
      }
      guard byte != UInt8(ascii: "/") else { return nil }
      var set = pattern[(pattern.startIndex + 1)..<close]
      let isNegated = set.first == UInt8(ascii: "!") || set.first == UInt8(ascii: "^")
      if isNegated { set = set.dropFirst() }
      return contains(set, byte) != isNegated ? pattern[(close + 1)...] : nil
    case UInt8(ascii: "\\"):
      let escaped = pattern.dropFirst()
      return escaped.first == byte ? escaped.dropFirst() : nil
    default:
      return first == byte ? pattern.dropFirst() : nil
    }
  }

  private static func contains(_ set: ArraySlice<UInt8>, _ byte: UInt8) -> Bool {
    var index = set.startIndex
    while index < set.endIndex {
      if index + 2 < set.endIndex, set[index + 1] == UInt8(ascii: "-") {
        if set[index] <= byte, byte <= set[index + 2] { return true }
        index += 3
      } else {
        if set[index] == byte { return true }
        index += 1
      }
    }
    return false
  }
}

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
    var path = path
    return path.withUTF8 { path in
      alternatives.contains { pattern in
        pattern.withUnsafeBufferPointer { GlobMatch(pattern: $0, path: path).matches(0, 0) }
      }
    }
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
}

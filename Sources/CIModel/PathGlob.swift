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
    alternatives = BraceExpansion(pattern).alternatives
  }

  /// How many patterns its braces stand for.
  package var alternativeCount: Int { alternatives.count }

  package func matches(_ path: String) -> Bool {
    var path = path
    return path.withUTF8 { path in
      alternatives.contains { pattern in
        pattern.withUnsafeBufferPointer { GlobMatch(pattern: $0, path: path).matches() }
      }
    }
  }

  /// Whether something below a folder can match.
  package func reachesBelow(_ folder: String) -> Bool {
    let slash = UInt8(ascii: "/")
    let folders = folder.utf8.split(separator: slash).map { Array($0) }
    return alternatives.contains { pattern in
      let components = pattern.split(separator: slash).map { Array($0) }
      for (index, component) in components.enumerated() {
        if index == folders.count || component == Array("**".utf8) { return true }
        let matches = component.withUnsafeBufferPointer { component in
          folders[index].withUnsafeBufferPointer {
            GlobMatch(pattern: component, path: $0).matches()
          }
        }
        if !matches { return false }
      }
      return false
    }
  }
}

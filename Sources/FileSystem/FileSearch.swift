import CIModel

/// Finds files by path patterns. Folders of git and SwiftPM are searched only if a pattern names
/// them; links are followed only if a pattern names them, because they may form cycles.
package enum FileSearch {
  private static let maximumDepth = 64

  /// - Parameter root: An absolute path; the patterns and the result are relative to it.
  /// - Returns: Regular files and links, sorted by path and without duplicates.
  package static func files(matching globs: [String], in root: String) -> [String] {
    var found: [String] = []
    for text in globs {
      if let path = literalPath(text) {
        let status = FileStatus("\(root)/\(path)", followsLink: false)
        if let status, !status.isFolder { found.append(path) }
        continue
      }
      let parts = text.split(separator: "/")
      // The folders without wildcards at the start of the pattern.
      let literal = parts.prefix { !hasWildcards($0.utf8) }
      let glob = PathGlob(text)
      let folder = literal.count == parts.count ? literal[...] : literal.prefix(parts.count - 1)
      walkTree(root, from: folder.joined(separator: "/"), depth: maximumDepth) {
        path, name, status in
        if status.isFile || status.isLink, glob.matches(path) { found.append(path) }
        return name != ".git" && name != ".build" && name != ".devtool"
      }
    }
    return found.sorted { $0.isBefore($1) }.droppingRepeated { $0 }
  }

  /// The only path that a pattern can match; `nil` when it may match several.
  package static func literalPath(_ glob: String) -> String? {
    if hasWildcards(glob.utf8) || glob.utf8.last == UInt8(ascii: "/") { return nil }
    return hasEmptyParts(glob.utf8) ? glob.split(separator: "/").joined(separator: "/") : glob
  }

  /// Whether a path contains an empty component.
  private static func hasEmptyParts(_ path: some Sequence<UInt8>) -> Bool {
    var last = UInt8(ascii: "/")
    for byte in path {
      if byte == UInt8(ascii: "/"), last == byte { return true }
      last = byte
    }
    return false
  }

  private static func hasWildcards(_ text: some Sequence<UInt8>) -> Bool {
    text.contains { byte in
      switch byte {
      case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["), UInt8(ascii: "{"),
        UInt8(ascii: "\\"):
        true
      default: false
      }
    }
  }
}

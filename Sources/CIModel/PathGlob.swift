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
    self.init(text, BraceExpansion(Self.pattern(text)).alternatives)
  }

  private init(_ text: String, _ alternatives: [[UInt8]]) {
    self.text = text
    self.alternatives = alternatives
  }

  /// Creates a glob in which braces are literal.
  package static func withoutBraces(_ text: String) -> PathGlob {
    PathGlob(text, [pattern(text)])
  }

  /// Creates a glob that selects files: without wildcards it also matches everything below it, so
  /// that `Sources` selects the folder.
  package static func choosingFiles(_ text: String) -> PathGlob {
    let alternatives = BraceExpansion(pattern(text)).alternatives
    return PathGlob(text, alternatives + below(alternatives))
  }

  /// The patterns without wildcards as folders: `Sources/**`.
  package static func below(_ alternatives: [[UInt8]]) -> [[UInt8]] {
    alternatives.filter { !$0.isEmpty && !$0.contains { "*?[\\".utf8.contains($0) } }
      .map { $0 + Array("/**".utf8) }
  }

  private static func pattern(_ text: String) -> [UInt8] {
    var pattern = Array(text.utf8)
    if pattern.starts(with: Array("./".utf8)) { pattern.removeFirst(2) }
    if pattern.last == UInt8(ascii: "/") { pattern.append(contentsOf: Array("**".utf8)) }
    return pattern
  }

  /// A glob that matches exactly this text.
  package static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ !special.contains($0) }) { return text }
    let bytes = text.utf8.flatMap { byte in
      special.contains(byte) ? [UInt8(ascii: "\\"), byte] : [byte]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let special = Array("*?[]{},\\".utf8)

  /// The path that the glob names, without the patterns for what is below it; `nil` when it has
  /// wildcards.
  package var literal: [UInt8]? {
    guard let first = alternatives.first, Self.isLiteral(first[...]),
      alternatives.dropFirst().allSatisfy({ $0 == first + Array("/**".utf8) })
    else { return nil }
    return first
  }

  /// The last component of every path that matches; `nil` when it is not always the same.
  package var name: [UInt8]? {
    let names = Set(
      alternatives.map { $0[(($0.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...] })
    guard names.count == 1, let name = names.first, Self.isLiteral(name) else { return nil }
    return Array(name)
  }

  private static func isLiteral(_ pattern: ArraySlice<UInt8>) -> Bool {
    !pattern.isEmpty && !pattern.contains { "*?[\\".utf8.contains($0) }
  }

  /// The number of patterns that its braces expand to.
  package var alternativeCount: Int { alternatives.count }

  /// Roughly the maximum number of bytes that `matches` compares for a path of this length; used to
  /// limit the cost of untrusted globs.
  package func work(onPathOf length: Int) -> Double {
    let length = Double(length)
    return alternatives.reduce(0) { sum, pattern in
      // One character of a path can have any number of combining marks.
      let hasSets = pattern.contains(UInt8(ascii: "?")) || pattern.contains(UInt8(ascii: "["))
      guard hasSets || pattern.contains(UInt8(ascii: "*")) else {
        return sum + Double(pattern.count)
      }
      return sum + length * (Double(pattern.count) + (hasSets ? length : 0))
    }
  }

  package func matches(_ path: String) -> Bool {
    anyPattern(of: path) { pattern, path in
      Self.hasEnd(of: pattern, path) && GlobMatch(pattern: pattern, path: path).matches()
    }
  }

  /// Whether a path ends with what follows the last wildcard or slash of a pattern, as in
  /// `**/*.swift`: most paths do not, which is quickly seen.
  private static func hasEnd(of pattern: Bytes, _ path: Bytes) -> Bool {
    var rest = path.count
    for byte in pattern.reversed() {
      if "/*?[]\\".utf8.contains(byte) { return true }
      rest -= 1
      if rest < 0 || path[rest] != byte { return false }
    }
    return rest == 0
  }

  /// Whether the glob names a folder or a path in it, so that a link or submodule in place of the
  /// folder stands for the matching files: `vendor` for `vendor/**` and `vendor/x`, `lib/vendor` for
  /// `**/vendor/**`, but no folder for `**/*.orig`.
  package func namesFolder(_ folder: String) -> Bool {
    anyPattern(of: folder, Self.pattern(_:namesFolder:))
  }

  /// Whether a path below a folder can match.
  package func reachesBelow(_ folder: String) -> Bool {
    anyPattern(of: folder, Self.pattern(_:reachesBelow:))
  }

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  private func anyPattern(of path: String, _ matches: (Bytes, Bytes) -> Bool) -> Bool {
    var path = path
    return path.withUTF8 { path in
      alternatives.contains { $0.withUnsafeBufferPointer { matches($0, path) } }
    }
  }

  /// Compares one component after the other: both can have thousands, and most differ in the first.
  private static func pattern(_ pattern: Bytes, reachesBelow folder: Bytes) -> Bool {
    var (components, folders) = (pattern[...], folder[...])
    while let component = nextName(&components) {
      guard let name = nextName(&folders) else { return true }
      if isAnyDepth(component) { return true }
      if !GlobMatch(pattern: component, path: name).matches() { return false }
    }
    return false
  }

  /// Whether the first components of a pattern, but not all of them, match a folder. `**` at their
  /// end matches none.
  private static func pattern(_ pattern: Bytes, namesFolder folder: Bytes) -> Bool {
    var (components, rest): ([Bytes], _) = ([], pattern[...])
    while let component = nextName(&rest) { components.append(component) }
    // At each index: whether the names so far match as many components.
    var matched = [Bool](repeating: false, count: components.count + 1)
    // The same, but only where the last component matched the last name itself.
    var ended = matched
    func skipAnyDepth() {
      for (index, component) in components.enumerated() where matched[index] {
        if isAnyDepth(component) { matched[index + 1] = true }
      }
    }
    matched[0] = true
    skipAnyDepth()
    var folders = folder[...]
    while let name = nextName(&folders) {
      let before = matched
      matched = [Bool](repeating: false, count: before.count)
      ended = matched
      for (index, component) in components.enumerated() where before[index] {
        if isAnyDepth(component) {
          matched[index] = true
        } else if GlobMatch(pattern: component, path: name).matches() {
          (matched[index + 1], ended[index + 1]) = (true, true)
        }
      }
      guard matched.contains(true) else { return false }
      skipAnyDepth()
    }
    return ended.dropLast().contains(true)
  }

  private static func isAnyDepth(_ component: Bytes) -> Bool { component.elementsEqual("**".utf8) }

  /// The next component of a path; `nil` at its end.
  private static func nextName(_ path: inout Slice<Bytes>) -> Bytes? {
    let slash = UInt8(ascii: "/")
    let rest = path.drop { $0 == slash }
    let name = rest.prefix { $0 != slash }
    path = rest[name.endIndex...]
    return name.isEmpty ? nil : Bytes(rebasing: name)
  }
}

import CIModel

/// The patterns of CODEOWNERS, indexed so that most are compared only with the paths that they can
/// match: a change may have any number of paths.
struct OwnerPatterns {
  /// The patterns for a component of a path: a name or an extension.
  private struct Component {
    /// The last pattern for a file of this name, and the last for what is in a folder of this name,
    /// at any depth; by index, -1 for none.
    var file = -1
    var folder = -1
    /// Further patterns in which this is the first name without wildcards.
    var others: [Other] = []

    mutating func add(_ index: Int, forFile: Bool, forFolder: Bool) {
      if forFile { file = index }
      if forFolder { folder = index }
    }
  }

  private struct Other {
    var index: Int
    /// The first bytes of every path that matches.
    var lead: ArraySlice<UInt8>
    var globs: [PathGlob]
  }

  private var names: [[UInt8]: Component] = [:]
  private var endings: [[UInt8]: Component] = [:]
  /// Further patterns in their order, by the path or the innermost folder that they name in full.
  private var others: [ArraySlice<UInt8>: [Other]] = [:]
  private var count = 0

  /// A path, split once for all lists of patterns.
  struct Path {
    let text: String
    let bytes: [UInt8]
    /// Each name with its extension, and the end of the path up to it.
    let components: [(name: [UInt8], ending: [UInt8]?, end: Int)]

    init(_ path: String) {
      text = path
      let bytes = Array(path.utf8)
      self.bytes = bytes
      components = bytes.split(separator: UInt8(ascii: "/")).map { name in
        let dot = name.lastIndex(of: UInt8(ascii: "."))
        return (Array(name), dot.map { Array(name[($0 + 1)...]) }, name.endIndex)
      }
    }
  }

  private static let wildcards = Array("*?[\\".utf8)
  /// The cost of looking up a component, in compared bytes.
  private static let costOfLookup = 25.0

  /// Adds a pattern. A brace is an ordinary character, and so is a bracket on GitHub.
  ///
  /// Patterns are as in `.gitignore`, except for GitLab, which compares paths with Ruby's `fnmatch`:
  /// a pattern that does not begin with a slash matches at any depth, only one that ends with a
  /// slash matches what is in a folder, and `**` matches several components only before a slash.
  mutating func add(_ pattern: String, for service: Codeowners.Service = .gitLab) {
    defer { count += 1 }
    let isGitLab = service == .gitLab
    let text = service == .gitHub ? Self.escapingSets(pattern) : pattern
    var parts = text.utf8.split(separator: Self.slash, omittingEmptySubsequences: false)
      .map { Self.withSingleStars(Array($0), isGitLab: isGitLab) }
    let isRooted = parts.count > 1 && parts.first == []
    if isRooted { parts.removeFirst() }
    let isFolder = parts.last == []
    if isFolder { parts.removeLast() }
    // No path contains `.`, and in `.gitignore` a slash alone matches nothing.
    if parts.contains(Array(".".utf8)) || parts.isEmpty && !isGitLab { return }
    let isAnchored = isRooted || parts.count > 1 && !isGitLab
    if parts.last == Self.stars {
      if isFolder, !isGitLab { parts.append(Self.star) }
      if !isFolder, isGitLab { parts[parts.count - 1] = Self.star }
    }
    if !isAnchored, parts.count == 1,
      addShort(parts[0], isFolder: isFolder, coversFolder: isFolder || !isGitLab)
    {
      return
    }
    if !isAnchored, parts.first != Self.stars { parts.insert(Self.stars, at: 0) }
    let below = parts + [Self.stars]
    // `docs/*` matches only the files directly in the folder, and `/*` those of the root.
    let hasNoFolder = isGitLab || parts.last == Self.star || parts.last == Self.stars
    addOther(isFolder ? [below] : hasNoFolder ? [parts] : [parts, below])
  }

  private mutating func addOther(_ globs: [[[UInt8]]]) {
    let texts = globs.map { Array($0.joined(separator: [Self.slash])) }
    guard let parts = globs.first, let bytes = texts.first else { return }
    let lead = bytes.prefix { !Self.wildcards.contains($0) }
    let slash = lead.lastIndex(of: Self.slash) ?? 0
    let key = lead.count == bytes.count ? lead : lead[..<slash]
    let other = Other(
      index: count, lead: lead,
      globs: texts.map { PathGlob.withoutBraces(String(decoding: $0, as: UTF8.self)) })
    // A set can contain a slash, so what follows one need not be a name.
    let name = parts.prefix { !$0.contains(UInt8(ascii: "[")) }.first { Self.isLiteral($0[...]) }
    if key.isEmpty, let name {
      names[name, default: Component()].others.append(other)
    } else {
      others[key, default: []].append(other)
    }
  }

  private static let slash = UInt8(ascii: "/")
  private static let star = Array("*".utf8)
  private static let stars = Array("**".utf8)

  /// A component of a pattern with one star for several, which mean the same unless they are the
  /// whole component.
  private static func withSingleStars(_ part: [UInt8], isGitLab: Bool) -> [UInt8] {
    if part.count > 1, part.allSatisfy({ [$0] == star }) {
      return part.count == 2 || !isGitLab ? stars : star
    }
    var result: [UInt8] = []
    var (isEscaped, wasStar) = (false, false)
    for byte in part {
      let isStar = [byte] == star && !isEscaped
      if !(isStar && wasStar) { result.append(byte) }
      wasStar = isStar
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return result
  }

  private static func escapingSets(_ pattern: String) -> String {
    var result: [UInt8] = []
    var isEscaped = false
    for byte in pattern.utf8 {
      if byte == UInt8(ascii: "["), !isEscaped { result.append(UInt8(ascii: "\\")) }
      result.append(byte)
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isLiteral(_ text: ArraySlice<UInt8>) -> Bool {
    !text.isEmpty && !text.contains { wildcards.contains($0) }
  }

  /// Adds a pattern of the form `name` or `*.extension`; `false` for any other form.
  ///
  /// - Parameters:
  ///   - isFolder: Whether the pattern does not match files.
  ///   - coversFolder: Whether it matches what is in a folder.
  private mutating func addShort(_ text: [UInt8], isFolder: Bool, coversFolder: Bool) -> Bool {
    if Self.isLiteral(text[...]) {
      names[text, default: Component()].add(count, forFile: !isFolder, forFolder: coversFolder)
      return true
    }
    let ending = text.dropFirst(2)
    guard text.starts(with: "*.".utf8), Self.isLiteral(ending), !ending.contains(UInt8(ascii: "."))
    else { return false }
    endings[Array(ending), default: Component()].add(
      count, forFile: !isFolder, forFolder: coversFolder)
    return true
  }

  /// Index of the last pattern that matches a path; -1 when none does, and `nil` when all lookups
  /// together take too long.
  ///
  /// - Parameter workLeft: The number of bytes that may still be compared.
  func last(matching path: Path, _ workLeft: inout Double) -> Int? {
    if count == 0 { return -1 }
    var best = -1
    var candidates: [[Other]] = []
    let hasShort = !names.isEmpty || !endings.isEmpty
    for (index, component) in path.components.enumerated() where hasShort {
      workLeft -= Self.costOfLookup + Double(component.name.count)
      let isFile = index + 1 == path.components.count
      let found = [names[component.name], component.ending.flatMap { endings[$0] }]
      for found in found.compactMap({ $0 }) {
        best = max(best, isFile ? found.file : found.folder)
        candidates.append(found.others)
      }
    }
    for end in path.components.map(\.end).reversed() + [0] where !others.isEmpty {
      workLeft -= Double(end)
      candidates.append(others[path.bytes[..<end], default: []])
    }
    for others in candidates {
      guard let last = Self.last(of: others, matching: path, above: best, &workLeft) else {
        return nil
      }
      best = last
    }
    return workLeft < 0 ? nil : best
  }

  /// Index of the last of some patterns that matches a path, or `best` if that is higher.
  private static func last(
    of others: [Other], matching path: Path, above best: Int, _ workLeft: inout Double
  ) -> Int? {
    for other in others.reversed() {
      if other.index < best { return best }
      workLeft -= Double(other.lead.count)
      guard path.bytes.starts(with: other.lead) else { continue }
      for glob in other.globs { workLeft -= glob.work(onPathOf: path.bytes.count) }
      if workLeft < 0 { return nil }
      if other.globs.contains(where: { $0.matches(path.text) }) { return other.index }
    }
    return best
  }
}

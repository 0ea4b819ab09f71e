import CIModel

/// A glob that returns the text that its wildcards matched, so that another path can be built from
/// it: `Sources/*/**/*.swift` and `Tests/$1Tests/**/$3Tests.swift`.
///
/// `*` captures part of a component, `**` any number of whole components (without the slashes
/// around them); `{a,b}` and `[…]` match without capturing.
struct CapturingGlob: Sendable {
  let text: String
  private let glob: PathGlob
  private let alternatives: [[Unicode.Scalar]]

  init(_ text: String) {
    self.text = text
    glob = PathGlob.choosingFiles(text)
    let pattern = text.hasSuffix("/") ? text + "**" : text
    let written = BraceExpansion(Array(pattern.utf8)).alternatives
    alternatives = (written + PathGlob.below(written)).map {
      Array(String(decoding: $0, as: UTF8.self).unicodeScalars)
    }
  }

  /// The text that each wildcard matched, in the order of the wildcards; `nil` when the path does
  /// not match.
  func captures(of path: String) -> [String]? {
    guard glob.matches(path) else { return nil }
    var matcher = CapturingMatch(path: path)
    for pattern in alternatives {
      if let captures = matcher.captures(of: pattern) { return captures }
    }
    return nil
  }

  /// The captures for a changed file. For a link or a submodule in place of a folder above the
  /// matching paths, these are the captures of the first components of the pattern, as many as
  /// match the path, but no `**` at their end (`PathGlob.namesFolder`).
  func captures(of file: FileChange, at path: String) -> [String]? {
    captures(of: path) ?? (file.matchesLikeFolder ? captures(ofFolder: path) : nil)
  }

  private func captures(ofFolder folder: String) -> [String]? {
    guard glob.namesFolder(folder) else { return nil }
    let slash: Unicode.Scalar = "/"
    var matcher = CapturingMatch(path: folder)
    for pattern in alternatives {
      let components = pattern.split(separator: slash)
      for count in (1..<max(1, components.count)).reversed()
      where components[count - 1] != ["*", "*"] {
        let above = components.prefix(count).joined(separator: ["/"])
        if let captures = matcher.captures(of: Array(above)) { return captures }
      }
    }
    return nil
  }

  /// Fills a template with captures and returns it as a glob. The captures are escaped, because the
  /// author of a change may name a file `*.swift`.
  static func glob(_ template: String, _ captures: [String]) -> String {
    fill(template, captures.map { PathGlob.escaped($0) })
  }

  /// A template with `$1`, `$2`, … replaced; a reference without a capture becomes empty.
  static func fill(_ template: String, _ captures: [String]) -> String {
    var result = ""
    var rest = template[...]
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      rest = rest[rest.index(after: dollar)...]
      guard let digit = rest.first, let number = digit.wholeNumberValue, number > 0 else {
        result += "$"
        continue
      }
      rest = rest.dropFirst()
      if number <= captures.count { result += captures[number - 1] }
    }
    result += rest
    // An empty capture leaves its slash behind.
    let parts = result.pathNames
    let isFolder = result.hasSuffix("/") && !parts.isEmpty
    return (template.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
      + (isFolder ? "/" : "")
  }
}

/// Matches alternatives of a glob, without braces, against one path.
///
/// The path is untrusted and may be long, so the time for each wildcard of a pattern is linear in its
/// length.
private struct CapturingMatch {
  private let path: [Unicode.Scalar]
  /// For each position, the end of the component, and of the combining marks there.
  private let (ends, marks): ([Int], [Int])
  private var pattern: [Unicode.Scalar] = []
  /// The first position that was tried for what follows a wildcard, by the offset in the pattern and
  /// the last position that the wildcard can reach. All positions between the two were tried, too.
  private var tried: [Int: Int] = [:]
  /// The sets of the pattern by their offset, as globs, and where they end.
  private var sets: [Int: (glob: PathGlob, end: Int)] = [:]

  init(path: String) {
    let path = Array(path.unicodeScalars)
    func next(_ isEnd: (Unicode.Scalar) -> Bool) -> [Int] {
      var ends = [Int](repeating: path.count, count: path.count + 1)
      for (index, scalar) in path.enumerated().reversed() {
        ends[index] = isEnd(scalar) ? index : ends[index + 1]
      }
      return ends
    }
    self.path = path
    // Marks belong to the character before them, as in `PathGlob`.
    (ends, marks) = (next { $0 == "/" }, next { !("\u{300}"..."\u{36F}" ~= $0) })
  }

  /// The captures of the wildcards of a pattern; `nil` when the path does not match.
  mutating func captures(of pattern: [Unicode.Scalar]) -> [String]? {
    (self.pattern, tried, sets) = (pattern, [:], [:])
    return captures(0, 0)
  }

  /// The captures of the wildcards from an offset of the pattern on; `nil` when the rest does not
  /// match.
  private mutating func captures(_ patternStart: Int, _ pathStart: Int) -> [String]? {
    var at = patternStart
    var position = pathStart
    while at < pattern.count, pattern[at] != "*" {
      guard let next = step(at, position) else { return nil }
      (at, position) = next
    }
    guard at < pattern.count else { return position == path.count ? [] : nil }
    return wildcard(at, position)
  }

  private mutating func wildcard(_ at: Int, _ position: Int) -> [String]? {
    if at + 1 < pattern.count, pattern[at + 1] == "*" {
      if at + 2 == pattern.count { return [text(position..<path.count)] }
      if pattern[at + 2] == "/" { return components(at + 3, position) }
      return part(at + 2, position)
    }
    return part(at + 1, position)
  }

  private func text(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(path[range]))
  }

  /// The positions from one on that were not tried for what follows a wildcard. They will be.
  private mutating func untried(_ rest: Int, _ start: Int, through last: Int) -> Range<Int> {
    let key = rest * (path.count + 1) + last
    let end = tried[key] ?? last + 1
    if start < end { tried[key] = start }
    return start..<max(start, end)
  }

  /// Tries the longest match first: `*Tests.swift` of `ATestsTests.swift` captures `ATests`.
  private mutating func part(_ rest: Int, _ position: Int) -> [String]? {
    let next = rest < pattern.count ? pattern[rest] : "*"
    let isLiteral = !"*?[\\".unicodeScalars.contains(next)
    for end in untried(rest, position, through: ends[position]).reversed() {
      if isLiteral, end == path.count || path[end] != next { continue }
      if let others = captures(rest, end) { return [text(position..<end)] + others }
    }
    return nil
  }

  private mutating func components(_ rest: Int, _ position: Int) -> [String]? {
    if let others = captures(rest, position) { return [""] + others }
    for start in untried(rest, position + 1, through: path.count) where path[start - 1] == "/" {
      if let others = captures(rest, start) { return [text(position..<(start - 1))] + others }
    }
    return nil
  }

  /// The offsets in pattern and path after one character that is not `*`; `nil` when it does not
  /// match.
  private mutating func step(_ at: Int, _ position: Int) -> (Int, Int)? {
    guard position < path.count else { return nil }
    let character = path[position]
    switch pattern[at] {
    case "[":
      guard let set = set(at) else { break }
      return character != "/" && set.glob.matches(String(character))
        ? (set.end, marks[position + 1]) : nil
    case "\\" where at + 1 < pattern.count:
      return character == pattern[at + 1] ? (at + 2, position + 1) : nil
    case "?": return character != "/" ? (at + 1, marks[position + 1]) : nil
    default: break
    }
    return character == pattern[at] ? (at + 1, position + 1) : nil
  }

  /// The set that begins at a bracket; `nil` when the bracket is a character.
  private mutating func set(_ at: Int) -> (glob: PathGlob, end: Int)? {
    if let known = sets[at] { return known }
    guard let close = pattern.dropFirst(at + 2).firstIndex(of: "]") else { return nil }
    let text = String(String.UnicodeScalarView(pattern[at...close]))
    sets[at] = (PathGlob(text), close + 1)
    return sets[at]
  }
}

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
    let path = Array(path.unicodeScalars)
    for pattern in alternatives {
      var matcher = CapturingMatch(pattern: pattern, path: path)
      if let captures = matcher.captures(0, 0) { return captures }
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
    let (path, slash): (_, Unicode.Scalar) = (Array(folder.unicodeScalars), "/")
    for pattern in alternatives {
      let components = pattern.split(separator: slash)
      for count in (1..<max(1, components.count)).reversed()
      where components[count - 1] != ["*", "*"] {
        let above = components.prefix(count).joined(separator: ["/"])
        var matcher = CapturingMatch(pattern: Array(above), path: path)
        if let captures = matcher.captures(0, 0) { return captures }
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

/// A match of one alternative of a glob, without braces, against one path.
private struct CapturingMatch {
  let pattern: [Unicode.Scalar]
  let path: [Unicode.Scalar]
  /// Pairs of offsets, as one number, from which the rest does not match. Each pair is tried only
  /// once, because the path is untrusted and may be long.
  private var failed: Set<Int> = []

  init(pattern: [Unicode.Scalar], path: [Unicode.Scalar]) {
    self.pattern = pattern
    self.path = path
  }

  /// The captures of the wildcards from an offset of the pattern on; `nil` when the rest does not
  /// match.
  mutating func captures(_ patternStart: Int, _ pathStart: Int) -> [String]? {
    var at = patternStart
    var position = pathStart
    while at < pattern.count, pattern[at] != "*" {
      guard let next = step(at, position) else { return nil }
      (at, position) = next
    }
    guard at < pattern.count else { return position == path.count ? [] : nil }
    let key = at * (path.count + 1) + position
    if failed.contains(key) { return nil }
    let found = wildcard(at, position)
    if found == nil { failed.insert(key) }
    return found
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

  /// Tries the longest match first: `*Tests.swift` of `ATestsTests.swift` captures `ATests`.
  private mutating func part(_ rest: Int, _ position: Int) -> [String]? {
    let limit = path[position...].firstIndex(of: "/") ?? path.count
    let next = rest < pattern.count ? pattern[rest] : "*"
    let isLiteral = !"*?[\\".unicodeScalars.contains(next)
    for end in stride(from: limit, through: position, by: -1) {
      if isLiteral, end == path.count || path[end] != next { continue }
      if let others = captures(rest, end) { return [text(position..<end)] + others }
    }
    return nil
  }

  private mutating func components(_ rest: Int, _ position: Int) -> [String]? {
    if let others = captures(rest, position) { return [""] + others }
    for cut in position..<path.count where path[cut] == "/" {
      if let others = captures(rest, cut + 1) { return [text(position..<cut)] + others }
    }
    return nil
  }

  /// The offsets in pattern and path after one character that is not `*`; `nil` when it does not
  /// match.
  private func step(_ at: Int, _ position: Int) -> (Int, Int)? {
    guard position < path.count else { return nil }
    let character = path[position]
    switch pattern[at] {
    case "[":
      guard let close = pattern.dropFirst(at + 2).firstIndex(of: "]") else { break }
      return character != "/"
        && PathGlob(String(String.UnicodeScalarView(pattern[at...close]))).matches(
          String(character))
        ? (close + 1, endOfMarks(position + 1)) : nil
    case "\\" where at + 1 < pattern.count:
      return character == pattern[at + 1] ? (at + 2, position + 1) : nil
    case "?": return character != "/" ? (at + 1, endOfMarks(position + 1)) : nil
    default: break
    }
    return character == pattern[at] ? (at + 1, position + 1) : nil
  }

  /// The end of combining marks, which belong to the character before them, as in `PathGlob`.
  private func endOfMarks(_ start: Int) -> Int {
    path[start...].firstIndex { !("\u{300}"..."\u{36F}" ~= $0) } ?? path.count
  }
}

import CIModel

/// A glob whose wildcards tell what they stood for, so that another path can be made of it:
/// `Sources/*/**/*.swift` and `Tests/$1Tests/**/$3Tests.swift`.
///
/// `*` captures part of a component, `**` any number of whole components (without the slashes around
/// them); `{a,b}` and `[…]` match and capture nothing.
struct CapturingGlob: Sendable {
  let text: String
  private let glob: PathGlob
  private let alternatives: [[Character]]

  init(_ text: String) {
    self.text = text
    glob = PathGlob(text)
    let pattern = text.hasSuffix("/") ? text + "**" : text
    alternatives = Self.expandBraces(Array(pattern))
  }

  /// What each wildcard stands for, in the order of the wildcards; `nil` when the path does not
  /// match.
  func captures(of path: String) -> [String]? {
    guard glob.matches(path) else { return nil }
    let path = Array(path)
    for pattern in alternatives {
      if let captures = Self.match(pattern[...], path[...]) { return captures }
    }
    return nil
  }

  /// A template with `$1`, `$2`, … replaced; a reference to nothing is left out.
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
    // What was nothing leaves two slashes behind.
    return result.replacing("//", with: "/")
  }

  private static func match(
    _ pattern: ArraySlice<Character>, _ path: ArraySlice<Character>
  ) -> [String]? {
    guard let first = pattern.first else { return path.isEmpty ? [] : nil }
    if first == "*" {
      if pattern.dropFirst().first == "*" {
        return matchComponents(pattern.dropFirst(2), path)
      }
      let rest = pattern.dropFirst()
      // The longest first: `*Tests.swift` of `ATestsTests.swift` captures `ATests`.
      let limit = path.firstIndex(of: "/") ?? path.endIndex
      for end in stride(from: limit, through: path.startIndex, by: -1) {
        if let captures = match(rest, path[end...]) {
          return [String(path[path.startIndex..<end])] + captures
        }
      }
      return nil
    }
    if first == "[", let close = pattern.dropFirst(2).firstIndex(of: "]") {
      guard let character = path.first, character != "/",
        PathGlob(String(pattern[...close])).matches(String(character))
      else { return nil }
      return match(pattern[(close + 1)...], path.dropFirst())
    }
    if first == "\\", let escaped = pattern.dropFirst().first {
      return path.first == escaped ? match(pattern.dropFirst(2), path.dropFirst()) : nil
    }
    guard let character = path.first, character == first || (first == "?" && character != "/")
    else {
      return nil
    }
    return match(pattern.dropFirst(), path.dropFirst())
  }

  /// - Parameter pattern: What follows the `**`.
  private static func matchComponents(
    _ pattern: ArraySlice<Character>, _ path: ArraySlice<Character>
  ) -> [String]? {
    if pattern.isEmpty { return [String(path)] }
    guard pattern.first == "/" else { return match(["*"] + pattern, path) }
    let rest = pattern.dropFirst()
    if let captures = match(rest, path) { return [""] + captures }
    for cut in path.indices where path[cut] == "/" {
      if let captures = match(rest, path[(cut + 1)...]) {
        return [String(path[path.startIndex..<cut])] + captures
      }
    }
    return nil
  }

  private static func expandBraces(_ pattern: [Character]) -> [[Character]] {
    guard let open = pattern.firstIndex(of: "{") else { return [pattern] }
    var depth = 0
    var choices: [[Character]] = [[]]
    for index in pattern[open...].indices {
      switch pattern[index] {
      case "{":
        depth += 1
        if depth > 1 { choices[choices.count - 1].append("{") }
      case "}":
        depth -= 1
        if depth == 0 {
          let before = pattern[..<open]
          let after = pattern[(index + 1)...]
          return choices.prefix(64).flatMap { expandBraces(before + $0 + after) }
        }
        choices[choices.count - 1].append("}")
      case "," where depth == 1: choices.append([])
      default: choices[choices.count - 1].append(pattern[index])
      }
    }
    return [pattern]
  }
}

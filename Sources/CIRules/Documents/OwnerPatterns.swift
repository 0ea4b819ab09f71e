import CIModel

/// The patterns of CODEOWNERS, indexed so that most are compared only with the paths that they can
/// match: a change may have any number of paths.
struct OwnerPatterns {
  /// The last patterns for a name or an extension that can occur at any depth, by index; -1 for
  /// none.
  private struct Last {
    /// The last pattern for files and folders.
    var any = -1
    var folder = -1
  }

  private struct Other {
    var index: Int
    /// The first bytes of every path that matches.
    var lead: ArraySlice<UInt8>
    var globs: [PathGlob]
  }

  private var names: [[UInt8]: Last] = [:]
  private var endings: [[UInt8]: Last] = [:]
  /// Patterns that are neither a name nor an extension, in their order, by the path or the innermost
  /// folder that they name in full.
  private var others: [ArraySlice<UInt8>: [Other]] = [:]
  private var count = 0
  private var workLeft: Double

  init(mostWork: Double = PathIndex.mostWork) { workLeft = mostWork }

  private static let wildcards = Array("*?[\\".utf8)

  /// Adds a pattern, read as in `.gitignore`: one that contains a slash begins at the root, and a
  /// folder matches everything below it. A brace is an ordinary character.
  mutating func add(_ pattern: String) {
    defer { count += 1 }
    var text = pattern
    let isFolder = text.hasSuffix("/")
    if isFolder { text.removeLast() }
    let isAnchored = text.contains("/")
    if text.hasPrefix("/") { text.removeFirst() }
    if !isAnchored, addShort(Array(text.utf8), isFolder: isFolder) { return }
    let base = isAnchored || text.hasPrefix("**/") ? text : "**/\(text)"
    var globs = [base, "\(base)/**"]
    if text == "*" || text == "**" {
      globs = ["**"]
    } else if isFolder {
      globs.removeFirst()
    } else if text.hasSuffix("/*") {
      // `docs/*` matches only the files directly in the folder.
      globs.removeLast()
    }
    let bytes = Array(globs[0].utf8)
    let lead = bytes.prefix { !Self.wildcards.contains($0) }
    let slash = lead.lastIndex(of: UInt8(ascii: "/")) ?? 0
    others[lead.count == bytes.count ? lead : lead[..<slash], default: []].append(
      Other(index: count, lead: lead, globs: globs.map { PathGlob.withoutBraces($0) }))
  }

  /// Adds a pattern of the form `name` or `*.extension`; `false` for any other form.
  private mutating func addShort(_ text: [UInt8], isFolder: Bool) -> Bool {
    func isLiteral(_ text: ArraySlice<UInt8>) -> Bool {
      !text.isEmpty && !text.contains { Self.wildcards.contains($0) }
    }
    let place = isFolder ? \Last.folder : \Last.any
    if isLiteral(text[...]) {
      names[text, default: Last()][keyPath: place] = count
      return true
    }
    let ending = text.dropFirst(2)
    guard text.starts(with: "*.".utf8), isLiteral(ending), !ending.contains(UInt8(ascii: "."))
    else { return false }
    endings[Array(ending), default: Last()][keyPath: place] = count
    return true
  }

  /// Index of the last pattern that matches a path; -1 when none does, and `nil` when all lookups
  /// together take too long.
  mutating func last(matching path: String) -> Int? {
    let bytes = Array(path.utf8)
    var best = -1
    let components = bytes.split(separator: UInt8(ascii: "/"))
    for (index, component) in components.enumerated() {
      let dot = component.lastIndex(of: UInt8(ascii: "."))
      let found = [
        names[Array(component)], dot.flatMap { endings[Array(component[($0 + 1)...])] },
      ]
      for last in found.compactMap({ $0 }) {
        best = max(best, last.any, index + 1 < components.count ? last.folder : -1)
      }
    }
    for end in components.map(\.endIndex).reversed() + [0] {
      workLeft -= Double(end)
      for other in others[bytes[..<end], default: []].reversed() {
        if other.index < best { break }
        workLeft -= Double(other.lead.count)
        guard bytes.starts(with: other.lead) else { continue }
        for glob in other.globs { workLeft -= glob.work(onPathOf: bytes.count) }
        if workLeft < 0 { return nil }
        guard other.globs.contains(where: { $0.matches(path) }) else { continue }
        best = other.index
        break
      }
    }
    return workLeft < 0 ? nil : best
  }
}

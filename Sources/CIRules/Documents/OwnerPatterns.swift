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

  /// Adds a pattern, read as in `.gitignore`: one that contains a slash begins at the root, and a
  /// folder matches everything below it. A brace is an ordinary character, and so is a bracket on
  /// GitHub.
  mutating func add(_ pattern: String, for service: Codeowners.Service = .gitLab) {
    defer { count += 1 }
    var text = service == .gitHub ? Self.escapingSets(pattern) : pattern
    let isFolder = text.hasSuffix("/")
    if isFolder { text.removeLast() }
    let isAnchored = text.contains("/")
    if text.hasPrefix("/") { text.removeFirst() }
    // GitLab adds `**/*` to a folder, and `**/` can be nothing.
    if isFolder, text == "**", service == .gitHub { text = "*" }
    if !isAnchored, addShort(Array(text.utf8), isFolder: isFolder) { return }
    let base = isAnchored || text.hasPrefix("**/") ? text : "**/\(text)"
    var globs = [base, "\(base)/**"]
    if text == "**" || text == "*" && !isAnchored && !isFolder {
      globs = ["**"]
    } else if isFolder {
      globs.removeFirst()
    } else if text == "*" || text.hasSuffix("/*") {
      // `docs/*` matches only the files directly in the folder, and `/*` those of the root.
      globs.removeLast()
    }
    let bytes = Array(globs[0].utf8)
    let lead = bytes.prefix { !Self.wildcards.contains($0) }
    let slash = lead.lastIndex(of: UInt8(ascii: "/")) ?? 0
    others[lead.count == bytes.count ? lead : lead[..<slash], default: []].append(
      Other(index: count, lead: lead, globs: globs.map { PathGlob.withoutBraces($0) }))
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
  ///
  /// - Parameter workLeft: The number of bytes that may still be compared.
  func last(matching path: Path, _ workLeft: inout Double) -> Int? {
    if count == 0 { return -1 }
    var best = -1
    let hasShort = !names.isEmpty || !endings.isEmpty
    for (index, component) in path.components.enumerated() where hasShort {
      workLeft -= Self.costOfLookup + Double(component.name.count)
      let found = [names[component.name], component.ending.flatMap { endings[$0] }]
      for last in found.compactMap({ $0 }) {
        best = max(best, last.any, index + 1 < path.components.count ? last.folder : -1)
      }
    }
    for end in path.components.map(\.end).reversed() + [0] where !others.isEmpty {
      workLeft -= Double(end)
      for other in others[path.bytes[..<end], default: []].reversed() {
        if other.index < best { break }
        workLeft -= Double(other.lead.count)
        guard path.bytes.starts(with: other.lead) else { continue }
        for glob in other.globs { workLeft -= glob.work(onPathOf: path.bytes.count) }
        if workLeft < 0 { return nil }
        guard other.globs.contains(where: { $0.matches(path.text) }) else { continue }
        best = other.index
        break
      }
    }
    return workLeft < 0 ? nil : best
  }
}

import CIModel

/// The parts of a source that no build contains: behind `#if false`, or behind conditions that
/// exclude one another.
///
/// Code that depends on a platform or a flag may be built somewhere and counts as active. So does
/// code behind conditions that take too long to evaluate.
package struct InactiveCode: Sendable {
  /// Offsets in the text, ascending; they do not overlap.
  package private(set) var ranges: [Range<Int>] = []
  /// There are more conditions, or more complicated ones, than are evaluated.
  package private(set) var isUndecided = false

  /// An `#if` block around the current line.
  private struct Level {
    /// The condition of the current branch.
    var condition: BuildFormula
    /// The negated conditions of the branches before it, which are true in every build that
    /// contains it.
    var others: [BuildFormula] = []
    var isActive: Bool
    /// Whether the code around the block is active.
    var isOuterActive: Bool
    /// Whether a branch before the current one is always built.
    var isTaken = false
    /// Known facts of a build that contains the current branch and everything around it.
    var build: PossibleBuilds.Build?
  }

  private var levels: [Level] = []
  private var builds: PossibleBuilds

  /// - Parameters:
  ///   - oldestCompiler: See `BuildCondition`.
  ///   - room: The budget shared by all texts of a change, so that many texts take no longer than
  ///     one.
  package init(
    _ text: SwiftText, oldestCompiler: [Int] = [5], room: ConditionRoom = ConditionRoom()
  ) {
    builds = PossibleBuilds(room: room.left)
    defer { room.left = builds.room }
    guard text.bytes.contains(UInt8(ascii: "#")) else { return }
    let directives = Self.directives(in: text)
    let imported = Self.imports(in: text, without: directives)
    var start: Int?
    for directive in directives {
      let code = directive.condition.filter { !Self.isBlank($0, text) }.map { text.bytes[$0] }
      let isTooLong = directive.condition.count > Self.longestFormula
      if isTooLong { isUndecided = true }
      builds.take(directive.condition.count)
      var formula = BuildFormula.flag("")
      if builds.hasRoom, !isTooLong {
        var condition = BuildCondition(code, oldestCompiler: oldestCompiler, imported: imported)
        formula = condition.formula()
      } else if code.elementsEqual("false".utf8) {
        formula = .constant(false)
      }
      take(directive.name, formula)
      let isActive = levels.last?.isActive ?? true
      if isActive, let from = start {
        ranges.append(from..<directive.start)
        start = nil
      } else if !isActive, start == nil {
        start = directive.condition.upperBound
      }
    }
    if let start, start < text.bytes.count { ranges.append(start..<text.bytes.count) }
    isUndecided = isUndecided || builds.isExhausted
    levels = []
  }

  /// Maximum bytes of a condition; a longer one counts as an unknown flag.
  private static let longestFormula = 65_536

  private mutating func take(_ directive: String, _ condition: BuildFormula) {
    switch directive {
    case "if":
      let outer = levels.last?.isActive ?? true
      levels.append(Level(condition: condition, isActive: outer, isOuterActive: outer))
    case "elseif", "else":
      guard var level = levels.popLast() else { return }
      level.isTaken = level.isTaken || builds.value(of: level.condition) == true
      if builds.hasRoom { level.others.append(.opposite(level.condition)) }
      level.condition = directive == "else" ? .constant(true) : condition
      level.isActive = level.isOuterActive && !level.isTaken
      levels.append(level)
    default: _ = levels.popLast()
    }
    guard directive != "endif", let level = levels.last, level.isActive else { return }
    let isActive = builds.value(of: level.condition) != false && isPossible(level)
    levels[levels.count - 1].isActive = isActive
    levels[levels.count - 1].build = isActive ? builds.found : nil
  }

  /// Whether some build contains the current branch of the innermost level and everything around
  /// it. The build that was found for the enclosing branch is tried first.
  private mutating func isPossible(_ level: Level) -> Bool {
    guard builds.hasRoom else { return builds.have([]) ?? true }
    let around = levels.count > 1 ? levels[levels.count - 2].build : [:]
    if let around {
      let answer = builds.have(level.others + [level.condition], around)
      if answer != false || around.isEmpty { return answer ?? true }
    }
    return builds.have(levels.reversed().flatMap { $0.others + [$0.condition] }) ?? true
  }

  package func contains(_ offset: Int) -> Bool {
    let next = ranges.partitioningIndex { $0.upperBound > offset }
    return next < ranges.count && ranges[next].contains(offset)
  }

  // MARK: Directives

  private struct Directive {
    var name: String
    /// Offset of its `#`.
    var start: Int
    /// The text behind its name. A line break within parentheses does not end it.
    var condition: Range<Int>
  }

  private static func directives(in text: SwiftText) -> [Directive] {
    let lineStarts = text.lineStarts
    var line = 0
    return text.bytes.indices.compactMap { hash in
      guard text.bytes[hash] == UInt8(ascii: "#") else { return nil }
      while line < lineStarts.count, lineStarts[line] <= hash { line += 1 }
      let end = line < lineStarts.count ? lineStarts[line] : text.bytes.count
      return directive(text, hash..<end)
    }
  }

  /// Maximum bytes of a condition that continues on further lines.
  private static let longestCondition = 4_096

  /// Reads `#if`, `#elseif`, `#else` or `#endif`, anywhere in a line.
  ///
  /// - Parameter line: The line from the `#` on.
  private static func directive(_ text: SwiftText, _ line: Range<Int>) -> Directive? {
    let hash = line.lowerBound
    guard text.kinds[hash] == .code else { return nil }
    let word = text.bytes[(hash + 1)..<line.upperBound].prefix { SwiftText.isWord($0) }
    let name = String(decoding: word, as: UTF8.self)
    guard ["if", "elseif", "else", "endif"].contains(name) else { return nil }
    var end = word.endIndex
    var nesting = 0
    let last = min(text.bytes.count, max(line.upperBound, end + longestCondition))
    while end < last, end < line.upperBound || nesting > 0 {
      if text.kinds[end] == .code {
        // The next directive ends a condition that is not closed.
        if text.bytes[end] == UInt8(ascii: "#") { break }
        if text.bytes[end] == UInt8(ascii: "\r"), nesting == 0 { break }
        if text.bytes[end] == UInt8(ascii: "(") { nesting += 1 }
        if text.bytes[end] == UInt8(ascii: ")") { nesting -= 1 }
      }
      end += 1
    }
    return Directive(name: name, start: hash, condition: word.endIndex..<end)
  }

  private static func isBlank(_ offset: Int, _ text: SwiftText) -> Bool {
    text.kinds[offset] == .comment || SwiftText.isWhiteSpace(text.bytes[offset])
  }

  /// The modules that are imported outside of every condition; without them the file does not
  /// build.
  private static func imports(in text: SwiftText, without directives: [Directive]) -> Set<String> {
    var modules: Set<String> = []
    var (depth, start) = (0, 0)
    for directive in directives {
      if depth == 0 { modules.formUnion(imports(in: start..<directive.start, text)) }
      if directive.name == "if" { depth += 1 }
      if directive.name == "endif" { depth = max(0, depth - 1) }
      start = directive.condition.upperBound
    }
    return depth > 0 ? modules : modules.union(imports(in: start..<text.bytes.count, text))
  }

  /// The modules of `import A` and `@testable public import A` at the beginning of a line.
  private static func imports(in range: Range<Int>, _ text: SwiftText) -> [String] {
    text.bytes[range].split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let first = line.first, "@fip".utf8.contains(first),
        text.kinds[line.startIndex] == .code,
        let keyword = line.firstRange(of: Array("import ".utf8)),
        line[..<keyword.lowerBound].split(separator: UInt8(ascii: " ")).allSatisfy({
          $0.first == UInt8(ascii: "@")
            || accessLevels.contains(String(decoding: $0, as: UTF8.self))
        })
      else { return nil }
      let name = line[keyword.upperBound...].prefix { SwiftText.isWord($0) }
      return String(decoding: name, as: UTF8.self)
    }
  }

  private static let accessLevels: Set<String> = [
    "fileprivate", "internal", "package", "private", "public",
  ]
}

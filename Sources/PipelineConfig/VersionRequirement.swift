internal import YAMLDocument

/// The devtool that reads a `.ci.yml`.
package struct ReadingTool: Hashable, Sendable {
  /// `1.2.0`.
  package var version: String
  /// The command that installs a newer one.
  package var update: String

  package init(version: String, update: String) {
    (self.version, self.update) = (version, update)
  }
}

/// The oldest devtool version that a `.ci.yml` supports, as in `requires`: `>= 1.2`.
struct VersionRequirement {
  /// Three version numbers; missing ones are 0.
  private var numbers: [Int]

  /// - Parameter text: `>= 1.2.3` or the version alone, with one to three numbers.
  init?(_ text: String) {
    var rest = text[...]
    if rest.hasPrefix(">=") { rest = rest.dropFirst(2).drop { $0 == " " } }
    guard let numbers = Self.numbers(rest) else { return nil }
    self.numbers = numbers
  }

  private static func numbers(_ text: Substring) -> [Int]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.count <= 6 && part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil
    }
    guard numbers.count == parts.count, (1...3).contains(numbers.count) else { return nil }
    return numbers + Array(repeating: 0, count: 3 - numbers.count)
  }

  /// - Parameter version: `1.2.0`; a suffix such as `-beta` is ignored.
  func isMet(by version: String) -> Bool {
    guard let own = Self.numbers(version.prefix { $0 != "-" && $0 != "+" }) else { return true }
    return !own.lexicographicallyPrecedes(numbers)
  }

  /// Checks `requires`, and reports problems with it.
  ///
  /// - Parameter tool: The running version; `nil` accepts any requirement.
  /// - Returns: Whether to read the rest of the file; when the requirement is not met, keys that
  ///   only a newer devtool knows must not be reported.
  static func check(
    _ entries: [Entry], _ tool: ReadingTool?, _ checker: inout Checker
  ) -> Bool {
    guard let entry = entries.first(where: { $0.key == "requires" }),
      case .scalar(let scalar) = entry.value.content, !scalar.text.isEmpty
    else { return true }
    guard let requirement = VersionRequirement(scalar.text) else {
      checker.report(
        "'requires' must be a version, not '\(shortened(scalar.text))'",
        help: "write the oldest version of devtool that works: `requires: '>= 1.2'`",
        at: entry.value.range)
      return true
    }
    guard let tool, !requirement.isMet(by: tool.version) else { return true }
    checker.report(
      "this file requires devtool \(scalar.text), but this is \(tool.version)",
      help: "install a newer one: `\(tool.update)`", at: entry.value.range)
    return false
  }
}

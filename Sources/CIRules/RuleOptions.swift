import CIModel
import Patterns

/// The settings that every rule has: the id and the level of its findings, its messages and the
/// files that it checks.
struct RuleOptions: Sendable {
  let id: String
  let level: Severity
  /// Whether the settings contain a level.
  let hasLevel: Bool
  /// The severity of a number above a `warn` tier; a warning unless `level` is set.
  let warnLevel: Severity
  let scope: FileScope
  private let words: RuleWords
  private let settings: RuleSettings

  /// - Parameter alsoExcluding: Globs that the rule excludes whatever its settings are.
  init(_ settings: RuleSettings, of rule: any Rule.Type, alsoExcluding: [String] = []) {
    self.settings = settings
    id = settings.id
    level = settings.level ?? rule.descriptor.defaultLevel
    hasLevel = settings.level != nil
    warnLevel = settings.level ?? .warning
    words = RuleWords(settings)
    scope = FileScope(settings, alsoExcluding: alsoExcluding)
  }

  /// Whether messages of the settings refer to captures of a pattern.
  var nameCaptures: Bool { words.nameCaptures }

  func integer(_ name: String) -> Int? { settings.integer(name) }
  func text(_ name: String) -> String? { settings.text(name) }
  func texts(_ name: String) -> [String]? { settings.texts(name) }

  func has(_ name: String) -> Bool { settings.values[name] != nil }

  func flag(_ name: String, default value: Bool = false) -> Bool {
    if case .boolean(let value)? = settings.values[name] { value } else { value }
  }

  func globs(_ name: String, default globs: [String] = []) -> FileSelection {
    FileSelection(texts(name) ?? globs)
  }

  /// The regular expressions of a key. Invalid ones are omitted; the configuration has rejected
  /// them.
  func patterns(_ name: String) -> [Pattern] {
    (texts(name) ?? []).compactMap { try? Pattern($0) }
  }

  /// The regular expression of a key; `nil` when it is not set, or invalid and thus already
  /// rejected.
  func pattern(_ name: String, default pattern: String? = nil) -> Pattern? {
    (text(name) ?? pattern).flatMap { try? Pattern($0) }
  }

  /// A finding with the message and help of the rule, or of the settings where they have their own.
  ///
  /// - Parameter captures: The text that the wildcards or groups of the rule's pattern matched.
  func finding(
    _ text: String, at location: SourceLocation? = nil, severity: Severity? = nil, help: String,
    captures: [String] = []
  ) -> Finding {
    words.applied(
      to: Finding(severity ?? level, id, text, at: location, help: help), captures: captures)
  }

  /// The help for a change that only some people may make.
  ///
  /// - Parameter list: The key that lists these people.
  func undoing(_ change: String, by list: String) -> String {
    texts(list)?.isEmpty == false
      ? "Undo the \(change), or let a person listed in `\(list)` of rule '\(id)' make it."
      : "Undo the \(change), or ask a maintainer to list its author in `\(list)` of rule '\(id)'."
  }

  /// The added lines of the files in scope.
  func texts(in facts: Facts, _ changes: ChangeSet) -> [AddedText] {
    if scope.isEverything { return facts.addedText }
    let files = files(changes)
    return facts.addedText.filter { files.contains($0.exactPath) }
  }

  /// The added lines of the files in scope, including files that git treats as binary and other
  /// ways to decode a file.
  func allTexts(in facts: Facts, _ changes: ChangeSet) -> [AddedText] {
    if facts.hiddenText.isEmpty { return texts(in: facts, changes) }
    let files = files(changes)
    return texts(in: facts, changes) + facts.hiddenText.filter { files.contains($0.exactPath) }
  }

  /// The added lines of the files in scope, including source files with NUL bytes, as tools read
  /// them.
  func readTexts(in facts: Facts, _ changes: ChangeSet) -> [AddedText] {
    let hidden = facts.hiddenText.filter {
      $0.isReadByTools && SourceLine.Language(path: $0.path) != .none
    }
    if hidden.isEmpty { return texts(in: facts, changes) }
    let files = files(changes)
    return texts(in: facts, changes) + hidden.filter { files.contains($0.exactPath) }
  }

  private func files(_ changes: ChangeSet) -> Set<RepositoryPath> {
    Set(changes.files.lazy.filter { scope.contains($0) }.map(\.exactPath))
  }

  /// The limits of a `RuleDescriptor.Kind.limits`, by the names of the limited quantities.
  ///
  /// - Parameter first: The quantity that a number, `warn` or `fail` without a name limits.
  func limits(_ key: String, first: String) -> [String: RuleSettings.Value] {
    switch settings.values[key] {
    case .integer(let limit): return [first: .integer(limit)]
    case .mapping(var limits):
      let tiers = limits.filter { ["warn", "fail"].contains($0.key) }
      for name in tiers.keys { limits[name] = nil }
      if !tiers.isEmpty, limits[first] == nil { limits[first] = .mapping(tiers) }
      return limits
    default: return [:]
    }
  }

  /// The worst tier of one such limit that a number exceeds; a limit without tiers has the level of
  /// the rule.
  func tier(of value: Int, _ limit: RuleSettings.Value) -> (severity: Severity, limit: Int)? {
    switch limit {
    case .integer(let limit): return value > limit ? (level, limit) : nil
    case .mapping(let tiers):
      func tier(_ name: String) -> Int? {
        if case .integer(let limit)? = tiers[name] { limit } else { nil }
      }
      return self.tier(of: value, warn: tier("warn"), fail: tier("fail"))
    default: return nil
    }
  }

  /// The worst tier that a number exceeds: `fail` is an error, `warn` a warning or the level of the
  /// settings.
  func tier(of value: Int, warn: Int?, fail: Int?) -> (severity: Severity, limit: Int)? {
    if let fail, value > fail { return (.error, fail) }
    if let warn, value > warn { return (warnLevel, warn) }
    return nil
  }
}

/// A text in which `*` matches anything, compared case-insensitively with names and addresses.
struct Wildcard: Sendable {
  private let parts: [Substring]

  init(_ text: String) {
    parts = text.lowercased().split(separator: "*", omittingEmptySubsequences: false)
      .map { Substring($0) }
  }

  func matches(_ text: String) -> Bool {
    var rest = text.lowercased()[...]
    guard let first = parts.first, rest.hasPrefix(first) else { return false }
    rest = rest.dropFirst(first.count)
    if parts.count == 1 { return rest.isEmpty }
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return parts.last.map { rest.hasSuffix($0) } ?? true
  }
}

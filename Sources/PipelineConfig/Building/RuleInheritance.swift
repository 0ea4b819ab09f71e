internal import CIModel
internal import Expressions
internal import YAMLDocument

/// Reads the files that `rules.extends` names, recursively. The keys of a file override those of
/// the files that it extends, and a later file overrides an earlier one.
struct RuleInheritance {
  var known: [RuleDescriptor]
  /// The names that conditions may use.
  var scope: Scope
  /// Reads a file by its path, which is relative to the same folder as the name of the extending
  /// file; `nil` when there is none.
  var read: (String) -> [UInt8]?
  /// The errors in extended files, one entry per file.
  private(set) var errors: [ConfigError] = []

  /// The rules of a file, merged with those of the files that it extends.
  struct Rules {
    /// The settings, sorted by id.
    var settings: [RuleSettings] = []
    /// `nil` when no file sets it.
    var when: [String]?
    var unless: [String]?

    var conditions: RuleConditions { RuleConditions(when: when ?? [], unless: unless ?? []) }
  }

  init(known: [RuleDescriptor], scope: Scope, read: @escaping (String) -> [UInt8]?) {
    self.known = known
    self.scope = scope
    self.read = read
  }

  /// The rules of a section, merged with those that it extends.
  /// - Parameter files: The chain of extending files, ending with the file of the section.
  mutating func rules(
    _ section: CheckedMapping?, files: [String], _ checker: inout Checker
  ) -> Rules {
    var inherited = Rules()
    for element in section?["extends"]?.list ?? [] {
      let name = element.text ?? element.mapping?["file"]?.text
      guard let name, let file = files.last else {
        if let mapping = element.mapping, mapping["file"] == nil, !mapping.hasRejectedKeys {
          checker.report(
            "an entry of 'extends' needs 'file'", help: "add `file: ci/rules.yml`",
            at: element.range)
        }
        continue
      }
      let path = Self.path(name, besides: file)
      if let start = files.firstIndex(of: path) {
        let circle = (files[start...] + [path]).joined(separator: " → ")
        checker.report(
          "'extends' forms a cycle: \(circle)", help: "remove one of them", at: element.range)
        continue
      }
      guard let bytes = read(path) else {
        checker.report(
          "there is no file '\(path)' to extend",
          help:
            "write the path relative to the folder of \(file); a trusted commit "
            + "(--config-from) does not contain the files of its submodules",
          at: element.range)
        continue
      }
      let given = element.mapping?["with"]?.mapping
      let (rules, parameters) = rules(in: bytes, with: given, files: files + [path])
      for entry in given?.entries ?? [] where !parameters.contains(entry.key) {
        let near = nearestSpelling(of: entry.key, among: parameters.sorted())
        checker.report(
          "'\(path)' has no parameter '\(entry.key)'",
          help: near.map { "did you mean '\($0)'?" }
            ?? (parameters.isEmpty
              ? "remove 'with': the file has no `${with.…}`"
              : "write one of \(parameters.sorted().joined(separator: ", "))"),
          at: entry.keyRange)
      }
      inherited = Self.merge(rules, over: inherited)
    }
    let conditions = RuleConditionReader(scope: scope)
    let own = Rules(
      settings: RuleBuilder(known: known, scope: scope, fileName: files.last ?? "").rules(
        section, &checker),
      when: section?["when"].map { conditions.texts($0, &checker) },
      unless: section?["unless"].map { conditions.texts($0, &checker) })
    return Self.merge(own, over: inherited)
  }

  /// The rules of a file, and the names of its parameters.
  private mutating func rules(
    in bytes: [UInt8], with given: CheckedMapping?, files: [String]
  ) -> (Rules, parameters: Set<String>) {
    let document = ParsedDocument(parsing: bytes)
    var checker = Checker(sources: [bytes], sections: Schema.sections)
    for error in document.errors {
      checker.report(error.message, help: error.help, at: error.range)
    }
    var result = Rules()
    var names: Set<String> = []
    if let root = document.root {
      switch root.content {
      case .mapping(let entries):
        let parameters = RuleParameters(given, for: entries, &checker)
        names = parameters.names
        let section = checker.check(
          parameters.filled(entries, &checker), in: Schema.ruleSection(known), owner: nil)
        result = rules(section, files: files, &checker)
      case .scalar(let scalar) where scalar.isNull: break
      case .scalar, .sequence, .unresolved:
        checker.report(
          "a rule file must be a mapping",
          help: "write the keys of `rules:` at the top level, for example `pr-size: { warn: 400 }`",
          at: root.range)
      }
    }
    if !checker.problems.isEmpty, let file = files.last,
      !errors.contains(where: { $0.fileName == file })
    {
      errors.append(ConfigError(fileName: file, problems: checker.problems, source: bytes))
    }
    return (result, names)
  }

  /// Resolves a path relative to the folder of a file, and removes `.` and resolvable `..` parts.
  static func path(_ name: String, besides file: String) -> String {
    var parts = name.hasPrefix("/") ? [] : file.split(separator: "/").dropLast().map(String.init)
    let isAbsolute = name.hasPrefix("/") || file.hasPrefix("/")
    for part in name.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(String(part))
      }
    }
    return (isAbsolute ? "/" : "") + parts.joined(separator: "/")
  }

  private static func merge(_ own: Rules, over base: Rules) -> Rules {
    Rules(
      settings: merge(own.settings, over: base.settings), when: own.when ?? base.when,
      unless: own.unless ?? base.unless)
  }

  private static func merge(_ own: [RuleSettings], over base: [RuleSettings]) -> [RuleSettings] {
    var result = base.filter { setting in
      !own.contains { $0.id == setting.id && $0.rule != setting.id }
    }
    for settings in own {
      if settings.rule == settings.id,
        let index = result.firstIndex(where: { $0.id == settings.id && $0.rule == settings.rule })
      {
        result[index] = settings.inheriting(result[index])
      } else {
        result.append(settings)
      }
    }
    return result.enumerated().sorted { ($0.element.id, $0.offset) < ($1.element.id, $1.offset) }
      .map(\.element)
  }
}

extension RuleSettings {
  /// These settings, completed with those of `base`; not with its examples, which describe the rule
  /// before it was changed.
  fileprivate func inheriting(_ base: RuleSettings) -> RuleSettings {
    var settings = self
    if level == nil, levels.isEmpty, !isIgnored {
      settings.level = base.level
      settings.levels = base.levels
      settings.isIgnored = base.isIgnored
    }
    if paths.isEmpty { settings.paths = base.paths }
    settings.exclude = exclude ?? base.exclude
    settings.message = message ?? base.message
    settings.help = help ?? base.help
    settings.values.merge(base.values) { own, _ in own }
    if when.isEmpty { settings.when = base.when }
    if unless.isEmpty { settings.unless = base.unless }
    return settings
  }
}

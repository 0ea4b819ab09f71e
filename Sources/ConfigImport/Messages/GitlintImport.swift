/// Imports the rules of a `.gitlint`, with the defaults of gitlint 0.19 for missing settings.
///
/// Source: https://jorisroovers.com/gitlint/latest/rules/
struct GitlintImport {
  private var config: ImportedConfig
  private let file: SettingsFile
  private let disabled: Set<String>
  private let contributed: Set<String>
  private var skips: [(key: String, text: String)] = []

  static func read(
    _ file: SourceFile, _ config: inout ImportedConfig
  ) throws(UnreadableSource) {
    var importer = GitlintImport(file.text, config)
    // Gitlint refuses such a file.
    if let line = importer.file.unreadable.first {
      throw UnreadableSource(
        file: file.name, line: line, message: "it is neither a section nor a setting")
    }
    importer.read()
    config = importer.config
  }

  private init(_ text: String, _ config: ImportedConfig) {
    self.config = config
    file = SettingsFile(text)
    let general = file.sections.filter { $0.name == "general" }.flatMap(\.settings)
    func names(_ key: String) -> Set<String> {
      Set(general.last { $0.key == key }?.list.map(Self.name) ?? [])
    }
    disabled = names("ignore")
    contributed = names("contrib")
  }

  /// For each rule: its short name, and the keys that devtool supports.
  private static let rules: [String: (id: String, keys: Set<String>)] = [
    "title-max-length": ("T1", ["line-length"]), "title-trailing-whitespace": ("T2", []),
    "title-trailing-punctuation": ("T3", []), "title-hard-tab": ("T4", []),
    "title-must-not-contain-word": ("T5", ["words"]), "title-leading-whitespace": ("T6", []),
    "title-match-regex": ("T7", ["regex"]), "title-min-length": ("T8", ["min-length"]),
    "body-max-line-length": ("B1", ["line-length"]), "body-trailing-whitespace": ("B2", []),
    "body-hard-tab": ("B3", []), "body-first-line-empty": ("B4", []),
    "body-min-length": ("B5", ["min-length"]), "body-is-missing": ("B6", ["ignore-merge-commits"]),
    "body-changed-file-mention": ("B7", ["files"]), "body-match-regex": ("B8", ["regex"]),
    "author-valid-email": ("M1", ["regex"]), "ignore-by-title": ("I1", ["regex", "ignore"]),
    "ignore-by-body": ("I2", ["regex", "ignore"]), "ignore-body-lines": ("I3", ["regex"]),
    "ignore-by-author-name": ("I4", ["regex", "ignore"]),
    "contrib-title-conventional-commits": ("CT1", ["types"]),
    "contrib-body-requires-signed-off-by": ("CC1", []),
    "contrib-disallow-cleanup-commits": ("CC2", []), "contrib-allowed-authors": ("CC3", []),
  ]

  private static func name(_ word: String) -> String {
    rules.first { $0.value.id.lowercased() == word.lowercased() }?.key ?? word
  }

  private func isOn(_ rule: String) -> Bool {
    let isContributed = rule.hasPrefix("contrib-")
    return !disabled.contains(rule) && !disabled.contains("all")
      && (!isContributed || contributed.contains(rule))
  }

  private func setting(_ rule: String, _ key: String) -> SettingsFile.Setting? {
    file.sections.last { Self.name($0.name) == rule && $0[key] != nil }?[key]
  }

  /// A number of characters; gitlint's default when the file contains none.
  private func number(_ rule: String, _ key: String, default value: Int) -> String {
    let written = setting(rule, key).flatMap { Int($0.value) } ?? value
    return String(min(max(written, 1), Self.largest))
  }

  /// The value that means no limit for a rule with a default limit.
  private static let largest = 10_000

  private mutating func pattern(_ rule: String, anchored: Bool = false) -> String? {
    guard isOn(rule), let setting = setting(rule, "regex"), !setting.value.isEmpty else {
      return nil
    }
    let searches = general("regex-style-search")?.isTrue ?? false
    let isAnchored = !anchored || searches || setting.value.hasPrefix("^")
    let text = isAnchored ? setting.value : "^(?:\(setting.value))"
    if let problem = ImportedConfig.problem(ofPattern: text) {
      config.leave("\(rule): \(setting.value)", at: setting.line, because: problem)
      return nil
    }
    return YAMLText.scalar(text)
  }

  private func general(_ key: String) -> SettingsFile.Setting? {
    file.sections.last { $0.name == "general" && $0[key] != nil }?[key]
  }

  private mutating func read() {
    readSkips()
    var rules = [commits(), subject(), body(), authors(), footers()].compactMap { $0 }
    for index in rules.indices {
      if judgesMerges(in: rules[index].id) { rules[index].set("merges", "true") }
      for (key, text) in skips where rules[index].id != "commit-authors" || key == "skip-authors" {
        rules[index].set(key, text)
      }
      rules[index].set("level", "error")
    }
    config.add(rules)
    leaveTheRest()
  }

  /// Whether a rule also checks merges; by default gitlint ignores them.
  private mutating func judgesMerges(in rule: String) -> Bool {
    guard let merges = general("ignore-merge-commits"), !merges.isTrue, rule != "commit-authors"
    else { return false }
    if rule != "commit-body" || !isOn("body-is-missing")
      || setting("body-is-missing", "ignore-merge-commits")?.isTrue == false
    {
      return true
    }
    config.leave(
      "ignore-merge-commits in `commit-body`", at: merges.line,
      because: "`required` would need a body in merges, too")
    return false
  }

  // MARK: Rules

  private mutating func commits() -> ImportedRule? {
    var rule = ImportedRule("commits")
    let longest = number("title-max-length", "line-length", default: 72)
    rule.set("subject-max", isOn("title-max-length") ? longest : String(Self.largest))
    rule.set("forbid", isOn("contrib-disallow-cleanup-commits") ? "[fixup, squash]" : "[]")
    if isOn("contrib-title-conventional-commits") {
      rule.set("style", "conventional")
      if let types = setting("contrib-title-conventional-commits", "types")?.list, !types.isEmpty {
        rule.set("types", YAMLText.list(types))
      }
    }
    return rule
  }

  private mutating func subject() -> ImportedRule? {
    var rule = ImportedRule("commit-subject")
    if isOn("title-min-length") {
      rule.set("min", number("title-min-length", "min-length", default: 5))
    }
    if isOn("title-must-not-contain-word") {
      rule.set(
        "forbid-words",
        YAMLText.list(setting("title-must-not-contain-word", "words")?.list ?? ["WIP"]))
    }
    if let pattern = pattern("title-match-regex") { rule.set("pattern", pattern) }
    let isTidy = ["title-trailing-whitespace", "title-hard-tab", "title-leading-whitespace"]
      .contains(where: isOn)
    if isOn("title-trailing-punctuation") {
      rule.set("forbid-end", YAMLText.list(["?", ":", "!", ".", ",", ";"]))
    } else if isTidy || !rule.isEmpty {
      rule.set("forbid-end", "[]")
      rule.set("full-stop", "any")
    }
    return rule.isEmpty ? nil : rule
  }

  private mutating func body() -> ImportedRule? {
    var rule = ImportedRule("commit-body")
    if isOn("body-min-length") {
      rule.set("min", number("body-min-length", "min-length", default: 20))
    }
    if isOn("body-is-missing") { rule.set("required", "always") }
    if isOn("body-changed-file-mention"),
      let files = setting("body-changed-file-mention", "files")
    {
      let inner = files.list.compactMap(ImportedConfig.innerPattern)
      if inner.count < files.list.count {
        config.leave(
          "body-changed-file-mention", at: files.line,
          because: "some patterns are not plain paths in the repository")
      }
      if !inner.isEmpty { rule.set("mention", YAMLText.list(inner)) }
    }
    if let pattern = pattern("body-match-regex") { rule.set("pattern", pattern) }
    let isTidy = ["body-trailing-whitespace", "body-hard-tab"].contains(where: isOn)
    if isOn("body-max-line-length") {
      rule.set("line-max", number("body-max-line-length", "line-length", default: 80))
    } else if isTidy || !rule.isEmpty {
      rule.set("line-max", String(Self.largest))
    }
    return rule.isEmpty ? nil : rule
  }

  private mutating func authors() -> ImportedRule? {
    var rule = ImportedRule("commit-authors")
    if isOn("author-valid-email") {
      if let pattern = pattern("author-valid-email", anchored: true) { rule.set("email", pattern) }
    } else if !isOn("contrib-allowed-authors") {
      return nil
    }
    if isOn("contrib-allowed-authors") { rule.set("authors-file", "AUTHORS") }
    return rule
  }

  private func footers() -> ImportedRule? {
    guard isOn("contrib-body-requires-signed-off-by") else { return nil }
    var rule = ImportedRule("commit-footers")
    rule.set("require", "[Signed-off-by]")
    return rule
  }

  // MARK: Ignored commits

  private mutating func readSkips() {
    let keys = [
      ("ignore-by-title", "skip-subjects"), ("ignore-by-body", "skip-bodies"),
      ("ignore-body-lines", "skip-lines"),
    ]
    for (rule, key) in keys where ignoresEverything(rule) {
      guard let pattern = pattern(rule, anchored: true) else { continue }
      skips.append((key, "[\(pattern)]"))
      if rule != "ignore-body-lines", isOn("author-valid-email") || isOn("contrib-allowed-authors")
      {
        config.leave(
          "\(rule) for the author's rules", at: setting(rule, "regex")?.line ?? 1,
          because: "`commit-authors` checks every commit except those of `skip-authors`")
      }
    }
    let rule = "ignore-by-author-name"
    guard isOn(rule), ignoresEverything(rule), let setting = setting(rule, "regex") else { return }
    let name = setting.value.replacing("(.*)", with: "*").replacing(".*", with: "*")
    guard !name.isEmpty, !name.contains(where: { "\\^$.|?+()[]{}".contains($0) }) else {
      return config.leave(
        "\(rule): \(setting.value)", at: setting.line,
        because: "`skip-authors` accepts names with `*`, not regular expressions")
    }
    skips.append(("skip-authors", YAMLText.list([name, "*[bot]*"])))
  }

  /// Whether `ignore` names every rule: skipping only some rules for a commit cannot be expressed.
  private mutating func ignoresEverything(_ rule: String) -> Bool {
    guard let some = setting(rule, "ignore"), some.value.lowercased() != "all" else { return true }
    config.leave(
      "\(rule): ignore = \(some.value)", at: some.line,
      because: "one commit cannot skip only some rules; each rule has `skip-subjects`")
    return false
  }

  // MARK: Parts without a counterpart

  private mutating func leaveTheRest() {
    let tidy = [
      "title-trailing-whitespace", "title-hard-tab", "title-leading-whitespace",
      "body-trailing-whitespace", "body-hard-tab", "body-first-line-empty",
    ]
    if let contrib = general("contrib") {
      for rule in contrib.list.map(Self.name)
      where !rule.hasPrefix("contrib-") || Self.rules[rule] == nil {
        config.leave(
          "contrib: \(rule)", at: contrib.line,
          because: "`devtool rules list` shows the available rules")
      }
    }
    if let ignored = general("ignore") {
      for rule in ignored.list.map(Self.name) where tidy.contains(rule) {
        config.leave(
          "ignore: \(rule)", at: ignored.line,
          because: "`commits`, `commit-subject` and `commit-body` check it while they are on")
      }
    }
    for section in file.sections {
      if section.name == "general" {
        for setting in section.settings { leaveGeneral(setting) }
      } else if let rule = Self.rules[Self.name(section.name)] {
        for setting in section.settings where !rule.keys.contains(setting.key) {
          config.leave(
            "\(section.name): \(setting.key)", at: setting.line,
            because: "gitlint has no such option")
        }
      } else {
        config.leave(
          "[\(section.name)]", at: section.line,
          because: section.name.contains(":")
            ? "a second instance of a rule; merge it into the first"
            : "a rule in Python: a `command:` rule runs any program")
      }
    }
  }

  private mutating func leaveGeneral(_ setting: SettingsFile.Setting) {
    let reasons = [
      "extra-path": "rules in Python: a `command:` rule runs any program",
      "ignore-revert-commits": "commits with the subject `Revert \"…\"` are skipped",
      "ignore-squash-commits": "`forbid` of `commits` sets the flagged kinds",
      "ignore-fixup-commits": "`forbid` of `commits` sets the flagged kinds",
      "ignore-fixup-amend-commits": "`forbid` of `commits` sets the flagged kinds",
      "fail-without-commits": "a change without commits passes",
    ]
    let known = ["ignore", "contrib", "ignore-merge-commits", "regex-style-search"]
    if known.contains(setting.key) { return }
    config.leave(
      setting.key, at: setting.line,
      because: reasons[setting.key] ?? "it controls how gitlint itself runs"
    )
  }
}

import CIModel

extension RuleSet {
  /// A rule that may report unseen text, with its level and its suppression policy.
  struct Guard {
    var rule: any Rule
    var level: Severity
    var suppression: SuppressionPolicy
    /// Whether the rule checks every file, so that a link shows it nothing new.
    var checksEverything: Bool

    init(_ rule: any Rule, _ settings: RuleSettings, _ descriptor: RuleDescriptor) {
      self.rule = rule
      // Rules on numbers have `fail` tiers instead of the level `error`.
      let fails = settings.values.keys.contains { $0 == "fail" || $0.hasSuffix(".fail") }
      level = fails ? .error : settings.level ?? descriptor.defaultLevel
      suppression = settings.suppression ?? descriptor.suppression
      checksEverything = settings.paths.isEmpty && settings.exclude?.isEmpty ?? true
    }
  }

  /// Findings for files of which git checks out other text than rules can read. Each is reported by
  /// the concerned rule that is hardest to suppress, at the highest level of all concerned rules,
  /// because any of them might have had a finding.
  ///
  /// - Parameter guards: The rules that apply.
  static func unseenTexts(in facts: Facts, _ guards: [Guard]) -> [Finding] {
    guard let changes = facts.changes, !facts.unseenTexts.isEmpty else { return [] }
    let files = Dictionary(changes.files.map { ($0.exactPath, $0) }) { first, _ in first }
    var lists: [String: FindingList] = [:]
    for text in facts.unseenTexts {
      let isFile = text.cause != .attributes
      let file = isFile ? files[text.path] : nil
      if isFile, file == nil { continue }
      let concerned = guards.filter {
        looks($0.rule, at: file, text.cause) && !seesTarget($0, of: file, text)
      }
      let speaker = concerned.max { ($0.suppression, $0.level) < ($1.suppression, $1.level) }
      guard let id = speaker?.rule.id, let level = concerned.map(\.level).max() else { continue }
      lists[id, default: FindingList(id)].add(level) {
        Finding(
          level, id, text.problem,
          at: SourceLocation(text.path.text, line: text.line, endLine: text.line),
          help: help(for: text.cause))
      }
    }
    return lists.values.flatMap(\.findings).sorted()
  }

  /// Whether unseen text in a file matters to a rule. If the text was too large, it matters to
  /// every rule that reads its lines.
  private static func looks(
    _ rule: any Rule, at file: FileChange?, _ cause: UnseenText.Cause
  ) -> Bool {
    if cause == .deletions { return file.map(rule.readsDeletedLines) ?? false }
    if rule.guardsContent(of: file) { return true }
    guard cause == .size, let file else { return false }
    return rule.readsAddedLines(of: file)
  }

  /// Whether a rule also checks the target of a link; in a folder, every file that it would check
  /// below the link. A path that leaves the repository can lead back into it, by the name of the
  /// checkout or through `/proc`.
  private static func seesTarget(
    _ guardian: Guard, of link: FileChange?, _ text: UnseenText
  ) -> Bool {
    var target: RepositoryPath?
    switch text.cause {
    case .link(nil): return guardian.checksEverything
    case .link(let place): target = place
    case .submodule: break
    default: return false
    }
    guard let link else { return false }
    guard let files = text.filesBelow else { return guardian.checksEverything }
    func checks(_ path: String) -> Bool {
      var file = link
      (file.path, file.pathBytes) = (path, nil)
      (file.oldPath, file.oldPathBytes) = (nil, nil)
      (file.otherPaths, file.oldOtherPaths) = (nil, nil)
      return guardian.rule.guardsContent(of: file)
    }
    let folder = target?.text ?? ".."
    return checks(folder)
      && files.allSatisfy { checks("\(folder)/\($0)") || !checks("\(link.path)/\($0)") }
  }

  private static func help(for cause: UnseenText.Cause) -> String {
    switch cause {
    case .attributes: "Revert the line, or merge it into the base branch first."
    case .pointer:
      "Merge the line of .gitattributes into the base branch first, or store the file itself."
    case .size: "Remove it from the change and from its history."
    case .deletions: "Make the change smaller."
    case .submodule: "Store the files themselves, or leave the folder out of the paths of the rule."
    case .link: "Add the target of the link to the paths of the rule, or store the file itself."
    }
  }
}

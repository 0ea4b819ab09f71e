import CIModel

extension RuleSet {
  /// Findings for files that a rule reads whole and that were not read, because a file or all files
  /// together are too large; none for a file on which the rule already has a finding.
  static func unreadFiles(
    of rule: any Rule, _ level: Severity, in facts: Facts, besides findings: [Finding]
  ) -> [Finding] {
    guard rule.needsWholeFiles, let changes = facts.changes else { return [] }
    let unread = Set(facts.contents.filter { $0.value.isUnread }.keys)
    if unread.isEmpty { return [] }
    let told = Set(findings.compactMap { $0.location.map { RepositoryPath($0.file) } })
    let paths = rule.neededContents(for: changes).intersection(unread).subtracting(told)
    return paths.sorted().map { path in
      Finding(
        level, rule.id,
        "was not read: it is larger than 4 MiB, or the change has too many files",
        at: SourceLocation(path.text),
        help: "Make it smaller, or leave it out of rule '\(rule.id)'.")
    }
  }

  /// Findings for commits whose messages a rule judges and that were not read to their end.
  static func unreadMessages(
    of rule: any Rule, _ level: Severity, in facts: Facts
  ) -> [Finding] {
    guard facts.changes?.commits.contains(where: { $0.isCut == true }) == true else { return [] }
    return rule.judgedCommits(in: facts).filter { $0.isCut == true }.map { commit in
      Finding(
        level, rule.id,
        "\(LandingMessage(commit).title) is not read to its end: it has more than 256 KiB, the "
          + "messages of the change have more than 8 MiB, or its header names an unsupported "
          + "encoding or a second author",
        help: "Shorten the message, or write it in UTF-8 with one author.")
    }
  }
}

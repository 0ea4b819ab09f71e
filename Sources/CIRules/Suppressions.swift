package import CIModel

/// Suppressions of findings, each with a reason, by the author of the change or by a maintainer.
///
/// A suppression is a trailer in the message of one of the change's own commits, or a line in the
/// description of the pull request (also in an HTML comment):
///
///     Devtool-Ignore: pr-size The snapshots were recorded again.
///     Devtool-Ignore: no-print:Sources/Debug/** This is the debug console.
///
/// It may also be a label of the pull request, `devtool-ignore: pr-size`, which its author can set
/// only with permissions in the repository.
package struct Suppressions: Sendable {
  private var entries: [Entry] = []

  /// Maximum number of suppressions by the author of the change; the others are ignored.
  private static let most = 100
  /// Limits for the globs, because the author of a change writes them.
  private static let longestGlob = 1_024
  private static let mostStars = 8
  private static let mostAlternatives = 16
  /// Maximum number of bytes that all globs together may compare with the paths of all findings;
  /// less than a second's work. The author of a change also chooses the paths, and there may be
  /// many.
  private static let mostWork = 200_000_000.0
  /// The origin of the first suppression that exceeds `most`.
  private var surplus: String?

  private struct Entry: Sendable {
    var rule: String
    /// What is wrong with the glob; the suppression is then ignored.
    var problem: String?
    /// Limits the suppression to findings in these files; `nil` suppresses every finding.
    var glob: PathGlob?
    var reason: String
    /// `commit 1a2b3c4`, `the pull request` or `a label`.
    var origin: String
    /// Whether the author of the change wrote it.
    var isOfAuthor = true

    func mayExcuse(_ policy: SuppressionPolicy) -> Bool {
      switch policy {
      case .anyone: true
      case .maintainers: !isOfAuthor
      case .never: false
      }
    }
  }

  /// The findings of one rule.
  private struct Group {
    /// Their positions in the list of all findings.
    var indices: [Int] = []
    /// The same positions by file, so that each file is matched against a glob once. The keys are
    /// bytes, because two paths may differ only in their Unicode normalization.
    var byFile: [RepositoryPath: [Int]] = [:]

    mutating func add(_ index: Int, _ finding: Finding) {
      indices.append(index)
      if let file = finding.location?.file {
        byFile[RepositoryPath(file), default: []].append(index)
      }
    }

    /// The cost of matching every file against a glob, in bytes to compare.
    func work(_ glob: PathGlob) -> Double {
      byFile.keys.reduce(0) { $0 + glob.work(onPathOf: $1.bytes.count) }
    }

    func indices(matching glob: PathGlob?) -> [Int] {
      guard let glob else { return indices }
      return byFile.filter { glob.matches($0.key.text) }.flatMap(\.value)
    }
  }

  /// The id of findings on suppressions themselves.
  package static let ruleID = "suppression"
  private static let key = "devtool-ignore:"

  package init(_ facts: Facts) {
    for commit in facts.changes?.commits ?? [] {
      add(linesOf: commit.body, "commit \(commit.id.prefix(7))")
    }
    add(linesOf: facts.pullRequest?.body ?? "", "the pull request")
    for label in facts.pullRequest?.labels ?? [] {
      guard var entry = Self.entry(label[...], "a label") else { continue }
      if entry.reason.isEmpty { entry.reason = "no reason given" }
      entry.isOfAuthor = false
      entries.append(entry)
    }
  }

  private mutating func add(linesOf text: String, _ origin: String) {
    for line in text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      // Fast path: most lines are too short or have no colon.
      if line.count >= Self.key.utf8.count, line.contains(UInt8(ascii: ":")) {
        add(Substring(line), origin)
      }
    }
  }

  private mutating func add(_ line: Substring, _ origin: String) {
    var line = Self.trimmed(line)
    if line.hasPrefix("<!--") {
      line = Self.trimmed(line.dropFirst(4))
      if line.hasSuffix("-->") { line = Self.trimmed(line.dropLast(3)) }
    }
    if entries.count >= Self.most {
      if surplus == nil, Self.isEntry(line) { surplus = origin }
      return
    }
    if let entry = Self.entry(line, origin) { entries.append(entry) }
  }

  private static func isEntry(_ line: Substring) -> Bool {
    line.prefix(key.count).lowercased() == key
  }

  private static func entry(_ line: Substring, _ origin: String) -> Entry? {
    guard isEntry(line) else { return nil }
    let rest = trimmed(line.dropFirst(key.count))
    let name = rest.prefix { !$0.isWhitespace }
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let text = parts.count > 1 ? String(parts[1]) : nil
    var entry = Entry(
      rule: String(parts.first ?? ""), problem: text.flatMap(problem),
      reason: String(trimmed(rest.dropFirst(name.count))), origin: origin)
    if entry.problem == nil { entry.glob = text.map { PathGlob($0) } }
    return entry
  }

  private static func problem(of glob: String) -> String? {
    if glob.utf8.count > longestGlob { return "is longer than \(longestGlob) bytes" }
    if glob.utf8.count(where: { $0 == UInt8(ascii: "*") }) > mostStars {
      return "has more than \(mostStars) stars"
    }
    return PathGlob(glob).alternativeCount > mostAlternatives
      ? "stands for more than \(mostAlternatives) patterns" : nil
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? start
  }

  /// Marks suppressed findings and adds findings on the suppressions themselves. Duplicate findings
  /// at the same location are merged.
  ///
  /// - Parameters:
  ///   - rules: The rule ids that suppressions may name.
  ///   - policies: Who may suppress the findings of each rule; anyone by default.
  package func applied(
    to findings: [Finding], rules: [String], policies: [String: SuppressionPolicy] = [:]
  ) -> [Finding] {
    var seen: Set<[[UInt8]]> = []
    var result = findings.filter { seen.insert($0.bytes).inserted }
    var groups: [String: Group] = [:]
    for index in result.indices {
      groups[result[index].ruleID, default: Group()].add(index, result[index])
    }
    var work = 0.0
    for entry in entries {
      let policy = policies[entry.rule] ?? .anyone
      if let refusal = refusal(of: entry, rules, policy) {
        result.append(refusal)
        continue
      }
      let group = groups[entry.rule] ?? Group()
      if entry.isOfAuthor, let glob = entry.glob {
        let more = group.work(glob)
        guard work + more <= Self.mostWork else {
          result.append(tooCostly(entry, "takes too long to match against the findings"))
          continue
        }
        work += more
      }
      let concerned = group.indices(matching: entry.glob)
      for index in concerned where result[index].suppressed == nil {
        result[index].suppressed = "\(entry.reason) (\(entry.origin))"
      }
      if concerned.isEmpty { result.append(unused(entry)) }
    }
    if let surplus {
      result.append(
        Finding(
          .warning, Self.ruleID,
          "\(surplus) exceeds the limit of \(Self.most) suppressions",
          help: "Fix the findings, or change the settings of the rules."))
    }
    return result
  }

  /// A finding that explains why a suppression is ignored; `nil` when it is valid.
  private func refusal(
    of entry: Entry, _ rules: [String], _ policy: SuppressionPolicy
  ) -> Finding? {
    if entry.rule.isEmpty || !rules.contains(entry.rule) { return unknown(entry, rules) }
    if !NewWords.occur(in: entry.reason.utf8) {
      return Finding(
        .warning, Self.ruleID,
        "\(entry.origin) suppresses '\(entry.rule)' without a reason, so it does not count",
        help: "Add the reason: `Devtool-Ignore: \(entry.rule) The reason.`")
    }
    if let problem = entry.problem { return tooCostly(entry, problem) }
    return entry.mayExcuse(policy) ? nil : refused(entry, policy)
  }

  private func unused(_ entry: Entry) -> Finding {
    Finding(
      .note, Self.ruleID,
      "\(entry.origin) suppresses '\(entry.rule)', which has no findings to suppress",
      help: "Remove the suppression.")
  }

  private func tooCostly(_ entry: Entry, _ problem: String) -> Finding {
    Finding(
      .warning, Self.ruleID,
      "\(entry.origin) suppresses '\(entry.rule)' for files by a glob that \(problem), so it "
        + "does not count",
      help: "Write a simpler glob, or several.")
  }

  private func refused(_ entry: Entry, _ policy: SuppressionPolicy) -> Finding {
    Finding(
      .warning, Self.ruleID,
      "\(entry.origin) suppresses '\(entry.rule)', which "
        + (policy == .never ? "cannot be suppressed" : "the author of the change may not suppress"),
      help: policy == .never
        ? "Remove the suppression, and fix what the rule found."
        : "Ask a maintainer for the label `devtool-ignore: \(entry.rule)`, or fix what it "
          + "found.")
  }

  private func unknown(_ entry: Entry, _ rules: [String]) -> Finding {
    // No rule has such a long name, and the search for a similar one would take long.
    let near = entry.rule.utf8.count > 64 ? nil : nearestSpelling(of: entry.rule, among: rules)
    return Finding(
      .warning, Self.ruleID,
      entry.rule.isEmpty
        ? "\(entry.origin) suppresses nothing: the rule is missing"
        : "\(entry.origin) suppresses '\(entry.rule)', but no rule with that name runs",
      help: near.map { "Did you mean '\($0)'?" }
        ?? "Name a rule: `Devtool-Ignore: RULE The reason.`")
  }
}

extension Finding {
  /// The identity of a finding as bytes: Swift compares texts by canonical equivalence, but git
  /// treats paths in different normalizations as different files.
  fileprivate var bytes: [[UInt8]] {
    let place = [location?.line, location?.column, location?.endLine].map {
      $0.map(String.init) ?? ""
    }
    return [ruleID, severity.rawValue, location?.file ?? "", message].map { Array($0.utf8) }
      + place.map { Array($0.utf8) }
  }
}

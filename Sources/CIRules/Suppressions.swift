package import CIModel

/// What the change's authors ask to be excused from, with a reason.
///
/// In the message of one of the change's own commits, as a trailer, or in the description of the
/// pull request, as a line (also in an HTML comment):
///
///     Devtool-Ignore: pr-size The snapshots were recorded again.
///     Devtool-Ignore: no-print:Sources/Debug/** This is the debug console.
///
/// Or with a label of the pull request, `devtool-ignore: pr-size`, which its author cannot set without
/// rights in the repository.
package struct Suppressions: Sendable {
  private var entries: [Entry] = []

  /// More of the author's are not looked at.
  private static let most = 100
  /// Bounds of a glob that the author of a change writes.
  private static let longestGlob = 1_024
  private static let mostStars = 8
  private static let mostAlternatives = 16
  /// Bytes that all globs together may compare with the paths of all findings, below a second's work:
  /// the author of a change also writes the paths, and may write many.
  private static let mostWork = 200_000_000.0
  /// Where there were more than are looked at.
  private var surplus: String?

  private struct Entry: Sendable {
    var rule: String
    /// What is wrong with the glob; then it excuses nothing.
    var problem: String?
    /// Findings in these files only; `nil` means every finding.
    var glob: PathGlob?
    var reason: String
    /// `commit 1a2b3c4`, `the pull request` or `a label`.
    var origin: String
    /// The author of the change wrote it.
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
    /// Where they are in the list of all.
    var indices: [Int] = []
    /// The same by their files, each of which is held against a glob once; as bytes, since two paths
    /// that read alike are two.
    var byFile: [RepositoryPath: [Int]] = [:]

    mutating func add(_ index: Int, _ finding: Finding) {
      indices.append(index)
      if let file = finding.location?.file {
        byFile[RepositoryPath(file), default: []].append(index)
      }
    }

    /// What it takes to hold every file against a glob.
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
      if entry.reason.isEmpty { entry.reason = "labelled so" }
      entry.isOfAuthor = false
      entries.append(entry)
    }
  }

  private mutating func add(linesOf text: String, _ origin: String) {
    for line in text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      // Hardly any line is one, and few are as long and have the colon.
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

  /// Marks the findings that are excused and adds what is wrong with the suppressions; findings that
  /// say the same at the same place become one.
  ///
  /// - Parameters:
  ///   - rules: The ids that may be named.
  ///   - policies: Who may suppress a rule; anyone where nothing is said.
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

  /// Why a suppression does not count, as a finding; `nil` when it does.
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
        + (policy == .never ? "cannot be suppressed" : "its author cannot"),
      help: policy == .never
        ? "Remove the suppression, and fix what the rule found."
        : "Ask a maintainer for the label `devtool-ignore: \(entry.rule)`, or fix what it "
          + "found.")
  }

  private func unknown(_ entry: Entry, _ rules: [String]) -> Finding {
    // No rule has a name as long, and the search for the nearest takes its time.
    let near = entry.rule.utf8.count > 64 ? nil : nearestSpelling(of: entry.rule, among: rules)
    return Finding(
      .warning, Self.ruleID,
      entry.rule.isEmpty
        ? "\(entry.origin) suppresses nothing: the rule is missing"
        : "\(entry.origin) suppresses '\(entry.rule)', and no rule of that name runs",
      help: near.map { "Did you mean '\($0)'?" }
        ?? "Name a rule: `Devtool-Ignore: RULE The reason.`")
  }
}

extension Finding {
  /// What tells it from others, byte by byte: for Swift two ways to write an accent are one text, and
  /// for git they are two files.
  fileprivate var bytes: [[UInt8]] {
    let place = [location?.line, location?.column, location?.endLine].map {
      $0.map(String.init) ?? ""
    }
    return [ruleID, severity.rawValue, location?.file ?? "", message].map { Array($0.utf8) }
      + place.map { Array($0.utf8) }
  }
}

package import CIModel

/// What one rule found, so far bounded that a change which is made of nothing else costs neither time
/// nor memory.
///
/// Of each severity the first 200 are kept and the others are counted, so what counts as an error is
/// never lost behind notes. The finding that says how many more there are has the same severity and
/// no place: leaving out the findings in some files must not leave out those that are not shown.
package struct FindingList {
  /// How many of each severity are listed.
  package static let most = 200

  private let rule: String
  private var tallies: [Severity: Tally] = [:]

  private struct Tally {
    var kept: [Finding] = []
    var count = 0
  }

  /// - Parameter rule: The id that findings of the rule have.
  package init(_ rule: String) { self.rule = rule }

  /// Adds a finding, which is only made when it is kept.
  ///
  /// - Parameter finding: Has the same severity.
  package mutating func add(_ severity: Severity, _ finding: () -> Finding) {
    var tally = tallies.removeValue(forKey: severity) ?? Tally()
    tally.count += 1
    // One more, since it takes no more place than to say that there is one more.
    if tally.count <= Self.most + 1 { tally.kept.append(finding()) }
    tallies[severity] = tally
  }

  /// Counts findings of which only the number is known.
  package mutating func add(_ severity: Severity, uncounted count: Int) {
    tallies[severity, default: Tally()].count += count
  }

  package mutating func add(_ finding: Finding) { add(finding.severity) { finding } }

  /// The findings in the order in which they were added, those of one severity after those of another.
  ///
  /// Bounded again, they stay the same.
  package var findings: [Finding] {
    tallies.sorted { $0.key > $1.key }.flatMap { severity, tally -> [Finding] in
      if tally.count == tally.kept.count { return tally.kept }
      let listed = tally.kept.prefix(Self.most)
      let surplus = tally.count - listed.count
      return listed + [
        Finding(
          severity, rule, "has \(surplus) more findings, which are not listed",
          help: "Fix the listed findings, then run again.")
      ]
    }
  }

  /// The same findings, bounded.
  package static func bounded(_ findings: [Finding], of rule: String) -> [Finding] {
    if findings.count <= most { return findings }
    var list = FindingList(rule)
    for finding in findings { list.add(finding) }
    return list.findings
  }
}

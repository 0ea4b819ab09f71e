package import CIModel

/// The findings of one rule, limited in number so that a change full of problems costs neither time
/// nor memory.
///
/// The first 200 findings of each severity are kept and the others are counted, so notes never
/// displace errors. The finding with the number of the others has the same severity and no
/// location, because excluding some files must not hide findings that are not listed.
package struct FindingList {
  /// Maximum number of listed findings of each severity.
  package static let most = 200

  private let rule: String
  private var tallies: [Severity: Tally] = [:]

  private struct Tally {
    var kept: [Finding] = []
    var count = 0
  }

  /// - Parameter rule: The rule id of the findings.
  package init(_ rule: String) { self.rule = rule }

  /// Adds a finding, which is created only if it is kept.
  ///
  /// - Parameter finding: Creates a finding with this severity.
  package mutating func add(_ severity: Severity, _ finding: () -> Finding) {
    var tally = tallies.removeValue(forKey: severity) ?? Tally()
    tally.count += 1
    // One more is kept, because a finding that counts one more would take as much space.
    if tally.count <= Self.most + 1 { tally.kept.append(finding()) }
    tallies[severity] = tally
  }

  /// Counts findings that are not kept.
  package mutating func add(_ severity: Severity, uncounted count: Int) {
    tallies[severity, default: Tally()].count += count
  }

  package mutating func add(_ finding: Finding) { add(finding.severity) { finding } }

  /// The findings in the order in which they were added, grouped by severity, the most severe
  /// first.
  ///
  /// Bounding these findings again does not change them.
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

  /// The same findings, limited to `most` of each severity.
  package static func bounded(_ findings: [Finding], of rule: String) -> [Finding] {
    if findings.count <= most { return findings }
    var list = FindingList(rule)
    for finding in findings { list.add(finding) }
    return list.findings
  }
}

/// The problems of a run, under names that are stable between runs.
package struct RunTrouble: Hashable, Sendable {
  /// The names of failing tests.
  private var tests: Set<String>
  private let ranTests: Bool
  private var others: Set<String> = []

  package init(_ record: RunRecord) {
    tests = Set(record.tests.filter(\.failsTheRun).map(\.shownName))
    ranTests = !record.tests.isEmpty
    others.formUnion(
      record.diagnostics.filter { $0.severity == .error }.map { error in
        (error.file.map { "\($0): " } ?? "") + error.message
      })
    others.formUnion(
      record.findings.filter { $0.severity == .error && $0.suppressed == nil }.map { finding in
        "\(finding.ruleID)\(finding.location.map { " in \($0.file)" } ?? "")"
      })
    // A failed step adds no information to its tests and errors.
    guard names.isEmpty else { return }
    others.formUnion(
      record.steps.filter { $0.status == .failed || $0.status == .timedOut }.map { "step \($0.id)" }
    )
  }

  private var names: Set<String> { tests.union(others) }

  /// Takes over the failed tests of an earlier run if this run did not get to run any test.
  package mutating func keepUnjudged(of earlier: RunTrouble) {
    if !ranTests { tests = earlier.tests }
  }

  /// The improvements and regressions since an earlier run: sentences without full stops.
  package func changes(since earlier: RunTrouble) -> [String] {
    let mended = earlier.names.subtracting(names)
    let broken = names.subtracting(earlier.names)
    var sentences: [String] = []
    if !mended.isEmpty { sentences.append("better: \(Self.list(mended))") }
    if !broken.isEmpty { sentences.append("worse: \(Self.list(broken))") }
    let rest = names.count - broken.count
    if rest > 0, !sentences.isEmpty { sentences.append("\(rest) as before") }
    return sentences
  }

  private static func list(_ names: Set<String>) -> String {
    let shown = 3
    let sorted = names.sorted()
    let more = sorted.count - shown
    return sorted.prefix(shown).joined(separator: ", ")
      + (more > 0 ? " and \(more) more" : "")
  }
}

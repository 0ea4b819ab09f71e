import CIModel

/// The findings of rules and limits, the worst first; findings of equal severity by file and line.
struct FindingsBlock {
  private let counting: [Finding]
  private let suppressed: [Finding]
  /// Slow tests that another block lists; they are still counted.
  private let listed: [Finding]
  /// The slow tests; one finding may be about many.
  private let slow: Int

  init(_ findings: [Finding], slow: Int = 0, without isListed: (Finding) -> Bool = { _ in false }) {
    self.slow = slow
    listed = findings.filter { $0.suppressed == nil && isListed($0) }
    let findings = findings.filter { $0.suppressed != nil || !isListed($0) }
    let sorted = findings.filter { $0.suppressed == nil }.sorted()
    counting = [Severity.error, .warning, .note].flatMap { severity in
      sorted.filter { $0.severity == severity }
    }
    suppressed = findings.filter { $0.suppressed != nil }.sorted()
  }

  func draw(on screen: inout Screen) {
    guard !counting.isEmpty || !suppressed.isEmpty else { return }
    let all = counting + listed
    let worst = all.map(\.severity).max() ?? .note
    let numbers = [Severity.error, .warning, .note].compactMap { severity -> String? in
      let count = all.count { $0.severity == severity }
      return count == 0 ? nil : counted(count, severity.rawValue)
    }
    let detail = numbers + (suppressed.isEmpty ? [] : ["\(suppressed.count.grouped) suppressed"])
    screen.heading(
      "Findings", detail.joined(separator: ", "),
      worst == .error ? .boldRed : worst == .warning ? .boldYellow : .bold)
    for finding in counting { draw(finding, &screen) }
    if !listed.isEmpty {
      let tests =
        listed.count == 1 && slow > 1 ? "slow tests" : counted(listed.count, "slow test")
      screen.line(Span("\(tests) among them; the slowest are listed below", .dim))
    }
    for finding in suppressed {
      screen.flow(
        [
          Span("suppressed: \(finding.compilerLine)", .dim),
          Span(" (\(finding.suppressed ?? ""))", .dim),
        ], indent: 0, hanging: 4)
    }
  }

  private func draw(_ finding: Finding, _ screen: inout Screen) {
    var spans: [Span] = []
    screen.prefix(finding.place, finding.severity, &spans)
    spans.append(Span(finding.message))
    spans.append(Span(" [\(finding.ruleID)]", .dim))
    screen.flow(spans, indent: 0, hanging: 4)
    if let help = finding.help {
      screen.flow([Span("help: ", .cyan), Span(Screen.sentence(help))], indent: 4, hanging: 10)
    }
  }
}

package import CIModel

extension MarkdownReporter {
  package func render(comparison: RunComparison, style: TerminalStyle) -> String? {
    let runs = [comparison.earlier, comparison.later].map { run in
      "- \(MarkdownText.code(run.id)) \(run.verdict.sentence), \(run.testWords)\n"
    }
    let start =
      "## Compared with an earlier run\n\n\(MarkdownText.plain(comparison.headline))\n\n"
      + runs.joined() + (comparison.note.map { "\n\(MarkdownText.plain($0))\n" } ?? "")
    return MarkdownSection.join(start, sections(comparison), limit: byteLimit)
  }

  /// Tests that do otherwise than on the branch that the change goes to; those that fail are listed as failures.
  func sinceBase(_ record: RunRecord) -> [MarkdownSection] {
    guard let base = record.base, let tests = base.tests else { return [] }
    let branch = MarkdownText.plain(base.branch)
    return [
      ("✅ Fixed since \(branch)", tests.fixed), ("Slower than on \(branch)", tests.slower),
      ("Not in this run, but on \(branch)", tests.missing),
    ].compactMap { title, list in
      list.map { list in
        let rest = list.count - list.first.count
        return names(
          rest > 0 ? "\(title) (the first \(list.first.count) of \(list.count))" : title, list.first
        )
      }
    }
  }

  private func sections(_ comparison: RunComparison) -> [MarkdownSection] {
    [
      outcomes("❌ Newly failing", comparison.newlyFailing),
      outcomes("✅ Fixed", comparison.fixed),
      names("Newly flaky", comparison.newlyFlaky),
      .table(
        "Slower", ["Test", "Before", "After"],
        comparison.newlySlow.map {
          [MarkdownText.code($0.test), $0.beforeSeconds.duration, $0.afterSeconds.duration]
        }),
      warnings("More warnings", comparison.newWarnings),
      warnings("Fewer warnings", comparison.goneWarnings),
      names("New tests", comparison.newTests),
      names("Tests not in this run", comparison.missingTests),
      coverage(comparison),
    ]
  }

  private func outcomes(
    _ title: String, _ changes: [RunComparison.OutcomeChange]
  ) -> MarkdownSection {
    .table(
      title, ["Test", "Before", "After"],
      changes.map { [MarkdownText.code($0.test), $0.before?.words ?? "new", $0.after.words] })
  }

  private func names(_ title: String, _ names: [String]) -> MarkdownSection {
    .table(title, ["Test"], names.map { [MarkdownText.code($0)] })
  }

  private func warnings(
    _ title: String, _ changes: [RunComparison.WarningChange]
  ) -> MarkdownSection {
    .table(
      title, ["Warning", "Before", "After"],
      changes.map { [MarkdownText.plain($0.sentence), "\($0.before)", "\($0.after)"] })
  }

  private func coverage(_ comparison: RunComparison) -> MarkdownSection {
    guard let coverage = comparison.coverage else { return .table("", [], []) }
    return .table(
      "Coverage: \(coverage.words("→"))", ["File", "Before", "After"],
      coverage.shownFiles.map {
        [MarkdownText.code(displayedPath($0.path)), $0.words.before, $0.words.after]
      })
  }
}

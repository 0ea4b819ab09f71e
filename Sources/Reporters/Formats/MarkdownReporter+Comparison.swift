package import CIModel

extension MarkdownReporter {
  package func render(comparison: RunComparison, style: TerminalStyle) -> String? {
    let runs = [comparison.earlier, comparison.later].map { run in
      "- \(MarkdownText.code(run.id)) \(run.verdict.sentence), \(MarkdownText.plain(run.testAndPlaceWords))\n"
    }
    let start =
      "## Compared with an earlier run\n\n\(MarkdownText.plain(comparison.headline))\n\n"
      + runs.joined() + (comparison.note.map { "\n\(MarkdownText.plain($0))\n" } ?? "")
    return MarkdownSection.join(
      start, sections(comparison), limit: byteLimit, whole: Self.wholeOfOthers)
  }

  /// Tests whose result differs from the target branch, except failing tests, which are listed as
  /// failures.
  func sinceBase(_ record: RunRecord) -> [MarkdownSection] {
    guard let base = record.base else { return [] }
    let branch = MarkdownText.plain(base.branch)
    func title(_ words: String, _ list: BaseRun.TestChanges.Names) -> String {
      let isCut = list.count > list.first.count
      return isCut ? "\(words) (the first \(list.first.count) of \(list.count.grouped))" : words
    }
    var sections: [MarkdownSection] = []
    if let list = base.tests?.fixed {
      sections.append(names(title("✅ Fixed since \(branch)", list), list.first))
    }
    if let list = base.tests?.slower {
      let words = title("Slower than on \(branch)", list)
      sections.append(base.tests?.slowerTimes.map { slower(words, $0) } ?? names(words, list.first))
    }
    if let list = base.tests?.missing {
      sections.append(names(title("Not in this run, but on \(branch)", list), list.first))
    }
    if let list = base.warnings {
      let isCut = base.newWarnings > list.count
      let words = isCut ? " (the first \(list.count) of \(base.newWarnings.grouped))" : ""
      sections.append(warnings("New warnings since \(branch)\(words)", list))
    }
    if let coverage = record.coverageSinceBase, !coverage.shownFiles.isEmpty {
      sections.append(self.coverage("Coverage since \(branch)", coverage))
    }
    return sections
  }

  private func sections(_ comparison: RunComparison) -> [MarkdownSection] {
    [
      outcomes("❌ Newly failing", comparison.newlyFailing),
      outcomes("✅ Fixed", comparison.fixed),
      names("Newly flaky", comparison.newlyFlaky),
      slower("Slower", comparison.newlySlow),
      warnings("More warnings", comparison.newWarnings),
      warnings("Fewer warnings", comparison.goneWarnings),
      names("New tests", comparison.newTests),
      names("Tests not in this run", comparison.missingTests),
      comparison.coverage.map { coverage("Coverage", $0) } ?? .table("", [], []),
    ]
  }

  private func slower(
    _ title: String, _ changes: [DurationChange]
  ) -> MarkdownSection {
    .table(
      title, ["Test", "Before", "After"],
      changes.map {
        [MarkdownText.code($0.test), $0.beforeSeconds.duration, $0.afterSeconds.duration]
      })
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
    _ title: String, _ changes: [WarningChange]
  ) -> MarkdownSection {
    .table(
      title, ["Warning", "Before", "After"],
      changes.map { [MarkdownText.plain($0.sentence), "\($0.before)", "\($0.after)"] })
  }

  private func coverage(
    _ title: String, _ coverage: RunComparison.CoverageChange
  ) -> MarkdownSection {
    .table(
      "\(title): \(coverage.words("→"))", ["File", "Before", "After"],
      coverage.shownFiles.map {
        [MarkdownText.code(displayedPath($0.path)), $0.words.before, $0.words.after]
      })
  }
}

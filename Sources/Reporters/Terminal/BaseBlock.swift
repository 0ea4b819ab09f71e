import CIModel

/// Tests and files that differ from the target branch; failing tests are listed as failures.
struct BaseBlock {
  private let record: RunRecord

  init(_ record: RunRecord) { self.record = record }

  func draw(on screen: inout Screen) {
    guard let base = record.base else { return }
    if let tests = base.tests { draw(tests, base, on: &screen) }
    if let warnings = base.warnings {
      screen.heading("New warnings since \(base.branch)", "\(base.newWarnings)")
      for warning in warnings {
        screen.flow(
          [Span("\(screen.symbols.warned) ", .yellow), Span(warning.sentence)], indent: 0,
          hanging: 4)
      }
      screen.more(base.newWarnings - warnings.count, "warning", indent: 2)
    }
    if let coverage = record.coverageSinceBase, !coverage.shownFiles.isEmpty {
      screen.coverage("Coverage since \(base.branch)", coverage, most: 10)
    }
  }

  private func draw(_ tests: BaseRun.TestChanges, _ base: BaseRun, on screen: inout Screen) {
    let symbols = screen.symbols
    for (title, names, mark, ink) in [
      ("Fixed since \(base.branch)", tests.fixed, symbols.passed, Ink.green),
      ("Slower than on \(base.branch)", tests.slower, symbols.warned, .yellow),
      ("Not in this run, but on \(base.branch)", tests.missing, "-", .dim),
    ] {
      guard let names else { continue }
      screen.heading(title, names.count.grouped)
      for name in names.first {
        let times = title.hasPrefix("Slower") ? tests.slowerWords(name, symbols) : nil
        screen.flow(
          [Span("\(mark) ", ink), Span(name), Span(times.map { "  \($0)" } ?? "", .dim)], indent: 0,
          hanging: 4)
      }
      screen.more(names.count - names.first.count, "test", indent: 2)
    }
  }
}

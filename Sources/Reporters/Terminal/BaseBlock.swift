import CIModel

/// Tests that do otherwise than on the branch that the change goes to; those that fail are listed as failures.
struct BaseBlock {
  private let base: BaseRun?

  init(_ record: RunRecord) { base = record.base }

  func draw(on screen: inout Screen) {
    guard let base, let tests = base.tests else { return }
    let symbols = screen.symbols
    for (title, names, mark, ink) in [
      ("Fixed since \(base.branch)", tests.fixed, symbols.passed, Ink.green),
      ("Slower than on \(base.branch)", tests.slower, symbols.warned, .yellow),
      ("Not in this run, but on \(base.branch)", tests.missing, "-", .dim),
    ] {
      guard let names else { continue }
      screen.heading(title, "\(names.count)")
      for name in names.first {
        screen.flow([Span("\(mark) ", ink), Span(name)], indent: 0, hanging: 4)
      }
      screen.more(names.count - names.first.count, "test", indent: 2)
    }
  }
}

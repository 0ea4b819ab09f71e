import CIModel

/// Compiler warnings by group, warnings of tests, warnings that frameworks printed while the tests
/// ran, and warnings of linters.
struct WarningsBlock {
  private let compiler: [Diagnostic]
  private let lint: [Diagnostic]
  private let tests: [Diagnostic]
  private let runtime: [RuntimeWarning]
  private let names: TestNames

  init(_ record: RunRecord) {
    let lintSteps = record.lintSteps
    let warnings = record.diagnostics.filter { $0.severity == .warning }.sortedByPlace
    compiler = warnings.filter { $0.step.map { !lintSteps.contains($0) } ?? true }
    lint = warnings.filter { $0.step.map(lintSteps.contains) ?? false }
    tests = record.testWarnings
    names = TestNames(record)
    runtime = record.shownRuntimeWarnings
  }

  func draw(on screen: inout Screen) {
    list("Warnings", compiler, &screen)
    list("Warnings of tests", tests, &screen)
    runtimeWarnings(&screen)
  }

  /// Draws the warnings of linters, which are the least urgent.
  func drawLint(on screen: inout Screen) { list("Lint", lint, &screen) }

  private func list(_ title: String, _ warnings: [Diagnostic], _ screen: inout Screen) {
    let shown = 10
    guard !warnings.isEmpty else { return }
    screen.heading(title, warnings.count.grouped, .boldYellow)
    var groups: [String: Int] = [:]
    for warning in warnings { groups[warning.group ?? "other", default: 0] += 1 }
    let sorted = groups.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    if sorted.count > 1 {
      let text = sorted.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      screen.flow([Span(text, .dim)], indent: 0, hanging: 0)
    }
    for warning in warnings.prefix(shown) { screen.diagnostic(warning) }
    screen.more(warnings.count - shown, "warning", indent: 0)
  }

  private func runtimeWarnings(_ screen: inout Screen) {
    guard !runtime.isEmpty else { return }
    let total = runtime.reduce(0) { $0 + $1.count }
    screen.heading("Runtime warnings", "\(total)", .boldYellow)
    for warning in runtime {
      screen.line(Span(warning.category, .bold), Span("  \(warning.count.grouped)", .dim))
      let counts = warning.shapes.prefix(5).map { "\($0.count.grouped)\(screen.symbols.times)" }
      let width = counts.map(DisplayWidth.of).max() ?? 0
      for (shape, count) in zip(warning.shapes, counts) {
        screen.flow(
          [Span(count.rightAligned(to: width) + "  ", .yellow), Span(shape.shape)],
          indent: 2, hanging: width + 4)
        if !shape.identifiers.isEmpty {
          let names = "at " + shape.identifiers.joined(separator: ", ")
          screen.flow([Span(names, .cyan)], indent: width + 4, hanging: width + 7)
        }
      }
      screen.more(warning.shapes.count - 5, "form", indent: width + 4)
      if !warning.tests.isEmpty {
        let first = warning.tests.prefix(3).map(names.shown).joined(separator: ", ")
        let rest = warning.tests.count - 3
        let text = rest > 0 ? "\(first) and \(counted(rest, "more test"))" : first
        screen.flow(
          [Span("in ", .dim), Span(text)], indent: 2, hanging: 5)
      }
    }
  }
}

extension RunRecord {
  /// The ids of the steps that check formatting.
  var lintSteps: Set<String> {
    Set(steps.filter { $0.kind?.checksFormatting == true }.map(\.id))
  }
}

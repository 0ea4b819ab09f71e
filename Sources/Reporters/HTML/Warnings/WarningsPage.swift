import CIModel

/// The warnings of compilers and linters by group, and those that frameworks printed while tests
/// ran, by category and form.
struct WarningsPage {
  let context: PageContext

  private static let shownGroups = 300
  private static let shownInGroup = 50
  /// The page size in bytes after which sources are omitted; the list ends at twice this size.
  private static let room = 2_000_000

  private var record: RunRecord { context.record }

  func render() -> HTML {
    var page: HTML = "<h1>Warnings and errors</h1>\n"
    let errors = record.diagnostics.filter { $0.severity == .error }
    let others = record.diagnostics.filter { $0.severity != .error }
    let tests = record.testWarnings
    if errors.isEmpty, others.isEmpty, tests.isEmpty, record.shownRuntimeWarnings.isEmpty {
      let isIncremental = record.steps.contains { $0.isIncremental == true }
      page += Parts.empty(
        isIncremental
          ? "The compiled sources have no warnings and no errors. The others were up to date."
          : "There are no warnings and no errors.")
      return page
    }
    if !errors.isEmpty {
      page += Parts.heading("Errors", errors.count)
      page += cards(errors)
    }
    if !tests.isEmpty {
      page += Parts.heading("Recorded by tests", tests.count)
      page += cards(tests)
    }
    page += runtime
    page += groups(others)
    return page
  }

  private func cards(_ diagnostics: [Diagnostic], limit: Int = 500) -> HTML {
    var html = HTML()
    var shown = 0
    for diagnostic in diagnostics.prefix(limit) where html.bytes.count < 2 * Self.room {
      html += DiagnosticCard(
        context: context, diagnostic: diagnostic, isShort: html.bytes.count > Self.room
      ).render()
      shown += 1
    }
    if diagnostics.count > shown {
      html += Parts.leftOut(
        "\(counted(diagnostics.count - shown, "message")) left out; the record has all of them.")
    }
    return html
  }

  // MARK: - While tests ran

  private var runtime: HTML {
    let warnings = record.shownRuntimeWarnings
    guard !warnings.isEmpty else { return HTML() }
    let names = TestNames(record)
    var html = Parts.heading("While the tests ran", mark: "runtime")
    for warning in warnings.prefix(Self.shownGroups) {
      html += """
        <section class="cause"><header><h3>\(warning.category)</h3>\
        <span class="tag warn">\(counted(warning.count, "time"))</span>\
        <span class="dim">\(counted(warning.shapes.count, "form"))</span></header>

        """
      for shape in warning.shapes.prefix(Self.shownInGroup) where html.bytes.count < 2 * Self.room {
        html += card(shape, names)
      }
      if warning.shapes.count > Self.shownInGroup {
        html += Parts.leftOut(
          "\(counted(warning.shapes.count - Self.shownInGroup, "form")) left out")
      }
      html.markup("</section>\n")
    }
    return html
  }

  private func card(_ shape: RuntimeWarning.Shape, _ names: TestNames) -> HTML {
    var html: HTML = """
      <details class="card" data-stop><summary><span class="name">\(Clipped(shape.shape, bytes: 300, lines: 2).text)</span>\
      <span class="dim">× \(shape.count.grouped)</span></summary><div class="body">

      """
    html += "<p>\(context.place(shape.file, shape.line))</p>\n"
    if let message = shape.message {
      html += Parts.block(Clipped(message, bytes: 4_000, lines: 40), style: "message warning")
    }
    if !shape.identifiers.isEmpty {
      html.markup("<p>")
      for name in shape.identifiers.prefix(30) { html += "<span class=\"tag\">\(name)</span> " }
      html.markup("</p>\n")
    }
    html += SourceExcerpt(context: context, file: shape.file, line: shape.line).render()
    if !shape.tests.isEmpty {
      html.markup("<p class=\"label\">In these tests</p><ul class=\"plain\">\n")
      for test in shape.tests.prefix(100) {
        html +=
          "<li class=\"wrap mono\">\(names.shown(test.name)) <span class=\"dim\">× \(test.count)</span></li>\n"
      }
      html.markup("</ul>\n")
      if shape.tests.count > 100 {
        html += Parts.leftOut("\(counted(shape.tests.count - 100, "test")) left out")
      }
    }
    html.markup("</div></details>\n")
    return html
  }

  // MARK: - Compilers and linters

  private func groups(_ diagnostics: [Diagnostic]) -> HTML {
    guard !diagnostics.isEmpty else { return HTML() }
    var html = Parts.heading("Compilers and linters", diagnostics.count)
    let lintSteps = record.lintSteps
    let groups = Dictionary(grouping: diagnostics.sortedByPlace) { diagnostic in
      Form(
        group: diagnostic.group ?? "", form: MessageForm.of(diagnostic.message),
        rank: diagnostic.step.map(lintSteps.contains) ?? false ? 1 : 0)
    }.sorted {
      ($0.key.rank, $1.value.count, $0.key.form) < ($1.key.rank, $0.value.count, $1.key.form)
    }
    for (form, diagnostics) in groups.prefix(Self.shownGroups) {
      guard html.bytes.count < 2 * Self.room else { break }
      html += """
        <details class="card" data-stop><summary><span class="name">\(Clipped(MessageForm.title(of: diagnostics.map(\.message)), bytes: 300, lines: 1).text)</span>

        """
      if !form.group.isEmpty { html += "<span class=\"tag\">\(form.group)</span>" }
      html +=
        "<span class=\"dim\">\(counted(diagnostics.count, "place"))</span></summary><div class=\"body\">\n"
      html += cards(diagnostics, limit: Self.shownInGroup)
      html.markup("</div></details>\n")
    }
    if groups.count > Self.shownGroups {
      html += Parts.leftOut("\(counted(groups.count - Self.shownGroups, "form")) left out")
    }
    return html
  }

  private struct Form: Hashable {
    var group: String
    var form: String
    /// 1 for warnings of linters, which come last; else 0.
    var rank: Int
  }
}

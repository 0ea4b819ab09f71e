import CIModel

/// The differences between two runs, on one page that needs no other file.
struct ComparisonPage {
  private let comparison: RunComparison
  private let templates: ReportTemplates

  /// The maximum length of a list; JSON contains all entries.
  private static let shown = 500

  init(_ comparison: RunComparison, _ templates: ReportTemplates = .embedded) {
    (self.comparison, self.templates) = (comparison, templates)
  }

  var bytes: [UInt8] {
    var frame = PageFrame(
      templates, policy: templates.singleFilePolicy, title: "Compared with an earlier run")
    frame.fill(.style, bytes: Array("<style>\(templates.style)</style>".utf8))
    frame.fill(.navigation, "<nav aria-label=\"Pages\"></nav>")
    frame.fill(.content, content)
    frame.fill(
      .footer, "<p>run \(comparison.later.id), compared with run \(comparison.earlier.id)</p>")
    return frame.bytes
  }

  private var content: HTML {
    var html: HTML = """
      <div class="verdict \(comparison.newlyFailing.isEmpty ? "pass" : "fail")"><h1>Compared with an earlier run</h1>
      <p>\(comparison.headline)</p></div>
      <dl class="facts"><dt>Before</dt><dd>\(run(comparison.earlier))</dd><dt>After</dt><dd>\(run(comparison.later))</dd></dl>

      """
    if let note = comparison.note { html += "<p class=\"warn\">\(sentence: note)</p>\n" }
    html += outcomes("Newly failing", comparison.newlyFailing)
    html += outcomes("Fixed", comparison.fixed)
    html += names("Newly flaky", comparison.newlyFlaky)
    html += table(
      "Slower", ["Test", "Before", "After"], comparison.newlySlow,
      { [name($0.test), "\($0.beforeSeconds.duration)", "\($0.afterSeconds.duration)"] })
    html += warnings("More warnings", comparison.newWarnings)
    html += warnings("Fewer warnings", comparison.goneWarnings)
    html += names("New tests", comparison.newTests)
    html += names("Tests not in this run", comparison.missingTests)
    html += coverage
    return html
  }

  private func run(_ run: RunSummary) -> HTML {
    "<code>\(run.id)</code> \(run.verdict.sentence), \(run.testAndPlaceWords)"
  }

  private func name(_ test: String) -> HTML { "<span class=\"wrap mono\">\(test)</span>" }

  private func table<Entry>(
    _ title: String, _ columns: [String], _ entries: [Entry], _ row: (Entry) -> [HTML]
  ) -> HTML {
    guard !entries.isEmpty else { return HTML() }
    let numeric = columns.count > 1 ? Set(1..<columns.count) : []
    var html = Parts.heading(title, entries.count)
    html += Parts.table(title, columns, numeric: numeric, entries.prefix(Self.shown).map(row))
    if entries.count > Self.shown {
      html += Parts.leftOut(
        "\((entries.count - Self.shown).grouped) more left out; `--format json` has all")
    }
    return html
  }

  private func outcomes(_ title: String, _ changes: [RunComparison.OutcomeChange]) -> HTML {
    table(title, ["Test", "Before", "After"], changes) { change in
      [
        name(change.test), "\(change.before?.words ?? "new")",
        "<span class=\"\(change.after.isFailure ? "fail" : "pass")\">\(change.after.words)</span>",
      ]
    }
  }

  private func names(_ title: String, _ names: [String]) -> HTML {
    table(title, ["Test"], names) { [name($0)] }
  }

  private func warnings(_ title: String, _ changes: [WarningChange]) -> HTML {
    table(title, ["Warning", "Before", "After"], changes) { change in
      [
        "<span class=\"wrap\">\(Clipped(change.sentence, bytes: 500, lines: 1).text)</span>",
        "\(change.before.grouped)", "\(change.after.grouped)",
      ]
    }
  }

  private var coverage: HTML {
    guard let coverage = comparison.coverage else { return HTML() }
    let files = coverage.shownFiles
    guard !files.isEmpty || coverage.before != coverage.after else { return HTML() }
    return Parts.heading("Coverage") + "<p>\(coverage.words("→"))</p>\n"
      + table("Files", ["File", "Before", "After"], files) { file in
        let isWorse = (file.after?.missed ?? 0) > (file.before?.missed ?? 0)
        return [
          "<span class=\"wrap mono\">\(path: file.path)</span>", "\(file.words.before)",
          "<span class=\"\(isWorse ? "fail" : "pass")\">\(file.words.after)</span>",
        ]
      }
  }
}

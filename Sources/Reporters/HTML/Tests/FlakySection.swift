import CIModel

/// Tests that failed and passed in the same run, with the message of each attempt; and tests that
/// fail only among others.
struct FlakySection {
  let context: PageContext

  private static let shown = 100

  func render() -> HTML {
    let flaky = context.record.tests.enumerated().filter { $0.element.isUnsteady }
    guard !flaky.isEmpty else { return HTML() }
    var html: HTML =
      "<section data-filtered>\n\(Parts.heading("Flaky tests", flaky.count, mark: "flaky"))"
    var marks: [String: Int] = [:]
    for (index, test) in flaky.prefix(Self.shown) {
      let mark = PageNames.unique("flaky-" + PageNames.test(test), among: &marks)
      html += card(index, test, mark)
    }
    if flaky.count > Self.shown {
      html += Parts.leftOut(
        "\(counted(flaky.count - Self.shown, "test")) left out; filter for `flaky` to see all.")
    }
    html.markup("</section>\n")
    return html
  }

  private func card(_ index: Int, _ test: TestCase, _ mark: String) -> HTML {
    var html: HTML = """
      <details class="card" data-stop data-test="\(context.listPlaces[index])" id="\(mark)"><summary><span class="name">\(test.shownName)</span>\
      <span class="tag warn">\(evidence(test))</span></summary><div class="body">

      """
    if let interference = test.interference {
      html += "<p class=\"wrap\">It \(interference.words).</p>\n"
      if interference.isReproduced { html += "<p>It failed again together with these tests.</p>\n" }
    }
    if let attempts = test.attempts, attempts.count > 1 {
      html += AttemptTabs(context: context, attempts: attempts, mark: mark).render()
    } else {
      html += IssueList(context: context, issues: test.issues, limit: 10).render()
      html += TestOutput.render(test.output)
      html += AttachmentList(links: context.links, attachments: test.attachments ?? []).render()
    }
    if let command = test.reproduction { html += Parts.command(command) }
    html.markup("</div></details>\n")
    return html
  }

  /// The outcomes in order: `failed, passed`.
  private func evidence(_ test: TestCase) -> String {
    if test.interference != nil { return "passes alone" }
    let shown = 6
    let words = test.runs.prefix(shown).map(\.outcome.words).joined(separator: ", then ")
    return words + (test.runs.count > shown ? ", …" : "")
  }
}

extension TestCase {
  /// Whether the test failed and passed without any change.
  var isUnsteady: Bool {
    interference != nil || isFlaky == true
      || outcome == .passed && runs.dropLast().contains { $0.outcome.isFailure }
  }
}

import CIModel

/// Known issues of tests, which do not fail them.
struct KnownIssuesSection {
  let context: PageContext

  private static let shown = 100

  func render() -> HTML {
    let tests = context.record.tests.enumerated().filter {
      $0.element.issues.contains(where: \.isKnown)
    }
    guard !tests.isEmpty else { return HTML() }
    let count = tests.reduce(0) { $0 + $1.element.issues.count(where: \.isKnown) }
    var html: HTML =
      "<section data-filtered>\n\(Parts.heading("Known issues", count, mark: "known-issues"))"
    for (index, test) in tests.prefix(Self.shown) {
      let issues = test.issues.filter(\.isKnown)
      html += """
        <details class="card" data-test="\(context.listPlaces[index])" data-count="\(issues.count)">\
        <summary><span class="name">\(test.shownName)</span>\
        <span class="dim">\(counted(issues.count, "known issue"))</span></summary><div class="body">
        \(IssueList(context: context, issues: issues, limit: 10).render())</div></details>

        """
    }
    if tests.count > Self.shown {
      html += Parts.leftOut("\(counted(tests.count - Self.shown, "test")) left out")
    }
    html.markup("</section>\n")
    return html
  }
}

import CIModel

/// The findings of rules and of the requirements in `.ci.yml`, the worst first.
struct FindingsPage {
  let context: PageContext

  private static let shown = 1_000
  /// The page size in bytes after which sources are omitted.
  private static let room = 2_000_000

  func render() -> HTML {
    let findings = context.record.findings.sorted()
    var page: HTML = "<h1>Findings</h1>\n"
    guard !findings.isEmpty else {
      page += Parts.empty("There are no findings.")
      return page
    }
    let counting = findings.filter { $0.suppressed == nil }
    for (severity, title) in [
      (Severity.error, "Errors"), (.warning, "Warnings"), (.note, "Notes"),
    ] {
      page += list(title, counting.filter { $0.severity == severity })
    }
    page += list("Suppressed", findings.filter { $0.suppressed != nil })
    return page
  }

  private func list(_ title: String, _ findings: [Finding]) -> HTML {
    guard !findings.isEmpty else { return HTML() }
    var html = Parts.heading(title, findings.count)
    for finding in findings.prefix(Self.shown) {
      html += FindingCard(
        context: context, finding: finding, isShort: html.bytes.count > Self.room
      ).render()
    }
    if findings.count > Self.shown {
      html += Parts.leftOut("\(counted(findings.count - Self.shown, "finding")) left out")
    }
    return html
  }
}

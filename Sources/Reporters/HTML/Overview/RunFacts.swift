import CIModel

/// Facts about the change and the run, and where it ran.
struct RunFacts {
  private let record: RunRecord

  init(_ record: RunRecord) { self.record = record }

  func render() -> HTML {
    var html = list("Change", change)
    html += list("Run", run)
    return html
  }

  private func list(_ title: String, _ facts: [(String, HTML)]) -> HTML {
    guard !facts.isEmpty else { return HTML() }
    var html: HTML = "<section>\(Parts.heading(title))<dl class=\"facts\">\n"
    for (name, value) in facts { html += "<dt>\(name)</dt><dd>\(value)</dd>\n" }
    html.markup("</dl></section>\n")
    return html
  }

  private var change: [(String, HTML)] {
    var facts: [(String, HTML)] = []
    if let checkout = record.checkout {
      let note: HTML = checkout.isModified ? " and uncommitted changes" : HTML()
      facts.append(
        ("Checked out", "<code>\(String(checkout.commit.prefix(10)))</code>\(note)"))
    }
    guard let changes = record.changes else { return facts }
    facts.append(("Compared with", "<code>\(String(changes.mergeBase.prefix(10)))</code>"))
    if !changes.commits.isEmpty {
      facts.append(("Commits", "\(changes.commits.count.grouped)"))
    }
    facts.append(
      (
        "Lines",
        "<span class=\"pass\">+\(changes.totals.additions.grouped)</span> <span class=\"fail\">−\(changes.totals.deletions.grouped)</span>"
      ))
    return facts
  }

  private var run: [(String, HTML)] {
    let environment = record.environment
    var facts: [(String, HTML)] = []
    if !environment.os.isEmpty {
      facts.append(
        (
          "Machine",
          "\(environment.os) \(environment.architecture), \(counted(environment.cpus, "processor"))"
        ))
    }
    if let version = environment.swiftVersion { facts.append(("Swift", "\(version)")) }
    if let ci = environment.ci { facts.append(("Service", "\(ci)")) }
    facts.append(("Pipeline", "\(record.config.path ?? "the default one")"))
    if let exitCode = record.exitCode { facts.append(("Exit status", "\(exitCode)")) }
    if !record.id.isEmpty { facts.append(("Run", "<code>\(record.id)</code>")) }
    if let judged = record.judgedRun { facts.append(("Results from", "<code>\(judged)</code>")) }
    return facts
  }
}

import CIModel

/// Tests whose results differ from the target branch, and new warnings.
struct SinceBase {
  private let base: BaseRun?

  init(_ record: RunRecord) { base = record.base }

  func render() -> HTML {
    guard let base else { return HTML() }
    return tests(base) + warnings(base)
  }

  private func warnings(_ base: BaseRun) -> HTML {
    guard let warnings = base.warnings else { return HTML() }
    var html = Parts.heading("New warnings since \(base.branch)", base.newWarnings)
    html.markup("<ul class=\"notes\">")
    for warning in warnings {
      let words = Clipped(warning.sentence, bytes: 500, lines: 1).text
      html += "<li class=\"wrap mono\">\(words)</li>\n"
    }
    html.markup("</ul>\n")
    let rest = base.newWarnings - warnings.count
    if rest > 0 { html += Parts.leftOut("\(counted(rest, "warning")) left out") }
    return html
  }

  private func tests(_ base: BaseRun) -> HTML {
    guard let tests = base.tests else { return HTML() }
    var html = Parts.heading("Tests since \(base.branch)")
    for (words, names) in tests.lists {
      let rest = names.count - names.first.count
      html += """
        <details class="card"><summary><span class="name">\(names.count.grouped) \(words)</span></summary>\
        <div class="body"><ul class="notes">
        """
      for name in names.first {
        let times = words == "slower" ? tests.slowerWords(name, .unicode) : nil
        html += "<li class=\"wrap mono\">\(name) <span class=\"dim\">\(times ?? "")</span></li>\n"
      }
      html.markup("</ul>")
      if rest > 0 { html += Parts.leftOut("\(counted(rest, "test")) left out") }
      html.markup("</div></details>\n")
    }
    return html
  }
}

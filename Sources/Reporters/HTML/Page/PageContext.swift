import CIModel

/// The data that all pages are made from.
struct PageContext: Sendable {
  var record: RunRecord
  var links: PageLinks
  var sources: ReportSources
  /// The changes of files, line by line; `nil` when they are unknown.
  var diff: ReportDiff?
  /// The position of each test of the record in the list of all tests.
  var listPlaces: [Int] = []
  /// Ids of failure cards, by the position of the test.
  var cards: [Int: String] = [:]
  var remarks: LineRemarks
  /// The tests that each source file declares.
  var declared: DeclaredTests
  /// Which tests executed which lines.
  var lineTests = LineTests.none

  /// A source location, linked to its page if there is one.
  func place(_ file: String?, _ line: Int?, _ column: Int? = nil) -> HTML {
    guard let file, let words = Reporters.place(file, line, column) else { return HTML() }
    guard let link = links.file(file, line: line) else {
      return "<span class=\"place\">\(words)</span>"
    }
    return "<a class=\"place\" href=\"\(link)\">\(words)</a>"
  }
}

/// Markup that several pages share.
enum Parts {
  /// A heading, followed by an optional number.
  static func heading(_ title: String, _ count: Int? = nil, mark: StaticString? = nil) -> HTML {
    var html: HTML = "<h2"
    if let mark {
      html.markup(" id=\"")
      html.markup(mark)
      html.markup("\"")
    }
    html += ">\(title)"
    if let count { html += " <span class=\"dim\">\(count.grouped)</span>" }
    html.markup("</h2>\n")
    return html
  }

  /// The numbers of added and deleted lines, `+4 −2`, without zeros.
  static func lines(_ additions: Int, _ deletions: Int) -> HTML {
    var html = HTML()
    if additions > 0 { html += "<span class=\"pass\">+\(additions.grouped)</span> " }
    if deletions > 0 { html += "<span class=\"fail\">−\(deletions.grouped)</span>" }
    return html
  }

  /// The tag of a failure that neither the base branch nor the last run had.
  static let newTag: HTML = "<span class=\"tag new\">new</span>"

  static func empty(_ sentence: String) -> HTML {
    "<p class=\"empty\">\(sentence: sentence)</p>\n"
  }

  static func leftOut(_ words: String) -> HTML {
    "<p class=\"left-out\">\(sentence: words)</p>\n"
  }

  /// A bar that is filled to a share; its width follows the screen.
  static func bar(_ ratio: Coverage.Ratio) -> HTML {
    guard let hundredths = ratio.hundredthsOfPercent else { return HTML() }
    let style = CoverageGrade(ratio).style
    return """
      <svg class="bar" viewBox="0 0 10000 10" preserveAspectRatio="none" aria-hidden="true">\
      <rect class="back" width="10000" height="10"/>\
      <rect class="\(style)" width="\(min(10_000, max(0, hundredths)))" height="10"/></svg>
      """
  }

  /// A `<pre>` element with a text, and a note about the omitted rest.
  static func block(_ clipped: Clipped, style: String, markdown: String? = nil) -> HTML {
    var html: HTML = "<pre class=\"\(style)\""
    // A scrollable element must be reachable with the keyboard.
    if style == "output" { html.markup(" tabindex=\"0\"") }
    if let markdown { html += " data-md=\"\(markdown)\"" }
    // The first line break in a `<pre>` element is ignored.
    html += ">\n\(clipped.text)</pre>\n"
    if let rest = clipped.rest { html += leftOut(rest + "; the record has all of it.") }
    return html
  }

  static func command(_ command: String) -> HTML {
    """
    <div class="command"><code>\(command)</code>\
    <button type="button" data-copy="command" data-scripted hidden>Copy</button></div>

    """
  }

  static func table(
    _ label: String, _ columns: [String], numeric: Set<Int> = [], _ rows: [[HTML]]
  ) -> HTML {
    var html: HTML = """
      <div class="table" tabindex="0" role="region" aria-label="\(label)"><table><thead><tr>
      """
    for (index, column) in columns.enumerated() {
      html.markup(numeric.contains(index) ? "<th class=\"num\">" : "<th>")
      html += "\(column)</th>"
    }
    html.markup("</tr></thead><tbody>\n")
    for row in rows {
      html.markup("<tr>")
      for (index, cell) in row.enumerated() {
        html.markup(numeric.contains(index) ? "<td class=\"num\">" : "<td>")
        html += "\(cell)</td>"
      }
      html.markup("</tr>\n")
    }
    html.markup("</tbody></table></div>\n")
    return html
  }
}

/// The grade of a coverage share, for colours; the number is always shown too.
enum CoverageGrade {
  case none, low, middling, high

  init(_ ratio: Coverage.Ratio) {
    switch ratio.hundredthsOfPercent {
    case nil: self = .none
    case .some(..<5_000): self = .low
    case .some(..<8_000): self = .middling
    case .some: self = .high
    }
  }

  var style: String {
    switch self {
    case .none: "none"
    case .low: "fail"
    case .middling: "warn"
    case .high: "pass"
    }
  }
}

/// Which tests executed which lines of a source, if that was recorded.
package struct LineTests: Sendable {
  /// Consecutive lines that the same tests executed.
  package struct Stretch: Hashable, Sendable {
    package var lines: ClosedRange<Int>
    /// The number of tests that executed them.
    package var count: Int
    /// The names of the first tests, sorted.
    package var names: [String]

    package init(lines: ClosedRange<Int>, count: Int, names: [String]) {
      (self.lines, self.count, self.names) = (lines, count, names)
    }
  }

  /// Returns the stretches of a file, sorted by line; empty when none were recorded.
  let stretches: @Sendable (_ path: String) -> [Stretch]

  package init(_ stretches: @escaping @Sendable (_ path: String) -> [Stretch]) {
    self.stretches = stretches
  }

  package static let none = LineTests { _ in [] }

  /// The number of tests that a page names for each stretch.
  package static let named = 5
}

/// The tests that executed the lines of a source, in a folded section: their number, and the names
/// of the first ones.
struct LineTestsSection {
  let stretches: [LineTests.Stretch]
  /// The prefix of `id`s when pages share one file.
  let mark: String
  /// The number of lines of the source that the page shows.
  let lines: Int

  private static let shown = 500

  func render() -> HTML {
    guard !stretches.isEmpty else { return HTML() }
    var html: HTML = """
      <details class="card"><summary><span class="name">Tests by line</span>\
      <span class="dim">\(counted(stretches.count, "stretch", plural: "stretches"))</span></summary><div class="body">

      """
    html += Parts.table(
      "Tests by line", ["Lines", "Tests", "Names"], numeric: [1],
      stretches.prefix(Self.shown).map { stretch in
        let rest = stretch.count - stretch.names.count
        let names = stretch.names.map { Clipped($0, bytes: 200, lines: 1).text }
        let first = stretch.lines.lowerBound
        let range = words(stretch.lines)
        return [
          first > lines
            ? "\(range)" : "<a class=\"place nowrap\" href=\"#\(mark)L\(first)\">\(range)</a>",
          "\(stretch.count.grouped)",
          "<span class=\"wrap mono\">\(names.joined(separator: ", "))</span>\(rest > 0 ? " and \(rest.grouped) more" : "")",
        ]
      })
    if stretches.count > Self.shown {
      html += Parts.leftOut("\((stretches.count - Self.shown).grouped) more left out")
    }
    html.markup("</div></details>\n")
    return html
  }

  private func words(_ lines: ClosedRange<Int>) -> String {
    lines.count == 1 ? "\(lines.lowerBound)" : "\(lines.lowerBound)–\(lines.upperBound)"
  }
}

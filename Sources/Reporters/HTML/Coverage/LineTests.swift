/// Which tests ran which lines of a source, where that was recorded.
package struct LineTests: Sendable {
  /// Lines one after the other that the same tests ran.
  package struct Stretch: Hashable, Sendable {
    package var lines: ClosedRange<Int>
    /// How many tests ran them.
    package var count: Int
    /// The first of them, sorted.
    package var names: [String]

    package init(lines: ClosedRange<Int>, count: Int, names: [String]) {
      (self.lines, self.count, self.names) = (lines, count, names)
    }
  }

  /// Sorted by line; empty where nothing is known of the file.
  let stretches: @Sendable (_ path: String) -> [Stretch]

  package init(_ stretches: @escaping @Sendable (_ path: String) -> [Stretch]) {
    self.stretches = stretches
  }

  package static let none = LineTests { _ in [] }

  /// Tests that a page names of each stretch.
  package static let named = 5
}

/// Who ran the lines of a source, folded: how many tests, and the names of the first.
struct LineTestsSection {
  let stretches: [LineTests.Stretch]
  /// What `id`s begin with where pages share one file.
  let mark: String
  /// Lines of the source that the page shows.
  let lines: Int

  private static let shown = 500

  func render() -> HTML {
    guard !stretches.isEmpty else { return HTML() }
    var html: HTML = """
      <details class="card"><summary><span class="name">Who ran which lines</span>\
      <span class="dim">\(counted(stretches.count, "stretch", plural: "stretches"))</span></summary><div class="body">

      """
    html += Parts.table(
      "Who ran which lines", ["Lines", "Tests", "Names"], numeric: [1],
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

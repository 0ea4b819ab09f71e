import CIModel

/// The lines of a source, each with its coverage.
struct SourceListing {
  /// The coverage of the file; `nil` when it was not measured.
  let file: Coverage.File?
  let source: SourceLines
  /// The prefix of `id`s: different for each file when pages share one HTML file.
  let mark: String
  /// Line numbers that the change added.
  var added: Set<Int> = []
  /// Markup after a line, by line number.
  var tags: [Int: HTML] = [:]
  /// Remarks by line number; those on the whole file have number 0.
  var remarks: [Int: [LineRemarks.Remark]] = [:]
  let rows: RemarkRows

  /// The maximum number of lines, and the maximum size of a line in bytes.
  static let mostLines = 20_000
  private static let longest = 1_000
  /// The maximum size of all remarks in bytes.
  private static let remarkRoom = 300_000

  /// The coverage of a line.
  enum State {
    case none, covered, missed, partial

    /// The CSS class of the state.
    var letter: String {
      switch self {
      case .none: "o"
      case .covered: "c"
      case .missed: "m"
      case .partial: "p"
      }
    }
  }

  func render(into html: inout HTML) {
    html.markup("<div class=\"source\" tabindex=\"0\" role=\"group\" aria-label=\"Source\"><pre>")
    let count = min(source.count, Self.mostLines)
    var states = file.map(LineStates.init)
    var previous = State.none
    var room = Self.remarkRoom
    say(0, &room, into: &html)
    for number in 1...max(1, count) where number <= count {
      let (state, hits) = states?.next(number) ?? (.none, nil)
      html.markup("<span id=\"")
      html.text(mark)
      html.markup("L")
      html.number(number)
      html.markup("\" data-n=\"")
      html.number(number)
      html.markup("\" class=\"")
      html.markup(style(state, isAdded: added.contains(number)))
      html.markup("\"")
      // The keyboard stops at the first line of a range that is not fully covered.
      if state == .missed || state == .partial, state != previous {
        html.markup(" data-stop tabindex=\"-1\"")
      }
      previous = state
      if let hits, hits > 0 {
        html.markup(" title=\"")
        html.number(hits)
        html.markup("×\"")
      }
      html.markup(">")
      source.withLine(number) { line in
        if line.count > Self.longest {
          html.text(Clipped(source.text(number), bytes: Self.longest, lines: 1).text + " …")
        } else {
          html.text(line)
        }
      }
      if let tag = tags[number] { html += tag }
      html.markup("</span>")
      say(number, &room, into: &html)
    }
    html.markup("</pre></div>\n")
    if room <= 0 { html += Parts.leftOut("More remarks are left out.") }
    if source.count > count {
      html += Parts.leftOut("\(counted(source.count - count, "line")) left out")
    }
  }

  private func say(_ line: Int, _ room: inout Int, into html: inout HTML) {
    guard !remarks.isEmpty, room > 0, let remarks = remarks[line] else { return }
    let rows = rows.render(remarks)
    room -= rows.bytes.count
    html += rows
  }

  private func style(_ state: State, isAdded: Bool) -> StaticString {
    switch (state, isAdded) {
    case (.none, false): "o"
    case (.none, true): "o x"
    case (.covered, false): "c"
    case (.covered, true): "c x"
    case (.missed, false): "m"
    case (.missed, true): "m x"
    case (.partial, false): "p"
    case (.partial, true): "p x"
    }
  }

  /// Determines the states of a file's lines, in ascending order.
  struct LineStates {
    private let runs: [LineHits.Run]
    private let partial: [Int]
    private let uncovered: [[Int]]
    private var run = 0
    private var nextPartial = 0
    private var nextUncovered = 0

    init(_ file: Coverage.File) {
      runs = file.lineHits?.runs ?? []
      partial = file.partialLines
      uncovered = file.lineHits == nil ? file.uncoveredLines.filter { $0.count == 2 } : []
    }

    mutating func next(_ line: Int) -> (state: State, hits: UInt64?) {
      while run < runs.count, runs[run].last < line { run += 1 }
      while nextPartial < partial.count, partial[nextPartial] < line { nextPartial += 1 }
      while nextUncovered < uncovered.count, uncovered[nextUncovered][1] < line {
        nextUncovered += 1
      }
      if nextUncovered < uncovered.count, uncovered[nextUncovered][0] <= line {
        return (.missed, 0)
      }
      let isPartial = nextPartial < partial.count && partial[nextPartial] == line
      guard run < runs.count, runs[run].first <= line else {
        return (isPartial ? .partial : .none, nil)
      }
      let hits = runs[run].count
      return (hits == 0 ? .missed : isPartial ? .partial : .covered, hits)
    }
  }
}

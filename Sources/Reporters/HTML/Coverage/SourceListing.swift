import CIModel

/// The lines of a source, each with what the tests made of it.
struct SourceListing {
  /// `nil` where it was not measured.
  let file: Coverage.File?
  let source: SourceLines
  /// What `id`s begin with: different for each file where pages share one.
  let mark: String
  /// Lines that the change added, ascending.
  var added: Set<Int> = []
  /// What stands behind a line.
  var tags: [Int: HTML] = [:]
  /// What is said of lines; of the whole file at 0.
  var remarks: [Int: [LineRemarks.Remark]] = [:]
  let rows: RemarkRows

  /// Lines of a file that are shown, and bytes of a line.
  static let mostLines = 20_000
  private static let longest = 1_000
  /// Bytes of remarks that are shown.
  private static let remarkRoom = 300_000

  /// How a line is marked.
  enum State {
    case none, covered, missed, partial

    /// Its class.
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
      // A stop is where lines that want a test begin.
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

  /// Goes through the lines of a file in ascending order.
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

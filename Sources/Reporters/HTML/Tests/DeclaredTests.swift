import CIModel

/// The tests that each source file declares.
struct DeclaredTests {
  /// Positions in the record, by path.
  private var positions: [RepositoryPath: [Int]] = [:]

  init(_ tests: [TestCase]) {
    for (position, test) in tests.enumerated() {
      guard let file = test.file else { continue }
      positions[RepositoryPath(file), default: []].append(position)
    }
  }

  /// The tests of a file, in the order of the record.
  func of(_ path: String) -> [Int] { positions[RepositoryPath(path)] ?? [] }
}

/// The tests of one source file: the number of each outcome, and each test next to its declaration.
struct SourceTests {
  let context: PageContext
  /// Positions in the record.
  let positions: [Int]

  private static let listed = 500

  init(_ path: String, _ context: PageContext) {
    self.context = context
    positions = context.declared.of(path)
  }

  /// - Parameters:
  ///   - mark: The prefix of the `id`s of lines.
  ///   - lines: The number of visible lines.
  func summary(mark: String, lines: Int) -> HTML {
    guard !positions.isEmpty else { return HTML() }
    let tests = positions.map { context.record.tests[$0] }
    var outcomes: [TestOutcome: Int] = [:]
    for test in tests { outcomes[test.outcome, default: 0] += 1 }
    let words = Tally.order.compactMap { outcome in
      outcomes[outcome].map { "\($0.grouped) \(outcome.words)" }
    }
    let failures = tests.count { $0.failsTheRun }
    var html: HTML = """
      <details class="card"\(failures > 0 ? " open" as HTML : HTML())><summary><span class="name">\
      \(counted(tests.count, "test"))</span><span>\(words.joined(separator: ", "))</span></summary>\
      <div class="body"><ul class="plain">

      """
    let sorted = tests.filter(\.failsTheRun) + tests.filter { !$0.failsTheRun }
    for test in sorted.prefix(Self.listed) {
      html +=
        "<li class=\"wrap\"><span class=\"\(test.outcome.style)\">\(test.outcome.symbol)</span> "
      if let line = test.line, line > 0, line <= lines {
        html += "<a href=\"#\(mark)L\(line)\">\(test.shownName)</a>"
      } else {
        html += "\(test.shownName)"
      }
      if let seconds = test.durationSeconds {
        html += " <span class=\"dim\">\(seconds.duration)</span>"
      }
      html.markup("</li>\n")
    }
    html.markup("</ul></div></details>\n")
    if tests.count > Self.listed {
      html += Parts.leftOut("\(counted(tests.count - Self.listed, "test")) left out")
    }
    return html
  }

  /// Markup after the lines that declare tests, by line; for a failed test, it links to the card.
  var tags: [Int: HTML] {
    var tags: [Int: HTML] = [:]
    var counts: [Int: Int] = [:]
    for position in positions {
      let test = context.record.tests[position]
      guard let line = test.line else { continue }
      counts[line, default: 0] += 1
      guard counts[line, default: 0] <= RemarkRows.most else { continue }
      let time = test.durationSeconds.map { " \($0.duration)" } ?? ""
      let words: HTML = "\(test.outcome.symbol) \(test.outcome.words)\(time)"
      if let card = context.cards[position] {
        let link = context.links.place(card, on: .tests)
        tags[line, default: HTML()] +=
          " <a class=\"tag \(test.outcome.style)\" href=\"\(link)\">\(words)</a>"
      } else {
        tags[line, default: HTML()] += " <b class=\"tag \(test.outcome.style)\">\(words)</b>"
      }
    }
    return tags
  }
}

extension TestOutcome {
  /// A class of the style sheet.
  var style: String { self == .passed ? "pass" : isFailure ? "fail" : "none" }

  var symbol: String { self == .passed ? "✓" : isFailure ? "✗" : "–" }
}

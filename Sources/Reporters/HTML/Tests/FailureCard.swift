import CIModel

/// All details of one failure.
struct FailureCard {
  let context: PageContext
  let failure: Failure
  var isOpen = false
  /// Whether only the beginning of the first message is shown, because little room is left.
  var isShort = false

  private static let shownIssues = 20

  func render() -> HTML {
    var html: HTML = "<details class=\"card\" data-stop id=\"\(failure.mark)\""
    if let index = failure.index { html += " data-test=\"\(context.listPlaces[index])\"" }
    if isOpen { html.markup(" open") }
    html +=
      "><summary><span class=\"name\">\(failure.title)</span><span class=\"tag fail\">\(failure.what)</span>"
    if failure.isNew { html += Parts.newTag }
    html += marks
    html += "</summary><div class=\"body\">\n\(body)</div></details>\n"
    return html
  }

  private var marks: HTML {
    guard let test = failure.test else { return HTML() }
    var html = HTML()
    if let seconds = test.durationSeconds {
      html += "<span class=\"dim nowrap\">\(seconds.duration)</span>"
    }
    if let usual = test.usualWords { html += "<span class=\"tag warn\">\(usual)</span>" }
    for tag in (test.tags ?? []).prefix(10) { html += "<span class=\"tag\">\(tag)</span>" }
    return html
  }

  private var body: HTML {
    if isShort {
      guard let message = failure.firstMessage else { return HTML() }
      return Parts.block(Clipped(message, bytes: 300, lines: 3), style: "message", markdown: "text")
    }
    var html = HTML()
    if let crash = failure.crash { html += self.crash(crash) }
    if let test = failure.test {
      if let earlier = test.earlier { html += Self.earlier(earlier) }
      let issues = failure.issues + (test.attempts ?? []).flatMap(\.issues)
      if issues.allSatisfy({ $0.file == nil }), failure.crash?.file == nil {
        html += declaration(test)
      }
      if let attempts = test.attempts, attempts.count > 1 {
        html += AttemptTabs(context: context, attempts: attempts, mark: failure.mark).render()
      } else {
        html += IssueList(context: context, issues: failure.issues, limit: Self.shownIssues)
          .render()
        html += TestOutput.render(test.output)
        html += AttachmentList(links: context.links, attachments: test.attachments ?? []).render()
      }
      if let command = test.reproduction {
        html += "<p class=\"label\">Run it alone</p>\(Parts.command(command))"
      }
    }
    html.markup(
      """
      <p class="tools"><button type="button" data-copy="markdown" data-scripted hidden>\
      Copy as Markdown</button></p>

      """)
    return html
  }

  /// The declaration of the test, for failures without a location.
  private func declaration(_ test: TestCase) -> HTML {
    guard test.file != nil else { return HTML() }
    return """
      <p class="label">Declared at</p><p data-md="place">\(context.place(test.file, test.line))</p>
      \(SourceExcerpt(context: context, file: test.file, line: test.line).render())
      """
  }

  /// A dot for each of the last runs, and since when the test fails.
  static func earlier(_ earlier: EarlierOutcomes) -> HTML {
    if earlier.outcomes.isEmpty {
      return "<p class=\"earlier\"><span>\(earlier.words)</span></p>\n"
    }
    var html: HTML = "<p class=\"earlier\"><span class=\"dots\" aria-hidden=\"true\">"
    for outcome in earlier.outcomes {
      html += outcome.isFailure ? "<i class=\"fail\"></i>" : "<i class=\"pass\"></i>"
    }
    html += "</span> <span>\(earlier.words)</span></p>\n"
    return html
  }

  private func crash(_ crash: Crash) -> HTML {
    var html = HTML()
    if let place = Reporters.place(crash.file, crash.line) {
      html +=
        "<p class=\"label\">First frame in the package</p><p data-md=\"place\" class=\"place\">"
      if let file = crash.file, let link = context.links.file(file, line: crash.line) {
        html += "<a href=\"\(link)\">\(place)</a></p>\n"
      } else {
        html += "\(place)</p>\n"
      }
    }
    if let reason = crash.reason {
      html += Parts.block(
        Clipped(reason, bytes: 16_000, lines: 120), style: "message", markdown: "text")
    }
    html += SourceExcerpt(context: context, file: crash.file, line: crash.line).render()
    return html
  }
}

/// The issues of a test, each with its source location.
struct IssueList {
  let context: PageContext
  let issues: [TestIssue]
  let limit: Int

  func render() -> HTML {
    var html = HTML()
    let shown = Array(issues.prefix(limit))
    for (index, issue) in shown.enumerated() {
      // Issues of several arguments at one location share it: the location is shown above the
      // first, the source below the last.
      func isAt(_ other: TestIssue?) -> Bool {
        issue.file != nil && issue.file == other?.file && issue.line == other?.line
      }
      let goesOn = index > 0 && isAt(shown[index - 1])
      if let place = issue.place, !goesOn {
        html += "<p class=\"place\" data-md=\"place\">"
        if let file = issue.file, let link = context.links.file(file, line: issue.line) {
          html += "<a href=\"\(link)\">\(place)</a></p>\n"
        } else {
          html += "\(place)</p>\n"
        }
      }
      if let arguments = issue.arguments {
        html +=
          "<p class=\"wrap\">with <code>\(Clipped(arguments, bytes: 2_000, lines: 20).text)</code></p>\n"
      }
      let message = Clipped(issue.message, bytes: 16_000, lines: 120)
      let values = ValueDifference(issue.message)
      let isCut = message.rest != nil
      html += Parts.block(
        isCut ? values.map { Clipped($0.headline, bytes: 16_000, lines: 120) } ?? message : message,
        style: "message \(issue.style)", markdown: "text")
      if let values {
        html += values.render()
        if isCut { html += Parts.leftOut("The record has both values in full.") }
      }
      if index + 1 < shown.count, isAt(shown[index + 1]) { continue }
      html += SourceExcerpt(context: context, file: issue.file, line: issue.line).render()
    }
    if issues.count > limit {
      html += Parts.leftOut("\(counted(issues.count - limit, "issue")) left out")
    }
    return html
  }
}

extension TestIssue {
  fileprivate var style: String {
    if isKnown { return "known" }
    switch severity {
    case .error: return ""
    case .warning: return "warning"
    case .note: return "note"
    }
  }
}

/// The end of a test's output, which is the most useful part.
enum TestOutput {
  static func render(_ output: String) -> HTML {
    let clipped = Clipped(output, .end, bytes: 16_000, lines: 200)
    guard clipped.text.contains(where: { !$0.isWhitespace }) else { return HTML() }
    return "<p class=\"label\">Output</p>\(Parts.block(clipped, style: "output", markdown: "text"))"
  }
}

/// The attempts at a test, one below the other; a script turns them into tabs.
struct AttemptTabs {
  let context: PageContext
  let attempts: [TestAttempt]
  let mark: String

  private static let shown = 10

  func render() -> HTML {
    var html: HTML = "<div data-tabs id=\"\(mark)-attempts\">\n"
    for attempt in attempts.prefix(Self.shown) {
      let time = attempt.durationSeconds.map { ", \($0.duration)" } ?? ""
      let title = "Attempt \(attempt.number): \(attempt.outcome.words)\(time)"
      html += "<section data-tab=\"\(title)\"><p class=\"label\">\(title)</p>\n"
      html += IssueList(context: context, issues: attempt.issues, limit: 10).render()
      html += TestOutput.render(attempt.output)
      html += AttachmentList(links: context.links, attachments: attempt.attachments ?? []).render()
      html.markup("</section>\n")
    }
    html.markup("</div>\n")
    if attempts.count > Self.shown {
      html += Parts.leftOut("\(counted(attempts.count - Self.shown, "attempt")) left out")
    }
    return html
  }
}

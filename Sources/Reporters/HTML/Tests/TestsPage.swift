import CIModel

/// All tests: failures and their causes, flaky tests, slow tests, and a searchable list.
struct TestsPage {
  let context: PageContext
  let causes: [FailureCause]

  private var record: RunRecord { context.record }

  func render() -> HTML {
    guard !record.tests.isEmpty || !causes.isEmpty else {
      let reason =
        record.counts.total > 0
        ? "\(Tally(record).words). The log names no test, so there is no list."
        : "This run had no tests."
      return "<h1>Tests</h1>\n\(Parts.empty(reason))"
    }
    var page: HTML = "<h1>Tests</h1>\n<p>\(Tally(record).words)</p>\n"
    if let reason = Tally(record).notToldReason {
      page += "<p class=\"dim\">\(sentence: reason).</p>\n"
    }
    page += filter
    page += failures
    page += notRun
    page += quarantined
    page += KnownIssuesSection(context: context).render()
    page += FlakySection(context: context).render()
    page += AttachmentsSection(context: context).render()
    page += SlowSection(record).render()
    page += list
    return page
  }

  // MARK: - The filter

  private var filter: HTML {
    var chips = HTML()
    for (token, words) in [
      ("s:failed", "Failed"), ("flaky", "Flaky"), ("slow", "Slow"), ("s:skipped", "Skipped"),
      ("kind:crash", "Crashed"), ("new", "New"), ("quarantined", "Quarantined"),
      ("interference", "Interference"),
    ] where has(token) {
      chips +=
        "<button type=\"button\" aria-pressed=\"false\" data-token=\"\(token)\">\(words)</button>\n"
    }
    return """
      <search class="filter" data-scripted hidden><label class="skip" for="test-filter">Filter the tests</label>
      <input type="search" id="test-filter" autocomplete="off" spellcheck="false" \
      placeholder="Filter: words, s:failed, mod:Name, tag:name, kind:crash, slow, flaky, new, -not">
      <div class="chips">\(chips)<span class="dim" id="test-count" role="status"></span></div></search>

      """
  }

  private func has(_ token: String) -> Bool {
    switch token {
    case "s:failed": record.tests.contains { $0.outcome.isFailure }
    case "s:skipped": record.tests.contains { $0.outcome == .skipped }
    case "kind:crash": record.tests.contains { $0.outcome == .crashed }
    case "flaky": record.tests.contains { $0.isFlaky == true }
    case "slow": !record.slow.isEmpty
    case "new": record.tests.contains(where: \.isNewFailure)
    case "quarantined": record.tests.contains { $0.quarantine != nil }
    default: record.tests.contains { $0.interference != nil }
    }
  }

  // MARK: - Failures

  /// The maximum number of failure cards.
  static let mostCards = 2_000
  /// The page size in bytes after which cards are short.
  private static let room = 3_000_000
  private static let shownSilent = 100

  private var failures: HTML {
    guard !causes.isEmpty else { return HTML() }
    let count = causes.reduce(0) { $0 + $1.failures.count }
    var html: HTML =
      "<section data-filtered>\n\(Parts.heading("Failures", count, mark: "failures"))"
    if count > causes.count {
      html +=
        "<p class=\"dim\">\(counted(causes.count, "cause")), by the form and place of the first message.</p>\n"
    }
    var room = Self.mostCards
    for cause in causes where room > 0 {
      let isGroup = cause.failures.count > 1
      if isGroup { html += head(cause) }
      for failure in cause.failures.prefix(room) {
        html += FailureCard(
          context: context, failure: failure, isOpen: room == Self.mostCards,
          isShort: html.bytes.count > Self.room
        ).render()
        room -= 1
      }
      if isGroup { html.markup("</section>\n") }
    }
    if count > Self.mostCards {
      html += Parts.leftOut(
        "\(counted(count - Self.mostCards, "failure")) left out here; the list below names all of them."
      )
    }
    html.markup("</section>\n")
    return html
  }

  private func head(_ cause: FailureCause) -> HTML {
    let messages = cause.failures.compactMap(\.firstMessage)
    let form =
      messages.isEmpty
      ? nil : Clipped(MessageForm.title(of: messages), bytes: 300, lines: 1).text
    let place = cause.failures.first?.place
    let new = cause.newCount > 0 ? Parts.newTag : HTML()
    return """
      <section class="cause" data-filtered><header><h3>\(form ?? cause.failures.first?.what ?? "")</h3>\
      <span class="tag fail">\(counted(cause.failures.count, "test"))</span>\(new)\
      \(context.place(place?.file, place?.line))</header>

      """
  }

  private var notRun: HTML {
    let silent = record.tests.filter {
      $0.failsTheRun && $0.outcome == .notRun && $0.issues.isEmpty
    }
    guard !silent.isEmpty else { return HTML() }
    var html = Parts.heading("Tests that did not run", silent.count)
    html.markup("<ul class=\"plain\">\n")
    for test in silent.prefix(Self.shownSilent) {
      html += "<li class=\"wrap mono\">\(test.shownName)</li>\n"
    }
    html.markup("</ul>\n")
    if silent.count > Self.shownSilent {
      html += Parts.leftOut("\(counted(silent.count - Self.shownSilent, "test")) left out")
    }
    return html
  }

  private var quarantined: HTML {
    let tests = record.tests.filter { $0.outcome.isFailure && !$0.failsTheRun }
    guard !tests.isEmpty else { return HTML() }
    var html = Parts.heading("Quarantined tests that failed", tests.count)
    html += Parts.table(
      "Quarantined tests", ["Test", "Result", "Reason", "Since"],
      tests.prefix(500).map { test in
        [
          "<span class=\"wrap\">\(test.shownName)</span>", "\(test.outcome.words)",
          "\(test.quarantine?.reason ?? "")", "\(test.quarantine?.since ?? "")",
        ]
      })
    if tests.count > 500 { html += Parts.leftOut("\(counted(tests.count - 500, "test")) left out") }
    return html
  }

  // MARK: - All tests

  private var list: HTML {
    guard !record.tests.isEmpty else { return HTML() }
    return """
      <section id="test-list">
      \(Parts.heading("All tests", record.tests.count))
      <noscript><p class="dim">The list of all tests needs JavaScript; everything above does not.</p></noscript>
      <p data-scripted hidden><button type="button" id="sort-by-time" aria-pressed="false">Sort by time</button>
      <button type="button" id="copy-csv">Copy as CSV</button></p>
      <div class="card" id="all-tests" data-scripted hidden></div>
      </section>

      """
  }
}

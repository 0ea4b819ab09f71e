package import CIModel

/// The HTML report of a run, as a folder of files or as a single file.
package struct HTMLReport: Sendable {
  let record: RunRecord
  private let sources: ReportSources
  let files: ReportFiles
  /// Sources without coverage that have a page.
  let named: [(path: String, lineCount: Int)]
  private let diff: ReportDiff?
  private let lineTests: LineTests
  let templates: ReportTemplates
  private let causes: [FailureCause]
  private let testOrder: [Int]
  /// Ids of failure cards, by the position of the test.
  private let cards: [Int: String]
  private let remarks: LineRemarks
  private let declared: DeclaredTests

  package init(
    _ record: RunRecord, sources: ReportSources = .none, files: ReportFiles = .none,
    diff: ReportDiff? = nil, lineTests: LineTests = .none, templates: ReportTemplates = .embedded
  ) {
    self.record = record
    self.sources = sources
    self.files = files
    named = NamedSources.of(record, sources)
    self.diff = diff
    self.lineTests = lineTests
    self.templates = templates
    causes = FailureCause.all(record)
    testOrder = TestsData.order(record.tests)
    var cards: [Int: String] = [:]
    for failure in causes.lazy.flatMap(\.failures).prefix(TestsPage.mostCards) {
      if let index = failure.index { cards[index] = failure.mark }
    }
    self.cards = cards
    remarks = LineRemarks(record, cards: cards)
    declared = DeclaredTests(record.tests)
  }

  // MARK: - A folder

  /// Writes one file after the other, so that only one is in memory.
  ///
  /// - Parameter write: Receives the path relative to the folder, of safe characters, and the
  ///   content.
  package func writeFolder<Failure: Error>(
    _ write: (String, [UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let names = PageNames.files(record, named.map(\.path))
    var links = PageLinks(isSingleFile: false, filePages: names)
    links.lineCounts = lineCounts
    for (step, name, text) in files.logPages(of: record) {
      links.logs[step] = name
      try write("logs/\(name)", text)
    }
    links.attachments = try writeAttachments(write)
    try write("assets/report.css", Array(templates.style.utf8))
    try write("assets/report.js", Array(templates.script.utf8))
    let context = context(links)
    for page in pages {
      try write(page.fileName, frame(page, links, content: content(page, context)))
    }
    var below = context
    below.links.isBelow = true
    for file in record.coverage?.files ?? [] {
      try write("files/\(PageNames.file(file.path)).html", frame(file.path, file, below))
    }
    for (path, _) in named {
      try write("files/\(PageNames.file(path)).html", frame(path, nil, below))
    }
    let data = testsData(links, room: 64 << 20)
    try write("data/tests.js", script("tests", data.index))
    for (number, piece) in data.pieces.enumerated() {
      try write("data/details\(number).js", script("details\(number)", piece))
    }
  }

  private func frame(_ page: ReportPage, _ links: PageLinks, content: HTML) -> [UInt8] {
    frame(title(page), page, links, content, hasList: page == .tests)
  }

  private func frame(
    _ path: String, _ file: Coverage.File?, _ context: PageContext
  ) -> [UInt8] {
    frame(
      displayedPath(path),
      file == nil ? declared.of(path).isEmpty ? nil : .tests : .coverage, context.links,
      FilePage(context: context, path: path, file: file).render())
  }

  private func frame(
    _ title: String, _ page: ReportPage?, _ links: PageLinks, _ content: HTML, hasList: Bool = false
  ) -> [UInt8] {
    var frame = PageFrame(templates, policy: templates.folderPolicy, title: title)
    frame.fill(.style, "<link rel=\"stylesheet\" href=\"\(links.asset("report.css"))\">")
    var scripts: HTML = "<script src=\"\(links.asset("report.js"))\"></script>"
    if hasList { scripts += "\n<script src=\"data/tests.js\"></script>" }
    frame.fill(.script, scripts)
    frame.fill(.navigation, navigation(page, links))
    frame.fill(.content, content)
    frame.fill(.footer, footer)
    return frame.bytes
  }

  private func script(_ name: String, _ data: ScriptData) -> [UInt8] {
    Array("report.data.\(name)=".utf8) + data.bytes + Array(";\n".utf8)
  }

  // MARK: - Both forms

  var lineCounts: [RepositoryPath: Int] {
    Dictionary(named.map { (RepositoryPath($0.path), $0.lineCount) }) { $1 }
  }

  var pages: [ReportPage] { ReportPage.allCases }

  func context(_ links: PageLinks) -> PageContext {
    var places = [Int](repeating: 0, count: testOrder.count)
    for (place, position) in testOrder.enumerated() { places[position] = place }
    return PageContext(
      record: record, links: links, sources: sources, diff: diff, listPlaces: places, cards: cards,
      remarks: remarks, declared: declared, lineTests: lineTests)
  }

  func content(_ page: ReportPage, _ context: PageContext) -> HTML {
    switch page {
    case .overview: OverviewPage(context: context, causes: causes).render()
    case .tests: TestsPage(context: context, causes: causes).render()
    case .warnings: WarningsPage(context: context).render()
    case .findings: FindingsPage(context: context).render()
    case .coverage: coverage(context)
    case .changes: ChangesPage(context: context).render()
    }
  }

  private func coverage(_ context: PageContext) -> HTML {
    guard let coverage = record.coverage else {
      return "<h1>Coverage</h1>\n\(Parts.empty("This run measured no coverage."))"
    }
    return CoveragePage(context: context, coverage: coverage).render()
  }

  /// - Parameter room: The maximum size of test details in bytes.
  func testsData(_ links: PageLinks, room: Int) -> TestsData {
    TestsData(record, order: testOrder, cards: cards, links: links, room: room)
  }

  func title(_ page: ReportPage) -> String {
    let verdict = "The run \(record.verdict.sentence)"
    return page == .overview ? verdict : "\(page.title) · \(verdict)"
  }

  func navigation(_ current: ReportPage?, _ links: PageLinks) -> HTML {
    var html: HTML =
      "<span class=\"pill \(record.verdict.style)\">\(record.verdict.word)</span>\n<nav aria-label=\"Pages\">"
    for page in pages {
      html += "<a href=\"\(links.page(page))\" data-page=\"\(page.rawValue)\""
      if page == current { html.markup(" aria-current=\"page\"") }
      html += ">\(page.title)\(number(page))</a>"
    }
    html.markup("</nav>\n")
    return html
  }

  /// The number beside a page in the navigation.
  private func number(_ page: ReportPage) -> HTML {
    switch page {
    case .tests:
      let failed = causes.reduce(0) { $0 + $1.failures.count }
      if failed > 0 { return "<span class=\"count fail\">\(failed.grouped) failed</span>" }
      return record.tests.isEmpty
        ? HTML() : "<span class=\"count\">\(record.tests.count.grouped)</span>"
    case .warnings: return number(WarningTally(record).total)
    case .findings: return number(record.findings.count { $0.suppressed == nil })
    case .coverage:
      guard let coverage = record.coverage else { return HTML() }
      return "<span class=\"count\">\(coverage.totals.lines.percent)</span>"
    case .changes: return number(record.changes?.totals.files ?? 0)
    case .overview: return HTML()
    }
  }

  private func number(_ count: Int) -> HTML {
    count > 0 ? "<span class=\"count\">\(count.grouped)</span>" : HTML()
  }

  var footer: HTML {
    """
    <p>devtool \(record.devtoolVersion) · run \(record.id) · \(record.startedAt.words) \
    <button type="button" data-opens="help" data-scripted hidden>Keys</button></p>
    \(KeysDialog.render())
    """
  }
}

extension RunRecord.Verdict {
  var word: String {
    switch self {
    case .passed: "Passed"
    case .failed: "Failed"
    case .cancelled: "Cancelled"
    case .unknown: "No result"
    }
  }
}

import CIModel
import Foundation
import TestSupport
import Testing

@testable import Reporters

/// The scripts of the report in a real browser.
@Suite(
  .blocking, .serialized,
  .enabled(if: Browser.program != nil, "left out, since there is no Chromium on PATH"))
struct BrowserTests {
  private static var record: RunRecord {
    var record = SampleRecord.everything
    let failed = TestAttempt(
      number: 1, outcome: .failed, durationSeconds: 1, issues: [TestIssue("first try")], output: "")
    let passed = TestAttempt(
      number: 2, outcome: .passed, durationSeconds: 1, issues: [], output: "second try\n")
    var flaky = SampleRecord.test("AFlakyTests", "testFlaky")
    flaky.attempts = [failed, passed]
    flaky.isFlaky = true
    flaky.output = "what it printed <b>\n"
    record.tests.append(flaky)
    let new = record.tests.firstIndex { $0.function == "halves(_:mode:)" } ?? 0
    record.tests[new].earlier = EarlierOutcomes(outcomes: [.passed], newSince: "main")
    return record
  }

  private let browser: Browser
  private let folder: ScratchDirectory

  /// Contents by path.
  private static let pages: [String: Data] = {
    var pages = ["single.html": Data(HTMLReport(record).singleFile())]
    HTMLReport(record, sources: HTMLReportTests.sources).writeFolder { path, bytes in
      pages[path] = Data(bytes)
    }
    return pages
  }()

  init() throws {
    browser = try Browser.shared.get()
    try browser.begin()
    folder = try ScratchDirectory()
    for (path, bytes) in Self.pages { try folder.write(bytes, to: path) }
  }

  private func open(_ page: String) throws { try browser.open("file://\(folder.path)/\(page)") }

  private static let visibleCards =
    "document.querySelectorAll('.card[data-test]:not([hidden])').length"

  @Test(arguments: ["tests.html", "single.html"])
  func filters(page: String) throws {
    try open("\(page)#q=s:failed%20mod:store%20carttests")
    #expect(
      try browser.text("document.querySelector('#test-count').textContent").hasPrefix(
        "1 of 60 tests"))
    #expect(try browser.text(Self.visibleCards) == "1")
    #expect(try browser.text("document.querySelectorAll('#all-tests .row').length") == "1")
    // The heading of a list goes with its last card.
    #expect(try browser.text("document.querySelector('#failures').checkVisibility()") == "true")
    #expect(try browser.text("document.querySelector('#flaky').checkVisibility()") == "false")
    // And tells how many the filter leaves.
    let number = "document.querySelector('#failures .dim').textContent"
    #expect(try browser.text(number).hasPrefix("1 of "))
    #expect(
      try browser.text("document.querySelector('#test-list h2 .dim').textContent") == "1 of 60")
    try open(page)
    #expect(
      try browser.text("document.querySelector('#test-count').textContent")
        == "59 of 60 tests, 1 skipped hidden")
    #expect(try !browser.text(number).contains("of"))
    _ = try browser.text("document.querySelector('[data-token=flaky]').click()")
    #expect(try browser.text("location.hash") == "#q=flaky")
    #expect(try browser.text("document.querySelectorAll('#all-tests .row').length") == "2")
    #expect(browser.messages.isEmpty)
  }

  /// A word that finds nothing is told from words with a meaning; in quotes each word is text.
  @Test func aWordThatFindsNothingIsNamed() throws {
    let count = "document.querySelector('#test-count').textContent"
    try open("tests.html#q=old")
    #expect(
      try browser.text(count).contains(
        "No name holds “old”; words with a meaning are slow, flaky, new, quarantined"))
    try open("tests.html#q=-old")
    #expect(try !browser.text(count).contains("old"))
    try open("tests.html#q=%22new%22")
    #expect(try browser.text(count).hasPrefix("0 of 60 tests. No name holds “new”"))
    try open("tests.html#q=%22flaky%22%20-%22s:failed%22")
    #expect(try browser.text(count) == "2 of 60 tests")
    // What stands in quotes stays so when a button adds a word.
    _ = try browser.text("document.querySelector('[data-token=flaky]').click()")
    #expect(
      try browser.text("document.querySelector('#test-filter').value")
        == "\"flaky\" -\"s:failed\" flaky")
  }

  /// What newly fails stands first, is marked, and can be asked for.
  @Test func newFailuresAreMarked() throws {
    try open("tests.html")
    #expect(
      try browser.text("document.querySelector('.card summary').textContent")
        .contains("halves(_:mode:)failednew"))
    _ = try browser.text("document.querySelector('[data-token=new]').click()")
    #expect(try browser.text("location.hash") == "#q=new")
    #expect(
      try browser.text("document.querySelector('#failures .dim').textContent").hasPrefix("1 of "))
    #expect(
      try browser.text("document.querySelector('#all-tests .row .tag.new').textContent") == "new")
    #expect(
      try browser.text("document.querySelector('#test-count').textContent") == "1 of 60 tests")
    try open("index.html")
    #expect(
      try browser.text("document.querySelector('article.cause header').textContent")
        .contains("halves(_:mode:)failednew"))
    #expect(browser.messages.isEmpty)
  }

  /// Known issues are counted by what the filter leaves of them.
  @Test(arguments: [
    ("", "true", "1"), ("#q=halves", "true", "1 of 1"), ("#q=mod:none", "false", "0 of 1"),
    ("#q=carttests", "false", "0 of 1"),
  ])
  func filtersKnownIssues(hash: String, isVisible: String, number: String) throws {
    try open("tests.html\(hash)")
    let heading = "document.querySelector('#known-issues')"
    #expect(try browser.text("\(heading).checkVisibility()") == isVisible)
    #expect(try browser.text("\(heading).querySelector('.dim').textContent") == number)
  }

  /// What a reader sees of the failures is what the record has, on the overview and among the tests.
  @Test(arguments: [["index.html", "tests.html"], ["single.html", "single.html"]])
  func showsEveryFailure(pages: [String]) throws {
    let causes = FailureCause.all(Self.record)
    let shown = { (selector: String) in
      let list = """
        [...document.querySelectorAll('\(selector)')].filter((each) => each.checkVisibility())
          .map((each) => each.textContent.trim().split('\\n')[0]).join('\\n')
        """
      return try browser.text(list).split(separator: "\n").map(String.init)
    }
    try open(pages[0])
    #expect(try shown("article.cause h3") == causes.map { $0.failures[0].title })
    #expect(
      try shown("article.cause .message").count
        == causes.count { $0.failures[0].firstMessage != nil })
    try open(pages[1])
    let titles = causes.flatMap { $0.failures.map(\.title) }
    #expect(Set(titles).isSubset(of: try shown(".card .name")))
    #expect(browser.messages.isEmpty)
  }

  /// What a test has to tell comes from a script file or a block of the page.
  @Test(arguments: ["tests.html", "single.html"])
  func opensDetails(page: String) throws {
    try open("\(page)#q=testFlaky")
    let text = try browser.text(
      """
      (document.querySelector('#all-tests .row button').click(), await new Promise((done) => {
        const look = () => document.querySelector('.detail .output') ? done() : setTimeout(look, 10);
        look();
      }), document.querySelector('.detail .output').textContent)
      """)
    #expect(text == "what it printed <b>")
    #expect(browser.messages.isEmpty)
  }

  /// The list stands below the filter, a mistake is told, and the browser goes back to what was asked before.
  @Test(arguments: ["tests.html", "single.html"])
  func showsWhatWasAskedFor(page: String) throws {
    try open("\(page)#q=s:nonsense")
    let count = "document.querySelector('#test-count').textContent"
    #expect(try browser.text(count).contains("s:nonsense is unknown; there are failed, passed"))
    let beside = "document.querySelector('.filter').nextElementSibling.id"
    #expect(try browser.text(beside) == "test-list")
    try open(page)
    #expect(try browser.text(beside) != "test-list")
    _ = try browser.text("document.querySelector('[data-token=flaky]').click()")
    _ = try browser.text(
      "(await new Promise((done) => { addEventListener('popstate', done); history.back(); }))")
    #expect(try browser.text("document.querySelector('#test-filter').value").isEmpty)
    #expect(try browser.text(count).hasPrefix("59 of 60"))
    #expect(browser.messages.isEmpty)
  }

  /// The name of a card that a key leads to is not below the filter.
  @Test func jumpsBelowTheFilter() throws {
    try open("tests.html")
    for _ in 0..<3 { try browser.press("n") }
    let room = """
      document.querySelector('.current summary').getBoundingClientRect().top
        >= document.querySelector('.filter').getBoundingClientRect().bottom
      """
    #expect(try browser.text(room) == "true")
  }

  /// A link to a failure ends with the card's heading right below the filter, whatever the filter has to say.
  @Test(arguments: [("tests.html", 1_280), ("tests.html", 1_920), ("single.html", 1_280)])
  func linksEndBelowTheFilter(page: String, width: Int) throws {
    if width != 1_280 { try browser.begin(width: width) }
    for failure in FailureCause.all(Self.record).flatMap(\.failures) {
      try browser.open("file://\(folder.path)/\(page)#\(failure.mark)")
      let room = """
        document.getElementById('\(failure.mark)').querySelector('summary').getBoundingClientRect().top
          - document.querySelector('.filter').getBoundingClientRect().bottom
        """
      let pixels = try #require(Double(try browser.text(room)))
      #expect(pixels >= 0 && pixels < 700, "\(failure.title): \(pixels)")
    }
  }

  /// Keys go on from where a link led to.
  @Test(arguments: ["tests.html", "single.html"])
  func keysGoOnFromALink(page: String) throws {
    let failures = FailureCause.all(Self.record).flatMap(\.failures)
    let current = "document.querySelector('.current .name').textContent"
    for (key, title) in [("n", failures[3].title), ("p", failures[1].title)] {
      try open("\(page)#\(failures[2].mark)")
      try browser.press(key)
      #expect(try browser.text(current) == title)
    }
    try open("\(page)#flaky")
    try browser.press("p")
    #expect(try browser.text(current) == failures.last?.title)
    try open("\(page)#flaky")
    try browser.press("n")
    #expect(try browser.text(current).contains("Flaky"))
    #expect(browser.messages.isEmpty)
  }

  @Test func hasKeys() throws {
    let current = "document.querySelector('.current .name').textContent"
    try open("tests.html")
    try browser.press("n")
    let first = try browser.text(current)
    try browser.press("n")
    #expect(try browser.text(current) != first)
    #expect(try browser.text("document.activeElement.tagName") == "SUMMARY")
    try browser.press("p")
    #expect(try browser.text(current) == first)
    try browser.press("/")
    #expect(try browser.text("document.activeElement.id") == "test-filter")
    // In a field they are text.
    try browser.press("n")
    #expect(try browser.text("document.activeElement.value") == "n")
    try browser.press("Escape")
    try browser.press("?")
    #expect(try browser.text("document.querySelector('dialog').open") == "true")
    #expect(browser.messages.isEmpty)
  }

  @Test func goesToLinesThatNeverRan() throws {
    let file = try #require(Self.record.coverage?.files.first { !$0.uncoveredLines.isEmpty })
    try open("files/\(PageNames.file(file.path)).html")
    try browser.press("n")
    let first = min(file.uncoveredLines[0][0], file.partialLines.first ?? .max)
    #expect(try browser.text("document.activeElement.id") == "L\(first)")
    #expect(browser.messages.isEmpty)
  }

  @Test func makesTabsOfAttempts() throws {
    try open("tests.html#flaky")
    let selected = "document.querySelector('[role=tab][aria-selected=true]').textContent"
    let shown = "[...document.querySelectorAll('[role=tabpanel]')].map((each) => each.hidden)"
    #expect(try browser.text(selected).hasPrefix("Attempt 2"))
    #expect(try browser.text(shown) == "true,false")
    _ = try browser.text("document.querySelector('[role=tab]').click()")
    #expect(try browser.text(shown) == "false,true")
    _ = try browser.text(
      "(document.querySelector('details:has([role=tab])').open = true, document.querySelector('[role=tab]').focus())"
    )
    try browser.press("ArrowRight")
    #expect(try browser.text(selected).hasPrefix("Attempt 2"))
    #expect(browser.messages.isEmpty)
  }

  /// A row of the list leads to the line of the declaration, which shows how the test ended.
  @Test(arguments: ["tests.html", "single.html"])
  func leadsToDeclarations(page: String) throws {
    let report = HTMLReport(TestFilePageTests.record, sources: HTMLReportTests.sources)
    report.writeFolder { path, bytes in _ = try? folder.write(Data(bytes), to: path) }
    try folder.write(Data(report.singleFile()), to: "single.html")
    try open("\(page)#q=testPasses")
    try browser.click("#all-tests a.place")
    let line = "document.querySelector(':target')"
    try browser.wait(for: line)
    #expect(try browser.text("\(line).dataset.n") == "9")
    #expect(try browser.text("\(line).querySelector('.tag').textContent") == "✓ passed 12ms")
    #expect(try browser.text("\(line).checkVisibility()") == "true")
    #expect(browser.messages.isEmpty)
  }

  @Test func searchesFilesAndSortsThem() throws {
    try open("coverage.html")
    let shown = """
      [...document.querySelectorAll('#file-table tbody tr:not([hidden])')]
        .map((each) => each.cells[0].textContent.split('/').pop()).join(' ')
      """
    try browser.press("/")
    for key in "store c" { try browser.press(String(key)) }
    #expect(try browser.text(shown) == "Cache.swift InvoiceRenderer.swift Cart.swift")
    try browser.click("#file-table th button")
    #expect(try browser.text(shown) == "Cache.swift Cart.swift InvoiceRenderer.swift")
    try browser.click(".folders details details summary")
    #expect(
      try browser.text("document.querySelector('.folders details details').open") == "true")
    #expect(browser.messages.isEmpty)
  }

  @Test func everyPageIsQuiet() throws {
    for page in ReportPage.allCases { try open(page.fileName) }
    try open("single.html")
    #expect(browser.messages.isEmpty)
  }

  @Test(arguments: ["attached/tests.html", "attached.html"])
  func attachmentsOpen(page: String) throws {
    HTMLReport(AttachmentReportTests.record, files: AttachmentReportTests.files).writeFolder {
      path, bytes in _ = try? folder.write(Data(bytes), to: "attached/\(path)")
    }
    let single = HTMLReport(AttachmentReportTests.record, files: AttachmentReportTests.files)
    try folder.write(Data(single.singleFile()), to: "attached.html")
    try open(page)
    // Images of closed cards are not loaded, and links where no script runs.
    let seen = "[...document.querySelectorAll('%')].map((each) => !!each.closest('.card[open]'))"
    let links = try browser.text(seen.replacing("%", with: "a[data-image]"))
    #expect(links == (page.hasSuffix("tests.html") ? "false" : ""))
    if page.hasSuffix("tests.html") {
      let closed = ".card:not([open]) img, details.attachment:not([open]) img"
      #expect(try browser.text("document.querySelectorAll('\(closed)').length") == "0")
    }
    let box = "document.querySelectorAll('.card[open] details.attachment')"
    let text = "\(box)[1].querySelector('pre').textContent"
    // Nothing but what is opened is loaded.
    if page.hasSuffix("tests.html") {
      #expect(try browser.text(text) == "")
      #expect(
        try browser.text("document.querySelectorAll('script[src*=attachment]').length") == "0")
    }
    let opened = """
      (async () => { \(box)[1].open = true;
        for (let i = 0; i < 100 && !\(text).includes('\\n'); i++) await new Promise((d) => setTimeout(d, 20));
        return \(text); })()
      """
    #expect(try browser.text("await \(opened)") == "{\n  \"a\": [\n    1,\n    2\n  ]\n}")
    let images =
      "document.querySelectorAll('[data-compare] .blend img, [data-compare] .slide img').length"
    #expect(try browser.text(images) == "4")
    let slide = "document.querySelector('.slide')"
    let moved = """
      (() => { const range = document.querySelector('.slider input'); range.value = 20;
        range.dispatchEvent(new Event('input')); return \(slide).style.getPropertyValue('--at'); })()
      """
    #expect(try browser.text(moved) == "20%")
    #expect(browser.messages == [])
  }

  @Test(arguments: ["texts/tests.html", "texts.html"])
  func textsOfASnapshotAreCompared(page: String) throws {
    @Sendable func lines(_ changed: [Int: String]) -> [UInt8] {
      Array((1...40).map { changed[$0] ?? "line \($0)" }.joined(separator: "\n").utf8)
    }
    let files = ReportFiles(
      log: { _ in nil },
      attachment: {
        lines($0.first == "1" ? [:] : [20: "</pre>", 30: "line 30\nadded"])
      })
    var record = AttachmentReportTests.record
    record.tests = [record.tests[0]]
    record.tests[0].attachments = [(TestAttachment.Kind.expected, "1"), (.actual, "2")].map {
      TestAttachment(
        "cart.1.txt", $0, .text, size: 300, digest: String(repeating: $1, count: 64))
    }
    let report = HTMLReport(record, files: files)
    report.writeFolder { path, bytes in
      _ = try? folder.write(Data(bytes), to: "texts/\(path)")
    }
    try folder.write(Data(report.singleFile()), to: "texts.html")
    try open(page)
    let rows = "[...document.querySelectorAll('.card[open] [data-side=difference] pre span')]"
    let shown = try browser.text(
      """
      await (async () => {
        for (let i = 0; i < 100 && !\(rows).length; i++) await new Promise((d) => setTimeout(d, 20));
        return \(rows).map((each) => each.textContent).join('|'); })()
      """)
    #expect(
      shown
        == "  line 17|  line 18|  line 19|− line 20|+ </pre>|  line 21|  line 22|  line 23|"
        + "  line 28|  line 29|  line 30|+ added|  line 31|  line 32|  line 33")
    #expect(browser.messages == [])
  }

  @Test func worksWithoutScripts() throws {
    // The same page from a place where its script is not.
    try folder.remove("assets/report.js")
    try open("tests.html")
    #expect(
      try browser.text("document.querySelector('.card[open] .message').checkVisibility()") == "true"
    )
    #expect(try browser.text("document.querySelector('search').checkVisibility()") == "false")
    // Each failure of the record is there, and what it says.
    let cards = try browser.text(
      """
      [...document.querySelectorAll('.card')].filter((each) => each.checkVisibility())
        .map((each) => each.textContent).join('\\n')
      """)
    for failure in FailureCause.all(Self.record).flatMap(\.failures) {
      #expect(cards.contains(failure.title))
      if let line = failure.firstMessage?.split(separator: "\n").first,
        line.utf8.allSatisfy({ $0 > 31 })
      {
        #expect(cards.contains(line), "\(failure.title)")
      }
    }
  }
}

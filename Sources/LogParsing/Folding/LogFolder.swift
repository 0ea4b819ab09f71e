import CIModel

/// Folds the events of lines into facts, and gives a meaning to lines that only their
/// surroundings explain.
struct LogFolder {
  var tests = TestLedger()
  var crashes: CrashLedger
  var evidence = RunEvidence()
  var diagnostics = DiagnosticLedger()
  var warnings = RuntimeWarningLedger()
  var context = Context.none
  private var cleaner = LineCleaner()
  private var layout: LayoutBlock?
  private var customs: [CustomWarning] = []
  private var lines = LineCounts()
  private let root: String?
  private let registry = RecognizerRegistry()

  /// What the line above makes of a line that nobody knows.
  enum Context {
    case none
    /// Behind the header of a diagnostic; how many lines ago.
    case diagnostic(age: Int)
    /// Behind an XCTest failure. Its message goes on while `quotes` is odd, and may go on when the
    /// failure has words of the test's own.
    case xctestIssue(TestLedger.IssueReference, quotes: Int, isOpen: Bool)
    /// Behind an issue of Swift Testing.
    case swiftIssue(TestLedger.IssueReference)
    /// Behind a command of xcodebuild.
    case buildCommand
    /// Behind a line of Swift Testing that details can follow.
    case swiftNotice
  }

  init(options: LogReader.Options) {
    var root = options.root
    while let path = root, path.count > 1, path.hasSuffix("/") { root = String(path.dropLast()) }
    self.root = root
    crashes = CrashLedger(root: root)
    for custom in options.customWarnings {
      do {
        customs.append(try CustomWarning(custom))
      } catch {
        evidence.fail("the pattern of warning '\(custom.id)' is not a regular expression")
      }
    }
  }

  mutating func read(
    _ head: UnsafeRawBufferPointer, _ tail: UnsafeRawBufferPointer,
    _ onEvent: (LogEvent, LogLine) -> Void
  ) {
    lines.total += 1
    let number = lines.total
    var isKnown = false
    var cleaner = LineCleaner()
    swap(&cleaner, &self.cleaner)
    cleaner.clean(head) { segment in
      let line = LogLine(segment, number: number)
      let event = read(line, tail: tail)
      if event != .unrecognized { isKnown = true }
      onEvent(event, line)
    }
    swap(&cleaner, &self.cleaner)
    if !isKnown { lines.unrecognized += 1 }
  }

  private mutating func read(_ line: LogLine, tail: UnsafeRawBufferPointer) -> LogEvent {
    for custom in customs {
      if let (shape, identifiers) = custom.match(in: line) {
        warnings.add(custom.id, shape: shape, identifiers: identifiers, test: testInFlight)
      }
    }
    if layout != nil {
      if layout?.take(line) == true { return .notice }
      endLayout()
    }
    if case .diagnostic(let age) = context, isExcerpt(line, age: age) {
      context = .diagnostic(age: age + 1)
      return .notice
    }
    var event = registry.event(in: line)
    if event == nil, !tail.isEmpty { event = GluedResult.parse(ByteCursor(tail)) }
    if line.indent == line.bytes.count { return blank(line) }
    guard let event else { return unknown(line) }
    return fold(event, line)
  }

  mutating func finish() -> LogFacts {
    endLayout()
    tests.finish()
    var facts = LogFacts()
    facts.counts = TestCounts(xctest: tests.xctest, swiftTesting: tests.swiftTesting)
    facts.tests = tests.cases
    facts.crashes = crashes.crashes(relativeTo: shorten)
    facts.diagnostics = diagnostics.diagnostics
    facts.runtimeWarnings = warnings.warnings
    facts.lines = lines
    (facts.verdict, facts.reasons) = evidence.judge(
      counts: facts.counts, crashes: facts.crashes.count, errors: diagnostics.errorCount,
      races: warnings.count(of: RuntimeWarningCategory.threadSanitizer))
    return facts
  }

  var testInFlight: String? { tests.onlyInFlight.map { tests.cases[$0].name } }

  /// A path relative to the root where it lies below it.
  func shorten(_ path: String) -> String {
    guard let root, path.hasPrefix(root), path.utf8.count > root.utf8.count + 1,
      path.utf8.dropFirst(root.utf8.count).first == UInt8(ascii: "/")
    else { return path }
    return String(path.dropFirst(root.count + 1))
  }

  // MARK: Runtime warnings

  mutating func warn(_ category: String, _ shape: String, _ identifiers: [String]) {
    if category == RuntimeWarningCategory.autoLayout {
      layout = LayoutBlock(test: testInFlight)
    } else {
      warnings.add(category, shape: shape, identifiers: identifiers, test: testInFlight)
    }
  }

  private mutating func endLayout() {
    guard let block = layout else { return }
    layout = nil
    warnings.add(
      RuntimeWarningCategory.autoLayout, shape: block.shape, identifiers: block.identifiers,
      test: block.test)
  }

  // MARK: Lines that only their surroundings explain

  /// Whether the line is source code, a gutter, a caret or a footer below a diagnostic.
  private func isExcerpt(_ line: LogLine, age: Int) -> Bool {
    var content = line.content
    if content.isEmpty { return false }
    if content.integer() != nil {
      content.skipBlanks()
      return content.first == UInt8(ascii: "|")
    }
    switch content.first {
    case UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "`"):
      return true
    case UInt8(ascii: "+"):
      return content.starts(with: "+---")
    default:
      return false
    }
  }

  private mutating func blank(_ line: LogLine) -> LogEvent {
    switch context {
    case .xctestIssue(_, _, let isOpen) where isOpen: return unknown(line)
    case .diagnostic, .buildCommand, .swiftNotice: context = .none
    default: break
    }
    if !crashes.isInReport { tests.addOutput(line) }
    return .notice
  }

  private mutating func unknown(_ line: LogLine) -> LogEvent {
    switch context {
    case .diagnostic(let age):
      // The source line of a caret-style excerpt, or a list below a warning.
      if age == 0 || line.indent > 0 {
        context = .diagnostic(age: age + 1)
        return .notice
      }
      context = .none
    case .buildCommand:
      if line.indent >= 4 { return .notice }
      context = .none
    case .xctestIssue(let reference, let quotes, let isOpen):
      let total = quotes + quoteCount(line)
      guard isOpen, tests[reference].message.utf8.count < TestLedger.outputLimit else { break }
      tests[reference].message += "\n" + line.text
      // Behind the closing quote the rest is output.
      let goesOn = quotes.isMultiple(of: 2) || !total.isMultiple(of: 2)
      context = .xctestIssue(reference, quotes: total, isOpen: goesOn)
      if quotes.isMultiple(of: 2) { break }
      return .issueDetail(line.text)
    case .swiftIssue(let reference):
      if continues(reference, line) { return .issueDetail(line.text) }
    case .none, .swiftNotice:
      break
    }
    if crashes.isInReport { return .notice }
    tests.addOutput(line)
    return .unrecognized
  }

  func quoteCount(_ line: LogLine) -> Int { line.bytes.count { $0 == UInt8(ascii: "\"") } }

  /// Takes a further line of an issue whose text holds line feeds.
  private mutating func continues(
    _ reference: TestLedger.IssueReference, _ line: LogLine
  ) -> Bool {
    let issue = tests[reference]
    if issue.message.isEmpty, issue.file == nil, let arguments = issue.arguments {
      // The arguments hold line feeds; the place and the message are still to come.
      guard arguments.utf8.count < TestLedger.outputLimit else { return false }
      let content = ByteCursor(line.bytes)
      if let place = SwiftTestingIssue.place(in: content) {
        tests[reference].arguments = arguments + "\n" + content.prefix(place.start).text
        place.apply(to: &tests[reference])
      } else {
        tests[reference].arguments = arguments + "\n" + line.text
      }
      return true
    }
    guard line.indent >= 2, issue.message.utf8.count < TestLedger.outputLimit else { return false }
    tests[reference].message += "\n" + ByteCursor(line.bytes).dropFirst(2).text
    return true
  }
}

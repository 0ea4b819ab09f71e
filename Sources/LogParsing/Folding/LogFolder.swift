import CIModel
import Patterns

/// Folds the events of lines into facts, and gives a meaning to lines that only their
/// surroundings explain.
struct LogFolder {
  var tests = TestLedger()
  var crashes: CrashLedger
  var evidence = RunEvidence()
  var diagnostics = DiagnosticLedger()
  var warnings = RuntimeWarningLedger()
  var context = Context.none
  /// How often a test was looked for among all.
  var lookUps = 0
  private var cleaner = LineCleaner()
  var layout: LayoutBlock?
  var mainThread: MainThreadBlock?
  /// The report before, until something else is printed.
  var lastMainThread: MainThreadBlock?
  var sanitizer: SanitizerBlock?
  var deviceReport: DeviceReportBlock?
  /// The test of GHUnit that runs.
  var foreign: ForeignTest?
  var foreignCount = 0
  /// What is known of xcodebuild's command line; `nil` when nothing shows that it ran.
  var xcodebuild: XcodebuildCall?
  var listed = ListedFailures()
  /// Where a snapshot test left images, until the failure that they belong to is printed.
  var images: SnapshotImages?
  private var customs: [CustomWarning] = []
  var lines = LineCounts()
  let root: String?
  /// Categories whose limits judge them, so that the log's verdict leaves them out.
  let limited: Set<String>
  private let registry = RecognizerRegistry.standard

  /// What the line above makes of an unrecognized line.
  enum Context {
    case none
    /// Behind the header of a diagnostic; how many lines ago.
    case diagnostic(age: Int)
    /// Behind an XCTest failure. Its message goes on while `quotes` is odd, and may go on when the
    /// failure has words of the test's own.
    case xctestIssue(TestLedger.IssueReference, quotes: Int, isOpen: Bool)
    /// After an issue of Swift Testing; `quotes` counts the quotation marks in its message.
    case swiftIssue(TestLedger.IssueReference, quotes: Int)
    /// Behind a command of xcodebuild.
    case buildCommand
    /// Behind a line of Swift Testing that details can follow.
    case swiftNotice
    /// Behind the failure of a snapshot test, whose message goes on until something else is known.
    case snapshotIssue(TestLedger.IssueReference)
    /// Behind the heading of indented entries.
    case list(ListKind)
  }

  init(options: LogReader.Options) {
    var root = options.root
    while let path = root, path.count > 1, path.hasSuffix("/") { root = String(path.dropLast()) }
    self.root = root
    limited = options.limitedCategories
    crashes = CrashLedger(root: root)
    tests.sequence = options.plannedXCTests.map(XCTestSequence.init)
    for custom in options.customWarnings {
      do throws(PatternError) {
        customs.append(try CustomWarning(custom))
      } catch {
        evidence.fail("the pattern of warning '\(custom.id)' \(error.problem)")
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
    cleaner.clean(LinePrefix.strip(head)) { segment in
      let line = LogLine(segment, number: number)
      let event = read(line, tail: tail)
      if case .unrecognized = event {} else { isKnown = true }
      onEvent(event, line)
    }
    swap(&cleaner, &self.cleaner)
    if !isKnown { lines.unrecognized += 1 }
  }

  private mutating func read(_ line: LogLine, tail: UnsafeRawBufferPointer) -> LogEvent {
    guard !customs.isEmpty else { return classify(line, tail: tail) }
    let own = matchCustoms(line)
    let event = classify(line, tail: tail)
    return event == .unrecognized ? own ?? event : event
  }

  /// Books what the team's own patterns find; what the first of them found.
  private mutating func matchCustoms(_ line: LogLine) -> LogEvent? {
    var event: LogEvent?
    for custom in customs {
      guard let match = custom.match(in: line) else { continue }
      warnings.add(
        custom.id, shape: match.shape, identifiers: match.identifiers, test: testInFlight,
        file: match.file.map(shorten), line: match.line, message: match.message)
      event =
        event
        ?? .runtimeWarning(
          category: custom.id, shape: match.shape, identifiers: match.identifiers)
    }
    return event
  }

  private mutating func classify(_ line: LogLine, tail: UnsafeRawBufferPointer) -> LogEvent {
    if layout != nil {
      if GluedResult.parse(line.content) == nil, layout?.take(line) == true { return .notice }
      endLayout()
    }
    if mainThread != nil {
      if mainThread?.take(line) == true { return .notice }
      // A result that was torn into the report does not end it.
      if !line.content.isEmpty, GluedResult.parse(line.content) == nil { endMainThread() }
    } else {
      lastMainThread = nil
    }
    if deviceReport != nil {
      if deviceReport?.take(line) == true { return .notice }
      endDeviceReport()
    }
    if case .list(let kind) = context, line.indent > 0, line.indent < line.bytes.count {
      take(line, into: kind)
      return .notice
    }
    if sanitizer?.take(line) == true {
      if let frame = sanitizer?.lastFrame, frame.isOwn(root: root), let file = frame.file {
        crashes.frame(file: file, line: frame.line, isSystem: false)
      }
      if sanitizer?.isComplete == true { endSanitizer() }
      return .notice
    }
    if case .diagnostic(let age) = context, isExcerpt(line, age: age) {
      takeExcerpt(line)
      context = .diagnostic(age: age + 1)
      return .notice
    }
    var event = registry.event(in: line)
    if event == nil, !tail.isEmpty { event = GluedResult.parse(ByteCursor(tail)) }
    // What a report or a command says can be torn by a result, which says more.
    if case .notice? = event { event = GluedResult.parse(line.content) ?? event }
    if line.indent == line.bytes.count { return blank(line) }
    guard let event else { return unknown(line) }
    if case .signalCaught = event, let rest = CrashReportLine.glued(line.content) {
      // It was printed before the process died, though it stands behind.
      let glued = classify(LogLine(rest.bytes, number: line.number), tail: tail)
      _ = fold(event, line)
      return glued
    }
    // The event is not handed back and forth: copying it costs more than booking it.
    switch fold(event, line) {
    case .same: return event
    case .output: return .unrecognized
    case .other(let other): return other
    }
  }

  var testInFlight: String? { tests.onlyInFlight.map { tests.cases[$0].name } }

  /// A path relative to the root where it lies below it.
  func shorten(_ path: String) -> String {
    guard let root, path.isBelow(root), path.utf8.count > root.utf8.count + 1 else { return path }
    return String(decoding: path.utf8.dropFirst(root.utf8.count + 1), as: UTF8.self)
  }

  // MARK: Runtime warnings

  mutating func warn(
    _ category: String, _ shape: String, _ identifiers: [String], _ line: LogLine
  ) {
    if category == RuntimeWarningCategory.autoLayout {
      layout = LayoutBlock(test: testInFlight)
    } else if category == RuntimeWarningCategory.mainThreadChecker {
      mainThread = MainThreadBlock(
        shape: shape, identifiers: identifiers, test: testInFlight,
        isCopy: line.content.contains("[reports] Main Thread Checker: "))
    } else {
      warnings.add(category, shape: shape, identifiers: identifiers, test: testInFlight)
    }
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

  /// Keeps the line of the source that an error is about, the notes on it, and where a macro is used.
  ///
  ///     3 |   let x = y
  ///       |   `- note: change 'let' to 'var' to make it mutable
  ///     `- /p/Tests/A.swift:5:59: note: expanded code originates here
  private mutating func takeExcerpt(_ line: LogLine) {
    var content = line.content
    if let number = content.integer() {
      content.skipBlanks()
      guard content.skip("|") else { return }
      if content.first == UInt8(ascii: " ") { content = content.dropFirst(1) }
      diagnostics.addExcerpt(content, number: number)
    } else if content.skip("|") {
      content.skipBlanks()
      if content.skip("|- note: ") || content.skip("`- note: ") {
        diagnostics.addNote(content.text)
      }
    } else if content.skip("`- "), content.contains(": note: expanded code originates here") {
      let text = content.text
      guard let end = text.firstRange(of: ": note: ")?.lowerBound else { return }
      let parts = text[..<end].split(separator: ":")
      guard parts.count >= 3, let number = Int(parts[parts.count - 2]), number > 0 else { return }
      let file = parts.dropLast(2).joined(separator: ":")
      diagnostics.relocateLast(file: shorten(file), line: number)
    }
  }

  private mutating func blank(_ line: LogLine) -> LogEvent {
    switch context {
    case .xctestIssue(_, _, let isOpen) where isOpen: return unknown(line)
    case .snapshotIssue: return unknown(line)
    case .diagnostic, .buildCommand, .swiftNotice, .list: context = .none
    default: break
    }
    if !crashes.isInReport { tests.addOutput(line) }
    return .notice
  }

  private mutating func unknown(_ line: LogLine) -> LogEvent {
    switch context {
    case .diagnostic(let age):
      // The reasons below a message of xcodebuild that has no place.
      if line.indent > 0, diagnostics.extendLast(with: line) { return .notice }
      // The source line of a caret-style excerpt, or a list below a warning.
      if age == 0 || line.indent > 0 {
        if age == 0 { diagnostics.addExcerpt(ByteCursor(line.bytes), number: nil) }
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
    case .swiftIssue(let reference, let quotes):
      if let more = continues(reference, quotes, line) {
        context = .swiftIssue(reference, quotes: quotes + more)
        return .issueDetail(line.text)
      }
    case .snapshotIssue(let reference):
      guard tests[reference].message.utf8.count < TestLedger.outputLimit else { break }
      tests[reference].message += "\n" + line.text
      return .issueDetail(line.text)
    case .list(let kind):
      context = .none
      // `(2 failures)` below the commands that failed.
      if kind == .buildCommands, isCountOfFailures(line) { return .notice }
    case .none, .swiftNotice:
      break
    }
    if tests.inFlightCount == 0, line.indent >= 4, XcodeCommand.isDetail(line.content) {
      context = .buildCommand
      return .notice
    }
    if crashes.isInReport { return .notice }
    if foreign?.take(line) == true { return .notice }
    tests.addOutput(line)
    return .unrecognized
  }

  private func isCountOfFailures(_ line: LogLine) -> Bool {
    var content = line.content
    return content.skip("(") && content.integer() != nil
      && (content.equals(" failures)") || content.equals(" failure)"))
  }

  /// Takes an entry of one of xcodebuild's lists.
  private mutating func take(_ line: LogLine, into kind: ListKind) {
    var content = line.content
    content.dropTrailingBlanks()
    switch kind {
    case .failingTests:
      // A target's name stands above its tests.
      if content.last != UInt8(ascii: ":") { listed.failingTests.append(content.text) }
    case .reasons:
      if content.last == UInt8(ascii: ":") { return }
      if case .runnerFailed(let reason, let crashed)? = XcodeRunnerFailure.parse(content) {
        runnerFailed(reason, crashed: crashed)
      } else if case .diagnostic(var diagnostic)? = LocatedMessage().event(in: line) {
        diagnostic.file = diagnostic.file.map(shorten)
        diagnostics.add(diagnostic)
      } else {
        listed.addReason(content.text)
      }
    case .buildCommands:
      listed.addCommand(content.text)
    case .other:
      if let call = XcodeNotice.call(content) { xcodebuild = call }
    }
  }

  func quoteCount(_ line: LogLine) -> Int { quoteCount(line.bytes) }

  func quoteCount(_ bytes: some Collection<UInt8>) -> Int {
    bytes.count { $0 == UInt8(ascii: "\"") }
  }

  /// Bytes of a message up to which an open quotation may go on; after that it is a lone quote, except in the values
  /// of an expectation.
  private func quotedLimit(_ message: String) -> Int {
    message.hasPrefix("Expectation failed: (") ? TestLedger.outputLimit : 4096
  }

  /// Takes a further line of an issue whose text holds line feeds.
  ///
  /// - Returns: How many quotes the message has more; `nil` where the line is none of it.
  private mutating func continues(
    _ reference: TestLedger.IssueReference, _ quotes: Int, _ line: LogLine
  ) -> Int? {
    let length = tests[reference].message.utf8.count
    if length == 0, tests[reference].file == nil, let arguments = tests[reference].arguments {
      // The arguments hold line feeds; the place and the message are still to come.
      guard arguments.utf8.count < TestLedger.outputLimit else { return nil }
      let content = ByteCursor(line.bytes)
      if let place = SwiftTestingIssue.place(in: content) {
        tests[reference].arguments?.append("\n" + content.prefix(place.start).text)
        place.apply(to: &tests[reference])
      } else {
        tests[reference].arguments?.append("\n" + line.text)
      }
      return quoteCount(tests[reference].message.utf8)
    }
    if !quotes.isMultiple(of: 2), length < quotedLimit(tests[reference].message) {
      tests[reference].message += "\n" + line.text
      return quoteCount(line)
    }
    guard line.indent >= 2, length < TestLedger.outputLimit else { return nil }
    tests[reference].message += "\n" + ByteCursor(line.bytes).dropFirst(2).text
    return quoteCount(line)
  }
}

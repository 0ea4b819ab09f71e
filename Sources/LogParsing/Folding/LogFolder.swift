import CIModel
import Patterns

/// Folds the events of lines into facts, and interprets lines whose meaning depends on their
/// context.
struct LogFolder {
  var tests = TestLedger()
  var crashes: CrashLedger
  var evidence = RunEvidence()
  var diagnostics = DiagnosticLedger()
  var warnings = RuntimeWarningLedger()
  var context = Context.none
  /// Number of the last line of a diagnostic and its excerpt.
  var diagnosticEnd = -2
  /// Whether SwiftPM has shown the progress of a build, and not yet its end.
  var isBuilding = false
  /// Number of tests that linear searches have compared so far.
  var lookedUpTests = 0
  private var cleaner = LineCleaner()
  private var stamps: LineStamps?
  var layout: LayoutBlock?
  var mainThread: MainThreadBlock?
  /// The previous report, until something else is printed.
  var lastMainThread: MainThreadBlock?
  var sanitizer: SanitizerBlock?
  var deviceReport: DeviceReportBlock?
  /// A run of Swift Testing that a running XCTest may have printed.
  var doubtedRun: DoubtedRun?
  /// The number of tests that may still be kept for such runs.
  var doubtedRoom = 200_000
  /// The running test of GHUnit.
  var foreign: ForeignTest?
  var foreignCount = 0
  /// The known parts of xcodebuild's command line; `nil` when nothing shows that xcodebuild ran.
  var xcodebuild: XcodebuildCall?
  var listed = ListedFailures()
  /// The image files of a snapshot test, until its failure is printed.
  var images: SnapshotImages?
  private(set) var customs: [CustomWarning] = []
  /// The start of a line that SwiftPM's message about the end of the process interrupted.
  private var interrupted: [UInt8] = []
  var lines = LineCounts()
  let root: String?
  /// Categories that are judged by limits, and so are ignored by the log's verdict.
  let limited: Set<String>
  private let registry = RecognizerRegistry.standard

  /// The context that earlier lines give to an unrecognized line.
  enum Context {
    case none
    /// After the header of a diagnostic; `age` is the number of lines since then.
    case diagnostic(age: Int)
    /// After an XCTest failure. Its message continues while `quotes` is odd, and may continue when
    /// the failure contains a message of the test itself.
    case xctestIssue(TestLedger.IssueReference, quotes: Int, isOpen: Bool)
    /// After an issue of Swift Testing; `quotes` counts the quotation marks in its message.
    case swiftIssue(TestLedger.IssueReference, quotes: Int)
    /// After a command of xcodebuild.
    case buildCommand
    /// After a line of Swift Testing that details can follow.
    case swiftNotice
    /// After the start of a test case with a line feed in its arguments; `age` is the number of lines
    /// since then.
    case openArguments(age: Int)
    /// After the failure of a snapshot test, whose message continues until a line is recognized.
    case snapshotIssue(TestLedger.IssueReference)
    /// After the heading of indented entries.
    case list(ListKind)
  }

  init(options: LogReader.Options) {
    var root = options.root
    while let path = root, path.count > 1, path.hasSuffix("/") { root = String(path.dropLast()) }
    self.root = root
    limited = options.limitedCategories
    crashes = CrashLedger(root: root)
    tests.sequence = options.plannedXCTests.map(XCTestSequence.init)
    stamps = options.mayHaveStamps ? LineStamps() : nil
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
    cleaner.clean(withoutPrefix(head)) { segment in
      let line = LogLine(segment, number: number)
      doubtedRun?.add(line)
      let event = read(line, tail: tail)
      if case .unrecognized = event {} else { isKnown = true }
      onEvent(event, line)
    }
    swap(&cleaner, &self.cleaner)
    if !isKnown { lines.unrecognized += 1 }
  }

  private mutating func withoutPrefix(_ head: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let line = LinePrefix.strip(head)
    if stamps == nil || line.count < head.count { return line }
    return stamps?.strip(line, mayBegin: lines.unrecognized + 1 == lines.total) ?? line
  }

  private mutating func read(_ line: LogLine, tail: UnsafeRawBufferPointer) -> LogEvent {
    guard !interrupted.isEmpty else { return match(line, tail: tail) }
    let start = interrupted
    interrupted = []
    return (start + line.bytes).withUnsafeBytes { bytes in
      let whole = LogLine(bytes, number: line.number)
      if registry.event(in: whole) != nil || registry.event(in: line) == nil {
        return match(whole, tail: tail)
      }
      // The interrupted line had no end.
      _ = start.withUnsafeBytes {
        classify(
          LogLine($0, number: line.number), tail: UnsafeRawBufferPointer(start: nil, count: 0))
      }
      return match(line, tail: tail)
    }
  }

  private mutating func match(_ line: LogLine, tail: UnsafeRawBufferPointer) -> LogEvent {
    guard !customs.isEmpty else { return classify(line, tail: tail) }
    let own = matchCustoms(line)
    let event = classify(line, tail: tail)
    return event == .unrecognized ? own ?? event : event
  }

  /// Adds warnings found by custom patterns; returns the event of the first match.
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
      // A result line inside the report does not end it.
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
      if let frame = sanitizer?.lastFrame, frame.owner(root: root) > .system, let file = frame.file
      {
        crashes.frame(file: file, line: frame.line, isSystem: false)
      }
      if sanitizer?.isComplete == true { endSanitizer() }
      return .notice
    }
    if case .diagnostic(let age) = context, isExcerpt(line, age: age) {
      takeExcerpt(line)
      diagnosticEnd = line.number
      context = .diagnostic(age: age + 1)
      return .notice
    }
    var event = registry.event(in: line)
    if event == nil, !tail.isEmpty { event = GluedResult.parse(ByteCursor(tail)) }
    // A result can be printed in the middle of a report or command line; the result is more
    // important.
    if case .notice? = event { event = GluedResult.parse(line.content) ?? event }
    if line.indent == line.bytes.count { return blank(line) }
    preferPlacedMessage(in: line, to: &event)
    guard let event else { return unknown(line) }
    if case .signalCaught = event, let rest = CrashReportLine.glued(line.content) {
      // The rest was printed before the process died, although it comes after the signal in the
      // line.
      let glued = classify(LogLine(rest.bytes, number: line.number), tail: tail)
      _ = fold(event, line)
      return glued
    }
    if case .processEnded = event, let length = GluedResult.lengthBeforeEnd(in: line) {
      interrupted = Array(line.bytes.prefix(length))
    }
    // `fold` does not return the event itself: copying it costs more than folding it.
    switch fold(event, line) {
    case .same: return event
    case .output: return .unrecognized
    case .other(let other): return other
    }
  }

  /// Finds the message of a compiler or sanitizer in a line that was read as another event, because a
  /// folder of the file is named like one.
  private mutating func preferPlacedMessage(in line: LogLine, to event: inout LogEvent?) {
    guard line.content.first == UInt8(ascii: "/") else { return }
    switch event {
    case nil, .diagnostic, .fatalError, .measured, .sanitizerReport, .skipReason: return
    default: break
    }
    guard let placed = LocatedMessage().event(in: line) else { return }
    switch placed {
    case .diagnostic(let diagnostic) where diagnostic.line != nil: break
    case .sanitizerReport: break
    default: return
    }
    switch event {
    case .buildCommand, .buildProgress, .notice, .xcodebuildCalled: event = placed
    // A result behind the message counts as well.
    default: _ = fold(placed, line)
    }
  }

  var testInFlight: String? { tests.onlyInFlight.map { tests.cases[$0].name } }

  /// Makes a path relative to the root if it is below it.
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

  // MARK: Lines that depend on their context

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

  /// Stores the source line of an error, its notes, and the place where a macro is used.
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
      // Reasons below an xcodebuild message without a place.
      if line.indent > 0, diagnostics.extendLast(with: line) { return .notice }
      // The source line of a caret-style excerpt, or a list below a warning.
      if age == 0 || line.indent > 0 {
        if age == 0 { diagnostics.addExcerpt(ByteCursor(line.bytes), number: nil) }
        diagnosticEnd = line.number
        context = .diagnostic(age: age + 1)
        return .notice
      }
      context = .none
    case .buildCommand:
      if line.indent >= 4 { return .notice }
      context = .none
    case .xctestIssue(let reference, let quotes, let isOpen):
      let total = quotes + quoteCount(line)
      guard isOpen, tests[reference].message.utf8.count < TestLedger.textLimit else { break }
      tests[reference].message += "\n" + line.text
      // After the closing quote, the rest is output.
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
      guard tests[reference].message.utf8.count < TestLedger.textLimit else { break }
      tests[reference].message += "\n" + line.text
      return .issueDetail(line.text)
    case .openArguments(let age):
      // Longer arguments count as output, so that a test which prints such a line loses none.
      context =
        line.content.contains(" to ") || age == 20 ? .none : .openArguments(age: age + 1)
      return .notice
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
      // The name of a target is printed above its tests.
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
    case .files:
      diagnostics.addDetail(shorten(content.text))
    case .other:
      if let call = XcodeNotice.call(content) { xcodebuild = call }
    }
  }

  func quoteCount(_ line: LogLine) -> Int { quoteCount(line.bytes) }

  func quoteCount(_ bytes: some Collection<UInt8>) -> Int {
    bytes.count { $0 == UInt8(ascii: "\"") }
  }

  /// Maximum length in bytes of a message that may continue because of an open quotation mark;
  /// beyond it the mark is a stray one, except in the values of an expectation.
  private func quotedLimit(_ message: String) -> Int {
    message.hasPrefix("Expectation failed: (") ? TestLedger.textLimit : 4096
  }

  /// Takes a continuation line of an issue whose text contains line feeds.
  ///
  /// - Returns: The number of quotation marks added to the message; `nil` when the line does not
  ///   belong to it.
  private mutating func continues(
    _ reference: TestLedger.IssueReference, _ quotes: Int, _ line: LogLine
  ) -> Int? {
    let length = tests[reference].message.utf8.count
    if length == 0, tests[reference].file == nil, let arguments = tests[reference].arguments {
      // The arguments contain line feeds; the place and the message follow.
      guard arguments.utf8.count < TestLedger.textLimit else { return nil }
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
    guard line.indent >= 2, length < TestLedger.textLimit else { return nil }
    tests[reference].message += "\n" + ByteCursor(line.bytes).dropFirst(2).text
    return quoteCount(line)
  }
}

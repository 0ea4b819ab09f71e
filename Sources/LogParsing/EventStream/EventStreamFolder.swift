import CIModel

/// Folds the records of the event stream into facts.
struct EventStreamFolder {
  private var cases: [TestCase] = []
  private var indices: [String: Int] = [:]
  private var open: [Int: OpenTest] = [:]
  private var counts = SwiftTestingCounts()
  /// The starts and skips in the run, and their tests, each once: from 6.4 on every iteration has its
  /// own start, and Swift Testing counts one.
  private var seen: (count: Int, tests: Set<Int>) = (0, [])
  /// Tests with an issue that never started, as when a trait fails: from 6.4 on, the stream
  /// contains neither their start nor their end.
  private var failedUnstarted: Set<Int> = []
  private var runIsOpen = false
  private var hasRun = false
  private var reasons: [String] = []
  private var strays = StrayIssues()
  private var news = News()
  /// Time of the event that is being folded, in seconds on the stream's clock.
  private var instant: Double?
  private let root: String?
  /// Tracks which tests wait; `nil` when every started test runs.
  private var slots: TestSlots?
  /// Indices in `cases` of the parameterised tests.
  private var withCases: Set<Int> = []

  /// Changes and attachments not returned yet, in order.
  private struct News {
    var changes: [EventStreamReader.Change] = []
    var attached: [EventStreamReader.Attached] = []
  }

  private struct OpenTest {
    var startedAt: Double?
    /// When it reported its start; it may have waited since.
    var announcedAt: Double?
    /// When its last case ended.
    var lastCaseEndedAt: Double?
    /// Whether it began among late ends, so that its beginning is not known.
    var isUntimed = false
    var failures = 0
    var isCancelled = false
    var startedCases = 0
    var cancelledCases = 0
    /// Number of running cases of a parameterised test.
    var openCases = 0
    /// The cases that may be running, with the arguments of the first ones: the stream does not tell
    /// which one ended.
    var candidates: (count: Int, arguments: [String?]) = (0, [])
    /// The arguments of the running case, while it is the only one.
    var arguments: String? { candidates.count == 1 ? candidates.arguments[0] : nil }
  }

  init(root: String?, width: Int?) {
    slots = width.map { TestSlots(width: $0) }
    var root = root
    while let path = root, path.count > 1, path.hasSuffix("/") { root = String(path.dropLast()) }
    self.root = root
  }

  /// Returns the changes since the last call, in order.
  mutating func takeChanges() -> [EventStreamReader.Change] {
    defer { news.changes = [] }
    return news.changes
  }

  /// Returns the attachments since the last call, in order.
  mutating func takeAttached() -> [EventStreamReader.Attached] {
    defer { news.attached = [] }
    return news.attached
  }

  /// - Parameter processorSeconds: What the process has used since the events that were read before.
  mutating func use(processorSeconds: Double) {
    slots?.lateEnds.use(processorSeconds: processorSeconds)
  }

  mutating func fold(_ record: EncodedRecord) {
    guard let payload = record.payload else { return }
    if record.kind == "test" {
      if payload.kind == "function" {
        add(payload)
      } else {
        strays.addSuite(payload, file: path(payload.sourceLocation))
      }
    } else if record.kind == "event" {
      fold(payload)
    }
  }

  /// Adds a test to the list; its id in the stream ends with its source location.
  private mutating func add(_ test: EncodedRecord.Payload) {
    guard let streamID = test.id, indices[streamID] == nil else { return }
    let id = Self.listedID(streamID)
    let function = Self.function(ofID: id)
    var entry = TestCase(
      name: test.displayName ?? test.name ?? function.name, id: id, framework: .swiftTesting,
      module: function.module, suite: function.suite, function: function.name, outcome: .notRun)
    entry.file = path(test.sourceLocation)
    entry.line = test.sourceLocation?.line
    indices[streamID] = cases.count
    if test.isParameterized == true { withCases.insert(cases.count) }
    cases.append(entry)
  }

  private mutating func fold(_ event: EncodedRecord.Payload) {
    let messages = event.messages ?? []
    switch event.kind {
    case "runStarted":
      hasRun = true
      runIsOpen = true
      seen = (0, [])
    case "runEnded":
      runIsOpen = false
      closeUnstarted()
      endRun(messages)
    case "issueRecorded":
      record(event, messages)
    default:
      guard let id = event.testID, let index = indices[id] else { return }  // a suite
      fold(event, messages, index)
    }
  }

  private mutating func fold(
    _ event: EncodedRecord.Payload, _ messages: [EncodedRecord.Message], _ index: Int
  ) {
    instant = event.instant?.absolute
    switch event.kind {
    case "testStarted":
      startTest(index)
    case "testCaseStarted":
      if let instant, open[index]?.startedCases == 0, slots != nil {
        begin([TestSlots.Beginning(test: index, instant: instant)])
      }
      slots?.beginCase()
      open[index]?.openCases += 1
      open[index]?.startedCases += 1
      open[index]?.candidates.count += 1
      if let count = open[index]?.candidates.count, count <= Self.mostCandidates {
        open[index]?.candidates.arguments.append(Self.arguments(messages))
      }
    case "testCaseEnded":
      open[index]?.openCases -= 1
      open[index]?.lastCaseEndedAt = instant
      if open[index]?.openCases ?? 0 <= 0 { open[index]?.candidates = (0, []) }
      if let instant { begin(slots?.endCase(at: instant)) }
    case "testCaseCancelled":
      // In 6.3, a test without parameters has this event as well, but no other events of its only
      // case.
      guard open[index]?.openCases ?? 0 > 0 else { return }
      open[index]?.cancelledCases += 1
      note("a case was cancelled" + (event._comments?.first.map { ": \($0)" } ?? ""), index)
    case "testCancelled":
      open[index]?.isCancelled = true
      if let reason = event._comments?.first { note(reason, index) }
    case "testSkipped":
      if let reason = Self.quotedReason(messages) { note(reason, index) }
      close(index, .skipped, seconds: nil)
      see(index)
    case "testEnded":
      endTest(index, messages)
    case "valueAttached":
      guard let path = event.attachment?.path, let id = cases[index].id else { return }
      let name = event.attachment?._preferredName ?? Self.attachmentName(messages)
      news.attached.append(EventStreamReader.Attached(testID: id, name: name, path: path))
    default:
      break
    }
  }

  private mutating func startTest(_ index: Int) {
    if open[index] != nil { close(index, .unfinished, seconds: nil) }
    if let instant { slots?.lateEnds.event(at: instant) }
    open[index] = OpenTest(startedAt: instant, announcedAt: instant)
    cases[index].outcome = .unfinished
    failedUnstarted.remove(index)
    see(index)
    guard let instant, slots != nil else {
      news.changes.append(EventStreamReader.Change(cases[index], at: instant))
      return
    }
    begin(slots?.announce(index, at: instant, hasCases: withCases.contains(index)))
  }

  private mutating func endTest(_ index: Int, _ messages: [EncodedRecord.Message]) {
    if let instant {
      slots?.lateEnds.event(at: instant)
      begin(slots?.end(index, at: instant))
    }
    guard let test = open[index] else { return }
    noteLateEnd(index)
    instant = test.lastCaseEndedAt ?? instant
    let isTimed =
      !test.isUntimed && (slots?.lateEnds.isBurst != true || test.lastCaseEndedAt != nil)
    let seconds =
      isTimed ? test.startedAt.flatMap { start in instant.map { max(0, $0 - start) } } : nil
    // A test whose cases were all cancelled has no result.
    let isCancelled =
      test.isCancelled || test.startedCases > 0 && test.cancelledCases >= test.startedCases
      || messages.first.map { $0.text.holds(" was cancelled after ") } == true
    let saysFailed = messages.first?.symbol == "fail"
    if isCancelled, test.failures == 0, !saysFailed {
      if let reason = Self.quotedReason(messages) { note(reason, index) }
      close(index, .cancelled, seconds: seconds)
    } else {
      close(index, test.failures > 0 || saysFailed ? .failed : .passed, seconds: seconds)
    }
  }

  /// Takes the durations back of tests whose ends were reported late. The times of cases are exact.
  private mutating func noteLateEnd(_ index: Int) {
    guard let test = open[index], test.lastCaseEndedAt == nil, let announcedAt = test.announcedAt,
      let late = slots?.lateEnds.end(index, announcedAt: announcedAt), !late.isEmpty
    else { return }
    for test in slots?.running ?? [] { open[test]?.isUntimed = true }
    for test in late where !cases[test].runs.isEmpty && test != index {
      cases[test].durationSeconds = nil
      cases[test].runs[cases[test].runs.count - 1].durationSeconds = nil
    }
    let ids = Set(late.map { cases[$0].id })
    for change in news.changes.indices where ids.contains(news.changes[change].id) {
      news.changes[change].durationSeconds = nil
    }
  }

  /// Marks tests as begun that have received the slots they waited for.
  private mutating func begin(_ begun: [TestSlots.Beginning]?) {
    for beginning in begun ?? [] where open[beginning.test] != nil {
      open[beginning.test]?.startedAt = beginning.instant
      if slots?.lateEnds.isBurst == true, !withCases.contains(beginning.test) {
        open[beginning.test]?.isUntimed = true
      }
      news.changes.append(
        EventStreamReader.Change(cases[beginning.test], at: beginning.instant))
    }
  }

  private mutating func close(_ index: Int, _ outcome: TestOutcome, seconds: Double?) {
    open[index] = nil
    cases[index].runs.append(TestRun(outcome, durationSeconds: seconds))
    cases[index].outcome = outcome
    cases[index].durationSeconds = seconds
    counts.add(outcome)
    news.changes.append(EventStreamReader.Change(cases[index], at: instant))
  }

  private mutating func see(_ index: Int) {
    seen.count += 1
    seen.tests.insert(index)
  }

  private mutating func closeUnstarted() {
    for index in failedUnstarted.sorted() { close(index, .failed, seconds: nil) }
    failedUnstarted = []
  }

  private mutating func note(_ reason: String, _ index: Int) {
    // With experimental fields, both the event and the end contain the reason.
    guard cases[index].issues.last?.message != reason else { return }
    cases[index].issues.append(TestIssue(reason, severity: .note))
  }

  private mutating func record(
    _ event: EncodedRecord.Payload, _ messages: [EncodedRecord.Message]
  ) {
    let text = messages.map { $0.symbol == "difference" ? "± " + $0.text : $0.text }
    var issue = TestIssue(text.joined(separator: "\n"))
    issue.isKnown = event.issue?.isKnown ?? false
    switch event.issue?.severity {
    case nil, "error": issue.severity = .error
    default: issue.severity = .warning
    }
    issue.file = path(event.issue?.sourceLocation)
    issue.line = event.issue?.sourceLocation?.line
    issue.column = event.issue?.sourceLocation?.column
    let isFailure = event.issue?.isFailure ?? (issue.severity == .error && !issue.isKnown)
    if issue.isKnown { counts.knownIssues += 1 }
    let known = event.testID.flatMap { indices[$0] }
    guard let index = known, open[index] != nil || cases[index].runs.isEmpty || !isFailure else {
      if isFailure { strays.add(issue, test: known.map { cases[$0].name }, id: event.testID) }
      return
    }
    if isFailure { counts.issues += 1 }
    issue.arguments = open[index]?.arguments
    if SnapshotFailure.opens(issue.message) {
      issue.snapshot = SnapshotFailure.images(in: issue.message)
      issue.message = SnapshotFailure.withoutAdvice(issue.message)
    }
    if isFailure {
      open[index]?.failures += 1
      if open[index] == nil, cases[index].runs.isEmpty {
        failedUnstarted.insert(index)
        seen.tests.insert(index)
      }
    }
    cases[index].issues.append(issue)
  }

  private static let mostCandidates = 5

  /// Says which arguments a test that never ended may have had.
  private mutating func noteCandidates(_ index: Int) {
    guard let candidates = open[index]?.candidates else { return }
    var list = candidates.arguments.compactMap(\.self)
    if list.isEmpty { return }
    let rest = candidates.count - list.count
    if rest > 0 { list.append("\(rest) more") }
    note("running with \(list.joined(separator: " or with "))", index)
  }

  /// Checks the totals in the stream against the events that it contained.
  private mutating func endRun(_ messages: [EncodedRecord.Message]) {
    for message in messages {
      var text = message.text
      let event = text.withUTF8 {
        SwiftTestingLine.runEnded(ByteCursor(UnsafeRawBufferPointer($0)))
      }
      guard case .runEnded(let tests, let outcome, _)? = event else { continue }
      if tests != seen.count, tests != seen.tests.count {
        reasons.append("Swift Testing counted \(tests) tests, the stream shows \(seen.count)")
      }
      if outcome == .failed, counts.failed == 0, counts.issues == 0, strays.errors.isEmpty {
        reasons.append("the run failed, and the stream does not show why")
      }
    }
  }

  mutating func finish() -> LogFacts {
    closeUnstarted()
    for index in open.keys.sorted() {
      noteCandidates(index)
      close(index, .unfinished, seconds: nil)
    }
    var facts = LogFacts()
    // Listed tests that never started are reported by the planner, not by the stream.
    facts.tests = cases.filter { !$0.runs.isEmpty }
    facts.counts = TestCounts(swiftTesting: hasRun || !facts.tests.isEmpty ? counts : nil)
    if runIsOpen { reasons.append("a run of Swift Testing never ended") }
    facts.diagnostics = strays.errors
    (facts.verdict, facts.reasons) = RunEvidence().judge(
      facts.tests, counts: facts.counts, crashes: 0, errors: strays.errors.count)
    if !reasons.isEmpty {
      facts.verdict = .failed
      facts.reasons += reasons
    }
    return facts
  }

  // MARK: Names and places

  /// The stream's id without the source location at its end: `Module.Suite/function(_:)`.
  private static func listedID(_ id: String) -> String {
    guard let slash = id.lastIndex(of: "/"), id[slash...].contains(":"),
      id[..<slash].hasSuffix(")"), id[slash...].contains(".swift:")
    else { return id }
    return String(id[..<slash])
  }

  private static func function(
    ofID id: String
  ) -> (module: String?, suite: String?, name: String) {
    guard let dot = id.firstIndex(of: ".") else { return (nil, nil, id) }
    let module = String(id[..<dot])
    let rest = id[id.index(after: dot)...]
    // A raw identifier can contain a slash.
    let end = rest.firstIndex(of: "`") ?? rest.firstIndex(of: "(") ?? rest.endIndex
    guard let slash = rest[..<end].lastIndex(of: "/") else { return (module, nil, String(rest)) }
    return (module, String(rest[..<slash]), String(rest[rest.index(after: slash)...]))
  }

  private func path(_ location: EncodedRecord.Location?) -> String? {
    guard let path = location?.filePath ?? location?._filePath else { return nil }
    guard let root, path.hasPrefix(root + "/") else { return path }
    return String(path.dropFirst(root.count + 1))
  }

  /// `n → 1` from `Test case passing 1 argument n → 1 to numbers(n:) started.`
  private static func arguments(_ messages: [EncodedRecord.Message]) -> String? {
    guard var text = messages.first?.text else { return nil }
    let event = text.withUTF8 { SwiftTestingLine.testCase(ByteCursor(UnsafeRawBufferPointer($0))) }
    guard case .testCaseStarted(_, let arguments)? = event else { return nil }
    return arguments
  }

  /// `note.txt` from `Attached 'note.txt' to total().`
  private static func attachmentName(_ messages: [EncodedRecord.Message]) -> String? {
    guard let rest = messages.first?.text.behind("Attached '"),
      let end = rest.ranges(of: "' to ").last
    else { return nil }
    return String(rest[..<end.lowerBound])
  }

  /// The text in quotes at the end of `Test off() skipped: "waiting on bug 123"`.
  private static func quotedReason(_ messages: [EncodedRecord.Message]) -> String? {
    guard let text = messages.first?.text, text.hasSuffix("\""),
      let reason = text.behind(": \"")
    else { return nil }
    return String(reason.dropLast())
  }
}

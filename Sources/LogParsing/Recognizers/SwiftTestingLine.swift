import CIModel

/// Recognizes Swift Testing's console output.
///
///     ◇ Test "two args" started.
///     ✘ Test paramFails(_:) with 3 test cases failed after 0.004 seconds with 2 issues.
///     ➜ Test disabled() skipped: "waiting on bug 123"
///     ✘ Test run with 28 tests in 3 suites failed after 1.204 seconds with 14 issues.
///
/// Source: `Event.HumanReadableOutputRecorder.swift` and `Event.Symbol.swift` in swift-testing.
struct SwiftTestingLine: LineRecognizer {
  static let firstBytes: [UInt8]? = SwiftTestingGlyph.firstBytes

  func event(in line: LogLine) -> LogEvent? { Self.parse(line.content) }

  static func parse(_ content: ByteCursor) -> LogEvent? {
    var rest = content
    guard let glyph = SwiftTestingGlyph.take(&rest) else { return nil }
    if rest.starts(with: "Test run ") {
      if rest.equals("Test run started.") { return .runStarted }
      if let event = runEnded(rest) { return event }
    }
    if rest.starts(with: "Test case passing ") || rest.starts(with: "Passing ") {
      return testCase(rest)
    }
    if rest.skip("Test "), let event = test(rest, glyph) { return event }
    if rest.skip("Suite ") {
      if let event = suite(rest, glyph) { return event }
      if let event = issue(ofSuite: rest) { return event }
    }
    if rest.skip("An unknown test recorded "), let issue = SwiftTestingIssue.parse(rest) {
      return .issueRecorded(test: nil, .swiftTesting, issue)
    }
    switch glyph {
    case .details, .skipOrDetails: return .issueDetail(rest.text)
    case .difference: return .issueDetail("± " + rest.text)
    case .attachment: return .notice
    case .minus:
      // The plain form of Swift Testing's other lines.
      return rest.starts(with: "Testing Library Version: ")
        || rest.starts(with: "Target Platform: ") ? .notice : nil
    case .start, .end, .skip: return nil
    }
  }

  /// `Test run with 28 tests in 3 suites failed after 1.204 seconds with 14 issues.`
  static func runEnded(_ content: ByteCursor) -> LogEvent? {
    var rest = content
    guard rest.skip("Test run with "), let tests = rest.integer(),
      rest.skip(" tests") || rest.skip(" test")
    else { return nil }
    for (verb, outcome) in endings {
      var attempt = rest
      guard attempt.take(upToLast: verb) != nil else { continue }
      return .runEnded(tests: tests, outcome: outcome, seconds: attempt.decimal())
    }
    return nil
  }

  /// `Test case passing 2 arguments s → "b", n → 2 to "two args" started.`; before Swift 6.2
  /// `Passing 2 arguments … to name(…)`. Arguments can contain line feeds.
  static func testCase(_ content: ByteCursor) -> LogEvent? {
    var rest = content
    guard rest.skip("Test case passing ") || rest.skip("Passing "), rest.integer() != nil,
      rest.skip(" arguments ") || rest.skip(" argument ")
    else { return nil }
    // Verbose output also contains the end of each case.
    for (verb, _) in endings {
      var attempt = rest
      if attempt.take(upToLast: verb) != nil, attempt.decimal() != nil,
        attempt.starts(with: " seconds")
      {
        return .notice
      }
    }
    while rest.dropSuffix(" started.") || rest.dropSuffix(" started") {}
    guard let arguments = rest.take(upToLast: " to ") else { return .argumentsOpened }
    return .testCaseStarted(test: name(rest), arguments: arguments.text)
  }

  private static func suite(_ content: ByteCursor, _ glyph: SwiftTestingGlyph) -> LogEvent? {
    var rest = content
    if glyph == .start || glyph == .minus, rest.dropSuffix(" started.") {
      return .suiteStarted(name: name(rest), .swiftTesting)
    }
    for (verb, outcome) in endings {
      var attempt = content
      guard let suite = attempt.take(upToLast: verb), attempt.decimal() != nil else { continue }
      return .suiteEnded(name: name(suite), .swiftTesting, outcome)
    }
    if let suite = rest.take(upTo: " skipped") {
      return .suiteEnded(name: name(suite), .swiftTesting, .skipped)
    }
    return nil
  }

  /// `PreparedSuite recorded an issue: Caught error: …`
  private static func issue(ofSuite content: ByteCursor) -> LogEvent? {
    var rest = content
    guard let suite = rest.take(upTo: " recorded "), let issue = SwiftTestingIssue.parse(rest)
    else { return nil }
    return .issueRecorded(test: "suite \(name(suite))", .swiftTesting, issue)
  }

  private static func test(_ content: ByteCursor, _ glyph: SwiftTestingGlyph) -> LogEvent? {
    var rest = content
    // Of a task that outlived its test.
    if rest.skip("«unknown» recorded "), let issue = SwiftTestingIssue.parse(rest) {
      return .issueRecorded(test: nil, .swiftTesting, issue)
    }
    if glyph == .start || glyph == .minus, let event = started(rest) { return event }
    if glyph == .start { return nil }
    if let verb = firstVerb(" recorded a", in: content) {
      let test = content.prefix(verb)
      let body = content.dropFirst(verb + " recorded ".utf8.count)
      if let issue = SwiftTestingIssue.parse(body) {
        return .issueRecorded(test: name(test), .swiftTesting, issue)
      }
    }
    if let verb = firstVerb(" was cancelled after ", in: content) {
      let test = content.prefix(verb)
      rest = content.dropFirst(verb + " was cancelled after ".utf8.count)
      guard let seconds = rest.decimal() else { return nil }
      return .testEnded(
        name: name(test), .swiftTesting, .cancelled, seconds: seconds, reason: reason(rest))
    }
    // The display name can contain any text, so the last match counts.
    var best: (offset: Int, outcome: TestOutcome)?
    for (verb, outcome) in endings {
      if let offset = content.lastOffset(of: verb), offset > best?.offset ?? -1 {
        best = (offset, outcome)
      }
    }
    if let best {
      rest = content.dropFirst(best.offset + " passed after ".utf8.count)
      if let seconds = rest.decimal(), rest.starts(with: " seconds") {
        return .testEnded(
          name: name(content.prefix(best.offset)), .swiftTesting, best.outcome, seconds: seconds)
      }
    }
    if glyph == .skip || glyph == .skipOrDetails || glyph == .minus,
      let verb = firstVerb(" skipped", in: content)
    {
      rest = content.dropFirst(verb + " skipped".utf8.count)
      guard rest.starts(with: ".") || rest.starts(with: ": ") else { return nil }
      return .testSkipped(name: name(content.prefix(verb)), reason: reason(rest))
    }
    return nil
  }

  /// `x() started.`, or for a repeated test `x() started (repetition 2).`.
  private static func started(_ content: ByteCursor) -> LogEvent? {
    var rest = content
    if rest.dropSuffix(" started.") { return .testStarted(name: name(rest), .swiftTesting) }
    guard rest.dropSuffix(")."), let test = rest.take(upToLast: " started (repetition "),
      rest.integer() != nil, rest.isEmpty
    else { return nil }
    return .testStarted(name: name(test), .swiftTesting)
  }

  /// The verbs of an end; both have the same length.
  private static let endings: [(StaticString, TestOutcome)] = [
    (" passed after ", .passed), (" failed after ", .failed),
  ]

  /// The offset of the first verb after the end of a function name or a display name.
  private static func firstVerb(_ verb: StaticString, in content: ByteCursor) -> Int? {
    var from = 0
    while let offset = content.dropFirst(from).offset(of: verb) {
      let index = from + offset
      if let before = content.peek(index - 1),
        before == UInt8(ascii: ")") || before == UInt8(ascii: "\"")
      {
        return index
      }
      from = index + 1
    }
    return nil
  }

  /// The quoted text at the end of the line.
  private static func reason(_ content: ByteCursor) -> String? {
    var rest = content
    guard rest.take(upTo: ": \"") != nil, rest.dropSuffix("\"") else { return nil }
    return rest.text
  }

  /// A name without quotes and without the number of its cases.
  private static func name(_ content: ByteCursor) -> String {
    var rest = content
    if rest.dropSuffix(" test cases") || rest.dropSuffix(" test case") {
      var candidate = rest
      if let taken = candidate.take(upToLast: " with "), candidate.integer() != nil,
        candidate.isEmpty
      {
        rest = taken
      } else {
        rest = content
      }
    }
    if rest.count >= 2, rest.first == UInt8(ascii: "\""), rest.last == UInt8(ascii: "\"") {
      rest = rest.dropFirst(1).prefix(rest.count - 2)
    }
    return rest.text
  }
}

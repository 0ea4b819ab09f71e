package import CIModel

/// Flags tests that wait for a fixed time.
package struct TestWaitsRule: TestWordRule {
  package static let descriptor = RuleDescriptor(
    id: "test-waits",
    summary: "Flags waiting (`sleep`, `waitUntil`, `.toEventually`, …) in added lines of tests.",
    why:
      "A test that waits for a fixed time is slow on a fast machine and fails on a slow one. "
      + "Wait for the event instead: an expectation, a confirmation, a clock that the test "
      + "controls.",
    parameters: [
      .init(
        "allow", .optionalList(.text), "Words of the default list that are allowed."),
      TestFiles.parameter,
      .init(
        "words", .list(.text),
        "Words that wait; by default \(defaults.map { "`\($0)`" }.joined(separator: ", "))."),
    ],
    isDefault: false, defaultLevel: .warning)

  private static let defaults = [
    "sleep(", "usleep(", "nanosleep(", "Thread.sleep", "Task.sleep", "ContinuousClock().sleep",
    "SuspendingClock().sleep", ".continuous.sleep", ".suspending.sleep", "waitUntil",
    ".toEventually",
    ".toEventuallyNot", ".toNever", ".toAlways", "asyncWait", ".asyncAfter(",
    "RunLoop.current.run(",
    "RunLoop.main.run(",
  ]

  package static let examples: [RuleExample] = [
    .clean(
      "other words, comments and strings",
      addedLines: [
        AddedLine("Tests/A.swift", line: 1, text: "oversleep(1)"),
        AddedLine("Tests/A.swift", line: 2, text: "// sleep(1) is forbidden"),
        AddedLine("Tests/A.swift", line: 3, text: "run(\"sleep(1)\")"),
        AddedLine("Tests/A.swift", line: 4, text: "func sleep(_ seconds: Int) {}"),
      ]),
    .clean(
      "sources may wait", addedLines: [AddedLine("Sources/A.swift", line: 1, text: "sleep(1)")]),
    .flagged(
      "one finding for each wait", as: .warning, .warning, .warning,
      addedLines: [
        AddedLine("Tests/A.swift", line: 1, text: "sleep(1)"),
        AddedLine("Tests/A.swift", line: 2, text: "expect(a).toEventually(equal(1))"),
        AddedLine("Tests/A.swift", line: 3, text: "try await Task.sleep(for: .seconds(1))"),
      ]),
    .clean(
      "an allowed word", ["allow": .list([.text("Task.sleep")])],
      addedLines: [AddedLine("Tests/A.swift", line: 3, text: "try await Task.sleep(for: x)")]),
  ]

  let options: RuleOptions
  let tests: TestFiles
  let finder: WordFinder

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    tests = TestFiles(options)
    let allowed = Set(options.texts("allow") ?? [])
    finder = WordFinder((options.texts("words") ?? Self.defaults).filter { !allowed.contains($0) })
  }

  package var id: String { options.id }

  /// Functions of libc, whose arguments have no labels.
  private static let plain: Set<String> = ["sleep(", "usleep(", "nanosleep("]
  /// Argument labels of functions with these names that wait nevertheless.
  private static let times: Set<String> = [
    "duration", "for", "interval", "microseconds", "milliseconds", "minutes", "ms", "nanoseconds",
    "seconds", "timeInterval", "until",
  ]

  /// Whether the label of the first argument has nothing to do with time, so that the call does not
  /// wait: `sleep(of: bear)`.
  private static func isOther(_ hit: WordFinder.Hit, in text: AddedText) -> Bool {
    guard plain.contains(hit.word) else { return false }
    let code = text.rest(from: hit.range.upperBound, ofLine: hit.line).drop { $0 <= 0x20 }
    let label = code.prefix { $0 < 0x80 && $0.isWordByte }
    return !label.isEmpty && !times.contains(String(decoding: label, as: UTF8.self))
      && code[label.endIndex...].drop { $0 <= 0x20 }.first == UInt8(ascii: ":")
  }

  func add(
    _ hits: [WordFinder.Hit], in text: AddedText, _ room: inout SearchRoom,
    to list: inout FindingList
  ) {
    for hit in hits where !hit.isDeclarationOrMember && !Self.isOther(hit, in: text) {
      list.add(options.level) {
        options.finding(
          "test waits for a fixed time: \(hit.word)\(hit.word.hasSuffix("(") ? "…)" : "")",
          at: text.location(ofLine: hit.line, offset: hit.range.lowerBound),
          help: "Wait for an event instead: an expectation, a confirmation, a test clock."
        )
      }
    }
  }
}

import CIModel

/// Records which tests started, how they ended, and their output and issues.
struct TestLedger {
  var cases: [TestCase] = []
  var xctest: XCTestCounts?
  var swiftTesting: SwiftTestingCounts?
  private(set) var other: ForeignCounts?
  /// Number of XCTests that started, without imitated lines.
  var startedXCTests = 0
  /// Number of tests that Swift Testing started or skipped in its current run.
  private(set) var testsInRun = 0
  /// Index of the running XCTest; XCTest runs one test at a time per process.
  var current: Int?
  /// The order of the XCTests; `nil` when the log may contain output of several processes.
  var sequence: XCTestSequence?
  /// Tests that were retracted since this list was last cleared.
  var retracted: [Int] = []
  /// Tests that were retracted and have not started since.
  var absent: Set<Int> = []
  /// The end of the output of running tests, if the beginning is full.
  var outputTails: [Int: OutputTail] = [:]
  /// Tests with omitted issues, and the number of these.
  var omittedIssues: [Int: Int] = [:]

  /// XCTests for which SwiftPM printed only that they ended.
  var silent = SilentTests()

  var xctests: [String: Int] = [:]
  /// XCTests of a class whose name another module has used, by the number of that class.
  private var namesakes: [Int: [String: Int]] = [:]
  /// How often the suite of each class has started in this process, which runs each class once.
  private var startedClasses: [String: Int] = [:]
  /// The class that is running: 0 for the first one with its name.
  private var classNumber = 0
  private var others: [String: Int] = [:]
  /// XCTests that started and have not ended, by name; without the current one.
  private var openXCTests: [String: Int] = [:]
  private(set) var swiftTests = SwiftTestNames()
  /// Running tests of Swift Testing beside which another one has run. All of them are announced at
  /// once, so the printed time is mostly that of waiting for others.
  private var overlapping: Set<Int> = []
  /// Index of the last ended XCTest, until XCTest prints something else.
  private var unconfirmedEnd: Int?
  var modules: [String: String] = [:]

  /// Maximum size in bytes of a message, and of the output of a test of another runner.
  static let textLimit = 64 * 1024

  var isEmpty: Bool { cases.isEmpty }
  var seenXCTests: (started: Int, skipped: Int) { (startedXCTests, xctest?.skipped ?? 0) }
  var inFlightCount: Int { swiftTests.openCount + (current == nil ? 0 : 1) }

  /// Index of the running test, if it is the only one.
  var onlyInFlight: Int? {
    guard inFlightCount == 1 else { return nil }
    return current ?? swiftTests.allOpen.first?.index
  }

  // MARK: Starting and ending

  /// Records the start of a test; returns `false` when a test printed the line.
  mutating func start(_ name: String, _ framework: TestFramework) -> Bool {
    guard framework == .xctest else {
      startSwiftTest(name)
      return true
    }
    if sequence != nil { return startInSequence(name) }
    if let current {
      if cases[current].name == name {
        close(current, .unfinished, seconds: nil)
      } else {
        openXCTests[cases[current].name] = current
      }
    }
    if !openXCTests.isEmpty, let open = openXCTests.removeValue(forKey: name) {
      close(open, .unfinished, seconds: nil)
    }
    current = xctest(name)
    startedXCTests += 1
    return true
  }

  private mutating func startSwiftTest(_ name: String) {
    let slot = swiftTests.slot(name)
    let index = swiftTest(name, slot)
    if swiftTests.openCount > 0 {
      if let other = swiftTests.onlyOpen { overlapping.insert(other) }
      overlapping.insert(index)
    }
    if let oldest = swiftTests.open(slot, test: index) {
      close(oldest, .unfinished, seconds: nil)
    }
    testsInRun += 1
  }

  /// XCTest has continued, so the last end was real.
  mutating func confirmEnd() {
    if current == nil { unconfirmedEnd = nil }
  }

  /// Name of the last ended XCTest, if XCTest has printed nothing since.
  var lastEnded: String? { current == nil ? unconfirmedEnd.map { cases[$0].name } : nil }

  /// Records the end of a test; returns its index, or `nil` when no such test is running.
  mutating func end(
    _ name: String, _ framework: TestFramework, _ outcome: TestOutcome, seconds: Double?
  ) -> Int? {
    guard framework == .xctest else {
      guard let slot = swiftTests.find(name),
        let index = swiftTests.close(slot, failed: outcome == .failed)
      else { return nil }
      let isTimed = overlapping.remove(index) == nil
      close(index, outcome, seconds: isTimed ? seconds : nil)
      return index
    }
    let index: Int
    if let current, cases[current].name == name {
      index = current
      self.current = nil
      sequence?.dispute = nil
      close(index, outcome, seconds: seconds)
    } else if sequence != nil {
      guard let known = endInSequence(name, outcome, seconds: seconds) else { return nil }
      index = known
    } else if let open = openXCTests.removeValue(forKey: name) {
      index = open
      close(index, outcome, seconds: seconds)
    } else {
      // XCTest prints one end; if there are two, the test printed the first one.
      guard lastEnded == name, let last = unconfirmedEnd, cases[last].outcome == .passed,
        outcome != .passed
      else { return nil }
      index = last
      _ = cases[index].runs.popLast()
      xctest?.remove(.passed)
      close(index, outcome, seconds: seconds)
    }
    unconfirmedEnd = index
    return index
  }

  /// Records a test whose start is never printed; returns its index.
  @discardableResult
  mutating func record(
    _ name: String, _ framework: TestFramework, _ outcome: TestOutcome, seconds: Double?
  ) -> Int {
    let index: Int
    switch framework {
    case .xctest:
      index = xctest(name)
      startedXCTests += 1
    case .other: index = foreign(name)
    case .swiftTesting:
      let slot = swiftTests.slot(name)
      if outcome == .skipped {
        index = swiftTest(name, slot)
        testsInRun += 1
      } else {
        index = swiftTests.test(slot, ordinal: 0) ?? addSwiftTest(name, slot)
      }
    }
    close(index, outcome, seconds: seconds)
    return index
  }

  /// Begins a run of Swift Testing; tests still open from the last one will never end.
  mutating func startRun() {
    for index in swiftTests.closeAll() { close(index, .unfinished, seconds: nil) }
    overlapping = []
    swiftTests.startRun()
    testsInRun = 0
    note(.swiftTesting)
  }

  /// The process of the running XCTest has ended; the test stays unfinished.
  mutating func abandonCurrent() {
    if let current { openXCTests[cases[current].name] = current }
    current = nil
  }

  /// Records that the framework ran, even if it found no test.
  mutating func note(_ framework: TestFramework) {
    switch framework {
    case .xctest: if xctest == nil { xctest = XCTestCounts() }
    case .swiftTesting: if swiftTesting == nil { swiftTesting = SwiftTestingCounts() }
    case .other: if other == nil { other = ForeignCounts() }
    }
  }

  /// Adds counts of another runner that does not name its tests.
  mutating func addForeign(_ counts: ForeignCounts) {
    var sum = TestCounts(other: other)
    sum.add(counts)
    other = sum.other
  }

  /// Begins the XCTests of a process or of a bundle.
  mutating func startBundle() {
    startedClasses = [:]
    classNumber = 0
  }

  /// Begins the XCTests of a class. swift-corelibs-xctest prints no modules, so one that starts
  /// again is the class of another module.
  mutating func startClass(_ name: String) {
    guard current == nil, sequence == nil else { return }
    classNumber = startedClasses[name] ?? 0
    startedClasses[name] = classNumber + 1
  }

  mutating func forgetOpen(_ name: String) { openXCTests[name] = nil }

  // MARK: Names

  /// Whether a test is listed under exactly this name.
  func knows(_ name: String, _ framework: TestFramework) -> Bool {
    switch framework {
    case .xctest: xctests[name] != nil
    case .swiftTesting: swiftTests.find(name).map { swiftTests.test($0, ordinal: 0) } != nil
    case .other: others[name] != nil
    }
  }

  /// Index of the XCTest with this name; adds it if it is new.
  mutating func xctest(_ name: String) -> Int {
    note(.xctest)
    if let index = known(name) ?? claimSilent(name) { return index }
    if isNamesake(name) {
      namesakes[classNumber, default: [:]][name] = cases.count
    } else {
      xctests[name] = cases.count
    }
    return add(name, .xctest)
  }

  /// Index of the XCTest with this name; `nil` when it is new.
  func known(_ name: String) -> Int? {
    isNamesake(name) ? namesakes[classNumber]?[name] : xctests[name]
  }

  /// Whether the name belongs to a class whose name another module has used.
  private func isNamesake(_ name: String) -> Bool { classNumber > 0 && !name.hasPrefix("-[") }

  /// Index of the XCTest that a line names: an open one, else the running one, else any.
  func xctest(named name: String?) -> Int? {
    guard let name else { return current ?? failedWithoutReason }
    if let current, cases[current].name == name { return current }
    return openXCTests[name] ?? current ?? known(name)
  }

  /// Index of the last ended XCTest, if it failed and has no issue yet.
  private var failedWithoutReason: Int? {
    guard let last = unconfirmedEnd, cases[last].outcome == .failed, cases[last].issues.isEmpty
    else { return nil }
    return last
  }

  private mutating func foreign(_ name: String) -> Int {
    note(.other)
    if let index = others[name] { return index }
    others[name] = cases.count
    return add(name, .other)
  }

  /// Index of the test that the next line with this name in the current run of Swift Testing
  /// belongs to.
  private mutating func swiftTest(_ name: String, _ slot: SwiftTestNames.Slot) -> Int {
    note(.swiftTesting)
    let ordinal = swiftTests.nextOrdinal(slot)
    return swiftTests.test(slot, ordinal: ordinal) ?? addSwiftTest(name, slot)
  }

  private mutating func addSwiftTest(_ name: String, _ slot: SwiftTestNames.Slot) -> Int {
    note(.swiftTesting)
    swiftTests.add(slot, test: cases.count)
    return add(name, .swiftTesting)
  }

  mutating func add(_ name: String, _ framework: TestFramework) -> Int {
    cases.append(TestCase(printed: name, framework))
    return cases.count - 1
  }

  /// Index of the oldest open test of Swift Testing with this name; `fails` marks it as failed.
  mutating func openSwiftTest(_ name: String, fails: Bool) -> Int? {
    swiftTests.find(name).flatMap { swiftTests.oldestOpen($0, fails: fails) }
  }

  mutating func close(_ index: Int, _ outcome: TestOutcome, seconds: Double?) {
    if !outputTails.isEmpty { addOutputTail(index) }
    switch cases[index].end(outcome, seconds: seconds) {
    case .xctest: xctest?.add(outcome)
    case .swiftTesting: swiftTesting?.add(outcome)
    case .other: other?.add(outcome)
    }
  }

  // MARK: The end

  /// Marks the tests that never ended because their process crashed.
  mutating func noteCrashed(_ names: Set<String>) {
    for index in cases.indices
    where cases[index].outcome == .unfinished && names.contains(cases[index].name) {
      cases[index].outcome = .crashed
      cases[index].runs[cases[index].runs.count - 1].outcome = .crashed
    }
  }

  /// Closes tests that never ended; `died` returns whether a known crash ended the test of a name.
  mutating func finish(died: (String) -> Bool) {
    for index in cases.indices where cases[index].framework == .xctest {
      for issue in cases[index].issues.indices {
        cases[index].issues[issue].message.dropEmptyMessage()
      }
    }
    noteOmittedIssues()
    abandonCurrent()
    let open = openXCTests.values + swiftTests.closeAll()
    for index in open.sorted() { close(index, .unfinished, seconds: nil) }
    openXCTests = [:]
    closeSilent(died: died)
    for index in cases.indices where cases[index].output.allSatisfy(\.isWhitespace) {
      cases[index].output = ""
    }
    for index in cases.indices where cases[index].id == nil {
      guard let module = modules[cases[index].name], let suite = cases[index].suite else {
        continue
      }
      cases[index].module = module
      cases[index].id = "\(module).\(suite)/\(cases[index].function)"
    }
    for index in absent.sorted(by: >) { cases.remove(at: index) }
    absent = []
  }
}

extension TestCase {
  /// Records the end of a run; returns the framework whose counts have to be updated.
  fileprivate mutating func end(_ outcome: TestOutcome, seconds: Double?) -> TestFramework {
    runs.append(TestRun(outcome, durationSeconds: seconds))
    self.outcome = outcome
    durationSeconds = seconds
    return framework
  }
}

extension String {
  /// Drops the ` - ` that XCTest prints before a message that the author has left empty.
  package mutating func dropEmptyMessage() {
    for end in [" - ", " -"] where hasSuffix(end) { removeLast(end.count) }
  }
}

import CIModel

/// Keeps the books of which tests started, how they ended, and what they said.
struct TestLedger {
  private(set) var cases: [TestCase] = []
  private(set) var xctest: XCTestCounts?
  private(set) var swiftTesting: SwiftTestingCounts?
  private(set) var other: ForeignCounts?
  /// XCTests that started, imitations left out.
  private(set) var startedXCTests = 0
  /// Tests that Swift Testing started or skipped in its current run.
  private(set) var testsInRun = 0
  /// Index of the XCTest that runs now; XCTest runs one test at a time per process.
  private(set) var current: Int?

  private var indices: [Key: Int] = [:]
  /// XCTests that started and have not ended, by name.
  private var openXCTests: [String: Int] = [:]
  /// Swift Testing's tests that started and have not ended, by name, oldest first.
  private var openSwiftTests: [String: [OpenRun]] = [:]
  private var openSwiftTestCount = 0
  /// How many tests of a name the current run has started; two suites may hold the same name.
  private var namesInRun: [String: Int] = [:]
  private var cutOutputs: Set<Int> = []
  /// The XCTests of the one process whose output is read; `nil` when it may be that of several.
  var planned: Set<String>?
  /// Index of the XCTest that ended last, until XCTest says something else.
  private var unconfirmedEnd: Int?
  /// A second end of the test before the running one. Either the running test printed it, or its own
  /// start was printed by the test before; the next line of XCTest tells.
  private var disputedEnd: (index: Int, outcome: TestOutcome, seconds: Double?)?
  private var modules: [String: String] = [:]

  /// Bytes of output that are kept per test.
  static let outputLimit = 64 * 1024

  /// Tests of one name that can run at once.
  private static let openLimit = 1024

  private struct Key: Hashable {
    var framework: TestFramework
    var name: String
    var ordinal: Int
  }

  private struct OpenRun {
    var index: Int
    var hasFailed = false
  }

  var isEmpty: Bool { cases.isEmpty }
  var inFlightCount: Int { openSwiftTestCount + (current == nil ? 0 : 1) }

  /// Names of the tests that run now, XCTest first.
  var inFlight: [String] {
    var names = current.map { [cases[$0].name] } ?? []
    names += openSwiftTests.flatMap { name, runs in runs.map { _ in name } }.sorted()
    return names
  }

  /// The test that runs now, when it is the only one.
  var onlyInFlight: Int? {
    guard inFlightCount == 1 else { return nil }
    return current ?? openSwiftTests.values.first { !$0.isEmpty }?.first?.index
  }

  // MARK: Starting and ending

  /// Books the start of a test; `false` when it cannot be one, because a test printed the line.
  mutating func start(_ name: String, _ framework: TestFramework) -> Bool {
    guard framework != .xctest else {
      if planned != nil { return startPlanned(name) }
      if let open = openXCTests[name] { close(open, .unfinished, seconds: nil) }
      let index = index(of: Key(framework: .xctest, name: name, ordinal: 0))
      openXCTests[name] = index
      current = index
      startedXCTests += 1
      return true
    }
    let ordinal = namesInRun[name, default: 0]
    namesInRun[name] = ordinal + 1
    let index = index(of: Key(framework: .swiftTesting, name: name, ordinal: ordinal))
    if let oldest = openSwiftTests[name]?.first, openSwiftTests[name]?.count == Self.openLimit {
      openSwiftTests[name]?.removeFirst()
      openSwiftTestCount -= 1
      close(oldest.index, .unfinished, seconds: nil)
    }
    openSwiftTests[name, default: []].append(OpenRun(index: index))
    openSwiftTestCount += 1
    testsInRun += 1
    return true
  }

  /// One process runs each of its XCTests once, one after the other.
  private mutating func startPlanned(_ name: String) -> Bool {
    guard planned?.contains(name) == true else { return false }
    let index = index(of: Key(framework: .xctest, name: name, ordinal: 0))
    if let current {
      // XCTest starts it now, so that the first start was an imitation, and what it printed then
      // belongs to the test before.
      guard current == index, let disputed = disputedEnd else { return false }
      revise(disputed.index, disputed.outcome, seconds: disputed.seconds)
      disputedEnd = nil
      return true
    }
    guard cases[index].runs.isEmpty else { return false }
    openXCTests[name] = index
    current = index
    startedXCTests += 1
    return true
  }

  /// Books the end of a test that has ended before: the earlier line was its own print.
  private mutating func endAgain(
    _ name: String, _ outcome: TestOutcome, seconds: Double?
  ) -> Int? {
    guard planned != nil, let last = unconfirmedEnd, cases[last].name == name else { return nil }
    guard current == nil else {
      disputedEnd = (last, outcome, seconds)
      return nil
    }
    revise(last, outcome, seconds: seconds)
    return last
  }

  private mutating func revise(_ index: Int, _ outcome: TestOutcome, seconds: Double?) {
    guard let old = cases[index].runs.popLast() else { return }
    xctest?.remove(old.outcome)
    close(index, outcome, seconds: seconds)
  }

  /// XCTest goes on, so that the last end was one.
  mutating func confirmEnd() {
    if current == nil { unconfirmedEnd = nil }
  }

  /// The XCTest that ended last, when XCTest has said nothing since.
  var lastEnded: String? { current == nil ? unconfirmedEnd.map { cases[$0].name } : nil }

  /// Books the end of a test; the index, or `nil` when no such test is running.
  mutating func end(
    _ name: String, _ framework: TestFramework, _ outcome: TestOutcome, seconds: Double?
  ) -> Int? {
    if framework == .xctest {
      guard let index = openXCTests.removeValue(forKey: name) else {
        return endAgain(name, outcome, seconds: seconds)
      }
      if current == index { current = nil }
      unconfirmedEnd = index
      disputedEnd = nil
      close(index, outcome, seconds: seconds)
      return index
    }
    guard var runs = openSwiftTests[name], !runs.isEmpty else { return nil }
    // Of several tests with this name it is the one whose issues fit.
    let position = runs.firstIndex { $0.hasFailed == (outcome == .failed) } ?? 0
    let index = runs.remove(at: position).index
    openSwiftTests[name] = runs.isEmpty ? nil : runs
    openSwiftTestCount -= 1
    close(index, outcome, seconds: seconds)
    return index
  }

  /// Books a test whose start is never printed.
  @discardableResult
  mutating func record(
    _ name: String, _ framework: TestFramework, _ outcome: TestOutcome, seconds: Double?
  ) -> Int {
    var ordinal = 0
    if framework == .swiftTesting, outcome == .skipped {
      ordinal = namesInRun[name, default: 0]
      namesInRun[name] = ordinal + 1
      testsInRun += 1
    }
    let index = index(of: Key(framework: framework, name: name, ordinal: ordinal))
    close(index, outcome, seconds: seconds)
    return index
  }

  /// A run of Swift Testing begins: what is open from the last one will never end.
  mutating func startRun() {
    for run in openSwiftTests.values.joined().sorted(by: { $0.index < $1.index }) {
      close(run.index, .unfinished, seconds: nil)
    }
    openSwiftTests = [:]
    openSwiftTestCount = 0
    namesInRun = [:]
    testsInRun = 0
    note(.swiftTesting)
  }

  /// The process of the running XCTest is gone; the test stays unfinished.
  mutating func abandonCurrent() { current = nil }

  /// Notes that the framework ran, even if it found no test.
  mutating func note(_ framework: TestFramework) {
    switch framework {
    case .xctest: xctest = xctest ?? XCTestCounts()
    case .swiftTesting: swiftTesting = swiftTesting ?? SwiftTestingCounts()
    case .other: other = other ?? ForeignCounts()
    }
  }

  /// Adds what another runner counted without naming its tests.
  mutating func addForeign(_ counts: ForeignCounts) {
    var sum = other ?? ForeignCounts()
    sum.passed += counts.passed
    sum.failed += counts.failed
    sum.skipped += counts.skipped
    other = sum
  }

  /// Keeps where the images of a snapshot test are.
  mutating func note(_ images: SnapshotImages?, at reference: IssueReference) {
    cases[reference.test].issues[reference.issue].snapshot = images
  }

  /// Whether a test is listed under this very name.
  func knows(_ name: String, _ framework: TestFramework) -> Bool {
    indices[Key(framework: framework, name: name, ordinal: 0)] != nil
  }

  private mutating func index(of key: Key) -> Int {
    note(key.framework)
    if let index = indices[key] { return index }
    let index = cases.count
    cases.append(TestCase(printed: key.name, key.framework))
    indices[key] = index
    return index
  }

  private mutating func close(_ index: Int, _ outcome: TestOutcome, seconds: Double?) {
    cases[index].runs.append(TestRun(outcome, durationSeconds: seconds))
    cases[index].outcome = outcome
    cases[index].durationSeconds = seconds
    switch cases[index].framework {
    case .xctest: xctest?.add(outcome)
    case .swiftTesting: swiftTesting?.add(outcome)
    case .other: other?.add(outcome)
    }
  }

  // MARK: Issues and output

  /// Where an issue was filed.
  struct IssueReference {
    var test: Int
    var issue: Int
  }

  /// Files an issue under the test it names, else under the only test in flight; `nil` when there
  /// is neither.
  mutating func file(
    _ issue: TestIssue, under name: String?, _ framework: TestFramework
  ) -> IssueReference? {
    var index: Int?
    if framework == .xctest {
      index = name.flatMap { openXCTests[$0] } ?? current
      if index == nil, let name {
        index = indices[Key(framework: .xctest, name: name, ordinal: 0)]
      }
    } else if let name {
      guard openSwiftTests[name]?.isEmpty == false else { return nil }
      index = openSwiftTests[name]?[0].index
      if !issue.isKnown, issue.severity == .error { openSwiftTests[name]?[0].hasFailed = true }
    }
    if framework == .swiftTesting, issue.severity != .note {
      note(.swiftTesting)
      if issue.isKnown {
        swiftTesting?.knownIssues += 1
      } else if issue.severity == .error {
        swiftTesting?.issues += 1
      }
    }
    guard let index else { return nil }
    cases[index].issues.append(issue)
    return IssueReference(test: index, issue: cases[index].issues.count - 1)
  }

  /// Files what says why a test was skipped or cancelled.
  mutating func fileReason(_ reason: String, test index: Int) {
    cases[index].issues.append(TestIssue(reason, severity: .note))
  }

  /// Changes are made in place: messages that grow line by line are not copied for each.
  subscript(reference: IssueReference) -> TestIssue {
    get { cases[reference.test].issues[reference.issue] }
    _modify { yield &cases[reference.test].issues[reference.issue] }
  }

  /// Adds a line to the output of the running XCTest.
  mutating func addOutput(_ line: LogLine) {
    guard let current, openSwiftTestCount == 0, !cutOutputs.contains(current) else { return }
    let room = Self.outputLimit - cases[current].output.utf8.count
    if line.bytes.count < room {
      cases[current].output += line.text
      cases[current].output += "\n"
    } else {
      cases[current].output += "[output cut after 64 KiB]\n"
      cutOutputs.insert(current)
    }
  }

  /// Remembers the module of a test from `Module.Class/test`.
  mutating func learnModule(fromID id: String) {
    guard let slash = id.lastIndex(of: "/"), let dot = id[..<slash].firstIndex(of: ".") else {
      return
    }
    let name = "\(id[id.index(after: dot)..<slash]).\(id[id.index(after: slash)...])"
    modules[name] = String(id[..<dot])
  }

  // MARK: The end

  /// Closes what never ended.
  mutating func finish() {
    for index in cases.indices where cases[index].framework == .xctest {
      // XCTest prints ` - ` before a message that the author may have left empty.
      for issue in cases[index].issues.indices {
        let message = cases[index].issues[issue].message
        for end in [" - ", " -"] where message.hasSuffix(end) {
          cases[index].issues[issue].message = String(message.dropLast(end.count))
        }
      }
    }
    let open = openXCTests.values + openSwiftTests.values.joined().map(\.index)
    for index in open.sorted() { close(index, .unfinished, seconds: nil) }
    openXCTests = [:]
    openSwiftTests = [:]
    openSwiftTestCount = 0
    current = nil
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
  }
}

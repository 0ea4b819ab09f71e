import CIModel

/// Combines the evidence in a log about processes that died.
///
/// A fatal error, a backtrace, an exit by signal and Xcode's restart can all be about the same
/// death; each adds facts that the others lack.
struct CrashLedger {
  private var entries: [Entry] = []
  /// Whether the lines of a crash report are being read.
  private(set) var isInReport = false
  /// Whether the frames of a thread are being read that did not crash.
  private var isInOtherThread = false
  /// The last evidence that was dropped because its test ended.
  private(set) var survivor: SurvivedCrash?
  /// Number of latest entries that new evidence can belong to.
  private static let memory = 64
  /// Maximum number of entries; further evidence is added to the last one. No real log has more.
  private static let mostEntries = 10_000
  /// Index of the entry whose crash report is being read.
  private var reported = 0
  private var root: String?

  private struct Entry {
    var crash: Crash
    /// Index of the test that was running when the crash was first seen.
    var testIndex: Int?
    /// The kinds of evidence seen so far.
    var hasFatalError = false
    var hasReport = false
    var hasExited = false
    /// Whether the place is a stack frame; `hasOwnFrame` when it is below the repository root.
    var hasFrame = false
    var hasOwnFrame = false
    /// The first functions on the stack of the thread that crashed.
    var functions: [String] = []
    /// Whether the rest of the output of the process can follow its end.
    var isEarly = false
  }

  /// `root` is the repository root without a slash at the end.
  init(root: String?) { self.root = root }

  mutating func fatalError(
    _ reason: String, file: String?, line: Int?, test: String?, testIndex: Int?
  ) {
    // The runtime writes the same to standard error and to the system log.
    if let last = entries.last, last.crash.reason == reason, last.testIndex == testIndex,
      !last.hasReport
    {
      return
    }
    let index = entry(test, testIndex, lacking: \.hasFatalError)
    entries[index].hasFatalError = true
    entries[index].crash.reason = reason
    // A file of the standard library does not help to find the cause.
    if let file, !file.hasPrefix("Swift/"), !entries[index].hasFrame {
      entries[index].crash.file = file
      entries[index].crash.line = line
    }
  }

  mutating func signal(_ signal: Int, test: String?, testIndex: Int?) {
    let name = Self.name(ofSignal: signal)
    reported = entry(test, testIndex, lacking: \.hasReport, signal: name)
    entries[reported].hasReport = true
    entries[reported].crash.signal = name
    isInReport = true
    isInOtherThread = false
  }

  /// Begins the stack of a thread.
  mutating func thread(hasCrashed: Bool) { isInOtherThread = !hasCrashed }

  mutating func report(_ reason: String, test: String?, testIndex: Int?) {
    if !isInReport { reported = entry(test, testIndex, lacking: \.hasReport) }
    guard entries.indices.contains(reported) else { return }
    entries[reported].hasReport = true
    if entries[reported].crash.reason == nil { entries[reported].crash.reason = reason }
    isInReport = true
  }

  /// Adds a crash report of the system.
  mutating func report(_ block: DeviceReportBlock) {
    let index = entry(block.test, block.testIndex, lacking: \.hasReport, signal: block.signal)
    entries[index].hasReport = true
    entries[index].crash.signal = entries[index].crash.signal ?? block.signal
    entries[index].crash.reason = entries[index].crash.reason ?? block.reason
    entries[index].crash.process = block.process
    guard let file = block.file, !entries[index].hasFrame else { return }
    entries[index].hasFrame = true
    entries[index].crash.file = file
    entries[index].crash.line = block.line
  }

  mutating func frame(file: String, line: Int?, isSystem: Bool, function: String? = nil) {
    guard isInReport, !isInOtherThread, !isSystem, entries.indices.contains(reported) else {
      return
    }
    if let function, entries[reported].functions.count < Self.memory {
      entries[reported].functions.append(function)
    }
    guard !(entries[reported].hasFrame && entries[reported].hasOwnFrame),
      !file.holds(anyOf: ["/.build/", "<compiler-generated>"])
    else { return }
    let index = reported
    let isOwn = root.map { file.isBelow($0) } ?? false
    if isOwn ? entries[index].hasOwnFrame : entries[index].hasFrame { return }
    entries[index].hasFrame = true
    entries[index].hasOwnFrame = isOwn || root == nil
    entries[index].crash.file = file
    entries[index].crash.line = line
  }

  /// Whether a known crash ended this test.
  func knows(_ test: String) -> Bool { entries.contains { $0.crash.test == test } }

  /// The names of the tests that crashes ended.
  var tests: [String] { entries.compactMap(\.crash.test) }

  mutating func endReport() { isInReport = false }

  /// Adds SwiftPM's message that the process was ended by a signal; `test` is the only test that
  /// its command names.
  mutating func exited(signal: Int, test: String?, inFlight: String?, testIndex: Int?) {
    let name = Self.name(ofSignal: signal)
    let index = entry(
      test ?? inFlight, test == nil ? testIndex : nil, lacking: \.hasExited, signal: name)
    entries[index].hasExited = true
    entries[index].crash.signal = name
    // SwiftPM prints this at once, and the last 4 KiB of the output after it.
    entries[index].isEarly = test == nil
  }

  /// Another process runs tests, so that the output of the last one is complete.
  mutating func processStarted() {
    for index in entries.indices.suffix(Self.memory) { entries[index].isEarly = false }
  }

  /// Adds Xcode's message that it restarted the process.
  mutating func restarted(after test: String?, testIndex: Int?) {
    entries[entry(test, testIndex, lacking: \.hasExited)].hasExited = true
    isInReport = false
  }

  /// The test ended normally, so the evidence seen while it ran was no crash; a process that ended
  /// meanwhile did so in a later test.
  mutating func survived(testIndex: Int) {
    // That evidence is among the latest entries.
    for index in entries.indices.suffix(Self.memory).reversed()
    where entries[index].testIndex == testIndex {
      let entry = entries[index]
      if !entry.hasExited {
        entries.remove(at: index)
      } else if entry.isEarly {
        entries[index] = Entry(
          crash: Crash(signal: entry.crash.signal), hasExited: true, isEarly: true)
        guard entry.hasFatalError || entry.hasReport else { continue }
      } else {
        continue
      }
      survivor = SurvivedCrash(crash: entry.crash, functions: entry.functions)
    }
  }

  /// Assigns crashes without a test: to the unfinished test on the stack, or to the only one that it
  /// can have ended, since standard error can arrive before the whole output of the test.
  mutating func chargeSuspects(_ tests: [TestCase]) {
    func suspects() -> [TestCase] {
      let charged = Set(self.tests)
      return tests.filter { $0.outcome == .unfinished && !charged.contains($0.name) }
    }
    guard entries.contains(where: { $0.crash.test == nil }) else { return }
    let onStack = Dictionary(suspects().map { ($0.functionOnStack, $0.name) }) {
      // Which of two tests with the same function ran is unknown.
      $0 == $1 ? $0 : ""
    }
    for index in entries.indices where entries[index].crash.test == nil {
      let calls = entries[index].functions.flatMap(SymbolName.calls)
      let found = Set(calls.compactMap { onStack[$0] })
      if found.count == 1, found != [""] { entries[index].crash.test = found.first }
    }
    let unnamed = entries.indices.filter { entries[$0].crash.test == nil }
    let rest = suspects()
    if unnamed.count == 1, rest.count == 1 { entries[unnamed[0]].crash.test = rest[0].name }
  }

  /// The crashes in order; a line that only looks like a crash counts unless its test ended
  /// normally.
  func crashes(relativeTo shorten: (String) -> String) -> [Crash] {
    entries.map { entry in
      var crash = entry.crash
      crash.file = crash.file.map(shorten)
      return crash
    }
  }

  /// The entry that new evidence belongs to: one that lacks this kind of evidence and does not
  /// contradict it, preferably of the same test; else a new one.
  private mutating func entry(
    _ test: String?, _ testIndex: Int?, lacking witness: KeyPath<Entry, Bool>,
    signal: String? = nil
  ) -> Int {
    func fits(_ entry: Entry) -> Bool {
      !entry[keyPath: witness] && (signal == nil || (entry.crash.signal ?? signal) == signal)
    }
    var found = entries.suffix(Self.memory).lastIndex {
      fits($0) && test != nil && $0.crash.test == test
    }
    if found == nil, let last = entries.indices.last, fits(entries[last]),
      entries[last].crash.test == nil || test == nil
    {
      found = last
    }
    if entries.count == Self.mostEntries { found = found ?? entries.indices.last }
    let index = found ?? entries.endIndex
    if found == nil { entries.append(Entry(crash: Crash(test: test), testIndex: testIndex)) }
    entries[index].crash.test = entries[index].crash.test ?? test
    entries[index].testIndex = entries[index].testIndex ?? testIndex
    return index
  }

  /// `SIGILL` for 4. Most numbers are the same everywhere; 7, 10 and 12 are Linux's.
  static func name(ofSignal number: Int) -> String {
    switch number {
    case 1: "SIGHUP"
    case 2: "SIGINT"
    case 3: "SIGQUIT"
    case 4: "SIGILL"
    case 5: "SIGTRAP"
    case 6: "SIGABRT"
    case 7: "SIGBUS"
    case 8: "SIGFPE"
    case 9: "SIGKILL"
    case 11: "SIGSEGV"
    case 13: "SIGPIPE"
    case 14: "SIGALRM"
    case 15: "SIGTERM"
    case 24: "SIGXCPU"
    default: "signal \(number)"
    }
  }
}

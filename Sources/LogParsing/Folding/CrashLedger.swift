import CIModel

/// Puts together what a log says about processes that died.
///
/// A fatal error, a backtrace, an exit by signal and Xcode's restart can all speak of the same
/// death; each adds what the others lack.
struct CrashLedger {
  private var entries: [Entry] = []
  /// Whether the lines of a crash report are being read.
  private(set) var isInReport = false
  /// How many entries back a witness can speak of.
  private static let memory = 64
  /// Index of the entry whose crash report is being read.
  private var reported = 0
  private var root: String?

  private struct Entry {
    var crash: Crash
    /// Index of the running test, when the crash was first seen beside one.
    var testIndex: Int?
    /// Which of the witnesses have spoken.
    var hasFatalError = false
    var hasReport = false
    var hasExited = false
    /// The place is a frame; `hasOwnFrame` when it lies below the repository root.
    var hasFrame = false
    var hasOwnFrame = false
  }

  /// `root` is the repository root without a slash at the end.
  init(root: String?) { self.root = root }

  mutating func fatalError(
    _ reason: String, file: String?, line: Int?, test: String?, testIndex: Int?
  ) {
    // The runtime tells standard error and the system log the same.
    if let last = entries.last, last.crash.reason == reason, last.testIndex == testIndex,
      !last.hasReport
    {
      return
    }
    let index = entry(test, testIndex, lacking: \.hasFatalError)
    entries[index].hasFatalError = true
    entries[index].crash.reason = reason
    // Files of the standard library are not the place one looks for.
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
  }

  mutating func report(_ reason: String, test: String?, testIndex: Int?) {
    if !isInReport { reported = entry(test, testIndex, lacking: \.hasReport) }
    guard entries.indices.contains(reported) else { return }
    entries[reported].hasReport = true
    if entries[reported].crash.reason == nil { entries[reported].crash.reason = reason }
    isInReport = true
  }

  /// Books what a crash report of the system tells.
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

  mutating func frame(file: String, line: Int?, isSystem: Bool) {
    guard isInReport, !isSystem, entries.indices.contains(reported),
      !(entries[reported].hasFrame && entries[reported].hasOwnFrame),
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

  /// Whether a crash is known that ended this test.
  func knows(_ test: String) -> Bool { entries.contains { $0.crash.test == test } }

  mutating func endReport() { isInReport = false }

  /// SwiftPM says that the process ended by a signal; `test` is the only one its command names.
  mutating func exited(signal: Int, test: String?, inFlight: String?, testIndex: Int?) {
    let name = Self.name(ofSignal: signal)
    let index = entry(
      test ?? inFlight, test == nil ? testIndex : nil, lacking: \.hasExited, signal: name)
    entries[index].hasExited = true
    entries[index].crash.signal = name
  }

  /// Xcode says that it started the process again.
  mutating func restarted(after test: String?, testIndex: Int?) {
    entries[entry(test, testIndex, lacking: \.hasExited)].hasExited = true
    isInReport = false
  }

  /// The test has ended as tests do, so nothing killed its process.
  mutating func survived(testIndex: Int) {
    // What it seemed to die of was told of last.
    for index in entries.indices.suffix(Self.memory).reversed()
    where entries[index].testIndex == testIndex && !entries[index].hasExited {
      entries.remove(at: index)
    }
  }

  /// A death that was told of apart from its test is charged to the only test that it can have
  /// ended: standard error can arrive before everything that the test printed.
  mutating func chargeTheOnlySuspect(_ tests: [TestCase]) {
    let unnamed = entries.indices.filter { entries[$0].crash.test == nil }
    guard unnamed.count == 1 else { return }
    let charged = Set(entries.compactMap(\.crash.test))
    let suspects = tests.filter { $0.outcome == .unfinished && !charged.contains($0.name) }
    if suspects.count == 1 { entries[unnamed[0]].crash.test = suspects[0].name }
  }

  /// Crashes in order; a line that only looks like one counts unless its test ended well.
  func crashes(relativeTo shorten: (String) -> String) -> [Crash] {
    entries.map { entry in
      var crash = entry.crash
      crash.file = crash.file.map(shorten)
      return crash
    }
  }

  /// The entry that a witness speaks of: one that has not heard this witness yet and does not
  /// contradict it, the same test's first; else a new one.
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
    let index = found ?? entries.endIndex
    if found == nil { entries.append(Entry(crash: Crash(test: test), testIndex: testIndex)) }
    entries[index].crash.test = entries[index].crash.test ?? test
    entries[index].testIndex = entries[index].testIndex ?? testIndex
    return index
  }

  /// `SIGILL` for 4. The first numbers are the same everywhere; 7, 10 and 12 are Linux's.
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

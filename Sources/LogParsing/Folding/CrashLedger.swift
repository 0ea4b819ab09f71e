import CIModel

/// Puts together what a log says about processes that died.
///
/// A fatal error, a backtrace, an exit by signal and Xcode's restart can all speak of the same
/// death; each adds what the others lack.
struct CrashLedger {
  private var entries: [Entry] = []
  /// Whether the lines of a crash report are being read.
  private(set) var isInReport = false
  private var root: String?

  private struct Entry {
    var crash: Crash
    /// Index of the running test, when the crash was first seen.
    var testIndex: Int?
    /// Something other than a line that any program can print says so.
    var isConfirmed = false
    var hasExited = false
    /// The place is a frame below the repository root.
    var hasOwnFrame = false
    var hasFrame = false
  }

  /// `root` is the repository root without a slash at the end.
  init(root: String?) { self.root = root }

  mutating func fatalError(
    _ reason: String, file: String?, line: Int?, test: String?, testIndex: Int?
  ) {
    // The runtime tells standard error and the system log the same.
    if let last = entries.last, last.crash.reason == reason, last.testIndex == testIndex,
      !last.hasExited
    {
      return
    }
    var entry = entry(test, testIndex)
    entry.crash.reason = reason
    // Files of the standard library are not the place one looks for.
    if let file, !file.hasPrefix("Swift/") {
      entry.crash.file = file
      entry.crash.line = line
    }
    put(entry)
  }

  mutating func signal(_ signal: Int, test: String?, testIndex: Int?) {
    var entry = entry(test, testIndex)
    entry.crash.signal = Self.name(ofSignal: signal)
    entry.isConfirmed = true
    put(entry)
    isInReport = true
  }

  mutating func report(_ reason: String, test: String?, testIndex: Int?) {
    var entry = entry(test, testIndex)
    entry.isConfirmed = true
    if entry.crash.reason == nil { entry.crash.reason = reason }
    put(entry)
    isInReport = true
  }

  mutating func frame(file: String, line: Int, isSystem: Bool) {
    guard isInReport, !isSystem, let index = entries.indices.last,
      !file.contains("/.build/"), !file.contains("<compiler-generated>")
    else { return }
    let isOwn = root.map { file.hasPrefix($0 + "/") } ?? false
    if isOwn ? entries[index].hasOwnFrame : entries[index].hasFrame { return }
    entries[index].hasFrame = true
    entries[index].hasOwnFrame = isOwn || root == nil
    entries[index].crash.file = file
    entries[index].crash.line = line
  }

  mutating func endReport() { isInReport = false }

  /// SwiftPM says that the process ended by a signal; `test` is the only one its command names.
  mutating func exited(signal: Int, test: String?, inFlight: String?, testIndex: Int?) {
    let name = Self.name(ofSignal: signal)
    let known = entries.lastIndex {
      !$0.hasExited && ($0.crash.signal ?? name) == name
        && (test == nil || $0.crash.test == nil || $0.crash.test == test)
    }
    if let known {
      entries[known].crash.signal = name
      entries[known].crash.test = entries[known].crash.test ?? test
      entries[known].isConfirmed = true
      entries[known].hasExited = true
      return
    }
    var entry = Entry(crash: Crash(test: test ?? inFlight, signal: name), testIndex: testIndex)
    entry.isConfirmed = true
    entry.hasExited = true
    entries.append(entry)
  }

  /// Xcode says that it started the process again.
  mutating func restarted(after test: String?, testIndex: Int?) {
    if let index = entries.indices.last, !entries[index].hasExited,
      test == nil || entries[index].crash.test == nil || entries[index].crash.test == test
    {
      entries[index].crash.test = entries[index].crash.test ?? test
      entries[index].isConfirmed = true
      entries[index].hasExited = true
    } else {
      var entry = Entry(crash: Crash(test: test), testIndex: testIndex)
      entry.isConfirmed = true
      entry.hasExited = true
      entries.append(entry)
    }
    isInReport = false
  }

  /// The test has ended as tests do, so nothing killed its process.
  mutating func survived(testIndex: Int) {
    entries.removeAll { $0.testIndex == testIndex && !$0.hasExited }
  }

  /// Crashes in order; a line that only looks like one counts unless its test ended well.
  func crashes(relativeTo shorten: (String) -> String) -> [Crash] {
    entries.map { entry in
      var crash = entry.crash
      crash.file = crash.file.map(shorten)
      return crash
    }
  }

  /// The entry that the running test's process already has, or a new one.
  private func entry(_ test: String?, _ testIndex: Int?) -> Entry {
    if let last = entries.last, !last.hasExited, last.testIndex == testIndex { return last }
    if let test, let early = entries.first(where: { $0.crash.test == test && !$0.hasFrame }) {
      return early
    }
    return Entry(crash: Crash(test: test), testIndex: testIndex)
  }

  private mutating func put(_ entry: Entry) {
    if let last = entries.indices.last, !entries[last].hasExited,
      entries[last].testIndex == entry.testIndex
    {
      entries[last] = entry
    } else if entry.hasExited,
      let index = entries.firstIndex(where: { $0.crash.test == entry.crash.test && $0.hasExited })
    {
      // The exit was told first; the report that follows belongs to it.
      entries.remove(at: index)
      entries.append(entry)
    } else {
      entries.append(entry)
    }
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

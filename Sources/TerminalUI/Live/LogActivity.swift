import CIModel
package import LogParsing
import PipelineRunner
import Reporters

/// Decides which lines of a log to show while it is read, and tracks the current activity.
package struct LogActivity {
  /// The amount of the log that is shown.
  package enum Detail: Int, Hashable, Sendable, Comparable {
    /// `-qq`
    case failures
    /// `-q`
    case warnings
    /// Also passed tests, and every unrecognized line.
    case everything

    package static func < (left: Detail, right: Detail) -> Bool { left.rawValue < right.rawValue }
  }

  package let style: Paint
  package let detail: Detail
  /// The duration in seconds from which a test is slow; `nil` reports no slow tests.
  package let slowSeconds: Double?

  private enum Building {
    case nothing
    case task(String)
    case command
  }

  /// The number of bytes of a build command that are parsed.
  private static let longestCommand = 2_000

  private var running = RunningTests()
  /// The running test of a runner that prints only the names of starting tests.
  private var foreign: String?
  private var ended = 0
  private var failed = 0
  private var building = Building.nothing
  /// The line of the last build command. It is parsed when it is shown: commands are most of
  /// xcodebuild's output, and only five per second are shown.
  private var buildCommand: [UInt8] = []
  /// XCTest prints the reason for skipping a test before it prints that the test was skipped.
  private var skipReason: (test: String, reason: String)?
  private var shown: Set<Diagnostic> = []

  package init(style: Paint, detail: Detail, slowSeconds: Double?) {
    self.style = style
    self.detail = detail
    self.slowSeconds = slowSeconds
  }

  // MARK: Lines

  /// Returns the lines to show for an event; most events need none.
  package mutating func lines(for event: LogEvent, _ line: LogLine) -> [String] {
    switch event {
    case .buildProgress(let step, let total, let task):
      building = .task("[\(step)/\(total)] \(task)")
      return []
    case .buildCommand:
      building = .command
      buildCommand.removeAll(keepingCapacity: true)
      buildCommand.append(contentsOf: line.bytes.prefix(LogActivity.longestCommand))
      return []
    case .buildEnded(let action, let succeeded, let seconds):
      building = .nothing
      return buildEnded(action, succeeded, seconds)
    case .diagnostic(let diagnostic):
      return message(diagnostic)
    case .runStarted:
      running.removeAll()
      return []
    case .suiteStarted(let name, .xctest) where LogEvent.isProcess(suite: name):
      running.removeAll()
      return []
    case .testStarted(let name, _):
      building = .nothing
      running.start(name)
      return []
    case .testEnded, .testEndedOnDevice, .testFailedOnDevice, .testSkipped, .testEndedSilently:
      return testEnd(event, line)
    case .skipReason(let test, let issue):
      skipReason = (test, issue.message)
      return []
    case .issueRecorded(let test, _, let issue):
      return recorded(test, issue)
    case .issueDetail(let text):
      return detail == .everything ? ["    " + style.dim(printable(text))] : []
    case .runtimeWarning(let category, let shape, let identifiers):
      return runtimeWarning(category, shape, identifiers)
    case .fatalError, .signalCaught, .crashReport, .processEnded, .restarted, .runnerFailed:
      return crash(event)
    case .foreignTest(let name, let outcome):
      return result(name, outcome, nil, nil)
    case .foreignStarted(let name):
      foreign = name
      return []
    case .foreignEnded(let outcome, let seconds):
      return result(foreign ?? "a test", outcome, seconds, nil)
    case .sanitizerReport(let category, let reason, let file, let line):
      let place = file.map { "\($0):\(line.map { "\($0):" } ?? "") " } ?? ""
      return ["\(style.failure) \(place)\(category): \(printable(reason))"]
    case .snapshotImages(let reference, let actual):
      return detail >= .warnings
        ? ["    reference \(printable(reference))", "    actual \(printable(actual))"] : []
    case .unrecognized:
      return unknown(line)
    case .failureWrapper, .runEnded, .suiteStarted, .suiteEnded, .testCaseStarted, .argumentsOpened,
      .measured, .executed, .listStarted, .foreignTotals, .frame, .crashReportEnded, .notice,
      .crashReportThread, .sanitizerSummary, .xcodebuildCalled, .deviceReportStarted,
      .foreignExecuted:
      return []
    }
  }

  private mutating func testEnd(_ event: LogEvent, _ line: LogLine) -> [String] {
    switch event {
    case .testEnded(let name, _, let outcome, let seconds, let reason):
      // A result of a test that never started is text that something else printed.
      guard running.end(name) else { return unknown(line) }
      let known = skipReason.flatMap { $0.test == name ? $0.reason : nil }
      return result(name, outcome, seconds, reason ?? known)
    case .testEndedOnDevice(let name, _, let outcome, let seconds):
      return result(name, outcome, seconds, nil)
    case .testFailedOnDevice(let name, _, let reason):
      return result(name, .failed, nil, reason)
    case .testSkipped(let name, let reason):
      return result(name, .skipped, nil, reason)
    case .testEndedSilently(let step, let total, let id):
      ended += 1
      return detail == .everything
        ? ["\(style.start) \(id) \(style.dim("[\(step)/\(total)]"))"] : []
    default:
      return []
    }
  }

  private mutating func crash(_ event: LogEvent) -> [String] {
    switch event {
    case .fatalError(let reason, let file, let line):
      let place = file.map { "\($0):\(line.map { "\($0):" } ?? "") " } ?? ""
      return [crashed("\(place)\(reason)")]
    case .signalCaught(let number):
      return [crashed("signal \(number)")]
    case .crashReport(let reason):
      return [crashed(reason)]
    case .processEnded(let signal, _):
      return ["\(style.failure) the test process ended with signal \(signal)"]
    case .restarted(let test):
      let cause = test.map { " after a crash in \($0)" } ?? ""
      return ["\(style.failure) the tests were restarted\(cause)"]
    case .runnerFailed(let reason, _):
      return ["\(style.failure) \(printable(reason))"]
    default:
      return []
    }
  }

  private mutating func result(
    _ name: String, _ outcome: TestOutcome, _ seconds: Double?, _ reason: String?
  ) -> [String] {
    ended += 1
    let time = seconds.map { style.dim(" (\($0.duration))") } ?? ""
    let because = reason.map { ": " + printable($0) } ?? ""
    switch outcome {
    case .passed:
      guard detail == .everything else { return [] }
      let isSlow =
        !running.overlap && slowSeconds.map { limit in (seconds ?? 0) >= limit } ?? false
      return [style.success + " \(name)\(time)" + (isSlow ? style.yellow(" slow") : "")]
    case .skipped, .cancelled, .notTold:
      guard detail == .everything else { return [] }
      return ["\(style.skip) \(name)\(time)  \(style.dim(outcome.rawValue + because))"]
    case .failed, .crashed, .timedOut, .unfinished, .notRun:
      failed += 1
      return ["\(style.failure) \(name)\(time)\(because)"]
    }
  }

  private func recorded(_ test: String?, _ issue: TestIssue) -> [String] {
    if issue.isKnown || issue.severity < .error {
      guard detail >= .warnings, !issue.isKnown || detail == .everything else { return [] }
    }
    var message = issue.message
    message.dropEmptyMessage()
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    var place = issue.file.map { "\($0):" } ?? ""
    if let line = issue.line { place += "\(line):" }
    if let column = issue.column { place += "\(column):" }
    let kind = issue.isKnown ? style.dim("known issue") : issue.severity < .error ? "warning" : nil
    let head = [
      place.isEmpty ? nil : style.bold(place), kind, test.map { "\($0):" },
      lines.first.map { printable(String($0)) },
    ].compactMap(\.self).joined(separator: " ")
    var shown = ["  " + head]
    if let arguments = issue.arguments { shown.append("    with \(printable(arguments))") }
    return shown + lines.dropFirst().prefix(20).map { "    " + printable(String($0)) }
  }

  private mutating func message(_ diagnostic: Diagnostic) -> [String] {
    guard diagnostic.severity == .error || (detail >= .warnings && diagnostic.severity == .warning)
    else { return [] }
    // Compilers repeat a diagnostic for each file that they read.
    guard shown.insert(diagnostic).inserted else { return [] }
    return [LiveView.text(diagnostic, style)]
  }

  private func runtimeWarning(
    _ category: String, _ shape: String, _ identifiers: [String]
  ) -> [String] {
    guard detail >= .warnings else { return [] }
    var text = style.yellow("\(style.warning) \(category)")
    if !identifiers.isEmpty {
      text += "  " + identifiers.joined(separator: ", ")
    } else if !shape.isEmpty {
      text += "  " + printable(shape)
    }
    if let test = running.only { text += style.dim("  in \(test)") }
    return [text]
  }

  private func buildEnded(_ action: String, _ succeeded: Bool, _ seconds: Double?) -> [String] {
    if !succeeded { return ["\(style.failure) \(action) failed"] }
    guard detail == .everything else { return [] }
    return [
      "\(style.success) \(action) succeeded"
        + (seconds.map { style.dim(" (\($0.duration))") } ?? "")
    ]
  }

  /// Names the test of a crash if only one is running.
  private mutating func crashed(_ reason: String) -> String {
    let text = printable(reason)
    guard let test = running.only else { return "\(style.failure) \(text)" }
    return "\(style.failure) \(test) crashed: \(text)"
  }

  /// An unrecognized line, truncated; the indentation keeps CI services from executing it as a
  /// command.
  private func unknown(_ line: LogLine) -> [String] {
    guard detail == .everything else { return [] }
    let bytes = UnsafeRawBufferPointer(rebasing: line.bytes.prefix(4_096))
    return ["  " + PrintableText.line(bytes, keepsColor: false)]
  }

  private func printable(_ text: String) -> String {
    PrintableText.line(text.utf8.prefix(4_096), keepsColor: false)
  }

  // MARK: Running tests

  /// With more running tests than this, most of them only wait for a thread.
  private static let mostTestsTold = 8

  /// Reports each test once that has been running for longer than the slow limit.
  mutating func slowLines() -> [String] {
    guard let slowSeconds, running.count <= LogActivity.mostTestsTold else { return [] }
    let lines = running.newlySlow(after: slowSeconds).map { name, seconds in
      "\(style.yellow("slow")) \(name) \(style.dim("runs for \(seconds.duration)"))"
    }
    return detail == .failures ? [] : lines
  }

  // MARK: Status

  /// Describes the current activity; `nil` when it is unknown.
  package func status(elapsed: Double) -> String? {
    var text = "  " + LiveView.clock(elapsed)
    if ended > 0 || running.count > 0 {
      text += "  \(counted(ended, "test")) done"
      if failed > 0 { text += ", \(failed) failed" }
      if let summary = running.summary { text += "  \(summary)" }
    } else {
      switch building {
      case .nothing: break
      case .task(let task): text += "  \(task)"
      case .command:
        text += "  \(LogActivity.buildTask(String(decoding: buildCommand, as: UTF8.self)))"
      }
    }
    return text
  }

  /// Formats xcodebuild's `CompileSwift normal arm64 /p/View.swift (in target 'App' from project
  /// 'App')` as `CompileSwift View.swift in App`.
  static func buildTask(_ line: String) -> String {
    let words = line.split(separator: " ")
    guard let kind = words.first else { return "" }
    let target = line.firstRange(of: "(in target '").map {
      line[$0.upperBound...].prefix { $0 != "'" }
    }
    let file = words.dropFirst().last { word in
      word.contains("/") && (word.split(separator: "/").last?.contains(".") ?? false)
    }
    let name = file?.split(separator: "/").last
    return
      ([String(kind), name.map(String.init)].compactMap(\.self)
      + (target.map { ["in \($0)"] } ?? [])).joined(separator: " ")
  }
}

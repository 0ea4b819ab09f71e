import CIModel
import CIServices
import LogParsing
import PipelineConfig
import PipelineRunner
import ProcessExecution
import Reporters
import RunEvents

extension LiveView {
  /// The state of the run, and of the screen.
  struct State {
    let style: Paint
    var isFinished = false
    /// Whether at least one line has been printed.
    var hasShown = false
    /// Whether the running step shows the output of its command.
    var streamsOutput = false

    /// Whether each line is prefixed with its step.
    private(set) var prefixesLines = false
    /// Whether a step has taken over the terminal.
    private(set) var isSilent = false

    private let output: OutputMode
    private var folding: LogFolding?
    let presentation: Presentation
    private var foldTitle = ""
    private var stepID: String?
    /// The activities of the running steps.
    private var activities: [String: StepActivity] = [:]
    /// The number of steps in this plan, and of those that have ended.
    private var stepCount = 0
    private var endedCount = 0
    /// Crashes until the test that crashed is reported.
    private var unnamedCrashes: [String] = []
    var status = StatusArea()
    /// When something was last printed.
    var shownAt = SuspendingClock.now
    private var partialLine: [UInt8] = []
    private var endsWithReturn = false
    var streamingSteps: Set<String> = []
    /// The running steps, the oldest first.
    private var runningSteps: [String] = []
    /// Unfinished lines by step, when lines are prefixed.
    var prefixedParts: [String: [UInt8]] = [:]
    var prefixWidth = 0
    /// The scripts of `run` steps, by step.
    private var scripts: [String: String] = [:]

    /// The maximum size of a line on the screen in bytes; the log contains the whole line.
    static let longestLine = 4_096

    /// The number of output bytes that were shown, by step.
    private var shown: [String: Int] = [:]

    init(style: Paint, folding: LogFolding?, output: OutputMode, presentation: Presentation) {
      self.style = style
      self.presentation = presentation
      self.folding = folding
      self.output = output
    }

    // MARK: Lines

    /// - Parameter width: The maximum number of columns of a command; `nil` shows its whole first
    ///   line.
    mutating func lines(for event: RunEvent, detail: Detail, width: Int? = nil) -> [String] {
      var commands: [String] = []
      let lines = lines(for: event, detail: detail, width: width, &commands)
      return commands + lines.map(presentation.presented)
    }

    /// - Parameter commands: Lines for the CI service to execute, which are printed first and
    ///   unchanged.
    private mutating func lines(
      for event: RunEvent, detail: Detail, width: Int?, _ commands: inout [String]
    ) -> [String] {
      switch event {
      case .started(let plan):
        start(plan)
        return []
      case .running(let ids):
        let ended = runningSteps.filter { !ids.contains($0) }
        endedCount += ended.count
        for id in ended { activities[id] = nil }
        runningSteps = ids
        for id in ids where activities[id] == nil { activities[id] = StepActivity() }
        return []
      case .progress(let id, let progress):
        activities[id]?.take(progress)
        return []
      case .terminal(let isTaken):
        isSilent = isTaken
        return []
      case .stepStarted(let id, let command):
        return startStep(id, command, width, &commands)
      case .stepContinued(let id, let command):
        activities[id]?.continueStep()
        let text = firstLine(command)
        let shown = width.map { clipped(text, toWidth: max(10, $0 - 3)) } ?? text
        return [style.dim("  \(shown)")]
      case .log(_, let event):
        return detail == .verbose ? [] : lines(for: event)
      case .stepEnded(let result):
        commands = flushPartialLine()
        if let folding, stepID != nil, !prefixesLines {
          commands += folding.closing(
            id: result.id, title: foldTitle, time: secondsSince1970(),
            failed: result.status == .failed || result.status == .timedOut)
        }
        if stepID == result.id { stepID = nil }
        streamsOutput = false
        if runningSteps.isEmpty { activities[result.id] = nil }
        shown[result.id] = nil
        return endPrefixed(result.id) + tellUnnamedCrashes() + [line(for: result)]
      case .upToDate(let count):
        return ["\(style.symbol(.passed)) \(style.bold("\(count) steps"))  up to date"]
      case .note(let text):
        return [text]
      }
    }

    private mutating func start(_ plan: Plan) {
      streamingSteps.reserveCapacity(plan.steps.count)
      stepCount = plan.steps.count
      // By index, because a loop over the steps copies each of them.
      for index in plan.steps.indices {
        let id = plan.steps[index].step.id
        prefixWidth = max(prefixWidth, min(24, id.count))
        let action = plan.steps[index].step.action
        if case .run(let options) = action { scripts[id] = options.script }
        if action.kind.isCommand { streamingSteps.insert(id) }
      }
      let isParallel = plan.jobs > 1 && plan.steps.count > 1
      prefixesLines = output == .prefixed || output == .stream && isParallel
    }

    private mutating func startStep(
      _ id: String, _ command: String, _ width: Int?, _ commands: inout [String]
    ) -> [String] {
      stepID = id
      // With several threads, `running` reports when steps start.
      if runningSteps.isEmpty { activities = [id: StepActivity()] }
      unnamedCrashes = []
      streamsOutput = streamingSteps.contains(id)
      let text = firstLine(scripts[id] ?? command)
      if folding != nil, !prefixesLines {
        foldTitle = "\(id)  \(text)"
        commands = folding?.opening(id: id, title: foldTitle, time: secondsSince1970()) ?? []
        return []
      }
      let room = width.map { max(10, $0 - id.count - 5) }
      let shown = room.map { clipped(text, toWidth: $0) } ?? text
      return ["\(style.start) \(style.bold(id))  \(style.dim(shown))"]
    }

    private func line(for result: StepResult) -> String {
      // A step that never started did not fail itself.
      let isLeftOut = result.status == .cancelled && result.attempts == 0
      let symbol = style.symbol(isLeftOut ? .skipped : result.status)
      var line = "\(symbol) \(style.bold(result.id))"
      if result.attempts > 0 { line += style.dim("  \(result.durationSeconds.duration)") }
      if let reason = result.reason { line += "  \(reason)" }
      return line
    }

    private mutating func lines(for event: LogEvent) -> [String] {
      switch event {
      case .fatalError(let reason, _, _):
        unnamedCrashes.append(reason)
        return []
      case .testEnded(let name, _, let outcome, let seconds, _):
        return ended(name, outcome, seconds)
      case .testEndedOnDevice(let name, _, let outcome, let seconds):
        return ended(name, outcome, seconds)
      case .testFailedOnDevice(let name, _, _):
        return ended(name, .failed, nil)
      default:
        return []
      }
    }

    private mutating func ended(
      _ name: String, _ outcome: TestOutcome, _ seconds: Double?
    ) -> [String] {
      guard outcome.isFailure else { return [] }
      // A single crash belongs to this test.
      if outcome == .crashed, unnamedCrashes.count == 1 {
        return ["  \(style.failure) \(name) crashed: \(unnamedCrashes.removeLast())"]
      }
      let time = seconds.map { style.dim(" (\($0.duration))") } ?? ""
      let crashes = outcome == .crashed ? tellUnnamedCrashes() : []
      let words = outcome == .failed ? "" : "  \(outcome.words)"
      return crashes + ["  \(style.failure) \(name)\(time)\(words)"]
    }

    private mutating func tellUnnamedCrashes() -> [String] {
      defer { unnamedCrashes = [] }
      return unnamedCrashes.map { "  \(style.failure) \($0)" }
    }

    private func firstLine(_ command: String) -> String {
      let lines = command.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: true)
      guard let first = lines.first else { return "" }
      let text = PrintableText.line(first.utf8, keepsColor: false)
      return lines.count > 1 ? text + (style.unicode ? " …" : " ...") : text
    }

    // MARK: Output of the running command

    /// Adds output, and returns the complete lines, indented and truncated, each with its line
    /// break.
    mutating func completeLines(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count + bytes.count / 8)
      var rest = bytes
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = UnsafeRawBufferPointer(rebasing: rest[..<end])
        rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
        // Nearly every line can be shown unchanged.
        if partialLine.isEmpty, !endsWithReturn, line.count <= State.longestLine,
          presentation.leaves(line)
        {
          text += [UInt8(ascii: " "), UInt8(ascii: " ")]
          text += line
          text.append(UInt8(ascii: "\n"))
        } else {
          addPartialLine(line)
          for line in flushPartialLine(evenEmpty: true) { text += Array((line + "\n").utf8) }
        }
      }
      addPartialLine(rest)
      return text
    }

    private mutating func addPartialLine(_ bytes: UnsafeRawBufferPointer) {
      for byte in bytes {
        if byte == UInt8(ascii: "\r") {
          endsWithReturn = true
        } else {
          // Text before a carriage return is overwritten by the text after it.
          if endsWithReturn { partialLine.removeAll(keepingCapacity: true) }
          endsWithReturn = false
          if partialLine.count < State.longestLine { partialLine.append(byte) }
        }
      }
    }

    private mutating func flushPartialLine(evenEmpty: Bool = false) -> [String] {
      defer {
        partialLine.removeAll(keepingCapacity: true)
        endsWithReturn = false
      }
      if partialLine.isEmpty, !evenEmpty { return [] }
      let margin = [UInt8](repeating: UInt8(ascii: " "), count: 2)
      return [presentation.outputLine(margin + partialLine)]
    }

    // MARK: Status

    /// The maximum number of status lines; more would displace the output.
    private static let mostStatusLines = 5

    /// The running steps, the oldest first.
    private var current: [String] {
      runningSteps.isEmpty ? [stepID].compactMap(\.self) : runningSteps
    }

    /// A line for each running step; none while a step has taken over the terminal.
    func activityLines() -> [String] {
      let ids = current
      if isSilent || ids.isEmpty { return [] }
      let width = min(24, ids.map(\.count).max() ?? 0)
      var lines = ids.prefix(Self.mostStatusLines).map { id in
        let padding = String(repeating: " ", count: max(0, width - id.count))
        let activity = activities[id] ?? StepActivity()
        let text = activity.text
        return "  \(id)\(padding) \(activity.clock)" + (text.isEmpty ? "" : "  \(text)")
      }
      if ids.count > lines.count { lines.append("  and \(ids.count - lines.count) more steps") }
      return lines
    }

    /// The lines at the bottom of a terminal.
    ///
    /// - Parameter isCancelling: Whether the run is being cancelled.
    func statusLines(isCancelling: Bool) -> [String] {
      var lines = activityLines()
      if lines.isEmpty { return [] }
      if isCancelling {
        lines.append("  cancelling; press Ctrl-C again to stop at once")
      } else if stepCount > 2, !runningSteps.isEmpty {
        let waiting = stepCount - endedCount - current.count
        lines.append(
          "  \(endedCount) of \(stepCount) steps done" + (waiting > 0 ? ", \(waiting) to go" : ""))
      }
      return lines
    }

    /// The number of bytes of a step's output that may still be shown, and whether they are the
    /// last.
    mutating func takeRoom(
      _ count: Int, of id: String, limit: Int
    ) -> (count: Int, isLast: Bool) {
      let before = shown[id] ?? 0
      shown[id] = before + count
      return (max(0, min(count, limit - before)), before <= limit && before + count > limit)
    }
  }

  /// Formats seconds as `1:05`.
  static func clock(_ value: Double) -> String {
    let whole = Int(value)
    let rest = whole % 60
    return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
  }

  /// Formats a diagnostic: `Sources/A.swift:1:2: error: message`.
  static func text(_ diagnostic: Diagnostic, _ style: Paint) -> String {
    var place = diagnostic.file.map { "\($0):" } ?? ""
    if let line = diagnostic.line { place += "\(line):" }
    if let column = diagnostic.column { place += "\(column):" }
    let severity =
      diagnostic.severity == .error
      ? style.red("error:") : style.yellow("\(diagnostic.severity.rawValue):")
    return "\(place.isEmpty ? "" : style.bold(place) + " ")\(severity) \(diagnostic.message)"
  }
}

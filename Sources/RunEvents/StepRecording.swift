import FileSystem
import LogParsing

/// Stores the output of one step and its events, each with its offset in the output, until they are
/// shown. Memory is bounded: a `Spool` keeps long output on disk, and the number of events is
/// limited.
struct StepRecording {
  /// The maximum number of log events; the commands of a step are always kept.
  static let mostLogEvents = 20_000

  private var events: [(offset: Int, event: RunEvent)] = []
  private var logEvents = 0
  private var spool = Spool()

  mutating func append(_ bytes: UnsafeRawBufferPointer) { spool.append(bytes) }

  /// Stores a command of the step or an event of its log.
  mutating func append(_ event: RunEvent) {
    if case .log(_, let event) = event {
      if event == .unrecognized { return }
      logEvents += 1
      if logEvents > Self.mostLogEvents { return }
    }
    events.append((spool.count, event))
  }

  /// Shows all output and events in order.
  func replay(_ id: String, to target: RunObserver) {
    var offset = 0
    for (place, event) in events {
      show(offset..<place, id, target)
      target.onEvent(event)
      offset = place
    }
    show(offset..<spool.count, id, target)
    if spool.isCut || logEvents > Self.mostLogEvents {
      target.onEvent(
        .note("What else step \(id) printed is in its log: there was no room to keep it."))
    }
  }

  private func show(_ range: Range<Int>, _ id: String, _ target: RunObserver) {
    if !range.isEmpty { spool.read(range) { target.onOutput(id, $0) } }
  }
}

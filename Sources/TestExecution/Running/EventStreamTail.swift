import CIModel
import FileSystem
import LogParsing
import Synchronization

/// Reads the event stream file of a process while the process writes it.
///
/// It is a file, not a pipe: some file systems have no named pipes, and events written before a
/// crash must survive even if they have not been read yet.
final class EventStreamTail: Sendable {
  private struct State: ~Copyable {
    var reader: EventStreamReader
    /// The stream; `nil` until the process has created it.
    var file: OpenFile?
    var problem: String?
    var isFinished = false
    /// Processor time of the process in seconds at the last look, and when events were last read.
    var used = (now: 0.0, atEvents: 0.0)
  }

  private let path: String
  private let processorSeconds: @Sendable () -> Double?
  private let onChange: @Sendable (EventStreamReader.Change) -> Void
  private let onAttached: @Sendable (EventStreamReader.Attached) -> Void
  private let state: Mutex<State>

  init(
    path: String, root: String, width: Int?,
    processorSeconds: @escaping @Sendable () -> Double? = { nil },
    onAttached: @escaping @Sendable (EventStreamReader.Attached) -> Void = { _ in },
    onChange: @escaping @Sendable (EventStreamReader.Change) -> Void
  ) {
    self.path = path
    self.processorSeconds = processorSeconds
    self.onChange = onChange
    self.onAttached = onAttached
    state = Mutex(State(reader: EventStreamReader(root: root, width: width)))
  }

  /// Reads new events, and reports their changes.
  func poll() {
    state.withLock { state in
      guard !state.isFinished else { return }
      readNews(&state)
    }
  }

  /// Reads the rest. Returns the facts of the stream, and a lowercase fragment when it could not be
  /// read.
  func finish() -> (facts: LogFacts, problem: String?) {
    state.withLock { state in
      readNews(&state)
      state.isFinished = true
      if state.file == nil, state.problem == nil {
        state.problem = "the test process wrote no event stream (\(FileError.Reason.noSuchFile))"
      }
      state.file = nil
      return (state.reader.finish(), state.problem)
    }
  }

  private func readNews(_ state: inout State) {
    read(&state)
    for attached in state.reader.takeAttached() { onAttached(attached) }
    for change in state.reader.takeChanges() { onChange(change) }
  }

  private func read(_ state: inout State) {
    if state.file == nil { open(&state) }
    // A process that has just ended has none.
    state.used.now = processorSeconds() ?? state.used.now
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
      do throws(FileError) {
        while let count = try state.file?.read(into: buffer), count > 0 {
          state.reader.read(
            UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]),
            processorSeconds: state.used.now - state.used.atEvents)
          state.used.atEvents = state.used.now
        }
      } catch {
        state.problem = "cannot read the event stream: \(error.reason)"
      }
    }
  }

  private func open(_ state: inout State) {
    do throws(FileError) {
      state.file = try OpenFile(path, to: .read)
    } catch {
      // A test may replace the file by a pipe or a device, which has no end.
      if case .notAFile = error.reason {
        state.problem = "the event stream is no longer a file"
      }
    }
  }
}

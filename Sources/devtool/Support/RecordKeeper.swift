import CIModel
import PipelineRunner
import ProcessExecution
import Reporters
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes the record of a run to disk as the run goes, beside it: a run of many short steps must
/// not wait for the disk after each of them.
final class RecordKeeper: Sendable {
  private struct State {
    var pending: RunRecord?
    var isFinished = false
  }

  private let path: String
  private let state = Mutex(State())
  /// Held while a record is taken and written, so that an older one never replaces a newer one.
  private let disk = Mutex(())

  /// Writes the first record at once.
  init(path: String, _ start: RunRecord) {
    self.path = path
    state.withLock { $0.pending = start }
    write()
    startThread { [weak self] in
      var pause: UInt32 = 20_000
      while true {
        usleep(pause)
        guard let self, !self.state.withLock({ $0.isFinished }) else { return }
        let clock = SuspendingClock()
        let elapsed = clock.measure { self.write() }
        // Writing takes a tenth of the time at most, however large the record gets.
        pause = UInt32(clamping: max(20_000, Int(elapsed.seconds * 10_000_000)))
      }
    }
  }

  /// Takes a newer record; it is on disk a moment later.
  func keep(_ record: RunRecord) {
    state.withLock { $0.pending = record }
  }

  /// Writes what is left.
  func finish() {
    write()
    state.withLock { $0.isFinished = true }
  }

  private func write() {
    disk.withLock { _ in
      let record = state.withLock { state in
        defer { state.pending = nil }
        return state.pending
      }
      guard let record else { return }
      // Only the last record must be there, and whoever stores that one says when it cannot be.
      try? writeFile(path, Array(JSONText.encode(record).utf8))
    }
  }
}

import CIModel
import FileSystem
import LocalState
import PipelineRunner
import ProcessExecution
import Reporters
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Stores the record of a run as the run goes, without making many short steps wait for the disk.
///
/// Writing takes a fiftieth of the time at most: what comes sooner after the last record is written a
/// moment later, in the background. Where there is time it is written at once, because a step may
/// remove this folder (`git clean -fdx`) and must not find a new file in it while it does. A record of
/// many tests is not waited for: it comes when the run is nearly over, and is written again then.
final class RecordKeeper: Sendable {
  private struct State {
    var record: RunRecord
    var isPending = false
    /// Not written again before this.
    var notBefore = SuspendingClock.now
    var isFinished = false
    /// Why the last one could not be written.
    var problem: FileError?
  }

  private let path: String
  private let key: StateKey?
  private let state: Mutex<State>
  /// Held while a record is taken and written, so that an older one never replaces a newer one.
  private let disk = Mutex(())

  init(path: String, _ key: StateKey?, _ record: RunRecord) {
    self.path = path
    self.key = key
    state = Mutex(State(record: record))
    startThread { [weak self] in
      while true {
        usleep(200_000)
        guard let self, !self.state.withLock({ $0.isFinished }) else { return }
        if self.isDue { self.write() }
      }
    }
  }

  /// Changes the record.
  func update(_ change: (inout RunRecord) -> Void) {
    let isSmall = state.withLock { state in
      change(&state.record)
      state.isPending = true
      return state.record.tests.count < RecordKeeper.manyTests
    }
    if isSmall, isDue { write() }
  }

  /// So many tests take a hundredth of a second to write down.
  private static let manyTests = 1_000

  /// Writes what is left; what kept it from being written.
  ///
  /// Where something ran it waits for the disk: that it was measured must outlive a power failure. A
  /// run that found everything up to date has measured nothing.
  func finish() -> FileError? {
    let measured = state.withLock { state in state.record.steps.contains { $0.attempts > 0 } }
    write(isDurable: measured)
    return state.withLock { state in
      state.isFinished = true
      return state.problem
    }
  }

  private var isDue: Bool {
    state.withLock { $0.isPending && SuspendingClock.now >= $0.notBefore }
  }

  private func write(isDurable: Bool = false) {
    disk.withLock { _ in
      let record = state.withLock { state -> RunRecord? in
        guard state.isPending else { return nil }
        state.isPending = false
        return state.record
      }
      guard let record else { return }
      let start = SuspendingClock.now
      var problem: FileError?
      do throws(FileError) {
        try writeFile(
          path, SealedRecord.sealed(JSONText.bytes(record), id: record.id, key),
          isDurable: isDurable)
      } catch {
        problem = error
      }
      let end = SuspendingClock.now
      state.withLock { state in
        state.notBefore = end + max((end - start) * 50, .milliseconds(50))
        state.problem = problem
      }
    }
  }
}

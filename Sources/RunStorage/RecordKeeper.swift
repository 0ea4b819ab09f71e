package import CIModel
package import FileSystem
package import LocalState
import ProcessExecution
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Owns the record of a run and stores it as the run goes, without making many short steps wait for the
/// disk.
///
/// Writing takes a fiftieth of the time at most: what comes sooner after the last record is written a
/// moment later, in the background. Where there is time it is written at once, because a step may
/// remove this folder (`git clean -fdx`) and must not find a new file in it while it does. A record of
/// many tests is not waited for: it comes when the run is nearly over, and is written again then.
package final class RecordKeeper: Sendable {
  private struct State {
    var record: RunRecord
    var isPending = false
    /// Whether a thread writes what is pending.
    var isWatched = false
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

  /// - Parameters:
  ///   - record: At the start of the run; it is stored at the first change.
  ///   - directory: Of the run.
  ///   - key: Seals the record; `nil` leaves it unsealed.
  package init(_ record: RunRecord, in directory: RunDirectory, key: StateKey?) {
    path = directory.recordPath
    self.key = key
    state = Mutex(State(record: record))
  }

  /// Writes in the background what was not written at once.
  private func watch() {
    startThread { [weak self] in
      while true {
        usleep(200_000)
        guard let self, !self.state.withLock({ $0.isFinished }) else { return }
        if self.isDue { self.write() }
      }
    }
  }

  /// As it is now.
  package var record: RunRecord { state.withLock { $0.record } }

  /// Changes the record in place, and stores it when that is worth it.
  package func update(_ change: (inout RunRecord) -> Void) {
    let (isFirst, isSmall) = state.withLock { state in
      change(&state.record)
      state.isPending = true
      defer { state.isWatched = true }
      return (!state.isWatched, state.record.tests.count < RecordKeeper.manyTests)
    }
    if isFirst { watch() }
    if isSmall, isDue { write() }
  }

  /// So many tests take a hundredth of a second to write down.
  private static let manyTests = 1_000

  /// Writes what is left; what kept it from being written.
  ///
  /// Where something ran it waits for the disk: that it was measured must outlive a power failure. A
  /// run that found everything up to date has measured nothing.
  package func finish() -> FileError? {
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

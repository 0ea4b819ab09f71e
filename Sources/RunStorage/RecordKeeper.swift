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

/// Owns the record of a run and stores it during the run, without making many short steps wait for
/// the disk.
///
/// Writing takes at most a fiftieth of the time: updates that follow too soon after the last write
/// are written shortly later, in the background. Otherwise the record is written at once, because a
/// step may remove this folder (`git clean -fdx`), and no new file must appear in it meanwhile. The
/// record of a run with many tests is never written at once, but in the background and at the end.
package final class RecordKeeper: Sendable {
  private struct State {
    var record: RunRecord
    var isPending = false
    /// Whether a thread writes pending updates.
    var isWatched = false
    /// The earliest time of the next write.
    var notBefore = SuspendingClock.now
    var isFinished = false
    /// Why the last write failed.
    var problem: FileError?
  }

  private let path: String
  private let key: StateKey?
  private let state: Mutex<State>
  /// Held while a record is read and written, so that an older record never replaces a newer one.
  private let disk = Mutex(())

  /// - Parameters:
  ///   - record: The record at the start of the run; it is stored at the first change.
  ///   - directory: The folder of the run.
  ///   - key: Seals the record; `nil` leaves it unsealed.
  package init(_ record: RunRecord, in directory: RunDirectory, key: StateKey?) {
    path = directory.recordPath
    self.key = key
    state = Mutex(State(record: record))
  }

  /// Writes pending updates in the background.
  private func watch() {
    startThread { [weak self] in
      while true {
        usleep(200_000)
        guard let self, !self.state.withLock({ $0.isFinished }) else { return }
        if self.isDue { self.write() }
      }
    }
  }

  /// The current record.
  package var record: RunRecord { state.withLock { $0.record } }

  /// Changes the record in place, and stores it unless that would take too much time.
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

  /// Writing this many tests takes a hundredth of a second.
  private static let manyTests = 1_000

  /// Writes pending updates; returns the error of the last write.
  ///
  /// When a step ran, this waits for the disk: the measurements must survive a power failure. A run
  /// in which all steps were up to date has measured nothing.
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

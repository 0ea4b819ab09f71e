import CIModel
import FileSystem
import LogParsing
import Synchronization

/// Takes in what the tests of one process attach, while the process runs: each file is copied as soon as the
/// event stream tells of it, and removed, so that tests that attach without end do not fill the disk.
final class AttachmentIntake: Sendable {
  private struct State {
    /// By test id.
    var kept: [String: [TestAttachment]] = [:]
    /// How many were not even noted.
    var leftOut = 0
  }

  /// What is handed to the process; absolute.
  let folder: String
  private let keeper: AttachmentKeeper
  private let state = Mutex(State())

  /// Makes the folder.
  init(_ folder: String, _ keeper: AttachmentKeeper) throws(FileError) {
    try makeFolder(folder, permissions: 0o700)
    (self.folder, self.keeper) = (folder, keeper)
  }

  deinit { removeTree(folder) }

  /// Takes in a file of which the event stream tells.
  func take(_ attached: EventStreamReader.Attached) {
    let inside = attached.path.path(below: folder)
    guard let inside, !inside.contains("/"), inside != ".." else {
      let name = attached.name ?? attached.path
      return add(attached.testID) {
        TestAttachment(
          name, .attached, size: 0, leftOut: "its name points outside the attachments folder")
      }
    }
    add(attached.testID) {
      keeper.keepFile(inside, folder, attached.name ?? inside, .attached)
    }
    _ = removeFile("\(folder)/\(inside)")
  }

  private func add(_ test: String, _ keep: () -> TestAttachment?) {
    let isFull = state.withLock {
      $0.kept[test]?.count ?? 0 >= AttachmentKeeper.mostOfAttempt
    }
    let kept = isFull ? nil : keep()
    state.withLock { state in
      if let kept { state.kept[test, default: []].append(kept) } else { state.leftOut += 1 }
    }
  }

  /// Hands out what was taken in, and removes the folder.
  ///
  /// - Returns: How many were left out without a word.
  func finish(_ facts: inout LogFacts) -> Int {
    removeTree(folder)
    return state.withLock { state in
      for index in facts.tests.indices {
        guard let id = facts.tests[index].id, let kept = state.kept.removeValue(forKey: id) else {
          continue
        }
        facts.tests[index].attachments = kept
      }
      return state.leftOut
    }
  }
}

import CIModel
import FileSystem
import LogParsing
import Synchronization

/// Collects the attachments of the tests of one process while the process runs. Each file is copied
/// as soon as the event stream reports it, and then removed, so that tests with endless attachments
/// do not fill the disk.
final class AttachmentIntake: Sendable {
  private struct State {
    /// Stored attachments by test id.
    var kept: [String: [TestAttachment]] = [:]
    /// The number of attachments that were dropped and are not listed with their test.
    var leftOut = 0
  }

  /// The absolute path of the attachments folder, which is passed to the process.
  let folder: String
  private let keeper: AttachmentKeeper
  private let state = Mutex(State())

  /// Creates the folder.
  init(_ folder: String, _ keeper: AttachmentKeeper) throws(FileError) {
    try makeFolder(folder, permissions: 0o700)
    (self.folder, self.keeper) = (folder, keeper)
  }

  deinit { removeTree(folder) }

  /// Stores a file that the event stream reports.
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

  /// Adds the stored attachments to their tests, and removes the folder.
  ///
  /// - Returns: The number of attachments that were dropped and are not listed with their test.
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

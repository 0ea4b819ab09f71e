import FileSystem
import RunStorage
import Synchronization

/// The files behind `$DEVTOOL_OUTPUT`, one for each running step. They may contain secrets, so only
/// their owner can read them, and a file with outputs is removed after it was read.
///
/// Most steps write nothing, so the next step reuses their file: creating and removing a file for
/// each step is expensive, especially since ext4 passes over all inodes that were freed in the last
/// minute.
final class OutputFiles: Sendable {
  private struct State {
    /// Paths of files that no step uses; the files were empty when they were given back.
    var free: [String] = []
    /// Number of files made.
    var count = 0
  }

  /// Absolute.
  private let folder: String
  private let state = Mutex(State())

  init(in directory: RunDirectory) {
    folder = "\(directory.path)/outputs"
  }

  /// Returns the path of an empty file for a step that starts.
  func take() throws(FileError) -> String {
    let (known, number) = state.withLock { state in
      if let path = state.free.popLast() { return (path as String?, 0) }
      state.count += 1
      return (nil, state.count)
    }
    // An earlier step may have removed all untracked files.
    if let known, isUntouched(known) { return known }
    let path = known ?? "\(folder)/\(number)"
    removeTree(path)
    do throws(FileError) {
      try OpenFile(path, to: .create, permissions: 0o600).close()
    } catch {
      guard error.isMissing else { throw error }
      try makeFolders(folder)
      try OpenFile(path, to: .create, permissions: 0o600).close()
    }
    return path
  }

  /// Takes the file back from a step that has ended.
  ///
  /// - Parameter isReleased: Whether no process of the step can write to the file any more.
  /// - Returns: The first `limit` bytes of what the step wrote.
  /// - Throws: When the step replaced the file, for example by a pipe.
  func giveBack(
    _ path: String, isReleased: Bool, limit: Int
  ) throws(FileError) -> [UInt8] {
    if isReleased, isUntouched(path) {
      state.withLock { $0.free.append(path) }
      return []
    }
    defer { removeTree(path) }
    do throws(FileError) {
      return try readFile(path, limit: limit)
    } catch {
      // A step may remove its file; it then has no outputs.
      if error.isMissing { return [] }
      throw error
    }
  }

  /// Removes all files, after the last step.
  func remove() {
    if state.withLock({ $0.count }) > 0 { removeTree(folder) }
  }

  /// Whether the file is still the empty private file that was created.
  private func isUntouched(_ path: String) -> Bool {
    guard let status = FileStatus(path, followsLink: false) else { return false }
    return status.isFile && status.permissions == 0o600 && status.size == 0
      && status.linkCount == 1
  }
}

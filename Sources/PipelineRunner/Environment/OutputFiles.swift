import FileSystem
import RunStorage
import Synchronization

/// The files behind `$DEVTOOL_OUTPUT`, one for each step that runs at the moment. They may hold secrets, so
/// only their owner can read them, and what a step wrote is removed when it has been read.
///
/// Most steps write nothing, and the next one gets their file: to make and remove one for each step is
/// dear, the more so as ext4 passes over all inodes that were freed in the last minute.
final class OutputFiles: Sendable {
  private struct State {
    /// Empty when they were given back.
    var free: [String] = []
    /// How many were made.
    var count = 0
  }

  /// Absolute.
  private let folder: String
  private let state = Mutex(State())

  init(in directory: RunDirectory) {
    folder = "\(directory.path)/outputs"
  }

  /// An empty file for the step that starts.
  func take() throws(FileError) -> String {
    let (known, number) = state.withLock { state in
      if let path = state.free.popLast() { return (path as String?, 0) }
      state.count += 1
      return (nil, state.count)
    }
    // A step before may have removed everything that git does not know.
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
  /// - Parameter isReleased: Whether nothing that the step started can write to it any more.
  /// - Returns: The first `limit` bytes of what the step wrote.
  /// - Throws: When the step has made something else of the file, such as a pipe.
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
      // A step may remove it, and say nothing with it.
      if error.isMissing { return [] }
      throw error
    }
  }

  /// Removes all of them, when no step needs one any more.
  func remove() {
    if state.withLock({ $0.count }) > 0 { removeTree(folder) }
  }

  /// Whether it is as it was when it was made.
  private func isUntouched(_ path: String) -> Bool {
    guard let status = FileStatus(path, followsLink: false) else { return false }
    return status.isFile && status.permissions == 0o600 && status.size == 0
      && status.linkCount == 1
  }
}

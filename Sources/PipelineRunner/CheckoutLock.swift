import CIModel
package import FileSystem
import ProcessExecution

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lets one run at a time use a checkout: an advisory lock on `.devtool/lock`, which the system
/// gives back when its holder dies, however it dies.
package final class CheckoutLock: Sendable {
  private let descriptor: Int32

  /// Who holds a lock, as its file says.
  package struct Holder: Hashable, Sendable {
    package var pid: Int32
    package var runID: String
    package var command: String

    /// Three lines: the process id, the run's id, the command.
    fileprivate var text: String { "\(pid)\n\(runID)\n\(command)\n" }

    package init(pid: Int32, runID: String, command: String) {
      self.pid = pid
      self.runID = runID
      self.command = command
    }

    fileprivate init?(_ text: String) {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      guard lines.count >= 3, let pid = Int32(lines[0]), pid > 0 else { return nil }
      self.init(pid: pid, runID: String(lines[1]), command: String(lines[2]))
    }
  }

  package enum Attempt: Sendable {
    /// - Parameters:
    ///   - abandoned: The run that held the lock before and was killed; `nil` when that one ended in
    ///     order.
    ///   - before: What the lock's file was like before it was written.
    case locked(CheckoutLock, abandoned: Holder?, before: Stamp?)
    /// `nil` when the file does not say by whom.
    case held(by: Holder?)
  }

  /// What runs leave in the file of the lock: as long as it stays the same, no run begins or ends.
  package struct Stamp: Hashable, Sendable {
    fileprivate var file: FileStamp

    /// `nil` when there is no such file.
    init?(root: String) {
      guard let file = FileStamp(path: "\(root)/.devtool/lock") else { return nil }
      self.init(file: file)
    }

    fileprivate init(file: FileStamp) {
      self.file = file
    }

    /// Whether the last run ended in order.
    var isFree: Bool { file.size == 0 }
  }

  private init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Tries once, without waiting.
  ///
  /// - Parameter root: The folder that `.devtool` is in; `.devtool` is made when it is missing.
  package static func attempt(
    root: String, as holder: Holder
  ) throws(StorageError) -> Attempt {
    try makeFolders("\(root)/.devtool")
    let path = "\(root)/.devtool/lock"
    let descriptor = try openDescriptor(path, O_RDWR | O_CREAT | O_NONBLOCK, "open")
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      let code = errno
      let other = content(descriptor)
      close(descriptor)
      if code == EWOULDBLOCK { return .held(by: other) }
      throw StorageError("lock", path, code: code)
    }
    let abandoned = content(descriptor)
    var status = stat()
    let before = fstat(descriptor, &status) == 0 ? Stamp(file: FileStamp(status)) : nil
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw StorageError("lock", path, code: EINVAL, reason: "it is not a file")
    }
    // The other name may be one of a file outside of the checkout.
    guard status.st_nlink == 1 else {
      close(descriptor)
      throw StorageError(
        "lock", path, code: EMLINK, reason: "it has a second name (a hard link); remove it")
    }
    let lock = CheckoutLock(descriptor: descriptor)
    lock.write(holder.text)
    return .locked(lock, abandoned: abandoned, before: before)
  }

  /// Gives the lock back and notes that the run ended in order.
  package func release() {
    write("")
    flock(descriptor, LOCK_UN)
  }

  deinit { close(descriptor) }

  private static func content(_ descriptor: Int32) -> Holder? {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Holder(String(decoding: buffer[..<count], as: UTF8.self)) : nil
  }

  /// What is written only explains; that it cannot be written hinders nobody.
  private func write(_ text: String) {
    var text = text
    _ = ftruncate(descriptor, 0)
    text.withUTF8 { _ = pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }
}

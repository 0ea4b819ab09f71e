import CIModel
package import FileSystem
import ProcessExecution

/// Lets one run at a time use a checkout: an advisory lock on `.devtool/lock`, which the system
/// releases when the process dies, however it dies.
package final class CheckoutLock: Sendable {
  private let file: OpenFile

  /// The holder of a lock, according to its file.
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
    /// - Parameter abandoned: The run that held the lock before and was killed; `nil` when that run
    ///   ended in order.
    case locked(CheckoutLock, abandoned: Holder?)
    /// The holder is `nil` when the file does not name it.
    case held(by: Holder?)
  }

  private init(_ file: consuming OpenFile) {
    self.file = file
  }

  /// Tries to lock once, without waiting.
  ///
  /// - Parameter root: The folder that contains `.devtool`, which is created when it is missing.
  package static func attempt(
    root: String, as holder: Holder
  ) throws(FileError) -> Attempt {
    try makeFolders("\(root)/.devtool")
    let path = "\(root)/.devtool/lock"
    let file = try OpenFile(path, to: .update, .open)
    guard try file.lock() else { return .held(by: content(file)) }
    let abandoned = content(file)
    let status = file.status
    if let status, !status.isFile { throw FileError(.lock, path, .notAFile(status.kind)) }
    // The other hard link may be outside of the checkout.
    guard status?.linkCount == 1 else { throw FileError(.lock, path, .hasSecondName) }
    let lock = CheckoutLock(file)
    lock.write(holder.text)
    return .locked(lock, abandoned: abandoned)
  }

  /// Releases the lock and records that the run ended in order.
  package func release() {
    write("")
    file.unlock()
  }

  private static func content(_ file: borrowing OpenFile) -> Holder? {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = buffer.withUnsafeMutableBytes { try? file.read(into: $0, at: 0) } ?? 0
    return count > 0 ? Holder(String(decoding: buffer[..<count], as: UTF8.self)) : nil
  }

  /// Writes the description of the holder. It is only informative, so a failure is ignored.
  private func write(_ text: String) {
    var text = text
    try? file.truncate(to: 0)
    text.withUTF8 { try? file.write(UnsafeRawBufferPointer($0), at: 0) }
  }
}

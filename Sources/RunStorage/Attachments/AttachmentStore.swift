package import CIModel
import FileSystem
import Synchronization

/// Stores the attachments of a run below its folder, each distinct content once.
///
/// Attachments are untrusted. A file is copied and never moved, because it may still grow or be a
/// hard link to a file elsewhere. Its name is the hash of its content, and size and number are
/// limited.
package final class AttachmentStore: Sendable {
  package struct Limits: Hashable, Sendable {
    /// The limit for one file, in bytes.
    package var each = 16 << 20
    /// The limit for all files together, in bytes.
    package var all = 256 << 20
    /// The maximum number of attachments of all tests together.
    package var count = 2_000

    package init(each: Int = 16 << 20, all: Int = 256 << 20, count: Int = 2_000) {
      (self.each, self.all, self.count) = (each, all, count)
    }

    /// Describes the limits, as the reason why an attachment was left out.
    package var words: String { "a run keeps \(count) of them and \(all >> 20) MiB" }
  }

  private struct State {
    /// By file name, the number of attachments with this content.
    var users: [String: Int] = [:]
    var count = 0
    /// In bytes.
    var size = 0
  }

  /// Returns the content without secrets.
  package typealias Masking = @Sendable ([UInt8]) -> [UInt8]

  /// The absolute path of the run's folder.
  private let folder: String
  package let limits: Limits
  private let state = Mutex(State())

  /// - Parameter folder: The absolute path of the run's folder. Nothing is created in it before the
  ///   first attachment.
  package init(in folder: String, limits: Limits = Limits()) {
    (self.folder, self.limits) = (folder, limits)
  }

  /// Stores a copy of a regular file.
  ///
  /// - Parameters:
  ///   - path: Relative to `root`, with no link on the way.
  ///   - mask: Hides secrets. A binary file that contains a secret is left out.
  /// - Returns: `nil` when the run has no room for another attachment.
  package func keep(
    _ path: String, below root: String, as name: String, _ kind: TestAttachment.Kind,
    hiding mask: Masking?
  ) -> TestAttachment? {
    let bytes: [UInt8]
    do throws(FileError) {
      let file = try OpenFile(reading: path, below: root)
      let size = file.status?.size ?? 0
      guard size <= limits.each else { return tooLarge(name, kind, size: size) }
      bytes = try file.readAll(limit: limits.each + 1)
    } catch {
      return leftOut(name, kind, size: 0, "it cannot be read: \(error.reason)")
    }
    return keep(bytes, as: name, kind, hiding: mask)
  }

  /// Stores bytes as an attachment.
  ///
  /// - Returns: `nil` when the run has no room for another attachment.
  package func keep(
    _ bytes: [UInt8], as name: String, _ kind: TestAttachment.Kind, hiding mask: Masking?
  ) -> TestAttachment? {
    guard bytes.count <= limits.each else { return tooLarge(name, kind, size: bytes.count) }
    let type = TestAttachment.ContentType(of: bytes, name: name)
    var content = bytes
    if let mask {
      content = mask(bytes)
      if !type.isText, content != bytes {
        return leftOut(name, kind, size: bytes.count, "it contains a secret")
      }
    }
    let attachment = TestAttachment(
      Self.shortened(name), kind, type, size: content.count, digest: SHA256.hex(content))
    guard let file = attachment.fileName else { return nil }
    do throws(FileError) {
      return try add(file, content) ? attachment : nil
    } catch {
      return leftOut(name, kind, size: content.count, "it cannot be stored: \(error.reason)")
    }
  }

  /// Removes the attachments of an attempt that is not part of the result.
  package func release(_ attachments: [TestAttachment]) {
    for attachment in attachments {
      state.withLock { state in
        state.count -= 1
        guard let file = attachment.fileName, let users = state.users[file] else { return }
        state.users[file] = users > 1 ? users - 1 : nil
        if users > 1 { return }
        state.size -= attachment.size
        _ = removeFile("\(folder)/\(TestAttachment.folder)/\(file)")
      }
    }
  }

  // MARK: Limits

  /// Writes a file unless its content is already stored; the lock keeps `release` from removing it
  /// meanwhile.
  ///
  /// - Returns: Whether there was room for the file.
  private func add(_ file: String, _ content: [UInt8]) throws(FileError) -> Bool {
    try state.withLock { state throws(FileError) in
      let isNew = state.users[file] == nil
      guard state.count < limits.count, !isNew || state.size + content.count <= limits.all else {
        return false
      }
      if isNew {
        try writeFile("\(TestAttachment.folder)/\(file)", below: folder, permissions: 0o600) {
          output throws(FileError) in try output.write(content)
        }
        state.size += content.count
      }
      state.count += 1
      state.users[file, default: 0] += 1
      return true
    }
  }

  private func tooLarge(_ name: String, _ kind: TestAttachment.Kind, size: Int) -> TestAttachment? {
    leftOut(name, kind, size: size, "it is larger than \(limits.each >> 20) MiB")
  }

  private func leftOut(
    _ name: String, _ kind: TestAttachment.Kind, size: Int, _ reason: String
  ) -> TestAttachment? {
    let hasRoom = state.withLock { state in
      guard state.count < limits.count else { return false }
      state.count += 1
      return true
    }
    return hasRoom
      ? TestAttachment(Self.shortened(name), kind, size: size, leftOut: reason) : nil
  }

  /// Shortens a name to 255 bytes, the limit for file names on every system.
  private static func shortened(_ name: String) -> String {
    name.utf8.count <= 255
      ? name : String(decoding: Array(name.utf8.prefix(250)), as: UTF8.self) + "…"
  }
}

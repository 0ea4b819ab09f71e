package import CIModel
import FileSystem
import Synchronization

/// Keeps the attachments of a run below its folder, each content once.
///
/// What tests attach is a stranger's: it is copied and never moved, since a file may go on growing or be
/// another name of one elsewhere, it is called by the hash of its content, and there is a limit to everything.
package final class AttachmentStore: Sendable {
  package struct Limits: Hashable, Sendable {
    /// Of a file, in bytes.
    package var each = 16 << 20
    /// Of all files together, in bytes.
    package var all = 256 << 20
    /// Of all tests together.
    package var count = 2_000

    package init(each: Int = 16 << 20, all: Int = 256 << 20, count: Int = 2_000) {
      (self.each, self.all, self.count) = (each, all, count)
    }

    /// What does not fit is left out for these reasons.
    package var words: String { "a run keeps \(count) of them and \(all >> 20) MiB" }
  }

  private struct State {
    /// By file name, how many attachments have this content.
    var users: [String: Int] = [:]
    var count = 0
    /// In bytes.
    var size = 0
  }

  /// The content without secrets.
  package typealias Masking = @Sendable ([UInt8]) -> [UInt8]

  /// Of the run; absolute.
  private let folder: String
  package let limits: Limits
  private let state = Mutex(State())

  /// - Parameter folder: Of the run; absolute. Nothing is made in it before there is something to keep.
  package init(in folder: String, limits: Limits = Limits()) {
    (self.folder, self.limits) = (folder, limits)
  }

  /// Keeps a copy of a regular file.
  ///
  /// - Parameters:
  ///   - path: Relative to `root`, with no link on the way.
  ///   - mask: Hides secrets. A file that is no text and holds one is left out.
  /// - Returns: `nil` when the run has no room for any more.
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

  /// Keeps bytes.
  ///
  /// - Returns: `nil` when the run has no room for any more.
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

  /// Removes the attachments of an attempt that the result leaves out.
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

  // MARK: Room

  /// Writes a file unless its content is stored already; the lock keeps `release` from removing it meanwhile.
  ///
  /// - Returns: Whether there was room for it.
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

  /// Names of files have at most 255 bytes on every system; a name that is a novel is none.
  private static func shortened(_ name: String) -> String {
    name.utf8.count <= 255
      ? name : String(decoding: Array(name.utf8.prefix(250)), as: UTF8.self) + "…"
  }
}

import CIModel
import FileSystem
import PipelineRunner

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that gets every byte of a log as it comes, for whoever wants the raw log, too.
final class PassthroughFile {
  private let descriptor: Int32
  private let path: String
  private(set) var failure: CommandFailure?

  /// - Throws: `CommandFailure` when the file cannot be made.
  init(_ path: String, _ workspace: Workspace) throws(CommandFailure) {
    self.path = path
    do throws(StorageError) {
      descriptor = try workspace.file(path).openToWrite()
    } catch {
      throw CommandFailure(
        .missingInput, "cannot write '\(path)': \(error.words)",
        help: "Give --passthrough a file that can be written.")
    }
  }

  deinit { close(descriptor) }

  /// Adds bytes. When that fails the log is read on all the same, and `failure` says why.
  func write(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while !rest.isEmpty, failure == nil {
      let count = systemWrite(descriptor, rest.baseAddress, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        failure = CommandFailure(
          .missingInput, "'\(path)' is cut off: \(String(cString: strerror(errno)))")
        return
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }
}

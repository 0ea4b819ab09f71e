import CIModel

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
  init(_ path: String) throws(CommandFailure) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw CommandFailure(
        .missingInput, "cannot write '\(path)': \(String(cString: strerror(errno)))",
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

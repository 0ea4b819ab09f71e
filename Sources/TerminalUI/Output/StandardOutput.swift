import CIModel
import FileSystem
package import Reporters

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes results to standard output and messages to standard error.
package enum StandardOutput {
  private static let result = Presentation(descriptor: STDOUT_FILENO)
  private static let messages = Presentation(descriptor: STDERR_FILENO)

  /// Writes a result.
  ///
  /// - Parameter medium: The kind of reader. Text for people is made safe for the terminal and the
  ///   CI service.
  /// - Throws: `CommandFailure` when the reader has gone (status 141, without a message, as `cat`
  ///   ends on SIGPIPE) or the disk is full.
  package static func write(
    _ text: String, _ medium: ReportMedium = .people
  ) throws(CommandFailure) {
    try write(result.presented(text, medium, isFile: isFile(STDOUT_FILENO)), to: STDOUT_FILENO)
  }

  /// Writes lines that have been made safe already.
  static func writePresented(_ text: String) throws(CommandFailure) {
    try write(text, to: STDOUT_FILENO)
  }

  /// Writes a message; a closed standard error is not an error.
  package static func message(_ text: String) {
    try? write(messages.presented(text) + "\n", to: STDERR_FILENO)
  }

  /// Writes progress to standard error, without adding a newline; the text has been made safe
  /// already.
  package static func progress(_ text: String) {
    try? write(text, to: STDERR_FILENO)
  }

  /// Passes on the output of another process; a closed descriptor is not an error here.
  package static func pass(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
    var rest = bytes
    while !rest.isEmpty {
      let count = systemWrite(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      if count <= 0 { return }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  private static func isFile(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func write(_ text: String, to descriptor: Int32) throws(CommandFailure) {
    var text = text
    let code: Int32 = text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = systemWrite(descriptor, rest.baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          if errno == EAGAIN {
            var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&wait, 1, 1_000)
            continue
          }
          return errno
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return 0
    }
    switch code {
    case 0: return
    case EPIPE: throw CommandFailure(.brokenPipe)
    default:
      throw CommandFailure(
        .checkFailed, "cannot write to the output: \(String(cString: strerror(code)))")
    }
  }
}

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The full log of one step on disk.
final class StepLog: Sendable {
  let path: String
  private let descriptor: Int32
  private let failure = Mutex<StorageError?>(nil)

  /// - Parameter isContinued: Add to what an earlier attempt wrote.
  init(path: String, isContinued: Bool = false) throws(StorageError) {
    self.path = path
    let mode = isContinued ? O_APPEND : O_TRUNC
    descriptor = open(path, O_WRONLY | O_CREAT | mode | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw StorageError("write", path) }
  }

  deinit { close(descriptor) }

  /// Adds to the log. When that fails, a full disk for example, the step goes on and `error` tells.
  func append(_ bytes: UnsafeRawBufferPointer) {
    failure.withLock { failure in
      if failure != nil { return }
      var rest = bytes
      while !rest.isEmpty {
        let count = write(descriptor, rest.baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          failure = StorageError("write", path)
          return
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// In bytes; 0 when the file is gone.
  var size: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Why the log is not complete; `nil` when it is.
  var error: StorageError? { failure.withLock { $0 } }
}

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The full log of one step on disk.
///
/// Of a log that would fill the disk only the beginning and the end are kept: behind `Limits.head` bytes
/// come the last `Limits.tail`, written round and round and put in order by `finish`.
final class StepLog: Sendable {
  /// In bytes.
  struct Limits: Hashable, Sendable {
    var head = 1 << 30
    var tail = 64 << 20
  }

  private struct State {
    /// Bytes that were to be written.
    var offered = 0
    var failure: StorageError?
    /// What `finish` says of what is missing.
    var gap: String?
  }

  let path: String
  private let descriptor: Int32
  /// Where this attempt begins in the file.
  private let start: Int
  private let limits: Limits
  private let state = Mutex(State())

  /// - Parameter isContinued: Add to what an earlier attempt wrote.
  init(
    path: String, isContinued: Bool = false, limits: Limits = Limits()
  ) throws(StorageError) {
    self.path = path
    self.limits = limits
    let mode = isContinued ? 0 : O_TRUNC
    descriptor = open(path, O_RDWR | O_CREAT | mode | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw StorageError("write", path) }
    var status = stat()
    start = isContinued && fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  deinit { close(descriptor) }

  /// Adds to the log. When that fails, a full disk for example, the step goes on and `error` tells.
  func append(_ bytes: UnsafeRawBufferPointer) {
    state.withLock { state in
      var rest = bytes
      while !rest.isEmpty {
        if state.failure != nil { return }
        let (place, room) = place(of: state.offered)
        let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(room))
        state.failure = write(piece, at: place)
        state.offered += piece.count
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
      }
    }
  }

  func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// Where in the file a byte goes, and how many more fit behind it.
  private func place(of offset: Int) -> (place: Int, room: Int) {
    if offset < limits.head { return (start + offset, limits.head - offset) }
    let turn = (offset - limits.head) % limits.tail
    return (start + limits.head + turn, limits.tail - turn)
  }

  private func write(_ bytes: UnsafeRawBufferPointer, at place: Int) -> StorageError? {
    var rest = bytes
    var place = place
    while !rest.isEmpty {
      let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(place))
      if count < 0 {
        if errno == EINTR { continue }
        return StorageError("write", path)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      place += count
    }
    return nil
  }

  /// Puts the end in order when something is missing before it; nothing may be added after that.
  ///
  /// - Returns: What is missing, for the reader of the log; `nil` when nothing is.
  func finish() -> String? {
    state.withLock { state in
      let missing = state.offered - limits.head - limits.tail
      if let gap = state.gap { return gap }
      guard missing > 0, state.failure == nil else { return nil }
      let text =
        "\(missing) bytes are left out: the first \(limits.head) and the last \(limits.tail) are kept"
      var gap = "\ndevtool: here \(text)\n"
      let count = gap.utf8.count
      // The oldest byte of the end is the one that would be written over next.
      let turn = (state.offered - limits.head) % limits.tail
      let place = start + limits.head
      var spool = Spool(isOnDisk: true)
      copy(place + turn..<place + limits.tail, to: &spool)
      copy(place..<place + turn, to: &spool)
      if spool.isCut {
        state.gap = text + ", the last ones out of order"
        return state.gap
      }
      gap.withUTF8 { state.failure = write(UnsafeRawBufferPointer($0), at: place) }
      var end = place + count
      spool.read(0..<spool.count) { bytes in
        if state.failure == nil { state.failure = write(bytes, at: end) }
        end += bytes.count
      }
      state.gap = text
      return text
    }
  }

  private func copy(_ range: Range<Int>, to spool: inout Spool) {
    var place = range.lowerBound
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while place < range.upperBound {
      let size = min(buffer.count, range.upperBound - place)
      let count = pread(descriptor, &buffer, size, off_t(place))
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return }
      buffer.withUnsafeBytes { spool.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      place += count
    }
  }

  /// In bytes; 0 when the file is gone.
  var size: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Why the log is not complete; `nil` when it is.
  var error: StorageError? { state.withLock { $0.failure } }
}

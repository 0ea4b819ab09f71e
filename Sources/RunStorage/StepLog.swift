package import FileSystem
import Synchronization

/// The full log of one step on disk. The file is created as soon as the log contains something that
/// is not in the record.
///
/// If the log is too long, only its beginning and its end are kept: the first `Limits.head` bytes
/// are followed by the last `Limits.tail` bytes, which form a ring buffer that `finish` puts in
/// order.
package final class StepLog: Sendable {
  /// In bytes.
  package struct Limits: Hashable, Sendable {
    package var head = 1 << 30
    package var tail = 64 << 20

    package init(head: Int = 1 << 30, tail: Int = 64 << 20) {
      self.head = head
      self.tail = tail
    }
  }

  private struct State: ~Copyable {
    /// The log file; `nil` until something is written.
    var file: OpenFile?
    /// The offset in the file at which this attempt begins.
    var start = 0
    /// The text to write first when the file is created.
    var head: [UInt8] = []
    /// The number of bytes that were added to the log, written or not.
    var offered = 0
    var failure: FileError?
    /// The result of `finish`: the description of the gap.
    var gap: String?
    /// The text of strerror(3) for ENOSPC, the same on every system.
    var fullDisk = PhraseWatch("No space left on device")
  }

  package let path: String
  private let limits: Limits
  private let state: Mutex<State>
  /// Creates the folder, which an earlier step may have removed along with everything that git
  /// ignores.
  private let makeFolder: @Sendable () throws(FileError) -> Void

  /// - Parameter isContinued: Append to the log of an earlier attempt.
  package init(
    path: String, isContinued: Bool = false, limits: Limits = Limits(),
    makeFolder: @escaping @Sendable () throws(FileError) -> Void = {}
  ) throws(FileError) {
    self.path = path
    self.limits = limits
    self.makeFolder = makeFolder
    var first = State()
    if isContinued { try StepLog.open(path, isContinued: true, &first, makeFolder) }
    state = Mutex(first)
  }

  private static func open(
    _ path: String, isContinued: Bool, _ state: inout State,
    _ makeFolder: () throws(FileError) -> Void
  ) throws(FileError) {
    let purpose = isContinued ? OpenFile.Purpose.update : .rewrite
    do throws(FileError) {
      state.file = try OpenFile(path, to: purpose)
    } catch {
      guard error.isMissing else { throw error }
      try makeFolder()
      state.file = try OpenFile(path, to: purpose)
    }
    if isContinued { state.start = state.file?.status?.size ?? 0 }
  }

  /// Adds text that is also in the record, such as the command; this alone does not create the
  /// file.
  package func announce(_ text: String) {
    state.withLock { state in
      if state.file == nil { state.head += text.utf8 } else { add(text, &state) }
    }
  }

  /// Adds to the log. When that fails, for example because the disk is full, the step continues and
  /// `error` is set.
  package func append(_ bytes: UnsafeRawBufferPointer) {
    state.withLock { state in
      makeFile(&state)
      state.fullDisk.take(bytes)
      add(bytes, &state)
    }
  }

  package func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// Creates the file, even if nothing was printed.
  package func makeFile() {
    state.withLock { makeFile(&$0) }
  }

  private func makeFile(_ state: inout State) {
    guard state.file == nil, state.failure == nil else { return }
    do throws(FileError) {
      try StepLog.open(path, isContinued: false, &state, makeFolder)
    } catch {
      state.failure = error
      return
    }
    let head = state.head
    state.head = []
    head.withUnsafeBytes { add($0, &state) }
  }

  private func add(_ text: String, _ state: inout State) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0), &state) }
  }

  private func add(_ bytes: UnsafeRawBufferPointer, _ state: inout State) {
    var rest = bytes
    while !rest.isEmpty {
      if state.failure != nil { return }
      let (place, room) = place(of: state.offered, state)
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(room))
      state.failure = write(piece, at: place, state)
      state.offered += piece.count
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
    }
  }

  /// The file offset of a byte, and the number of bytes that fit from there on.
  private func place(of offset: Int, _ state: borrowing State) -> (place: Int, room: Int) {
    if offset < limits.head { return (state.start + offset, limits.head - offset) }
    let turn = (offset - limits.head) % limits.tail
    return (state.start + limits.head + turn, limits.tail - turn)
  }

  private func write(
    _ bytes: UnsafeRawBufferPointer, at place: Int, _ state: borrowing State
  ) -> FileError? {
    do throws(FileError) {
      try state.file?.write(bytes, at: place)
      return nil
    } catch {
      return error
    }
  }

  /// Puts the end of the log in order when bytes are missing before it; nothing may be added after
  /// that.
  ///
  /// - Returns: A description of the gap for the reader of the log; `nil` when nothing is missing.
  package func finish() -> String? {
    state.withLock { state in
      let missing = state.offered - limits.head - limits.tail
      if let gap = state.gap { return gap }
      guard missing > 0, state.failure == nil else { return nil }
      let text =
        "\(missing) bytes are left out: the first \(limits.head) and the last \(limits.tail) are kept"
      var gap = "\ndevtool: here \(text)\n"
      let count = gap.utf8.count
      // The oldest byte of the end is the one that would be overwritten next.
      let turn = (state.offered - limits.head) % limits.tail
      let place = state.start + limits.head
      var spool = Spool(isOnDisk: true)
      copy(place + turn..<place + limits.tail, of: state, to: &spool)
      copy(place..<place + turn, of: state, to: &spool)
      if spool.isCut {
        state.gap = text + ", the last ones out of order"
        return state.gap
      }
      gap.withUTF8 { state.failure = write(UnsafeRawBufferPointer($0), at: place, state) }
      var end = place + count
      spool.read(0..<spool.count) { bytes in
        if state.failure == nil { state.failure = write(bytes, at: end, state) }
        end += bytes.count
      }
      state.gap = text
      return text
    }
  }

  private func copy(_ range: Range<Int>, of state: borrowing State, to spool: inout Spool) {
    _ = try? state.file?.readPieces(in: range) { spool.append($0) }
  }

  /// A fragment that states that a disk is full, according to the log or a failed write; `nil` when
  /// neither does.
  package var fullDisk: String? {
    state.withLock { state in
      if state.failure?.reason == .diskFull { return "no space is left for its log" }
      return state.fullDisk.isFound ? "its output says \"No space left on device\"" : nil
    }
  }

  /// The size of the file in bytes; 0 before it exists and after it was removed.
  package var size: Int {
    state.withLock { $0.file?.status?.size ?? 0 }
  }

  package var hasFile: Bool { state.withLock { $0.file != nil } }

  /// Why the log is not complete; `nil` when it is.
  package var error: FileError? { state.withLock { $0.failure } }
}

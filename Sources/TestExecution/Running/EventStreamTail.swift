import CIModel
import LogParsing
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads the event stream file of a process while the process writes it.
///
/// A file and no pipe: there are file systems without named pipes, and what a process wrote before
/// it died must not depend on us having read it.
final class EventStreamTail: Sendable {
  private struct State {
    var reader: EventStreamReader
    var descriptor: Int32 = -1
    var problem: String?
    var isFinished = false
  }

  private let path: String
  private let onChange: @Sendable (EventStreamReader.Change) -> Void
  private let state: Mutex<State>

  init(
    path: String, root: String, width: Int?,
    onChange: @escaping @Sendable (EventStreamReader.Change) -> Void
  ) {
    self.path = path
    self.onChange = onChange
    state = Mutex(State(reader: EventStreamReader(root: root, width: width)))
  }

  /// Reads what is new, and what the process did with it.
  func poll() {
    state.withLock { state in
      guard !state.isFinished else { return }
      read(&state)
      for change in state.reader.takeChanges() { onChange(change) }
    }
  }

  /// Reads the rest; what the stream holds, and a sentence when it could not be read.
  func finish() -> (facts: LogFacts, problem: String?) {
    state.withLock { state in
      read(&state)
      for change in state.reader.takeChanges() { onChange(change) }
      state.isFinished = true
      if state.descriptor < 0, state.problem == nil {
        state.problem =
          "the test process wrote no event stream (\(String(cString: strerror(ENOENT))))"
      }
      if state.descriptor >= 0 { close(state.descriptor) }
      state.descriptor = -1
      return (state.reader.finish(), state.problem)
    }
  }

  private func read(_ state: inout State) {
    if state.descriptor < 0 {
      state.descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
      var status = stat()
      // A test may put a pipe or a device in its place, which has no end.
      if state.descriptor >= 0, fstat(state.descriptor, &status) != 0 || !isFile(status) {
        state.problem = "the event stream is not a file any more"
        close(state.descriptor)
        state.descriptor = -1
      }
    }
    guard state.descriptor >= 0 else { return }
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
      while true {
        let count = systemRead(state.descriptor, buffer.baseAddress, buffer.count)
        if count < 0 {
          if errno == EINTR { continue }
          state.problem = "cannot read the event stream: \(String(cString: strerror(errno)))"
          return
        }
        if count == 0 { return }
        state.reader.read(
          UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
      }
    }
  }
}

private func isFile(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }

/// read(2), which a method of the same name would hide.
private func systemRead(
  _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  read(descriptor, buffer, count)
}

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Messages from the threads that see to processes to the one that decides what runs next.
final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])
  private let readEnd: Int32
  private let writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
    } else {
      ends = [-1, -1]
    }
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  deinit {
    if readEnd >= 0 {
      close(readEnd)
      close(writeEnd)
    }
  }

  /// - Parameter isUrgent: Wakes the reader; else the message waits for the next one that does.
  func send(_ message: Message, isUrgent: Bool = true) {
    messages.withLock { $0.append(message) }
    var byte: UInt8 = 1
    if isUrgent, writeEnd >= 0 { _ = write(writeEnd, &byte, 1) }
  }

  /// Waits until there is a message or the time is up, and takes what there is, oldest first.
  func receive(within limit: Duration) -> [Message] {
    let waiting = take()
    if !waiting.isEmpty { return waiting }
    let (seconds, attoseconds) = limit.components
    let milliseconds = seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    if readEnd >= 0 {
      var descriptor = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
      poll(&descriptor, 1, Int32(clamping: milliseconds))
    } else {
      usleep(1_000)
    }
    return take()
  }

  private func take() -> [Message] {
    var bytes = [UInt8](repeating: 0, count: 64)
    while readEnd >= 0, read(readEnd, &bytes, bytes.count) > 0 {}
    return messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}

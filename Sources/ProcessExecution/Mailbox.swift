import Synchronization

/// Hands messages from threads to threads; whoever receives sleeps until there is one.
package final class Mailbox<Message: Sendable>: Sendable {
  private struct Queue {
    var messages: [Message] = []
    /// Those before it have been taken.
    var head = 0

    mutating func takeFirst() -> Message? {
      guard head < messages.count else { return nil }
      defer {
        head += 1
        if head == messages.count {
          messages.removeAll(keepingCapacity: true)
          head = 0
        }
      }
      return messages[head]
    }
  }

  private let queue = Mutex(Queue())
  private let pipe = WakeUpPipe()

  package init() {}

  /// - Parameter isUrgent: Wakes a receiver; else the message waits for the next one that does.
  package func send(_ message: Message, isUrgent: Bool = true) {
    queue.withLock { $0.messages.append(message) }
    if isUrgent { pipe.wake() }
  }

  /// The oldest message; waits for one. Several threads may receive at the same time.
  package func receive() -> Message {
    while true {
      if let message = queue.withLock({ $0.takeFirst() }) { return message }
      // There is a wake-up for every message that nobody has taken, so each receiver takes one only.
      pipe.wait(milliseconds: -1)
      pipe.takeOne()
    }
  }

  /// Waits until there is a message or the time is up, and takes what there is, oldest first. For one
  /// receiver alone.
  package func receive(within limit: Duration) -> [Message] {
    let waiting = takeAll()
    if !waiting.isEmpty { return waiting }
    pipe.wait(milliseconds: limit.wholeMilliseconds)
    return takeAll()
  }

  private func takeAll() -> [Message] {
    pipe.takeAll()
    return queue.withLock { queue in
      defer { queue = Queue() }
      return Array(queue.messages[queue.head...])
    }
  }
}

extension Duration {
  /// Rounded up, as poll(2) takes it.
  var wholeMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    if seconds > 1_000_000 { return Int32.max }
    return Int32(
      clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}

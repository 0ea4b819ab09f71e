import Synchronization

/// A message queue between threads; a receiver sleeps until there is a message.
package final class Mailbox<Message: Sendable>: Sendable {
  private struct Queue {
    var messages: [Message] = []
    /// Index of the oldest message that was not taken yet.
    var head = 0
    /// Number of receivers that sleep and were not woken up; a count that is one too high costs a
    /// wake-up.
    var sleepers = 0

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

    mutating func takeAll() -> [Message] {
      defer {
        messages = []
        head = 0
      }
      return head == 0 ? messages : Array(messages[head...])
    }
  }

  private let queue = Mutex(Queue())
  private let pipe = WakeUpPipe()

  package init() {}

  /// - Parameter isUrgent: Whether to wake a receiver; else the message waits for the next urgent
  ///   one.
  package func send(_ message: Message, isUrgent: Bool = true) {
    let wakesUp = queue.withLock { queue in
      queue.messages.append(message)
      guard isUrgent, queue.sleepers > 0 else { return false }
      queue.sleepers -= 1
      return true
    }
    if wakesUp { pipe.wake() }
  }

  /// Waits for a message, and returns the oldest. Several threads may receive at the same time.
  package func receive() -> Message {
    while true {
      let message = queue.withLock { queue in
        let message = queue.takeFirst()
        if message == nil { queue.sleepers += 1 }
        return message
      }
      if let message { return message }
      // There is one wake-up per sleeper, but another receiver may take the message first.
      pipe.wait(milliseconds: -1)
      pipe.takeOne()
    }
  }

  /// Waits until there is a message or the time is up, and returns all messages, oldest first. For
  /// a single receiver only.
  package func receive(within limit: Duration) -> [Message] {
    let waiting = queue.withLock { queue in
      if queue.messages.isEmpty { queue.sleepers = 1 }
      return queue.takeAll()
    }
    if !waiting.isEmpty { return waiting }
    pipe.wait(milliseconds: limit.wholeMilliseconds)
    return queue.withLock { queue in
      queue.sleepers = 0
      pipe.takeAll()
      return queue.takeAll()
    }
  }
}

extension Duration {
  /// The duration in milliseconds, rounded up, as the timeout of poll(2).
  var wholeMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    if seconds > 1_000_000 { return Int32.max }
    return Int32(
      clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}

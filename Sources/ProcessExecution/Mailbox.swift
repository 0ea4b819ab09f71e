import Synchronization

/// Hands messages from threads to threads; a receiver sleeps until there is one.
package final class Mailbox<Message: Sendable>: Sendable {
  private struct Queue {
    var messages: [Message] = []
    /// Those before it have been taken.
    var head = 0
    /// How many receivers sleep and have not been woken up; one too many costs a wake-up.
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

  /// - Parameter isUrgent: Wakes a receiver; else the message waits for the next one that does.
  package func send(_ message: Message, isUrgent: Bool = true) {
    let wakesUp = queue.withLock { queue in
      queue.messages.append(message)
      guard isUrgent, queue.sleepers > 0 else { return false }
      queue.sleepers -= 1
      return true
    }
    if wakesUp { pipe.wake() }
  }

  /// The oldest message; waits for one. Several threads may receive at the same time.
  package func receive() -> Message {
    while true {
      let message = queue.withLock { queue in
        let message = queue.takeFirst()
        if message == nil { queue.sleepers += 1 }
        return message
      }
      if let message { return message }
      // One wake-up for each that sleeps; another receiver may still be quicker.
      pipe.wait(milliseconds: -1)
      pipe.takeOne()
    }
  }

  /// Waits until there is a message or the time is up, and takes what there is, oldest first. For one
  /// receiver alone.
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
  /// Rounded up, as poll(2) takes it.
  var wholeMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    if seconds > 1_000_000 { return Int32.max }
    return Int32(
      clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Hands messages from threads to threads; whoever receives sleeps until there is one.
package final class Mailbox<Message: Sendable>: @unchecked Sendable {
  // Safe to share: `messages` is only touched with `mutex` held.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var messages: [Message] = []
  private var head = 0

  package init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  package func send(_ message: Message) {
    pthread_mutex_lock(mutex)
    messages.append(message)
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  /// The oldest message; waits for one.
  package func receive() -> Message {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while head == messages.count { pthread_cond_wait(condition, mutex) }
    let message = messages[head]
    head += 1
    if head == messages.count {
      messages.removeAll(keepingCapacity: true)
      head = 0
    }
    return message
  }
}

import ProcessExecution
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct ThreadTests {
  /// A signal to the process must find the thread that waits for it, not one that happens to run.
  @Test(arguments: [
    (SIGINT, true), (SIGTERM, true), (SIGHUP, true), (SIGCONT, true), (SIGSEGV, false),
    (SIGABRT, false),
  ])
  func leavesSignalsToOthers(signal: Int32, isBlocked: Bool) {
    let before = blocks(signal)
    let answer = Mailbox<Bool>()
    startThread { answer.send(blocks(signal)) }
    #expect(answer.receive() == isBlocked)
    #expect(blocks(signal) == before)
  }

  /// Whether the calling thread does.
  private func blocks(_ signal: Int32) -> Bool {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    return sigismember(&mask, signal) == 1
  }
}

@Suite struct MailboxTests {
  @Test func keepsTheOrder() {
    let mailbox = Mailbox<Int>()
    for number in 0..<5 { mailbox.send(number) }
    #expect((0..<2).map { _ in mailbox.receive() } == [0, 1])
    #expect(mailbox.receive(within: .seconds(60)) == [2, 3, 4])
    #expect(mailbox.receive(within: .zero) == [])
    mailbox.send(7)
    #expect(mailbox.receive() == 7)
  }

  /// What is not urgent comes with the next that is.
  @Test func urgencyWakes() {
    let mailbox = Mailbox<String>()
    startThread {
      mailbox.send("later", isUrgent: false)
      mailbox.send("now")
    }
    var all: [String] = []
    while all.count < 2 { all += mailbox.receive(within: .seconds(60)) }
    #expect(all == ["later", "now"])
  }

  /// Every message reaches exactly one of several receivers, and none of them sleeps beside one.
  @Test func servesManyReceivers() {
    let work = Mailbox<Int?>()
    let done = Mailbox<Int>()
    for _ in 0..<4 {
      startThread {
        while let number = work.receive() { done.send(number) }
      }
    }
    startThread {
      for number in 0..<1_000 { work.send(number) }
    }
    var seen = Set<Int>()
    for _ in 0..<1_000 { seen.insert(done.receive()) }
    #expect(seen == Set(0..<1_000))
    for _ in 0..<4 { work.send(nil) }
  }
}

import ProcessExecution
import Synchronization
import Testing

struct BackgroundTests {
  @Test func hasItsValueAlsoWhenTheRunIsCancelled() {
    let cancellation = Cancellation()
    let work = Background { 7 }
    #expect(work.value(unless: cancellation) == 7)
    cancellation.request(signal: 15)
    #expect(work.value(unless: cancellation) == 7)
    #expect(work.value() == 7)
  }

  /// Who asks twice does not wait for work that knows of no end.
  @Test func isGivenUpWhenTheRunIs() {
    let cancellation = Cancellation()
    let isOver = Mutex(false)
    let work = Background { while !isOver.withLock({ $0 }) {} }
    cancellation.request(signal: 15)
    cancellation.request(signal: 15)
    #expect(work.value(unless: cancellation) == nil)
    isOver.withLock { $0 = true }
    work.value()
  }
}

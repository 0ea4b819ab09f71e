import Synchronization
import Testing

@testable import ProcessExecution

@Suite struct CancellationRequestTests {
  /// - Parameters:
  ///   - before: How often the end was asked for while there was something to end in order.
  ///   - after: The signals that come later.
  ///   - ended: What the end of the process is told of each.
  @Test(arguments: [
    (before: [Int32](), after: [2] as [Int32], ended: [2] as [Int32]),
    (before: [], after: [15, 2], ended: [15, 15]),
    // The first one asked for an orderly end, which the run is at.
    (before: [15], after: [], ended: []),
    (before: [15], after: [2], ended: [15]),
    // Nothing is left that a third one could ask for.
    (before: [15, 2], after: [2], ended: []),
  ]) func anEndThatNeedsNoOrder(before: [Int32], after: [Int32], ended: [Int32]) {
    let cancellation = Cancellation()
    let told = Mutex<[Int32]>([])
    for signal in before { cancellation.request(signal: signal) }
    cancellation.endOnRequest { signal in told.withLock { $0.append(signal) } }
    for signal in after { cancellation.request(signal: signal) }
    #expect(told.withLock { $0 } == ended)
    #expect(cancellation.signal == (before + after).first)
    #expect(cancellation.isImmediate == ((before + after).count > 1))
  }

  @Test func anOrderlyEndFromNowOn() {
    let cancellation = Cancellation()
    let told = Mutex<[Int32]>([])
    cancellation.endOnRequest { signal in told.withLock { $0.append(signal) } }
    cancellation.endInOrderOnRequest()
    cancellation.request(signal: 15)
    #expect(told.withLock { $0 }.isEmpty)
    #expect(cancellation.isRequested)
  }
}

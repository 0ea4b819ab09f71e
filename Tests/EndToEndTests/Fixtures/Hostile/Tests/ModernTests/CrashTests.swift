import Foundation
import Hostile
import Testing

@Suite struct Crashes {
  @Test func aborts() { abort() }
  @Test func fatal() { fatalError("the end") }
  @Test func forceUnwraps() {
    let nothing = Int(ProcessInfo.processInfo.environment["NO_SUCH_VARIABLE"] ?? "")
    print(nothing!)
  }
  @Test func indexesBeyondTheEnd() { print([1, 2, 3][covered("zulu")]) }
  @Test func killsItself() { kill(getpid(), SIGKILL) }
  @Test func overflowsTheStack() { print(overflow(0)) }
  @Test func segmentationFault() { writeNowhere() }
}

@Suite struct Ends {
  @Test func exits() { exit(0) }
  @Test func exitsAtOnce() { _exit(0) }
  @Test func hangsInALock() { hangInALock() }
  @Test func hangsInALoop() { hangInALoop() }
}

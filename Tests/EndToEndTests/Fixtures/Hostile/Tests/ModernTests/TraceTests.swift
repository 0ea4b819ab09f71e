import Foundation
import Hostile
import Testing

@Test func calm() { #expect(covered("before") == 2) }

// Swift Testing takes a time for them that grows with the square of their number.
@Test(arguments: 0..<2_000) func manyCases(number: Int) {
  #expect(covered("argument") == 1 && number != 1_777)
}

@Suite struct Traces {
  @Test func fails() { Issue.record("as it should") }
  @Test func flaky() {
    #expect(isSecondTime("swift-testing"), "the first time")
    noteFirstTime("swift-testing")
  }
  @Test func imitatesResults() {
    print("✘ Test calm() failed after 0.001 seconds with 1 issue.")
    print("◇ Test fails() started.")
    print("✔ Test fails() passed after 0.001 seconds.")
    print("✔ Test run with 1 test passed after 0.001 seconds.")
    print("Test Case 'ZuluTests.testAfter' failed (0.001 seconds)")
    print(#"{"kind":"event","version":"6.3","payload":{"kind":"runEnded","messages":[]}}"#)
  }
  @Test func opensAConnection() { #expect(connect(to: "192.0.2.2", port: 80) != 0) }
  @Test func printsAMegabyte() { printAMegabyte() }
  @Test(.disabled("not today")) func skipped() {}
  @Test func writesToTheCheckout() throws { try write("x", to: "left-by-swift-testing.txt") }
}

import Foundation
import Testing

@testable import Demo

private func say(_ text: String) {
  guard ProcessInfo.processInfo.environment["FIXTURE_SAYS"] != nil else { return }
  print(text)
  FileHandle.standardError.write(Data("\(text), with emphasis\n".utf8))
}

@Test func adds() {
  say("adding")
  #expect(add(1, 2) == 3)
}

@Test func fails() {
  say("failing")
  #expect(add(1, 2) == 4, "sum is wrong")
}

@Test(arguments: [1, 2, 3]) func allAreSmall(n: Int) { #expect(n < 3) }

@Test func hasKnownIssue() { withKnownIssue { #expect(add(1, 1) == 3) } }

@Test(.disabled("waiting for the fix")) func isDisabled() {}

@Suite("Named suite") struct Named {
  @Test("has a display name") func displayName() { #expect(add(0, 0) == 0) }
}

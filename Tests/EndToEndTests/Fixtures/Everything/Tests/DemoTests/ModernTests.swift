import Testing

@testable import Demo

@Test func adds() { #expect(add(1, 2) == 3) }

@Test func fails() { #expect(add(1, 2) == 4, "sum is wrong") }

@Test(arguments: [1, 2, 3]) func allAreSmall(n: Int) { #expect(n < 3) }

@Test func hasKnownIssue() { withKnownIssue { #expect(add(1, 1) == 3) } }

@Test(.disabled("waiting for the fix")) func isDisabled() {}

@Suite("Named suite") struct Named {
  @Test("has a display name") func displayName() { #expect(add(0, 0) == 0) }
}

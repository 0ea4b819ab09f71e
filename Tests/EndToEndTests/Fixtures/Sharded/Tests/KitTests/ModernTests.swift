import Kit
import Testing

@testable import tool

@Test func unwraps() { #expect(Box(1).unwrapped(or: 2) == 1) }
@Test func unwrapsNothing() { #expect(Box(nil).unwrapped(or: "a") == "a") }
@Test func left() { #expect(side(true) == "left") }
@Test func right() { #expect(side(false) == "right") }
@Test func largeAnswer() { #expect(Tool().answer(4) == 8) }

import Testing

@testable import Kit

@Test func runs() {
  #expect(Box(name: "a").size == 3)
  #expect(many(1, 2, 3) == 3)
  #expect(either(true, 1) == 1)
  #expect(lazily(false) == 0)
  #expect(same(1, 1) && same("a", "a"))
  #expect(generated() == 1)
  #expect(find([1, 5]) == 5)
}

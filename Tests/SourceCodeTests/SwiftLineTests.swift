import SourceCode
import Testing

struct SwiftLineTests {
  private func lines(_ text: String) -> [SwiftText.Line] { SwiftText(Array(text.utf8)).lines }

  /// What a line holds counts, not where it stands and what is said beside it.
  @Test(arguments: [
    ("let a = 1", "  let a = 1  // why\n"), ("let a = 1", "\n/* one\n two */ let a = 1 /* x */"),
    ("f(/* a */ b)", "f(/* c */ b)"), ("f(/* /* a */ b */ c)", "f(/* d */ c)"),
  ])
  func areTheSame(one: String, other: String) {
    #expect(lines(one) == lines(other))
    #expect(Set(lines(one)) == Set(lines(other)))
    #expect(lines(one).count == 1)
  }

  @Test(arguments: [
    ("let a = 1", "let a  = 1"), ("let a = \"// b\"", "let a = \"// c\""), ("a", "b"), ("a", ""),
    ("let a = \"\"\"\n  b\n  \"\"\"", "let a = \"\"\"\n b\n  \"\"\""),
  ])
  func differ(one: String, other: String) {
    #expect(lines(one) != lines(other))
  }

  @Test func knowTheirPlaces() {
    let found = lines("\n  a // x\n\n/* y */ b\n// z\n")
    #expect(found.map(\.number) == [2, 4])
    #expect(found.map(\.range) == [3..<4, 19..<20])
    #expect(found.map { String(decoding: $0.content, as: UTF8.self) } == ["a", "b"])
  }
}

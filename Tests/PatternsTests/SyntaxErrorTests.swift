import Patterns
import Testing

@Suite struct SyntaxErrorTests {
  @Test(
    arguments: [
      ("(", 0, "'(' has no ')'"), ("ab(c", 2, "'(' has no ')'"),
      ("a)", 1, "')' has no matching '('"),
      ("é[a", 1, "'[' has no ']'"), ("[]", 1, "the class is empty"),
      ("[z-a]", 1, "'z' comes after 'a'"),
      ("*", 0, "'*' has nothing to repeat"), ("a**", 2, "'*' has nothing to repeat"),
      ("a|+", 2, "'+' has nothing to repeat"), ("^*", 1, "'^' cannot be repeated"),
      ("a{2,1}", 1, "2 is more than 1"), (#"\"#, 0, #"the pattern ends with '\'"#),
      (#"a\q"#, 1, #"'\q' has no meaning"#), (#"\u41"#, 0, "not followed by a character number"),
      (#"\x{110000}"#, 0, "not followed by a character number"),
      (#"\p{foo}"#, 0, "'foo' is not a character property"),
      (#"[\d-z]"#, 1, "bounds of a range"), (#"[a-\d]"#, 1, "bounds of a range"),
      ("[[:foo:]]", 1, "'[:foo:]' is not a character class"),
      ("(?j)a", 2, "'j' is not a group option"),
      ("(?<1>a)", 3, "'1' is not a valid group name"),
      ("(?<x>a)(?<x>b)", 7, "another group is named 'x'"),
      ("(?i", 0, "'(' has no ')'"), ("[&&a]", 1, "'&&' has no left operand"),
      ("a{1}{2}", 4, "'{' has nothing to repeat"),
      (#"[\R]"#, 1, "no meaning in a class"),
    ])
  func tellsWhere(pattern: String, offset: Int, message: String) {
    let error = #expect(throws: PatternError.self) { try Pattern(pattern) }
    #expect(error?.kind == .malformed)
    #expect(error?.offset == offset)
    #expect(error?.message.contains(message) ?? false, "\(String(describing: error))")
  }

  @Test(
    arguments: [
      (#"(a)\1"#, 3, "back-reference"), (#"(?<n>a)\k<n>"#, 7, "back-reference"),
      ("(?>a)", 0, "atomic"), ("a*+", 1, "possessive"), ("(?R)", 0, "(?R"), ("(?1)", 0, "(?1"),
      ("(?(1)a|b)", 0, "(?("), ("(?|a|b)", 0, "(?|"), ("(*FAIL)", 0, "verb"), (#"\X"#, 0, #"\X"#),
      (#"\Ka"#, 0, #"\K"#), ("(?=a(?!b))", 4, "inside another"),
      ("(?=(?<n>a))", 3, "named group"),
      (#"\N{DIGIT ONE}"#, 0, "by its name"),
    ])
  func refusesWhatTakesMoreThanLinearTime(pattern: String, offset: Int, message: String) {
    let error = #expect(throws: PatternError.self) { try Pattern(pattern) }
    #expect(error?.kind == .unsupported)
    #expect(error?.offset == offset)
    #expect(error?.message.contains(message) ?? false, "\(String(describing: error))")
  }

  @Test(
    arguments: [
      "a{1001}", "(a{1,1000}){1,1000}", "(((a{100}){100}){100}){100}", "((){1000}){1000}",
      String(repeating: "a", count: 4097), String(repeating: "(", count: 300),
      String(repeating: "[", count: 300), String(repeating: "(a)", count: 101),
      String(repeating: "(?=a)", count: 17),
    ])
  func refusesWhatTakesTooMuch(pattern: String) {
    let error = #expect(throws: PatternError.self) { try Pattern(pattern) }
    #expect(error?.kind == .tooLarge)
  }

  @Test(
    arguments: [
      "a{1000}", String(repeating: "a", count: 4096), String(repeating: "(a)", count: 100),
      String(repeating: "(?=a)", count: 16),
    ])
  func takesWhatIsJustAllowed(pattern: String) {
    #expect(throws: Never.self) { try Pattern(pattern) }
  }

  @Test func wordsItAsAFragment() {
    let error = #expect(throws: PatternError.self) { try Pattern("ab(") }
    #expect(error?.problem == "is not a regular expression: '(' has no ')' at character 3")
  }
}

import CIModel
import Testing

@Suite struct SpellingTests {
  static let words = ["timeout", "needs", "run", "exec", "allow-failure", "configuration", "dir"]

  @Test(arguments: [
    ("timout", "timeout"), ("tiemout", "timeout"), ("Timeout", "timeout"), ("TIMEOUT", "timeout"),
    ("need", "needs"), ("nedes", "needs"), ("allow_failure", "allow-failure"),
    ("allowFailure", "allow-failure"), ("rum", "run"), ("conf", "configuration"),
    ("timeouts", "timeout"), ("exce", "exec"),
  ])
  func finds(word: String, expected: String) {
    #expect(nearestSpelling(of: word, among: Self.words) == expected)
  }

  @Test(arguments: ["", "x", "retry", "matrix", "na", "日本語", String(repeating: "a", count: 100)])
  func findsNothing(word: String) {
    #expect(nearestSpelling(of: word, among: Self.words) == nil)
  }

  @Test(arguments: [
    (
      "Error: Unknown option '--nope'. Did you mean '--base'?\nUsage: x",
      "Error: Unknown option '--nope'\nUsage: x"
    ),
    ("Error: Unknown option '--bse'. Did you mean '--base'?\nUsage: 'x'", nil),
    ("Error: Unknown option '--nope'\nUsage: 'x' 'y'", nil), ("", nil),
    (
      "Error: Unknown option '--format'. Did you mean '--from'?\nUsage: 'x'",
      "Error: Unknown option '--format'. Did you mean '--report'?\nUsage: 'x'"
    ),
    (
      "Error: Unknown option '--format'\nUsage: x",
      "Error: Unknown option '--format'. Did you mean '--report'?\nUsage: x"
    ),
    ("Error: Unknown option '--report'\nUsage: x", nil),
    ("Error: Unexpected argument '--format'", nil),
  ])
  func suggestsWhatHelps(message: String, expected: String?) {
    let help = "OPTIONS:\n  --report <format[=file]>\n     not --format x"
    #expect(withUsefulSuggestion(message, help: help) == expected ?? message)
  }

  @Test func theFirstOfSeveralWins() {
    #expect(nearestSpelling(of: "bat", among: ["cat", "bar"]) == "cat")
    #expect(nearestSpelling(of: "bats", among: ["cat", "bat"]) == "bat")
    #expect(nearestSpelling(of: "a", among: []) == nil)
  }
}

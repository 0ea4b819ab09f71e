import CIModel
import Testing

@Suite struct WordingTests {
  @Test(arguments: [
    (0, "0 ms"), (0.0004, "0 ms"), (0.5, "500 ms"), (0.9994, "999 ms"),
    (1, "1 s"), (1.5, "1.5 s"), (1.05, "1.0 s"), (59.999, "59.9 s"), (60, "1 min"),
    (61, "1 min 1 s"),
    (3_599, "59 min 59 s"), (3_600, "1 h"), (3_601, "1 h 1 s"), (5_400, "1 h 30 min"),
    (7_322.9, "2 h 2 min 2 s"), (90_000, "25 h"),
  ])
  func durations(seconds: Double, words: String) {
    #expect(Duration.seconds(seconds).words == words)
  }

  @Test func counts() {
    #expect([0, 1, 2].map { counted($0, "test") } == ["0 tests", "1 test", "2 tests"])
    #expect([1, 2].map { counted($0, "entry", plural: "entries") } == ["1 entry", "2 entries"])
  }

  @Test(arguments: [
    ("a-b_c.d/e:f=g,h@i%j+k", "a-b_c.d/e:f=g,h@i%j+k"), ("AZaz09", "AZaz09"), ("é", "é"),
    ("", "''"), ("a b", "'a b'"), ("it's", "'it'\\''s'"), ("$x", "'$x'"), ("~", "'~'"),
    ("a\nb", "'a\nb'"), ("*", "'*'"),
  ])
  func words(word: String, quoted: String) {
    #expect(shellQuoted(word) == quoted)
  }

  @Test func patterns() {
    #expect(filterPattern(testID: "M.A/one", .xctest) == "^M\\.A/one$")
    #expect(filterPattern(testID: "M.`a+b`/c(_:)", .swiftTesting) == "^M\\.`a\\+b`/c\\(_:\\)")
  }
}

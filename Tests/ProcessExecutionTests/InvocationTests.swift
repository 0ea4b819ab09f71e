import ProcessExecution
import Testing

@Test(arguments: [
  (["swift", "build", "--build-tests"], "swift build --build-tests"),
  (["echo", ""], "echo ''"),
  (["echo", "two words"], "echo 'two words'"),
  (["echo", "it's"], "echo 'it'\\''s'"),
  (["swift", "test", "--filter", "A.B/c$"], "swift test --filter 'A.B/c$'"),
  (["echo", "größe"], "echo größe"),
  (["echo", "a\nb"], "echo 'a\nb'"),
])
func quotesForTheShell(words: [String], expected: String) {
  #expect(Invocation(words[0], Array(words.dropFirst())).shellText == expected)
}

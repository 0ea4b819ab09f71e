import CIModel
import Testing

struct DisplayedPathTests {
  @Test(arguments: [
    ("Sources/A.swift", "Sources/A.swift"),
    ("p b/größe/日本.swift", "p b/größe/日本.swift"),
    (#"q"uote\back"#, #"q"uote\back"#),
    ("", ""),
    ("new\nline", #""new\nline""#),
    ("tab\tand \"quote\" \\", #""tab\tand \"quote\" \\""#),
    ("\u{1B}[31mred\u{7F}\r", #""\033[31mred\177\r""#),
    ("next\u{85}line\u{2028}", #""next\302\205line\342\200\250""#),
    ("gnp\u{202E}.swift", #""gnp\342\200\256.swift""#),
    ("\u{0}", #""\000""#),
  ])
  func escapesWhatIsNotSafe(path: String, shown: String) {
    #expect(displayedPath(path) == shown)
  }
}

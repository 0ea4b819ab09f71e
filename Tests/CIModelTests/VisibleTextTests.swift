import CIModel
import Testing

@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("a\u{202E}b\u{2066}", "a\\u{202E}b\\u{2066}"),
    ("\u{61C}\u{200E}\u{2028}\u{FEFF}\u{85}", "\\u{61C}\\u{200E}\\u{2028}\\u{FEFF}\\u{85}"),
    ("a\u{200B}b é\u{200B}", "a\\u{200B}b é\\u{200B}"),
    ("a\u{200D}b \u{AD}x", "a\\u{200D}b \\u{AD}x"),
    ("\u{1}\u{7F}\t|\r\n\r", "\\u{1}\\u{7F}    |\n"),
    ("a\rb", "a\\u{D}b"),
    ("\u{1B}[31mred\u{1B}[0m\u{1B}[K.", "red."),
    ("\u{1B}]0;title\u{7}", "\\u{1B}]0;title\\u{7}"),
    ("\u{1B}[2Jx", "\\u{1B}[2Jx"),
    ("x\u{FE0F}y\u{E0041}", "x\\u{FE0F}y\\u{E0041}"),
  ])
  func shows(text: String, expected: String) {
    #expect(VisibleText.shown(text) == expected)
    #expect(VisibleText.shown(expected) == expected)
  }

  /// This would not end if each escape copied what is there already.
  @Test func takesTimeByTheLength() {
    let text = VisibleText.shown(String(repeating: "\u{1}", count: 2_000_000))
    #expect(text.utf8.count == 2_000_000 * 5)
  }

  /// Families, flags, keycaps; Persian with a non-joiner; accents, wide and soft characters.
  @Test(arguments: [
    "👩‍👩‍👧 🏴󠁧󠁢󠁷󠁬󠁳󠁿 #️⃣ ❤️ ✓", "می‌خواهم", "e\u{301} 日本 ü\u{AD}x", "“…” – a b", "", "plain",
  ])
  func leavesWhatCanBeSeen(text: String) {
    #expect(VisibleText.shown(text) == text)
  }

  @Test(arguments: [
    ("\u{1B}[1;31mred\u{1B}[0m", "\u{1B}[1;31mred\u{1B}[0m"),
    ("\u{1B}[38;5;8mgrey", "\u{1B}[38;5;8mgrey"),
    ("\u{1B}[8mha:note\u{1B}[0m", "ha:note\u{1B}[0m"),
    ("\u{1B}[0;08mx", "x"),
    ("\u{1B}[2K", ""),
  ])
  func keepsColors(text: String, expected: String) {
    #expect(VisibleText.shown(text, keepsColor: true, tab: "\t") == expected)
  }
}

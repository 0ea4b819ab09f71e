import TerminalUI
import Testing

/// What is known of a terminal, and text that fits it.
struct TerminalTests {
  /// No process has this descriptor open: it is no terminal.
  private static let closed: Int32 = 10_000

  @Test(
    arguments: [
      ([:], 100), (["COLUMNS": "132"], 132), (["COLUMNS": "7"], 100), (["COLUMNS": "wide"], 100),
    ] as [([String: String], Int)])
  func whatIsNoTerminalIsAsWideAsAPage(environment: [String: String], width: Int) {
    #expect(Terminal(descriptor: Self.closed, environment: environment).width == width)
  }

  @Test(
    arguments: [
      ([:], false), (["TERM": "xterm"], false), (["FORCE_COLOR": "1"], true),
      (["FORCE_COLOR": "0"], false), (["CLICOLOR_FORCE": "1"], true),
      (["FORCE_COLOR": "1", "NO_COLOR": "1"], false), (["FORCE_COLOR": "1", "NO_COLOR": ""], true),
    ] as [([String: String], Bool)])
  func coloursAreForTerminalsUnlessForced(environment: [String: String], showsColor: Bool) {
    let terminal = Terminal(descriptor: Self.closed, environment: environment)
    #expect(terminal.showsColor == showsColor)
    #expect(!terminal.isInteractive)
  }

  @Test(
    arguments: [
      ("a  one two three four", "a  one two three\n   four"), ("short", "short"),
      ("one two three four five", "one two three four\nfive"),
    ])
  func breaksLinesBelowTheirColumn(text: String, expected: String) {
    var terminal = Terminal(descriptor: Self.closed, environment: [:])
    terminal.width = 18
    #expect(WrappedText.fitting(text, terminal) == text)
    terminal.isInteractive = true
    #expect(WrappedText.fitting(text, terminal) == expected)
  }

  /// What sets a colour takes no column.
  @Test func coloursTakeNoRoom() {
    var terminal = Terminal(descriptor: -1, environment: [:])
    (terminal.width, terminal.isInteractive) = (20, true)
    let mark = "\u{1B}[32m✓\u{1B}[0m"
    #expect(WrappedText.fitting("\(mark) base  merge base", terminal) == "\(mark) base  merge base")
    #expect(
      WrappedText.fitting("\(mark) base  there is no change", terminal)
        == "\(mark) base  there is no\n        change")
  }
}

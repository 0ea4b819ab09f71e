import CIModel
import Testing

@testable import Reporters

struct ScreenTests {
  @Test(arguments: [
    ("Run `git fetch --unshallow origin`, then go on.", 30),
    ("Run a `command that is much longer than the line is` then.", 40),
  ])
  func keepsCommandsWhole(text: String, width: Int) throws {
    var screen = Screen(TerminalStyle(width: width))
    screen.flow([Span(Screen.sentence(text))], indent: 0, hanging: 2)
    let command = try #require(text.split(separator: "`").dropFirst().first)
    #expect(screen.text.split(separator: "\n").count > 1)
    #expect(screen.text.contains("`\(command)`"))
  }

  /// A name that fits in no line would leave its mark alone in one.
  @Test func keepsTheMarkBesideALongName() {
    var screen = Screen(TerminalStyle(width: 40))
    screen.flow(
      [Span("✗ "), Span("Kit.Suite/testOfSomethingThatHasALongName()"), Span(" not run")],
      indent: 0,
      hanging: 4)
    #expect(screen.text == "✗ Kit.Suite/testOfSomethingThatHasALongName()\n    not run\n")
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ｱ", 1), ("한", 2), ("👩‍👩‍👧", 2),
    ("✓", 1),
    ("❤️", 2), ("a\u{200B}b", 2), ("█▌", 2), ("🇩🇪", 2),
  ])
  func measures(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test(arguments: [
    (0.0, "0ms"), (0.0123, "12ms"), (0.9994, "999ms"), (0.9996, "1.00s"), (9.994, "9.99s"),
    (9.996, "10.0s"), (59.94, "59.9s"), (59.96, "1m 00s"), (125, "2m 05s"), (3_599.6, "1h 00m"),
    (3_725, "1h 02m"), (.nan, "?"), (-1, "?"), (1e300, "?"),
  ])
  func wordsDurations(seconds: Double, text: String) {
    #expect(seconds.duration == text)
  }

  @Test(arguments: [
    (0, 8, "........"), (1, 8_000, "#......."), (4, 8, "####...."), (7_999, 8_000, "#######."),
    (8, 8, "########"), (0, 0, "........"), (9, 8, "########"), (-1, 8, "........"),
  ])
  func drawsBars(part: Int, whole: Int, expected: String) {
    let bar = Symbols.ascii.bar(part, of: whole, width: 8)
    #expect(bar.filled + bar.rest == expected)
  }

  @Test func unicodeBarsKeepTheirWidth() {
    for part in 0...100 {
      let bar = Symbols.unicode.bar(part, of: 100, width: 7)
      #expect((bar.filled + bar.rest).count == 7)
    }
  }

  @Test func dropsEscapeSequences() {
    #expect(
      Screen.cleaned("a\u{1B}[1;31mb\u{1B}[0m\u{7}\tc\u{9B}\r\nd\u{1B}")
        == "ab\\u{7}    c\\u{9B}\nd\\u{1B}")
    #expect(Screen.cleaned("a\u{1B}]0;title\u{7}b") == "a\\u{1B}]0;title\\u{7}b")
    #expect(Screen.cleaned("é\u{301}日本") == "é\u{301}日本")
  }

  @Test(arguments: [60, 80, 140])
  func nothingIsWiderThanTheTerminal(width: Int) {
    for record in SampleRecord.all.values {
      let text = TerminalReporter().render(record, style: TerminalStyle(width: width))
      for line in text.split(separator: "\n") {
        // Commands and places stay whole, so that they can be used.
        let isWhole = line.contains("$ ") || line.contains(".swift:") || line.contains(".log")
        #expect(DisplayWidth.of(line) <= width || isWhole, "\(line)")
        #expect(line.last != " ")
      }
    }
  }

  /// A path that a terminal breaks cannot be clicked.
  @Test(arguments: [(20, 20), (40, 40), (50, 4), (100, 4)])
  func movesPathsToTheLeft(length: Int, margin: Int) {
    var screen = Screen(TerminalStyle(width: 80))
    let path = String(repeating: "p", count: length)
    screen.whole([Span(path)], indent: length == 20 ? 20 : 40)
    #expect(screen.text == String(repeating: " ", count: margin) + path + "\n")
  }

  @Test func neverBreaksAPlace() {
    for width in [40, 80, 140] {
      let text = TerminalReporter().render(
        SampleRecord.everything, style: TerminalStyle(width: width))
      #expect(text.contains("Sources/Store/Cart.swift:100:5: warning:"))
      #expect(text.contains("Makes/A/Path/Wider/Than/The/NameTests.swift:1204:13\n"))
    }
  }

  @Test func cutsEndlessWords() {
    var screen = Screen(TerminalStyle(width: 40))
    screen.paragraphs(String(repeating: "x", count: 100), indent: 4)
    #expect(screen.text.split(separator: "\n").map(\.count) == [40, 40, 32])
  }

  @Test(arguments: [
    ("A.swift", "B.swift", "A.swift => B.swift"),
    ("Sources/A/X.swift", "Sources/B/X.swift", "Sources/{A => B}/X.swift"),
    ("X.swift", "Sources/X.swift", "{ => Sources}/X.swift"),
    ("a/b/c", "a/c", "a/{b => }/c"), ("a/a/c", "a/c", "a/{a => }/c"),
  ])
  func shortensRenames(old: String, new: String, expected: String) {
    #expect(ChangesScreen.rename(old, new) == expected)
  }

  /// A flag or a path that a terminal breaks cannot be read; what a shell gets is the same command.
  @Test(arguments: [
    ("swift test --filter '^a b$'", 20, ["swift test --filter", "'^a b$'"]),
    ("a 'b  c' d\\ e \"f g\"", 4, ["a", "'b  c'", "d\\ e", "\"f g\""]),
    ("echo 'it'\\''s fine'", 8, ["echo", "'it'\\''s fine'"]), ("a 'b c", 3, ["a 'b c"]),
    ("a b", 80, ["a b"]),
  ])
  func cutsCommands(command: String, width: Int, lines: [String]) {
    #expect(ShellLines.of(command, width: width) == lines)
    #expect(lines.joined(separator: " ") == command)
  }

  @Test(arguments: [(false, 1), (true, 2)])
  func commandsStayOnOneLineInFiles(isOnScreen: Bool, lines: Int) {
    var style = TerminalStyle(width: 40)
    style.isOnScreen = isOnScreen
    var screen = Screen(style)
    screen.command("swift test --filter '^Store.CartTests/testAdd$'", indent: 2)
    #expect(screen.text.split(separator: "\n").count == lines)
    #expect(screen.text.contains(" --filter \\\n      '^") == isOnScreen)
  }

  @Test(arguments: [
    ("M.A/testB", TestFramework.xctest, "'^M\\.A/testB$'"),
    ("M.S/f(_:)", .swiftTesting, "'^M\\.S/f\\(_:\\)'"),
    ("M.S/`it's [1] $x`()", .swiftTesting, "'^M\\.S/`it'\\''s \\[1\\] \\$x`\\(\\)'"),
  ])
  func quotesCommands(id: String, framework: TestFramework, filter: String) {
    let test = TestCase(name: id, id: id, framework: framework, function: "f", outcome: .failed)
    #expect(test.reproduction == "swift test --filter \(filter)")
  }
}

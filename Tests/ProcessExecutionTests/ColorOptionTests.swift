import Testing

@testable import ProcessExecution

/// What is taken out of a command line.
struct ColorOptionTests {
  @Test(
    arguments: [
      ("check --color", .always, "check"), ("check --color never -q", .never, "check -q"),
      ("--color always check", .always, "check"), ("check --color=auto", .auto, "check"),
      ("check --color test", .always, "check test"), ("--no-color", .never, ""),
      ("--color --no-color log", .never, "log"), ("log -- ls --color", nil, "log -- ls --color"),
      ("check --colour", nil, "check --colour"),
    ] as [(String, ColorOption.Choice?, String)])
  func isTakenOut(line: String, choice: ColorOption.Choice?, rest: String) {
    let option = ColorOption(line.split(separator: " ").map(String.init))
    #expect(option.choice == choice)
    #expect(option.arguments.joined(separator: " ") == rest)
    #expect(option.problem == nil)
  }

  @Test func saysWhatItTakes() {
    let option = ColorOption(["--color=blue"])
    #expect(option.problem == "--color takes always, never or auto, not 'blue'")
    #expect(option.variables.isEmpty)
  }
}

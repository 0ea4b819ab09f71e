import ArgumentParser
import TerminalUI
import TestExecution

struct QuarantineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quarantine", abstract: "List and edit tests that cannot fail the run.",
    subcommands: [List.self, Add.self, Remove.self, Expire.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the tests and their outcomes.", usage: "devtool quarantine list [<options>]")
    @OptionGroup var options: HistoryOptionsOfRuns
    func run() throws {
      try Workspace.quarantine(options.config) { file in
        try options.answer { try file.trends(in: $0) }
      }
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add tests to the quarantine file.",
      usage: "devtool quarantine add <tests> ... --reason <reason> [<options>]")
    @Argument(help: "Add the tests with these ids.") var tests: [String]
    @Option(help: "Record why they may fail.") var reason: String
    @Option(help: "Set the last day, in UTC, such as 2026-12-24.") var until: String?
    @Option(help: "Set the last day as a number of days from today, 1 to 3650.") var days: Int?
    @OptionGroup var config: ConfigOptions
    func run() throws {
      let known = try StoredHistory.open(config.config)?.tests()
      let (text, warnings) = try Workspace.quarantine(config) {
        try $0.add(tests, reason: reason, until: until, days: days, known: known)
      }
      for warning in warnings { StandardOutput.message("devtool: warning: \(warning)") }
      try StandardOutput.write(text)
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Remove tests from the file.")
    @Argument(help: "Remove the tests with these ids.") var tests: [String]
    @OptionGroup var config: ConfigOptions
    func run() throws {
      try Workspace.quarantine(config) { try StandardOutput.write($0.remove(tests)) }
    }
  }

  struct Expire: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Remove tests that have expired.")
    @Flag(help: "Print what would be removed, and change nothing.") var dryRun = false
    @OptionGroup var config: ConfigOptions
    func run() throws {
      try Workspace.quarantine(config) { try StandardOutput.write($0.expire(isShown: dryRun)) }
    }
  }
}

import ArgumentParser
import CIModel
import FileSystem
import ProcessExecution
import Reporters
import RunHistory
import RunStorage
import TerminalUI

struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Show how tests, coverage, warnings and sizes changed over earlier runs.",
    discussion: """
      EXAMPLES
        devtool history tests CartTests
        devtool history slow --branch main
        devtool history export > history.jsonl
      """,
    subcommands: [
      HistoryTests.self, HistoryFlaky.self, HistorySlow.self, HistoryCoverage.self,
      HistoryWarnings.self, HistorySizes.self, HistoryExport.self, HistoryImport.self,
    ])
}

struct HistoryOptionsOfRuns: ParsableArguments {
  @Option(help: ArgumentHelp("Read at most this many of the newest runs.", valueName: "count"))
  var runs = RunHistory.usualRuns

  @Option(help: ArgumentHelp("Read only runs of this branch.", valueName: "name"))
  var branch: String?

  @Option(help: OutputFormat.help(ReporterRegistry.trendsNames)) var format = "terminal"
  @OptionGroup var config: ConfigOptions

  func validate() throws {
    try OutputFormat.reporter(named: format, among: ReporterRegistry.trendsNames, showing: "trends")
    if runs < 1 { throw ValidationError("--runs must be at least 1") }
  }

  typealias Question = (RunHistory) throws -> HistoryTrends
  func answer(_ tests: TestSeries.Selection = .all, _ question: Question) throws {
    let reporter = try OutputFormat.reporter(named: format)
    let history = try StoredHistory.open(config.config)?.read {
      try $0.history(newest: runs, branch: branch, tests: tests)
    }
    let text = reporter.render(
      trends: try question(history ?? RunHistory()), style: .standardOutput(currentEnvironment()))
    try StandardOutput.write(text ?? "", type(of: reporter).medium)
  }
}

struct HistoryTests: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tests", abstract: "Show the outcomes and durations of tests.",
    usage: "devtool history tests [<text>] [<options>]")
  @Argument(help: "Show only tests whose id contains this text.") var text: String?
  @OptionGroup var options: HistoryOptionsOfRuns
  func run() throws { try options.answer(.newest) { $0.tests(matching: text) } }
}

struct HistoryFlaky: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flaky",
    abstract: "Show tests that passed on a rerun, or both passed and failed at one commit.",
    usage: "devtool history flaky [<options>]")
  @OptionGroup var options: HistoryOptionsOfRuns
  func run() throws { try options.answer(.unsteady) { $0.flaky() } }
}

struct HistorySlow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "slow", abstract: "Show tests that became slower and stayed slower.",
    usage: "devtool history slow [<options>]")
  @OptionGroup var options: HistoryOptionsOfRuns
  func run() throws { try options.answer(.comparable) { $0.ofNewestBranch.slow() } }
}

struct HistoryCoverage: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage", abstract: "Show how coverage developed, and which files changed it.",
    usage: "devtool history coverage [<options>]")
  @OptionGroup var options: HistoryOptionsOfRuns
  func run() throws { try options.answer(.none) { $0.coverage() } }
}

struct HistoryWarnings: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "warnings", abstract: "Show the warnings of the newest runs, and when each began.",
    usage: "devtool history warnings [<options>]")
  @OptionGroup var options: HistoryOptionsOfRuns
  func run() throws { try options.answer(.none) { $0.warnings() } }
}

struct HistorySizes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sizes", abstract: "Show the sizes of the products of release builds.",
    usage: "devtool history sizes [<options>]")
  @OptionGroup var options: HistoryOptionsOfRuns
  func run() throws { try options.answer(.none) { $0.sizes() } }
}

struct HistoryExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print the newest runs as JSON, one per line, oldest first.")
  @Option(help: ArgumentHelp("Print at most this many runs.", valueName: "count")) var runs = 200
  @OptionGroup var config: ConfigOptions

  func run() throws {
    let stored = try StoredHistory.open(config.config)?.read { try $0.export(newest: max(1, runs)) }
    for run in stored ?? [] { try StandardOutput.write(HistoryLine.text(run) + "\n", .json) }
  }
}

struct HistoryImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Add runs that `devtool history export` printed, except for known ones.",
    discussion: """
      The history decides which tests run first and which ones count as slow or flaky: import runs \
      only from jobs that you trust.
      """)
  @Argument(help: ArgumentHelp("Read these files; - is standard input."), completion: .file())
  var files: [String]
  @OptionGroup var config: ConfigOptions

  func run() throws {
    let stored = try StoredHistory.open(config.config, makesKey: true)
    var (added, known) = (0, 0)
    for file in files { try stored?.add(from: file) { if $0 { added += 1 } else { known += 1 } } }
    try StandardOutput.write("\(counted(added, "run")) added, \(known) already known\n")
  }
}

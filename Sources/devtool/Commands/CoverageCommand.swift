import ArgumentParser
import CIModel
import ProcessExecution
import Reporters

struct CoverageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "Show the coverage that the last run measured.",
    usage: "devtool coverage [<options>]",
    discussion: """
      Lines are counted once each (distinct), or as `llvm-cov report` does, once per function they \
      lie in (llvm). Only the package's own sources count; what was left out is listed. Exits with \
      1 when a threshold is missed.

      EXAMPLES
        devtool coverage
        devtool coverage --metric llvm --format json
      """)

  @Option(help: ArgumentHelp("How to count lines: distinct, llvm.", valueName: "metric"))
  var metric: String?

  @OptionGroup var stored: StoredRunOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var config: ConfigOptions

  func validate() throws {
    let none = Coverage.Ratio(covered: 0, count: 0)
    let nothing = Coverage(
      metric: .distinct, isPartial: false,
      totals: .init(lines: none, functions: none, regions: none), files: [], excluded: [])
    if try output.reporter().render(coverage: nothing, style: .file) == nil {
      throw ValidationError("coverage cannot be shown as \(output.format)")
    }
    if let metric, Coverage.LineMetric(rawValue: metric) == nil {
      throw ValidationError("--metric takes distinct or llvm, not '\(metric)'")
    }
  }

  func run() throws {
    let workspace = try Workspace.find(config: config.config)
    guard let record = try RunStore(root: workspace.root).record(stored.run) else {
      throw CommandFailure(
        .missingInput, "there is no run yet", help: "Run `devtool check` first.")
    }
    guard var coverage = record.coverage else {
      throw CommandFailure(
        .missingInput, "run \(record.id) measured no coverage",
        help: "Run `devtool check` with a swift-test step that has `coverage: true`.")
    }
    if let metric = metric.flatMap(Coverage.LineMetric.init(rawValue:)) {
      coverage = coverage.counted(by: metric)
    }
    let style = TerminalStyle.standardOutput(currentEnvironment())
    guard let text = try output.reporter().render(coverage: coverage, style: style) else {
      throw CommandFailure(.badCommandLine, "coverage cannot be shown as \(output.format)")
    }
    try StandardOutput.write(text)
    if coverage.thresholds.contains(where: { !$0.passed }) { throw CommandFailure(.checkFailed) }
  }
}

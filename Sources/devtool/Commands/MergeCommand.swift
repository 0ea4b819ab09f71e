import ArgumentParser
import CIModel
import PipelineConfig
import PipelineRunner
import ProcessExecution
import Reporters
import TerminalUI

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge the runs of several machines, and fail if a requirement is missed.",
    usage: "devtool merge <run> ... [<options>]",
    discussion: """
      Each run is what `devtool check --shard 1/3`, `devtool check --only rules` or `devtool import` left: \
      its folder under .devtool/runs, the record.json in it, a bundle, or a folder that has .devtool/runs \
      in it (the newest run is taken). Tests are put together; the coverage profiles are merged and read \
      with the binaries of one of the builds, here or named with --object. The requirements of .ci.yml are \
      held against the whole, and the joined run is stored like any other. A run or a shard that is missing \
      is an error of the joined run.

      EXAMPLES
        devtool merge shard-1 shard-2 shard-3
        devtool merge build rules shard-*/ --report junit=out/junit.xml
        devtool merge linux.tar ios.tar android.tar
        devtool merge shard-*/ --object .build/debug/DemoPackageTests.xctest
      """)

  @Argument(help: ArgumentHelp("The run of a machine.", valueName: "run"), completion: .directory)
  var runs: [String]

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A binary to read the profiles with, built of the same sources; repeatable.",
      valueName: "file"), completion: .file())
  var object: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Add the lines that ran by this LCOV tracefile; repeatable.", valueName: "file"),
    completion: .file())
  var lcov: [String] = []

  @OptionGroup var changes: ChangeOptions
  @OptionGroup var config: ConfigOptions
  @OptionGroup var judge: JudgeOptions

  @OptionGroup var reports: ReportOptions

  func run() throws {
    let environment = currentEnvironment()
    let workspace = try judge.workspace(
      config: config.config, needsPackage: false, changes: changes, environment)
    let pipeline = try workspace.loadPipeline(
      color: Terminal(descriptor: 2, environment: environment).showsColor)
    var conclusion = RunConclusion(
      workspace: workspace, state: try workspace.openState(environment, makesKey: true),
      pipeline: pipeline, environment: environment, failOn: try reports.severity(),
      templates: try reports.templates.read(for: workspace))
    conclusion.isRemembered = true
    let session = MergeSession(
      conclusion: conclusion, changes: changes, objects: object.map(Workspace.absolute),
      tracefiles: lcov.map(Workspace.absolute))
    try session.merge(runs, try reports.requests(beside: pipeline.reports))
  }
}

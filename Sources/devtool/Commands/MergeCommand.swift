import ArgumentParser
import CIModel
import CIServices
import PipelineConfig
import PipelineRunner
import ProcessExecution
import Reporters
import TerminalUI

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge the runs of several machines and fail if a requirement is not met.",
    usage: "devtool merge <run> ... [<options>]",
    discussion: """
      Name runs of `devtool check --shard 1/3`, `devtool check --only rules` or `devtool import`, each by \
      its folder under .devtool/runs, its record.json, its bundle, or a folder that contains .devtool/runs \
      (devtool uses the newest run). devtool joins the tests and merges the coverage profiles, which it \
      reads with the binaries of one of the builds, here or named with --object. It checks the whole \
      against the requirements of .ci.yml, and stores the joined run like any other. A missing run or \
      shard is an error of the joined run.

      EXAMPLES
        devtool merge shard-1 shard-2 shard-3
        devtool merge build rules shard-*/ --report junit=out/junit.xml
        devtool merge linux.tar ios.tar android.tar
        devtool merge shard-*/ --object .build/debug/DemoPackageTests.xctest
      """)

  @Argument(help: ArgumentHelp("Merge these runs.", valueName: "run"), completion: .directory)
  var runs: [String]

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Read the profiles with this binary, built from the same sources. Repeatable.",
      valueName: "file"), completion: .file())
  var object: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Add the covered lines of this LCOV tracefile. Repeatable.", valueName: "file"),
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
    try workspace.refuseTracked(runs + object + lcov, environment)
    var conclusion = try RunConclusion(workspace, reports, environment)
    conclusion.isRemembered = true
    let session = MergeSession(
      conclusion: conclusion, changes: changes, objects: object.map(Workspace.absolute),
      tracefiles: lcov.map(Workspace.absolute))
    let service = CIEnvironment.detect(environment).name
    try session.merge(
      runs, try reports.requests(beside: conclusion.pipeline.reports, service: service))
  }
}

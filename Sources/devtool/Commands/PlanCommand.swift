import ArgumentParser
import CIModel
import PipelineConfig
import PipelineRunner
import ProcessExecution
import ServiceExport
import TerminalUI
import TestExecution

struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Choose the number of test shards from the test durations of earlier runs.",
    usage: "devtool plan [<options>]",
    discussion: """
      EXAMPLES
        devtool plan --target 2m
        devtool plan --format github       a list for `fromJSON` in a matrix
        devtool plan --format buildkite | buildkite-agent pipeline upload
      """)

  @Option(help: ArgumentHelp("Aim for at most this test time per shard.", valueName: "time"))
  var target = "5m"

  @Option(help: ArgumentHelp("Use at most this many shards.", valueName: "n"))
  var max = 20

  @Option(help: ArgumentHelp("Print the plan in this format.", valueName: "name"))
  var format = ShardPlan.Format.text

  @OptionGroup var options: ExportOptions

  func run() throws {
    guard let target = DurationText.duration(target), (1...JobGraph.mostShards).contains(max) else {
      throw ValidationError("--target must be a time like 5m, --max 1 to \(JobGraph.mostShards)")
    }
    let (workspace, pipeline) = try options.pipeline()
    let times = RecordedTimes.read(pipeline, try workspace.openState(currentEnvironment()))
    let plan = ShardPlan(times, target: target / .seconds(1), most: max, split: Shard.split)
    let text = try format.service.map { try options.export($0, shards: plan.seconds.count).text }
    try StandardOutput.write(text ?? plan.text(format))
  }
}

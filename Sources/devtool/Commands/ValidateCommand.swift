import ArgumentParser
import CIModel
import CIRules
import PipelineConfig
import ProcessExecution
import RuleExecution
import TerminalUI

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check .ci.yml and report all its problems at once.",
    discussion: """
      EXIT STATUS
        0   the file is valid
        69  there is no .ci.yml
        78  it is invalid; each problem is printed as file:line:column with its fix
      """)

  @Argument(
    help: ArgumentHelp("Check this file (default: .ci.yml here or above).", valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var file: String?

  func run() throws {
    let workspace = try Workspace.find(config: file)
    guard let path = workspace.configPath else {
      throw CommandFailure(
        .missingInput, "there is no \(Workspace.configName) in \(workspace.root)",
        help: "You do not need one: without it, the default pipeline runs.")
    }
    let pipeline = try workspace.loadPipeline(for: currentEnvironment())
    let shown = 20
    var ids = pipeline.inExecutionOrder().prefix(shown).map(\.id).joined(separator: ", ")
    if pipeline.steps.count > shown { ids += ", and \(pipeline.steps.count - shown) more" }
    let steps =
      pipeline.steps.isEmpty ? "no steps" : "\(counted(pipeline.steps.count, "step")) (\(ids))"
    try StandardOutput.write(
      "\(workspace.displayPath(path)): valid, \(steps), \(RuleSet.countText(pipeline))\n")
  }
}

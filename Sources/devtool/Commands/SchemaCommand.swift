import ArgumentParser
import CIModel
import CIRules
import PipelineConfig
import ProjectSetup
import Reporters
import ServiceExport
import TerminalUI

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of .ci.yml or of a document that devtool writes or reads.",
    usage: "devtool schema [--for <name>]",
    discussion: contracts.map { contract in
      let pad = String(repeating: " ", count: max(1, 13 - contract.name.count))
      return "\(contract.name)\(pad)\(contract.summary)"
    }.joined(separator: "\n") + """


      EXAMPLES
        devtool schema > .ci.schema.json
        devtool schema --for rule-input
      """)

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Describe one of: \(names.joined(separator: ", ")).", valueName: "name"),
    completion: .list(names))
  var name = "config"

  private static let contracts =
    ([Schema.contract(rules: RuleRegistry.descriptors), ToolBuild.contract, ShardPlan.contract]
    + JSONContract.all).sorted { $0.name < $1.name }
  private static let names = contracts.map(\.name)

  func validate() throws {
    guard !Self.names.contains(name) else { return }
    throw ValidationError(
      "there is no schema named '\(name)'; \(spellingHint(for: name, among: Self.names))")
  }

  func run() throws {
    guard let contract = Self.contracts.first(where: { $0.name == name }) else { return }
    try StandardOutput.write(JSONText.encode(contract.schema), .json)
  }
}

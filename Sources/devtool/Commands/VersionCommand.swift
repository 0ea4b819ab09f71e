import ArgumentParser
import CIModel
import ProjectSetup
import Reporters
import TerminalUI

struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version",
    abstract: "Print the version of devtool, and what it was built with.",
    discussion: """
      The commit is known for what a release holds. `requires` in .ci.yml is held against the version.
      """)

  @Option(help: ArgumentHelp("How: text or json.", valueName: "format"))
  var format = Format.text

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  func run() throws {
    let build = ToolBuild(version: Version.current)
    switch format {
    case .text: try StandardOutput.write(build.text)
    case .json: try StandardOutput.write(JSONText.encode(build), .json)
    }
  }
}

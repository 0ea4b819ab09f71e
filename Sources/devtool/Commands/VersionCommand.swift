import ArgumentParser
import CIModel
import ProjectSetup
import Reporters
import TerminalUI

struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version",
    abstract: "Print the version of devtool and what it was built with.",
    discussion: """
      Only release builds name their commit. devtool compares `requires` in .ci.yml with the version.
      """)

  @Option(help: ArgumentHelp("Print the version in this format.", valueName: "format"))
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

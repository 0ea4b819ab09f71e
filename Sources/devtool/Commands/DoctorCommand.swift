import ArgumentParser
import CIModel
import ProcessExecution
import ProjectSetup
import Reporters
import TerminalUI

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check that everything devtool needs is in place.",
    discussion: """
      Checks the toolchain, the package (SwiftPM loads it, but not in CI), .ci.yml, the git history and the \
      CI service; in a job of a pull request, also whether the change could choose its own rules or read \
      secrets. Exits with 69 if something that `devtool check` needs is missing.
      """)

  @Flag(help: "Print JSON, in the format of `devtool schema --for doctor`.") var json = false

  func run() throws {
    let environment = currentEnvironment()
    let (package, needsBase) = Examination.package(environment)
    let lines = Examination.run(
      environment, PullRequest.detected(environment), in: try Workspace.workingDirectory(),
      package: package, needsBase: needsBase)
    if json {
      try StandardOutput.write(JSONText.encode(ExaminationDocument(checks: lines)), .json)
    } else {
      let terminal = Terminal(descriptor: 1, environment: environment)
      let style = Paint(terminal)
      let text = lines.map { $0.text(style) + "\n" }.joined()
      try StandardOutput.write(WrappedText.fitting(text, terminal))
    }
    if lines.contains(where: { $0.state == .missing }) { throw CommandFailure(.missingInput) }
  }
}

import ArgumentParser
import CIModel
import ProcessExecution
import ProjectSetup
import Reporters
import TerminalUI

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check that everything devtool needs is here.",
    discussion: """
      Looks at the toolchain, the package (SwiftPM loads it, but not in CI), .ci.yml, the git history and \
      the CI service, and in a job of a pull request at whether the gate holds there. Exits with 69 when \
      something that `devtool check` needs is missing.
      """)

  @Flag(help: "Print JSON, as `devtool schema --for doctor` describes it.") var json = false

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

import ArgumentParser
import CIModel
import ProcessExecution
import TerminalUI

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check that everything devtool needs is here.",
    discussion: """
      Looks at the toolchain, the package, .ci.yml, the git history and the CI service, and in a job \
      of a pull request at whether the gate holds there. Exits with 69 when something that `devtool \
      check` needs is missing.
      """)

  func run() throws {
    let environment = currentEnvironment()
    let terminal = Terminal(descriptor: 1, environment: environment)
    let style = Paint(terminal)
    let lines = Examination.run(environment)
    let text = lines.map { $0.text(style) + "\n" }.joined()
    try StandardOutput.write(WrappedText.fitting(text, terminal))
    if lines.contains(where: { $0.state == .missing }) { throw CommandFailure(.missingInput) }
  }
}

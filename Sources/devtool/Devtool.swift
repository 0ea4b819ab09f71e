import ArgumentParser
import CIModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@main
struct Devtool: ParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "devtool",
    abstract:
      "All the CI a Swift package needs: build, test, read logs, check rules, measure coverage.",
    discussion: """
      In any Swift package, `devtool check` does the right thing with no configuration. A `.ci.yml` \
      changes what it does; `devtool validate` checks that file.

      EXIT STATUS
        0    all good (warnings included)
        1    a check or a step failed
        64   bad command line
        69   something the check needs is missing (merge base, toolchain, coverage data)
        70   a bug in devtool
        78   bad .ci.yml
        124  a step timed out
        130  interrupted (Ctrl-C); 143 terminated
      """,
    version: version,
    subcommands: [
      CheckCommand.self, ReportCommand.self, LogCommand.self, ChangesCommand.self,
      CoverageCommand.self, ValidateCommand.self, DoctorCommand.self,
    ])

  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let failure as CommandFailure {
      if let text = failure.text { StandardOutput.message(text) }
      _exit(failure.exitCode.status)
    } catch {
      exit(withError: error)
    }
  }
}

import ArgumentParser
import CIModel
import CPlatform
import Documentation
import PipelineConfig
import ProcessExecution
import TerminalUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@main
struct Devtool: ParsableCommand {
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
        69   something is missing: merge base, toolchain, coverage data, a package
        70   a bug in devtool
        75   try again later: another run holds the checkout, or a service is busy
        77   a token is missing, or may not do what it has to
        78   bad .ci.yml
        124  a step timed out
        130  interrupted (Ctrl-C)
        143  terminated

      COLOR
        every command takes --color [always|never|auto] and --no-color,
        and heeds FORCE_COLOR and NO_COLOR

      HELP
        devtool help COMMAND is the help of a command, and devtool help TOPIC
        a page of the documentation:
      \(ManualPage.list)

      COMPLETION
        devtool --generate-completion-script bash|zsh|fish
      """,
    version: Version.current,
    subcommands: [
      CheckCommand.self, ReportCommand.self, BundleCommand.self, CommentCommand.self,
      LogCommand.self, ChangesCommand.self, CoverageCommand.self, HistoryCommand.self,
      QuarantineCommand.self, MergeCommand.self, ImportCommand.self, RulesCommand.self,
      InitCommand.self, ExportCommand.self, PlanCommand.self, ValidateCommand.self,
      DoctorCommand.self, SchemaCommand.self, ReleaseNotesCommand.self, VersionCommand.self,
    ])

  static func main() {
    platform_keep_freed_memory()
    reserveStandardDescriptors()
    let color = ColorOption(CommandLine.arguments.dropFirst())
    color.apply()
    Workspace.forgetSecrets(of: nil)
    OwnEnvironment.protectMemory()
    // A file that may not grow any more (`ulimit -f`) is told of by write(2), and the verdict stays.
    signal(SIGXFSZ, SIG_IGN)
    do {
      // Swift reads them there on Linux, and finds none where it is not mounted.
      if CommandLine.arguments.isEmpty {
        throw CommandFailure(
          .missingInput, "cannot read the command line from /proc/self/cmdline",
          help: "Mount /proc: mount -t proc proc /proc")
      }
      if let problem = color.problem { throw ValidationError(problem) }
      try checkCommandName(color.arguments)
      if let page = page(color.arguments) { return try StandardOutput.write(page) }
      var command = try parseAsRoot(color.arguments)
      try command.run()
    } catch let failure as CommandFailure {
      if let text = failure.text { StandardOutput.message(text) }
      end(with: failure.exitCode)
    } catch  where exitCode(for: error) == .validationFailure {
      // In the words of every other message.
      let text = fullMessage(for: error)
      let prefix = "Error: "
      StandardOutput.message(
        text.hasPrefix(prefix) ? "devtool: error: " + text.dropFirst(prefix.count) : text)
      end(with: .badCommandLine)
    } catch {
      exit(withError: error)
    }
  }

  /// The parser takes a misspelled command for an argument that is too many, and `help` for a
  /// command that there is not shows the help of the others.
  private static func checkCommandName(_ arguments: [String]) throws {
    let isHelp = arguments.first == "help"
    guard let name = arguments.dropFirst(isHelp ? 1 : 0).first, !name.hasPrefix("-") else { return }
    var names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    if isHelp { names += ManualPage.topics }
    if names.contains(name) { return }
    let suggestion = nearestSpelling(of: name, among: names).map { "did you mean '\($0)'?" }
    throw ValidationError(
      "unknown command \(isHelp ? "or topic " : "")'\(name)'; "
        + (suggestion ?? "`devtool help` lists them"))
  }

  /// What `devtool help TOPIC` prints; behind the help of a command that is called so, too.
  private static func page(_ arguments: [String]) -> String? {
    guard arguments.count == 2, arguments[0] == "help", let page = ManualPage(arguments[1]) else {
      return nil
    }
    let command = configuration.subcommands.first { $0.configuration.commandName == page.topic }
    let help = command.map { helpMessage(for: $0) + "\n\n" } ?? ""
    return help + page.rendered(for: .standardOutput(currentEnvironment()))
  }
}

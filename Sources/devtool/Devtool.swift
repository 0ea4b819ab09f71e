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
      "Run all the CI a Swift package needs: build, test, read logs, check rules, measure coverage.",
    discussion: """
      `devtool check` works in any Swift package without configuration. Add a `.ci.yml` to change what \
      it does; `devtool validate` checks that file.

      EXIT STATUS
        0    success, with or without warnings
        1    a check or a step failed
        64   invalid command line
        69   something is missing: merge base, toolchain, coverage data, a package
        70   a bug in devtool
        75   try again later: another run uses the checkout, or a service is busy
        77   a token is missing or lacks a permission
        78   invalid .ci.yml
        124  a step timed out
        129  the terminal closed
        130  interrupted (Ctrl-C)
        143  terminated

      COLOR
        every command accepts --color [always|never|auto] and --no-color,
        and respects FORCE_COLOR and NO_COLOR

      HELP
        devtool help COMMAND prints the help of a command, and
        devtool help TOPIC a page of the documentation:
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
    // write(2) reports a file that may not grow any more (`ulimit -f`), and the verdict stays.
    signal(SIGXFSZ, SIG_IGN)
    do {
      // On Linux, Swift reads the arguments from /proc, and finds none if it is not mounted.
      if CommandLine.arguments.isEmpty {
        throw CommandFailure(
          .missingInput, "cannot read the command line from /proc/self/cmdline",
          help: "Mount /proc: mount -t proc proc /proc")
      }
      if let problem = color.problem { throw ValidationError(problem) }
      try checkCommandName(color.arguments)
      if let page = page(color.arguments) { return try StandardOutput.write(page) }
      var command = try command(color.arguments)
      try command.run()
    } catch let failure as CommandFailure {
      if let text = failure.text { StandardOutput.message(text) }
      end(with: failure.exitCode)
    } catch  where exitCode(for: error) == .validationFailure {
      // In the form of every other message.
      let text = withUsefulSuggestion(
        fullMessage(for: error), help: helpMessage(for: named(by: color.arguments).type))
      let prefix = "Error: "
      StandardOutput.message(
        text.hasPrefix(prefix) ? "devtool: error: " + text.dropFirst(prefix.count) : text)
      end(with: .badCommandLine)
    } catch {
      exit(withError: error)
    }
  }

  /// The command that the words name. It is parsed by itself, because each parent declares all options again;
  /// help and errors are left to the whole tree, because they name the parents.
  static func command(_ arguments: [String]) throws -> any ParsableCommand {
    let (type, rest) = named(by: arguments)
    if type.configuration.subcommands.isEmpty, let command = try? type.parseAsRoot(Array(rest)),
      Swift.type(of: command) == type
    {
      return command
    }
    let names = type.configuration.subcommands.map { $0._commandName }
    if type != self, let name = rest.first, let near = nearestSpelling(of: name, among: names) {
      throw ValidationError("unknown command '\(name)'; did you mean '\(near)'?")
    }
    return try parseAsRoot(arguments)
  }

  private static func named(
    by arguments: [String]
  ) -> (type: any ParsableCommand.Type, rest: ArraySlice<String>) {
    var (type, rest) = (self as any ParsableCommand.Type, arguments[...])
    while let next = type.configuration.subcommands.first(where: { $0._commandName == rest.first })
    {
      (type, rest) = (next, rest.dropFirst())
    }
    return (type, rest)
  }

  /// The parser reports a misspelled command as an unexpected argument, and `help` with an unknown
  /// command prints the general help.
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

  /// What `devtool help TOPIC` prints; after the help of the command with that name, if there is one.
  private static func page(_ arguments: [String]) -> String? {
    guard arguments.count == 2, arguments[0] == "help", let page = ManualPage(arguments[1]) else {
      return nil
    }
    let command = configuration.subcommands.first { $0.configuration.commandName == page.topic }
    let help = command.map { helpMessage(for: $0) + "\n\n" } ?? ""
    return help + page.rendered(for: .standardOutput(currentEnvironment()))
  }
}

/// Ends the process; ArgumentParser's `exit` does not shadow this name.
func end(with code: CIModel.ExitCode) -> Never {
  exit(code.status)
}

/// Ends the process immediately: nothing needs an orderly end, or there is no time for one.
@Sendable func endAtOnce(bySignal signal: Int32) -> Never {
  _exit(CIModel.ExitCode.cancelled(signal: signal).status)
}

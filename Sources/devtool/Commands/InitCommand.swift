import ArgumentParser
import CIModel
import ConfigImport
import FileSystem
import ProcessExecution
import ProjectSetup
import TerminalUI

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract:
      "Write what a project begins with: .ci.yml, a CI service's configuration, hooks, a Makefile.",
    discussion: """
      Without options it writes a .ci.yml: exactly the pipeline that runs without it, and examples in \
      comments; above several packages, a pipeline that builds and tests each. Other options name what \
      to write instead; --service and --all write a .ci.yml, too.

      Nothing that is there already is overwritten, and a second run changes nothing. Where another file \
      stands in the place of one, what to add to it by hand is printed.

      --service github|gitlab|buildkite|circleci writes the configuration of a service, and `auto` that of \
      the one that files here or the remote speak of. --comment, for github and gitlab, says on pull \
      requests what was found. Hooks go where git looks for them (core.hooksPath included).

      With --from what another tool's configuration says comes along, as far as it can be said; the rest is \
      listed with its line and the reason, here and in the file. danger, gitlint, commitlint and swiftlint \
      become rules, github (the workflows) and travis steps.

      The texts are the files in `templates` of devtool's repository. Those in .devtool-templates here, or \
      in the folder of --templates, go before those of the same name.

      EXIT STATUS
        0   everything that was asked for is there now
        1   another file stands in the place of one, and stays as it is
        69  something is missing: a package, git, a configuration to take over
        78  a template is wrong

      EXAMPLES
        devtool init --service github
        devtool init --all --dry-run
        devtool init --from danger --dry-run
        devtool init --hooks --uninstall
      """)

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Write the configuration of this CI service: auto, github, gitlab, buildkite, circleci. Repeatable.",
      valueName: "name"))
  var service: [ServiceName] = []

  @Flag(help: "With --service: say on pull requests what was found.")
  var comment = false

  @Flag(help: "Write a Makefile whose targets call devtool.")
  var makefile = false

  @Flag(help: "Write a template that new pull requests begin with.")
  var pullRequestTemplate = false

  @Flag(help: "Write an AGENTS.md that tells coding agents how to check a change.")
  var agents = false

  @Flag(help: "Install hooks that check the rules: pre-commit, commit-msg, pre-push.")
  var hooks = false

  @Flag(help: "Write all of these, for the service that files here or the remote speak of.")
  var all = false

  @Flag(help: "Write a .ci.yml also where there is no Package.swift.")
  var noPackage = false

  @Option(
    defaultAsFlag: ImportedTool(), parsing: .next,
    help: ArgumentHelp(
      "Take over the configuration of this tool; without a name, say which are here.",
      valueName: "tool"))
  var from: ImportedTool? = nil

  @Option(
    help: ArgumentHelp(
      "Where CI jobs get devtool: the URL that the files of a release are below.", valueName: "url")
  )
  var release: String?

  @Option(
    help: ArgumentHelp("Take templates from this folder.", valueName: "folder"),
    completion: .directory)
  var templates: String?

  @Flag(help: "Print what would be written, each file with its path, and write nothing.")
  var dryRun = false

  @Flag(help: "With --hooks: remove those hooks again.")
  var uninstall = false

  func validate() throws {
    if uninstall, !hooks { throw ValidationError("--uninstall goes with --hooks") }
    if uninstall, all || !service.isEmpty || makefile || pullRequestTemplate || agents || dryRun {
      throw ValidationError("--uninstall goes with --hooks alone")
    }
    if hooks, noPackage { throw ValidationError("--no-package goes without --hooks") }
    if hooks, from != nil { throw ValidationError("--from goes without --hooks") }
    if comment, service.isEmpty, !all { throw ValidationError("--comment goes with --service") }
    if let release, !SetupRequest.isSafeRelease(release) {
      throw ValidationError(
        "--release takes a URL, https://… without a slash at its end, and no special characters")
    }
  }

  func run() throws {
    do {
      if uninstall { try removeHooks() } else { try write() }
    } catch let error as SetupError {
      throw CommandFailure(error.exitCode, error.description, help: error.help)
    } catch let error as ImportProblem {
      throw CommandFailure(error.exitCode, error.description, help: error.help)
    } catch let error as FileError {
      throw CommandFailure(.missingInput, error.description)
    }
  }

  private func gitFacts(in directory: String) throws(SetupError) -> GitFacts {
    try GitFacts(in: directory, environment: currentEnvironment(), launcher: .live())
  }

  private func removeHooks() throws {
    var isForeign = false
    for (path, removal) in try GitHooks.remove(gitFacts(in: Workspace.workingDirectory())) {
      switch removal {
      case .absent: try StandardOutput.write("There is no hook at \(path).\n")
      case .removed: try StandardOutput.write("Removed \(path).\n")
      case .foreign:
        isForeign = true
        StandardOutput.message(
          "devtool: error: the hook at \(path) is not devtool's; it stays as it is")
      }
    }
    if isForeign { throw CommandFailure(.checkFailed) }
  }

  private func write() throws {
    let directory = try Workspace.workingDirectory()
    let git = hooks ? try gitFacts(in: directory) : try? gitFacts(in: directory)
    let imported = try from.map { try ImportedProject(named: $0.description, in: directory) }
    var facts = ProjectFacts(root: directory)
    if noPackage { facts.packages = [] }
    if let branch = git?.defaultBranch { facts.defaultBranch = branch }
    var request = SetupRequest(
      parts: parts, release: release ?? Version.release, tool: ToolBuild.path)
    request.imported = imported.map { SetupRequest.Imported(yaml: $0.yaml, hasSteps: $0.hasSteps) }
    request.services = try services(directory, git)
    request.comments = comment
    request.needsNoPackage = noPackage
    let files = try ProjectSetup.files(
      request, facts, git: git,
      TemplateFolder(named: templates.map(Workspace.absolute), root: directory))
    for package in facts.unnamablePackages {
      StandardOutput.message(
        "devtool: warning: the package in '\(package)' is left out: its name has special characters"
      )
    }
    let listener = SetupFile.Listener(
      say: { try StandardOutput.write($0) }, complain: StandardOutput.message)
    let areThere = try SetupFile.write(files, isShown: dryRun, listener)
    if request.installs, release == nil, !dryRun, Version.repository.hasPrefix("OWNER/") {
      StandardOutput.message(
        "devtool: note: no release is published yet: put its URL where OWNER stands, or name it with --release"
      )
    }
    if !areThere { throw CommandFailure(.checkFailed) }
    if let imported, !dryRun { try StandardOutput.write(imported.summary) }
    if from == nil, parts.contains(.pipeline), let advice = ImportSource.advice(in: directory) {
      StandardOutput.message("devtool: note: \(advice)")
    }
  }

  private var parts: Set<SetupRequest.Part> {
    if all { return Set(SetupRequest.Part.allCases) }
    var parts: Set<SetupRequest.Part> = []
    if makefile { parts.insert(.makefile) }
    if pullRequestTemplate { parts.insert(.pullRequestTemplate) }
    if agents { parts.insert(.agents) }
    if hooks { parts.insert(.hooks) }
    if parts.isEmpty || !service.isEmpty || from != nil || noPackage { parts.insert(.pipeline) }
    return parts
  }

  private func services(_ directory: String, _ git: GitFacts?) throws -> [SetupService] {
    var services = service.compactMap(\.service)
    if all && service.isEmpty || service.contains(.auto) {
      if let guess = SetupService.guess(root: directory, remoteHost: git?.remoteHost) {
        StandardOutput.message("devtool: note: for \(guess.service.title): \(guess.reason)")
        services.append(guess.service)
      } else if service.contains(.auto) {
        throw SetupError.serviceUnknown
      } else {
        StandardOutput.message("devtool: note: for no CI service: name one with --service")
      }
    }
    return SetupService.allCases.filter(services.contains)
  }
}

/// Another tool whose configuration `init --from` reads; without a name where none was given.
struct ImportedTool: ExpressibleByArgument, CustomStringConvertible {
  var description = ""

  static let allValueStrings = ImportSource.all.map(\.name)

  init() {}
  init(argument: String) { description = argument }
}

/// A CI service, or the one that a checkout speaks of.
enum ServiceName: String, ExpressibleByArgument, CaseIterable {
  case auto, github, gitlab, buildkite, circleci

  var service: SetupService? { SetupService(rawValue: rawValue) }
}

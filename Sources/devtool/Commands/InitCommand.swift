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
      "Set up a project: write .ci.yml, the configuration of a CI service, hooks, a Makefile.",
    discussion: """
      Without options, devtool writes a .ci.yml with exactly the pipeline that runs without one, and with \
      examples in comments; above several packages, with a pipeline that builds and tests each. Other \
      options name what to write instead; --service and --all also write a .ci.yml.

      devtool overwrites no file, and a second run changes nothing. If a different file is in the way, \
      devtool prints what to add to it by hand.

      --service github|gitlab|buildkite|circleci writes the configuration of a service; `auto` chooses the \
      service by the files here or the remote. --comment, for github and gitlab, adds comments on pull \
      requests. Hooks go where git looks for them, core.hooksPath included.

      --from converts the configuration of another tool as far as possible. devtool lists the rest with \
      line and reason, here and in the file. danger, gitlint, commitlint and swiftlint become rules; \
      github (the workflows) and travis become steps.

      The texts come from `templates` in devtool's repository. Files in .devtool-templates here, or in the \
      folder of --templates, replace those of the same name.

      EXIT STATUS
        0   everything that you asked for is in place
        1   a different file is in the way, and is left unchanged
        69  something is missing: a package, git, a configuration to convert
        78  a template is invalid

      EXAMPLES
        devtool init --service github
        devtool init --all --dry-run
        devtool init --from danger --dry-run
        devtool init --hooks --uninstall
      """)

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Write the configuration of this CI service; auto detects it. Repeatable.",
      valueName: "name"))
  var service: [ServiceName] = []

  @Flag(help: "With --service or --all, comment on pull requests (github, gitlab).")
  var comment = false

  @Flag(help: "Write a Makefile whose targets run devtool.")
  var makefile = false

  @Flag(help: "Write a template for new pull requests.")
  var pullRequestTemplate = false

  @Flag(help: "Write an AGENTS.md that tells coding agents how to check a change.")
  var agents = false

  @Flag(help: "Install git hooks that check the rules: pre-commit, commit-msg, pre-push.")
  var hooks = false

  @Flag(help: "Write all of these files, for the detected CI service unless --service names one.")
  var all = false

  @Flag(help: "Write a .ci.yml even if there is no Package.swift.")
  var noPackage = false

  @Option(
    defaultAsFlag: ImportedTool(), parsing: .next,
    help: ArgumentHelp(
      "Convert the configuration of this tool; without a name, list those found here.",
      valueName: "tool"))
  var from: ImportedTool? = nil

  @Option(
    help: ArgumentHelp(
      "Set the base URL of the release files that CI jobs download devtool from.", valueName: "url")
  )
  var release: String?

  @Option(
    help: ArgumentHelp("Read templates from this folder.", valueName: "folder"),
    completion: .directory)
  var templates: String?

  @Flag(help: "Print each file with its path, and write nothing.")
  var dryRun = false

  @Flag(help: "With --hooks, remove those hooks.")
  var uninstall = false

  func validate() throws {
    if uninstall, !hooks { throw ValidationError("--uninstall requires --hooks") }
    if uninstall, all || !service.isEmpty || makefile || pullRequestTemplate || agents || dryRun {
      throw ValidationError("--uninstall can be used only with --hooks")
    }
    if hooks, noPackage { throw ValidationError("--no-package cannot be used with --hooks") }
    if hooks, from != nil { throw ValidationError("--from cannot be used with --hooks") }
    if CommandLine.arguments.count(where: { $0 == "--from" || $0.hasPrefix("--from=") }) > 1 {
      throw ValidationError("--from can be given only once")
    }
    if comment, service.isEmpty, !all { throw ValidationError("--comment requires --service") }
    if let release, !SetupRequest.isSafeRelease(release) {
      throw ValidationError(
        "--release must be a URL, https://… without a trailing slash or special characters")
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
          "devtool: error: the hook at \(path) is not from devtool; it is left unchanged")
      }
    }
    if isForeign { throw CommandFailure(.checkFailed) }
  }

  private func write() throws {
    let directory = try Workspace.workingDirectory()
    let git = hooks ? try gitFacts(in: directory) : try? gitFacts(in: directory)
    let imported = try from.map { try ImportedProject(named: $0.description, in: directory) }
    let facts = ProjectFacts(root: directory, git: git, findsPackages: !noPackage)
    for text in facts.warnings { StandardOutput.message("devtool: warning: \(text)") }
    var request = SetupRequest(
      parts: parts, release: release ?? Version.release, tool: ToolBuild.path)
    request.imported = imported.map { .init($0.yaml, hasSteps: $0.hasSteps, hasRules: $0.hasRules) }
    request.services = try services(directory, git)
    request.comments = comment
    request.needsNoPackage = noPackage
    let files = try ProjectSetup.files(
      request, facts, git: git,
      TemplateFolder(named: templates.map(Workspace.absolute), root: directory))
    let listener = SetupFile.Listener(
      say: { try StandardOutput.write($0) }, complain: StandardOutput.message)
    let areThere = try SetupFile.write(files, isShown: dryRun, listener)
    if request.installs, release == nil, !dryRun, Version.repository.hasPrefix("OWNER/") {
      StandardOutput.message(
        "devtool: note: no release is published yet: replace the URL with OWNER in it, or set --release"
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
        StandardOutput.message("devtool: note: chose \(guess.service.title): \(guess.reason)")
        services.append(guess.service)
      } else if service.contains(.auto) {
        throw SetupError.serviceUnknown
      } else {
        StandardOutput.message("devtool: note: found no CI service: name one with --service")
      }
    }
    return SetupService.allCases.filter(services.contains)
  }
}

/// Another tool whose configuration `init --from` converts; its name is empty if none was given.
struct ImportedTool: ExpressibleByArgument, CustomStringConvertible {
  var description = ""

  static let allValueStrings = ImportSource.all.map(\.name)

  init() {}
  init(argument: String) { description = argument }
}

/// A CI service, or `auto` for the one that the checkout suggests.
enum ServiceName: String, ExpressibleByArgument, CaseIterable {
  case auto, github, gitlab, buildkite, circleci

  var service: SetupService? { SetupService(rawValue: rawValue) }
}

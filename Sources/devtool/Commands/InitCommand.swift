import ArgumentParser
import CIModel
import PipelineRunner
import ProcessExecution

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a starting .ci.yml, or install the hook that checks rules before a push.",
    discussion: """
      The file holds exactly the pipeline that runs without it, and examples in comments. Nothing \
      that is there already is overwritten: neither a .ci.yml nor a hook that devtool did not write. \
      The hook goes where git looks for hooks (core.hooksPath included).

      EXAMPLES
        devtool init
        devtool init --hooks
        devtool init --hooks --uninstall
      """)

  @Flag(help: "Install a pre-push hook that runs `devtool check --only rules` on what is pushed.")
  var hooks = false

  @Flag(help: "Write a .ci.yml also where there is no Package.swift.")
  var noPackage = false

  @Flag(help: "With --hooks: remove that hook again.")
  var uninstall = false

  func validate() throws {
    if uninstall, !hooks { throw ValidationError("--uninstall goes with --hooks") }
    if noPackage, hooks { throw ValidationError("--no-package goes without --hooks") }
  }

  func run() throws {
    if hooks {
      try changeHook()
    } else {
      try writeConfig()
    }
  }

  private func changeHook() throws {
    let installer = try HookInstaller.find(
      in: Workspace.workingDirectory(), environment: currentEnvironment(), launcher: .live())
    let outcome =
      uninstall ? try installer.uninstall() : try installer.install(tool: HookInstaller.toolPath())
    let path = installer.path
    let text =
      switch outcome {
      case .installed: "Installed \(path): rules are checked before each push."
      case .updated: "Updated \(path)."
      case .unchanged: "\(path) is installed already."
      case .removed: "Removed \(path)."
      case .absent: "There is no hook at \(path)."
      }
    try StandardOutput.write(text + "\n")
  }

  private func writeConfig() throws {
    let directory = try Workspace.workingDirectory()
    let path = "\(directory)/\(Workspace.configName)"
    if Workspace.hasConfig(in: directory) {
      throw CommandFailure(
        .checkFailed, "there is a \(Workspace.configName) in \(directory); it stays as it is",
        help: "`devtool validate` checks it.")
    }
    guard noPackage || Workspace.exists("\(directory)/Package.swift") else {
      throw CommandFailure(
        .missingInput, "there is no Package.swift in \(directory)",
        help: "Run it in the folder of a package, or write the file anyway with `--no-package`.")
    }
    let text = startingConfig(lints: Workspace.lints(directory))
    do throws(StorageError) {
      try writeFile(path, Array(text.utf8))
    } catch {
      throw CommandFailure(.missingInput, error.description)
    }
    try StandardOutput.write(
      "Wrote \(path): it runs what `devtool check` runs without it. Change what you like.\n")
  }
}

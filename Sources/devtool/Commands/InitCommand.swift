import ArgumentParser
import CIModel
import PipelineRunner
import ProcessExecution

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a starting .ci.yml, or install the hook that checks rules before a push.",
    discussion: """
      Nothing that is there already is overwritten: neither a .ci.yml nor a hook that devtool did \
      not write. The hook goes where git looks for hooks (core.hooksPath included).

      EXAMPLES
        devtool init
        devtool init --hooks
        devtool init --hooks --uninstall
      """)

  @Flag(help: "Install a pre-push hook that runs `devtool check --only rules` on what is pushed.")
  var hooks = false

  @Flag(help: "With --hooks: remove that hook again.")
  var uninstall = false

  func validate() throws {
    if uninstall, !hooks { throw ValidationError("--uninstall goes with --hooks") }
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
    do throws(StorageError) {
      try writeFile(path, Array(startingConfig.utf8))
    } catch {
      throw CommandFailure(.missingInput, error.description)
    }
    try StandardOutput.write(
      "Wrote \(path): it does what `devtool check` does without it. Change what you like.\n")
  }
}

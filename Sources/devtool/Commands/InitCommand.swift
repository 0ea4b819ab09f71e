import ArgumentParser
import CIModel
import ConfigImport
import FileSystem
import PipelineConfig
import PipelineRunner
import ProcessExecution
import SwiftPackage
import TerminalUI

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a starting .ci.yml, or install the hook that checks rules before a push.",
    discussion: """
      The file holds exactly the pipeline that runs without it, and examples in comments. Nothing \
      that is there already is overwritten: neither a .ci.yml nor a hook that devtool did not write. \
      The hook goes where git looks for hooks (core.hooksPath included).

      With --from danger the rules of the Dangerfile here (Ruby, JavaScript, TypeScript or Swift) come \
      along, as far as they can be said; the rest is listed with the reason, here and in the file.

      EXAMPLES
        devtool init
        devtool init --from danger --dry-run
        devtool init --hooks
        devtool init --hooks --uninstall
      """)

  @Flag(help: "Install a pre-push hook that runs `devtool check --only rules` on what is pushed.")
  var hooks = false

  @Flag(help: "Write a .ci.yml also where there is no Package.swift.")
  var noPackage = false

  @Option(
    help: ArgumentHelp(
      "Take over the rules of another tool's configuration: danger.", valueName: "tool"))
  var from: ImportedTool?

  @Flag(help: "Print what would be written to .ci.yml, and write nothing.")
  var dryRun = false

  @Flag(help: "With --hooks: remove that hook again.")
  var uninstall = false

  func validate() throws {
    if uninstall, !hooks { throw ValidationError("--uninstall goes with --hooks") }
    if noPackage, hooks { throw ValidationError("--no-package goes without --hooks") }
    if from != nil, hooks { throw ValidationError("--from goes without --hooks") }
    if dryRun, hooks { throw ValidationError("--dry-run goes without --hooks") }
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
    let imported = try from.map { _ in try ImportedDangerfile(in: directory) }
    if !dryRun, Workspace.hasConfig(in: directory) {
      throw CommandFailure(
        .checkFailed, "there is a \(Workspace.configName) in \(directory); it stays as it is",
        help: imported == nil
          ? "`devtool validate` checks it."
          : "See what would be written with `--dry-run`, and take over what you like.")
    }
    let isPackage = fileExists("\(directory)/Package.swift")
    // Rules are judged in any repository.
    guard noPackage || imported != nil || isPackage else {
      throw CommandFailure(
        .missingInput, "there is no Package.swift in \(directory)",
        help: PackageFolders.advice(below: directory)
          ?? "Run it in the folder of a package, or write the file anyway with `--no-package`.")
    }
    var text =
      isPackage || imported == nil
      ? startingConfig(lints: Workspace.lints(directory)) : rulesAloneConfig
    if let imported { text += "rules:\n" + imported.rules.yaml(from: imported.name) }
    if dryRun {
      try StandardOutput.write(text)
      return
    }
    do throws(FileError) {
      try writeFile(path, Array(text.utf8))
    } catch {
      throw CommandFailure(.missingInput, error.description)
    }
    if let imported {
      try StandardOutput.write("Wrote \(path).\n" + imported.rules.summary(of: imported.name))
    } else {
      try StandardOutput.write(
        "Wrote \(path): it runs what `devtool check` runs without it. Change what you like.\n")
    }
  }
}

/// Another tool whose configuration `init --from` reads.
enum ImportedTool: String, ExpressibleByArgument, CaseIterable {
  case danger
}

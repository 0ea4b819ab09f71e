import ArgumentParser
import CIModel
import FileSystem
import PipelineConfig
import ProcessExecution
import Reporters
import RunStorage
import SecretMasking
import TerminalUI

struct BundleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle",
    abstract: "Pack a run into one file, to be shown or commented on another machine.",
    usage: "devtool bundle [<run>] [<options>]",
    discussion: """
      A tar archive with the record, the logs of the steps, the sources that the run measured or names, \
      artifacts and images of snapshot tests; secrets are masked. `report`, `comment`, `merge` and \
      `check --failed` take it in place of a run.

      EXAMPLES
        devtool bundle --output out/devtool-bundle.tar
        devtool report out/devtool-bundle.tar --format html --open
      """)

  @Argument(help: StoredRunOptions.help("Pack this run")) var runName: String?
  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")],
    help: ArgumentHelp("Write to this file.", valueName: "file"), completion: .file())
  var output = "devtool-bundle.tar"
  @Flag(help: "Leave out the logs of the steps.") var noLogs = false
  @Flag(help: "Leave out the sources.") var noSources = false
  @OptionGroup var config: ConfigOptions

  func run() throws {
    let environment = currentEnvironment()
    let workspace = try Workspace.findOrWorkingDirectory(config: config.config)
    let store = RunStore(try workspace.openState(environment))
    guard let record = try store.read(runName) else {
      throw CommandFailure(.missingInput, "there is no run yet", help: "Run `devtool check` first.")
    }
    var contents = BundleContents(record)
    if !noLogs, let folder = store.folder(of: record, named: runName) {
      contents.addLogs(in: folder)
    }
    if !store.isFile(runName) {
      contents.addAttachments(root: workspace.root, checkout: workspace.repositoryRoot)
      let mask = workspace.pipelineIfRight().flatMap { Secrets.mask($0, in: environment) }
      let sources = ReportSources.checkout(
        workspace.repositoryRoot, marks: store.marks(of: record.judgedRun ?? record.id))
      for case (let path, .lines(let text, let isChanged)) in sources.all(of: record)
      where !noSources {
        contents.addSource(path, mask?.masked(text.bytes) ?? text.bytes, isChanged: isChanged)
      }
    }
    var size = 0
    do throws(FileError) {
      try workspace.file(output).write { file throws(FileError) in
        size = try contents.write(to: file)
      }
    } catch {
      throw CommandFailure(.missingInput, error.description)
    }
    for note in contents.notes { StandardOutput.message("devtool: note: \(note)") }
    try StandardOutput.write("\(displayedPath(output)): \(size) bytes, run \(record.id)\n")
  }
}

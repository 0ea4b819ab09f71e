import ArgumentParser
import CIModel
import FileSystem
import PipelineConfig
import ProcessExecution
import RunExchange
import RunStorage
import TerminalUI

struct BundleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle",
    abstract: "Pack a run into one file, for use on another machine.",
    usage: "devtool bundle [<run>] [<options>]",
    discussion: """
      The file is a tar archive of the record, the logs of the steps, the sources that the run measured \
      or names, artifacts, and images of snapshot tests. Secrets are masked, except in artifacts. \
      `report`, `comment`, `merge` and `check --failed --from` accept the file in place of a run.

      EXAMPLES
        devtool bundle --output out/devtool-bundle.tar
        devtool report out/devtool-bundle.tar --open
      """)

  @Argument(help: StoredRunOptions.help("Pack this run")) var runName: String?
  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")],
    help: ArgumentHelp("Write to this file.", valueName: "file"), completion: .file())
  var output = "devtool-bundle.tar"
  @Flag(help: "Leave out the logs of the steps.") var noLogs = false
  @Flag(help: "Leave out the sources and the changed lines.") var noSources = false
  @OptionGroup var config: ConfigOptions

  func run() throws {
    let environment = currentEnvironment()
    let workspace = try Workspace.findOrWorkingDirectory(config: config.config)
    let store = RunStore(try workspace.openState(environment))
    guard let record = try store.read(runName) else {
      throw CommandFailure(.missingInput, "there is no run yet", help: "Run `devtool check` first.")
    }
    let named = store.isFile(runName) ? runName : nil
    var contents = BundleContents(record)
    if let folder = store.folder(of: record, named: named) {
      contents.addFiles(in: folder, withLogs: !noLogs)
    }
    if named == nil {
      contents.addAttachments(root: workspace.root, checkout: workspace.repositoryRoot)
    }
    if named == nil, !noSources { workspace.addSources(to: &contents, store, environment) }
    try StandardOutput.write(try workspace.write(contents, to: output) + "\n")
  }
}

extension Workspace {
  /// Adds the sources and the changed lines that the pages of a run show.
  func addSources(
    to contents: inout BundleContents, _ store: RunStore, _ environment: [String: String]
  ) {
    let mask = pipelineIfRight().flatMap { Secrets.mask($0, in: environment) }
    contents.addSources(in: repositoryRoot, store, environment, hiding: mask)
    contents.addLines(in: repositoryRoot, environment, hiding: mask)
  }

  /// Writes a bundle, and prints what it leaves out.
  ///
  /// - Returns: A line with its path and size.
  func write(_ contents: BundleContents, to path: String) throws(CommandFailure) -> String {
    var size = 0
    do throws(FileError) {
      try file(path).write { file throws(FileError) in size = try contents.write(to: file) }
    } catch {
      throw CommandFailure(.missingInput, error.description)
    }
    for note in contents.notes { StandardOutput.message("devtool: note: \(note)") }
    return "\(displayedPath(path)): \(size) bytes, run \(contents.run)"
  }
}

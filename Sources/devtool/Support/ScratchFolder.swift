import CIModel
import FileSystem
import PipelineRunner
import ProcessExecution
import TerminalUI

/// A folder that a command needs while it runs.
struct ScratchFolder {
  /// Absolute.
  let path: String

  /// - Throws: when the system's folder for temporary files cannot be written to.
  init() throws(CommandFailure) {
    let parent = currentEnvironment()["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    do throws(FileError) {
      path = try makeTemporaryFolder(in: parent, prefix: "devtool-")
    } catch {
      throw CommandFailure(
        .missingInput, error.description, help: "Set TMPDIR to a folder that can be written to.")
    }
  }

  func remove() { removeTree(path) }
}

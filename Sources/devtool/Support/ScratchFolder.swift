import CIModel
import FileSystem
import PipelineRunner
import ProcessExecution
import TerminalUI

/// A temporary folder of a command.
struct ScratchFolder {
  /// Absolute.
  let path: String

  /// - Throws: if the system's folder for temporary files is not writable.
  init() throws(CommandFailure) {
    let parent = currentEnvironment()["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    do throws(FileError) {
      path = try makeTemporaryFolder(in: parent, prefix: "devtool-")
    } catch {
      throw CommandFailure(
        .missingInput, error.description, help: "Set TMPDIR to a writable folder.")
    }
  }

  func remove() { removeTree(path) }
}

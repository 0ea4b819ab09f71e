import CIModel
import FileSystem
import PipelineRunner
import TerminalUI

/// A file that gets every byte of a log as it comes: the raw log beside the report.
final class PassthroughFile {
  private let file: OpenFile
  private let path: String
  private(set) var failure: CommandFailure?

  /// - Throws: `CommandFailure` when the file cannot be made.
  init(_ path: String, _ workspace: Workspace) throws(CommandFailure) {
    self.path = path
    do throws(FileError) {
      file = try workspace.file(path).openToWrite()
    } catch {
      throw CommandFailure(
        .missingInput, "cannot write '\(path)': \(error.reason)",
        help: "Give --passthrough a file that can be written.")
    }
  }

  /// Adds bytes. When that fails the log is read on all the same, and `failure` says why.
  func write(_ bytes: UnsafeRawBufferPointer) {
    if failure != nil { return }
    do throws(FileError) {
      try file.write(bytes)
    } catch {
      failure = CommandFailure(.missingInput, "'\(path)' is cut off: \(error.reason)")
    }
  }
}

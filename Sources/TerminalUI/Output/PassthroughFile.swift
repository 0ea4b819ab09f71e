internal import CIModel
package import FileSystem

/// A file that gets every byte of a log as it comes: the raw log beside the report.
package final class PassthroughFile {
  private let file: OpenFile
  private let path: String
  package private(set) var failure: CommandFailure?

  /// - Parameters:
  ///   - path: As the command line names it.
  ///   - place: The same file.
  /// - Throws: `CommandFailure` when the file cannot be made.
  package init(_ path: String, _ place: CheckoutFile) throws(CommandFailure) {
    self.path = path
    do throws(FileError) {
      file = try place.openToWrite()
    } catch {
      throw CommandFailure(
        .missingInput, "cannot write '\(path)': \(error.reason)",
        help: "Give --passthrough a file that can be written.")
    }
  }

  /// Adds bytes. When that fails the log is read on all the same, and `failure` says why.
  package func write(_ bytes: UnsafeRawBufferPointer) {
    if failure != nil { return }
    do throws(FileError) {
      try file.write(bytes)
    } catch {
      failure = CommandFailure(.missingInput, "'\(path)' is cut off: \(error.reason)")
    }
  }
}

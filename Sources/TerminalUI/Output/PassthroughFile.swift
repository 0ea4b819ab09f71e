internal import CIModel
package import FileSystem

/// A file that receives every byte of a log as it arrives: the raw log beside the report.
package final class PassthroughFile {
  private let file: OpenFile
  private let path: String
  package private(set) var failure: CommandFailure?

  /// - Parameters:
  ///   - path: The path on the command line.
  ///   - place: The location of that path.
  /// - Throws: `CommandFailure` when the file cannot be created.
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

  /// Adds bytes. When that fails, `failure` is set, and the log is still read.
  package func write(_ bytes: UnsafeRawBufferPointer) {
    if failure != nil { return }
    do throws(FileError) {
      try file.write(bytes)
    } catch {
      failure = CommandFailure(.missingInput, "'\(path)' is cut off: \(error.reason)")
    }
  }
}

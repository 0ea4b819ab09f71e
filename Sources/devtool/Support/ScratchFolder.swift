import CIModel
import FileSystem
import PipelineRunner
import ProcessExecution

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder that a command needs while it runs.
struct ScratchFolder {
  /// Absolute.
  let path: String

  /// - Throws: when the system's folder for temporary files cannot be written to.
  init() throws(CommandFailure) {
    let parent = currentEnvironment()["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = Array("\(parent)/devtool-XXXXXX".utf8).map { CChar(bitPattern: $0) } + [0]
    guard let made = mkdtemp(&template) else {
      throw CommandFailure(
        .missingInput, "cannot make a folder in \(parent): \(String(cString: strerror(errno)))",
        help: "Set TMPDIR to a folder that can be written to.")
    }
    path = String(cString: made)
  }

  func remove() { removeTree(path) }
}

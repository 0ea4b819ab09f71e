import FileSystem
import PipelineConfig
import PipelineRunner

/// The `.ci.yml` that a command will most likely ask for, parsed while its command line is: of a long one
/// each takes as long as the other.
struct EarlyConfig {
  private let file: Background<(path: String, file: ParsedConfig)?>

  /// - Parameter arguments: Of the command; one that may name another file is waited for.
  /// - Returns: `nil` when nothing can be said yet.
  static func reading(for arguments: some Sequence<String>) -> EarlyConfig? {
    if arguments.contains(where: { $0.hasPrefix("--config") }) { return nil }
    return EarlyConfig(
      file: Background {
        guard let path = (try? Workspace.find(config: nil))?.configPath,
          let bytes = try? readFile(path, limit: Workspace.largestConfig)
        else { return nil }
        return (path, ParsedConfig(bytes))
      })
  }

  /// Waits for the file.
  func wait() { _ = file.value() }

  /// Waits for the file; `nil` when it is another one, or could not be read.
  func file(at path: String) -> ParsedConfig? {
    guard let value = file.value(), value.path == path else { return nil }
    return value.file
  }
}

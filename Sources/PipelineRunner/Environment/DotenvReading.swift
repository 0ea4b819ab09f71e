import FileSystem
package import PipelineConfig
package import RuleExecution

/// Reads the files that `dotenv` names.
package enum DotenvReading {
  /// Maximum size of a file in bytes.
  private static let largest = 1 << 20

  /// Reads all variables of the files; a later value replaces an earlier one of the same name.
  /// - Parameters:
  ///   - root: The absolute path that the paths of the files are relative to.
  ///   - policy: The source of the files; files that the job or a step made are read, too.
  package static func values(
    _ sources: [DotenvSource], root: String, policy: PolicySource
  ) throws(DotenvReadingFailure) -> [String: String] {
    var values: [String: String] = [:]
    for source in sources {
      let bytes: [UInt8]
      do throws(FileError) {
        bytes = try policy.read(
          "\(root)/\(source.path)", limit: largest + 1, allowsJobFiles: true)
      } catch {
        if source.isOptional, error.isMissing { continue }
        throw DotenvReadingFailure(path: source.path, problem: error.description)
      }
      guard bytes.count <= largest, let text = String(validating: bytes, as: UTF8.self) else {
        throw DotenvReadingFailure(
          path: source.path, problem: "\(source.path) is larger than 1 MiB or not UTF-8")
      }
      do throws(DotenvFile.Failure) {
        for (name, value) in try DotenvFile(text).values { values[name] = value }
      } catch {
        throw DotenvReadingFailure(
          path: source.path, problem: "\(source.path):\(error.line): the line \(error.reason)")
      }
    }
    return values
  }
}

/// A `dotenv` file that is missing or invalid.
package struct DotenvReadingFailure: Error, Hashable, CustomStringConvertible {
  package var path: String
  package var problem: String
  package var description: String { problem }
}

import FileSystem
package import PipelineConfig
package import RuleExecution

/// Reads the files that `dotenv` names.
package enum DotenvReading {
  /// More than this is no file of variables.
  private static let largest = 1 << 20

  /// Every variable of the files; of two of one name, the later counts.
  /// - Parameters:
  ///   - root: What their paths are relative to; absolute.
  ///   - policy: Where they come from; a file that the job or a step made counts, too.
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
          path: source.path, problem: "\(source.path) is no text of at most 1 MiB")
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

/// A file of variables that is missing or wrong.
package struct DotenvReadingFailure: Error, Hashable, CustomStringConvertible {
  package var path: String
  package var problem: String
  package var description: String { problem }
}

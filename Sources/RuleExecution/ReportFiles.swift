package import CIModel
import CIRules
import FileSystem
import GitHistory
import RunStorage

/// Reads reports of other tools from files in the working tree.
package enum ReportFiles {
  /// The largest report that is read, in bytes.
  private static let largest = 64 << 20
  /// The limit for all reports together, in bytes.
  private static let largestTotal = 256 << 20

  /// Reads the files that match, sorted by path; a link that leads out of the working tree is left
  /// out. When the change is not trusted, no tracked file is read, because no tool need have written
  /// it: one that the base has is left out, and any other one is a problem, for it may have been
  /// added to hide the report of a tool.
  package static func read(
    _ globs: [String], in root: String, _ policy: PolicySource
  ) -> [ReportFile] {
    if globs.isEmpty { return [] }
    let readable = ReadablePath(root: root)
    let repository = policy.commit == nil ? nil : try? policy.repository()
    let patterns = globs.map { PathGlob.choosingFiles($0) }
    lazy var base = Set(policy.paths { path in patterns.contains { $0.matches(path) } } ?? [])
    var tracked: [ReportFile] = []
    let paths = FileSearch.files(matching: globs, in: root).filter { path in
      if policy.commit == nil || (try? repository?.isTracked(path)) == false {
        return readable.refusal(path) == nil
      }
      if !base.contains(path) {
        tracked.append(
          ReportFile(
            path: path, problem: "is tracked by git, so the change may have written it, not a tool")
        )
      }
      return false
    }
    let reports = read(paths) { path, limit throws(FileError) in
      try readFile("\(root)/\(path)", limit: limit)
    }
    return (reports + tracked).sorted { $0.path.isBefore($1.path) }
  }

  /// Reads the matching reports of the base, sorted by path. When the change is not trusted, they
  /// come from the base or were restored by the job, because the change must not decide which
  /// problems are old. In that case, call this before the first step runs.
  package static func readBase(
    _ globs: [String], in root: String, _ policy: PolicySource
  ) -> [ReportFile] {
    if globs.isEmpty { return [] }
    let readable = ReadablePath(root: root)
    let patterns = globs.map { PathGlob($0) }
    let stored = policy.paths { path in patterns.contains { $0.matches(path) } } ?? []
    let found = FileSearch.files(matching: globs, in: root).filter { readable.refusal($0) == nil }
    let paths = Set(stored + found).sorted { $0.isBefore($1) }
    return read(paths) { path, limit throws(FileError) in
      try policy.read(path, limit: limit, allowsJobFiles: true)
    }
  }

  private static func read(
    _ paths: [String], _ bytes: (String, Int) throws(FileError) -> [UInt8]
  ) -> [ReportFile] {
    var total = 0
    return paths.compactMap { path in
      guard total < largestTotal else {
        return ReportFile(
          path: path,
          problem:
            "is skipped, since the reports together are larger than \(byteText(largestTotal))")
      }
      do throws(FileError) {
        let bytes = try bytes(path, largest + 1)
        total += bytes.count
        return bytes.count > largest
          ? ReportFile(path: path, problem: "is larger than \(byteText(largest))")
          : ReportFile(path: path, bytes: bytes)
      } catch {
        if error.isMissing { return nil }
        return ReportFile(path: path, problem: "cannot be read: \(error.reason)")
      }
    }
  }
}
